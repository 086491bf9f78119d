import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { run, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  catTranslation,
  classifyLink,
  executableMode,
  parseSpecialFile,
  planExport,
  planImport,
  readFileSettings,
  readRuntimeConfig,
  serializeLink,
  translateBytes,
  type ClassifySettings,
  type KeywordValues,
} from '../src/index.js';
import { textOf } from './arbitraries.js';

const identity = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** Properties of every node below `url`, by path. */
async function propertiesBelow(url: string, config: string): Promise<Map<string, Record<string, string>>> {
  const { stdout } = await run('svn', ['proplist', '-v', '-R', '--xml', '--config-dir', config, url]);
  const nodes = new Map<string, Record<string, string>>();
  for (const [, path = '', body = ''] of stdout.matchAll(/<target\s+path="([^"]*)">(.*?)<\/target>/gs)) {
    const found: Record<string, string> = {};
    for (const [, name = '', value = ''] of body.matchAll(
      /<property\s+name="([^"]*)"\s*(?:>([^<]*)<\/property>|\/>)/gs,
    )) {
      found[name] = value;
    }
    nodes.set(decodeURIComponent(path).slice(url.length + 1), found);
  }
  return nodes;
}

async function keywordValues(url: string, name: string, config: string): Promise<KeywordValues> {
  const { stdout } = await run('svn', ['info', '--xml', '--config-dir', config, url]);
  const field = (tag: string) => new RegExp(`<${tag}>([^<]*)<`).exec(stdout)?.[1] ?? '';
  return {
    revision: Number(/<commit\s+revision="(\d+)"/.exec(stdout)?.[1]),
    url: `${url}/${name}`,
    rootUrl: field('root'),
    date: new Date(field('date')),
    author: field('author'),
  };
}

const awkward = textOf([
  ...[
    '$',
    '$Rev',
    '$Id:',
    ':',
    ': ',
    ':: ',
    ' ',
    '#',
    'x',
    '\n',
    '\r\n',
    '\r',
    'Rev',
    'y'.repeat(50),
    '$Rev$',
    '$Id$',
  ],
  ...['$Author: a $', '$Mine:: .......... $', '$Date$\n', '$URL$', '$Header: $', '$$', 'é', '$Mine$'],
]);

const keywords = 'svn:keywords=Id Rev Author Date URL Header Mine=%b%_%P%_%r%_%%x%q';
const autoProps = [
  `*.kw = ${keywords}`,
  `*.native = svn:eol-style=native`,
  `*.nkw = svn:eol-style=native;${keywords}`,
  `*.crlf = svn:eol-style=CRLF;${keywords}`,
  `*.cr = svn:eol-style=CR`,
  `*.lf = svn:eol-style=LF`,
  `*.SH = svn:executable=whatever;a:b="x;;y" ; c = 'd '`,
  `*.txt = svn:mime-type=text/plain;svn:needs-lock`,
  `*.img = svn:mime-type=image/x-xpixmap`,
  `*.jpg = svn:mime-type=image/jpeg`,
  `*.spec = svn:special`,
  `*.binn = svn:eol-style=native`,
];
const config = `[miscellany]\nenable-auto-props = yes\nmime-types-file = MIME\n[auto-props]\n${autoProps.join('\n')}\n`;

function writeOddFiles(tree: string): string[] {
  const names: string[] = [];
  const write = (name: string, contents: string | Uint8Array, mode?: number) => {
    writeFileSync(join(tree, name), contents);
    if (mode !== undefined) chmodSync(join(tree, name), mode);
    names.push(name);
  };
  for (const [i, text] of fc.sample(awkward, { seed: 20261201, numRuns: 240 }).entries()) {
    write(`t${i} é%.${['kw', 'native', 'nkw', 'crlf', 'cr', 'lf'][i % 6] ?? ''}`, text);
  }
  write('run.sh', '#!/bin/sh\n', 0o644);
  write('x', 'plain', 0o755);
  write('group-only', 'plain', 0o610);
  write('a.TXT', 'text');
  write('b.txt', Buffer.from([0, 1, 2]));
  write('c.img', '');
  write('d.jpg', 'not really');
  write('e.MT', Buffer.alloc(10));
  write('f.mt2', 'text by its name');
  write('g.bin', Buffer.from([0xff, 0, 0x0d, 0x0a]));
  write('h.binn', Buffer.from('\0a\r\nb\rc\n'));
  write('i', Buffer.alloc(2000, 0xc3));
  write('j.spec', 'link a\nmore');
  write('k', Buffer.from([0xef, 0xbb, 0xbf]));
  return names;
}

/** A dump with the files in one revision: svn's own clients refuse to set such properties. */
function dumpOf(files: readonly (readonly [name: string, contents: string, eolStyle: string])[]): string {
  const nodes = files.map(([name, contents, style]) => {
    const properties = `K 13\nsvn:eol-style\nV ${style.length}\n${style}\nPROPS-END\n`;
    return (
      `Node-path: ${name}\nNode-kind: file\nNode-action: add\nProp-content-length: ${properties.length}\n` +
      `Text-content-length: ${contents.length}\nContent-length: ${properties.length + contents.length}\n\n` +
      `${properties}${contents}\n\n`
    );
  });
  const revision = 'Revision-number: 1\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n';
  return `SVN-fs-dump-format-version: 2\n\n${revision}${nodes.join('')}`;
}

describe.skipIf(svnMissing())('beside svn', () => {
  it('imports the same properties and bytes, announces the same, and exports the same', async () => {
    const work = temporaryDirectory();
    const [tree, configDirectory, out] = [join(work, 'tree'), join(work, 'config'), join(work, 'out')];
    mkdirSync(tree);
    mkdirSync(configDirectory);
    const mime = join(work, 'mime.types');
    writeFileSync(mime, '# types\napplication/x-mt mt\ntext/x-mt2\tmt2\n');
    writeFileSync(join(configDirectory, 'config'), config.replace('MIME', mime));
    const names = writeOddFiles(tree);
    symlinkSync('dangling é', join(tree, 'link.kw'));

    const repository = await svnRepository(join(work, 'r'));
    const url = `${repository.url}/in`;
    const imported = await run('svn', ['import', '-m', '', tree, url, '--config-dir', configDirectory]);
    await run('svn', ['export', '-q', url, out, '--config-dir', configDirectory]);
    const stored = await propertiesBelow(url, configDirectory);

    const runtime = await readRuntimeConfig([configDirectory]);
    const settings: ClassifySettings = { ...(await readFileSettings(runtime.config)), identity };
    let translated = 0;
    for (const name of names) {
      const path = join(tree, name);
      const bytes = readFileSync(path);
      const plan = planImport(path, bytes, lstatSync(path), settings);
      const properties = Object.fromEntries(
        [...plan.properties].map(([k, v]) => [k, Buffer.from(v).toString()]),
      );
      expect(properties, name).toEqual(stored.get(name) ?? {});
      expect(`\n${imported.stdout}`).toContain(`\nAdding  ${plan.binary ? '(bin)' : '     '}  ${path}\n`);

      const encoded = encodeURIComponent(name);
      const contents = translateBytes(bytes, plan.translation);
      const rev = await keywordValuesOnce(url, encoded, configDirectory);
      const exportPlan = planExport(plan.properties, rev);
      if (exportPlan.special) {
        expect(parseSpecialFile(contents)).toEqual({
          kind: 'link',
          target: Buffer.from(readlinkSync(join(out, name))),
        });
        continue;
      }
      expect(readFileSync(join(out, name)), name).toEqual(
        Buffer.from(translateBytes(contents, exportPlan.translation)),
      );
      const mode = lstatSync(join(out, name)).mode;
      expect(mode).toBe(exportPlan.executable ? executableMode(mode) : mode & ~0o111);
      if (exportPlan.translation !== undefined) translated++;
    }
    expect(translated).toBeGreaterThan(200);
    expect(stored.get('link.kw')).toEqual({ 'svn:special': '*' });
    expect([...classifyLink().properties.keys()]).toEqual(['svn:special']);
    expect(readlinkSync(join(out, 'link.kw'))).toBe('dangling é');

    const sizes = new Map<string, number>();
    const { stdout } = await run('svn', ['list', '--xml', '--config-dir', configDirectory, url]);
    for (const [, name = '', size] of stdout.matchAll(/<name>([^<]*)<\/name>\s*<size>(\d+)/g))
      sizes.set(name, Number(size));
    expect(sizes.get('link.kw')).toBe(serializeLink(Buffer.from('dangling é')).length);
    for (const name of names) {
      const path = join(tree, name);
      const bytes = readFileSync(path);
      const { translation } = planImport(path, bytes, lstatSync(path), settings);
      expect(sizes.get(name)).toBe(translateBytes(bytes, translation).length);
    }
  });

  let values: KeywordValues | undefined;
  async function keywordValuesOnce(url: string, name: string, directory: string): Promise<KeywordValues> {
    values ??= await keywordValues(url, name, directory);
    return { ...values, url: `${url}/${name}` };
  }

  it('shows, exports and refuses odd line ends and styles as svn does', async () => {
    const work = temporaryDirectory();
    const puts = [
      ['mixed', 'a\r\nb\n', 'native'],
      ['crlf', 'a\r\nb\r\n', 'native'],
      ['cr', 'a\rb', 'CRLF'],
      ['odd', 'a\r\nb\n', 'upside-down'],
    ] as const;
    const { path: repository, url } = await svnRepository(join(work, 'r'));
    await run('svnadmin', ['load', '-q', repository], { input: dumpOf(puts) });
    for (const [name, contents, style] of puts) {
      const properties = new Map([['svn:eol-style', Buffer.from(style)]]);
      const values = { revision: 1, url: `${url}/${name}`, rootUrl: url };
      const cat = await run('svn', ['cat', `${url}/${name}`, '--config-dir', join(work, 'c')], {
        expectCode: 'any',
      });
      const translate = () => translateBytes(Buffer.from(contents), catTranslation(properties, values));
      if (cat.code === 0) expect(Buffer.from(translate())).toEqual(cat.stdoutBytes);
      else {
        expect(translate).toThrow(
          expect.objectContaining({ svnCode: 135000, message: 'Inconsistent line ending style' }),
        );
        expect(cat.stderr).toContain('E135000: Inconsistent line ending style');
      }
      for (const eol of ['LF', 'CR', 'CRLF'] as const) {
        const target = join(work, `${name}-${eol}`);
        const args = [
          'export',
          '-q',
          '--native-eol',
          eol,
          `${url}/${name}`,
          target,
          '--config-dir',
          join(work, 'c'),
        ];
        await run('svn', args);
        const { translation } = planExport(properties, values, { nativeEol: eol });
        expect(readFileSync(target)).toEqual(Buffer.from(translateBytes(Buffer.from(contents), translation)));
      }
    }
    const file = join(work, 'file');
    writeFileSync(file, 'x');
    const option = ['--config-option', 'config:auto-props:*=svn:eol-style=odd', '--auto-props'];
    const args = ['import', '-m', '', file, `${url}/file`, '--config-dir', join(work, 'c'), ...option];
    const { stderr } = await run('svn', args, { expectCode: 1 });
    const refused = () =>
      planImport(file, Buffer.from('x'), lstatSync(file), {
        autoProps: [{ pattern: '*', properties: new Map([['svn:eol-style', Buffer.from('odd')]]) }],
        identity,
      });
    expect(refused).toThrow(expect.objectContaining({ svnCode: 135001 }));
    try {
      refused();
    } catch (error) {
      expect(stderr).toContain(`svn: E135001: ${(error as Error).message}\n`);
    }
  });
});
