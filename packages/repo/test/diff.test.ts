import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import {
  historyMissing,
  loadHistory,
  repo,
  svn,
  svnMissing,
  svnRepository,
  temporaryDirectory,
  type RunResult,
} from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';

/** Attributes come in any order from svn; sorted they compare. */
function sortAttributes(text: string): string {
  return text.replace(/(?:\n {3}[\w:-]+="[^"]*")+/g, (attributes) =>
    attributes
      .split(/(?=\n {3}[\w:-]+=")/)
      .sort()
      .join(''),
  );
}

/** Below a deleted directory, svn's order is by chance: nodes there are put in order. */
function sortBelowDeleted(text: string): string {
  const nodes = text.split(/^(?=Index: |[ ADM]{2} {6}file:)/m);
  const below = (node: string): boolean => /^(Index: |D .*\/)(.*\/)?gone\//.test(node);
  const deleted = nodes.filter(below).sort();
  return nodes.map((node) => (below(node) ? deleted.shift()! : node)).join('');
}

function asSvn(text: string): string {
  return text.replace(/repo: E/g, 'svn: E').replaceAll("'repo help", "'svn help");
}

const lines = (count: number, change: Record<number, string> = {}): string =>
  Array.from({ length: count }, (_, line) => `${change[line] ?? `line ${line}`}\n`).join('');

describe.skipIf(svnMissing())('diff prints what svn prints', () => {
  let url = '';
  let directory = '';

  beforeAll(async () => {
    directory = temporaryDirectory();
    const made = await svnRepository(join(directory, 'r'), {
      revisions: [
        [
          { mkdir: 'trunk' },
          { mkdir: 'trunk/gone' },
          { mkdir: 'trunk/gone/deeper' },
          { mkdir: 'trunk/kept' },
          { put: 'trunk/gone/one', contents: 'one\n' },
          { put: 'trunk/gone/two', contents: 'two\n' },
          { put: 'trunk/gone/deeper/three', contents: 'three\n' },
          { propset: 'trunk/gone', name: 'p', value: 'of a directory that goes\n' },
          { put: 'trunk/text', contents: lines(40) },
          { put: 'trunk/empty', contents: '' },
          { put: 'trunk/to-empty', contents: 'something\n' },
          { put: 'trunk/open', contents: 'no line end' },
          { put: 'trunk/crlf', contents: 'a\r\nb\r\nc\r\n' },
          { put: 'trunk/blanks', contents: 'int f()\n{\n  a;\n  b;\n  c;\n  d;\n  e;\n}\n' },
          { put: 'trunk/binary', contents: Uint8Array.of(0, 1, 2, 255) },
          { propset: 'trunk/binary', name: 'svn:mime-type', value: 'application/octet-stream' },
          { put: 'trunk/a name@1', contents: 'x\n' },
          { put: 'trunk/Ünï', contents: 'ü\n' },
          { put: 'trunk/script', contents: '#!\n' },
          { put: 'trunk/link', contents: 'link target' },
          { propset: 'trunk/link', name: 'svn:special', value: '*' },
          { put: 'trunk/replaced', contents: 'old\n' },
          { put: 'trunk/file-to-dir', contents: 'a file\n' },
          { put: 'trunk/only-properties', contents: 'same\n' },
          { propset: 'trunk/only-properties', name: 'p', value: 'one\ntwo\n' },
          { propset: 'trunk/only-properties', name: 'q', value: 'no line end' },
          { propset: 'trunk', name: 'svn:mergeinfo', value: '/branch:2-4,7*\n/old:3\n' },
        ],
        [
          { put: 'trunk/text', contents: lines(40, { 3: 'changed', 20: 'changed', 24: 'changed, too' }) },
          { put: 'trunk/empty', contents: 'not any more\n' },
          { put: 'trunk/to-empty', contents: '' },
          { put: 'trunk/open', contents: 'still no line end' },
          { put: 'trunk/crlf', contents: 'a\nb\r\nC\r\n' },
          { put: 'trunk/blanks', contents: 'int f()\n{\n  a;\n   b;\n  c;\n  d;\n  E ;\n}\n' },
          { put: 'trunk/binary', contents: Uint8Array.of(9, 9, 9) },
          { put: 'trunk/a name@1', contents: 'y\n' },
          { put: 'trunk/Ünï', contents: 'ü\nö\n' },
          { propset: 'trunk/script', name: 'svn:executable', value: '*' },
          { put: 'trunk/link', contents: 'link elsewhere' },
          { propset: 'trunk/only-properties', name: 'p', value: 'one\n2\n' },
          { propset: 'trunk/only-properties', name: 'r', value: 'new' },
          { propdel: 'trunk/only-properties', name: 'q' },
          { propset: 'trunk', name: 'svn:mergeinfo', value: '/branch:2-9,12\n/a:1\n/b:1\n/c:5-6' },
          { propset: 'trunk/kept', name: 'svn:mergeinfo', value: '/x:3' },
          { rm: 'trunk/gone' },
          { put: 'trunk/new', contents: 'new\n' },
          { put: 'trunk/new-empty', contents: '' },
          { mkdir: 'trunk/added' },
          { put: 'trunk/added/inside', contents: 'inside\n' },
          { propset: 'trunk/added', name: 'p', value: 'v' },
        ],
        [
          { cp: 'trunk', to: 'branch' },
          { put: 'branch/text', contents: lines(40, { 5: 'on the branch' }) },
          { propset: 'branch/text', name: 'svn:mime-type', value: 'image/png' },
          { cp: 'trunk/new', to: 'branch/copied' },
        ],
        [{ rm: 'trunk/replaced' }, { rm: 'trunk/file-to-dir' }],
        [
          { put: 'trunk/replaced', contents: 'new\n' },
          { mkdir: 'trunk/file-to-dir' },
          { put: 'trunk/file-to-dir/f', contents: 'in a directory\n' },
        ],
        [{ mv: 'trunk/text', to: 'trunk/moved' }],
      ],
    });
    url = made.url;
    const program = join(directory, 'compare');
    writeFileSync(program, '#!/bin/sh\nwhile [ $# -gt 2 ]; do echo "$1"; shift; done; diff "$1" "$2"\n');
    chmodSync(program, 0o755);
    mkdirSync(join(directory, 'config'));
    writeFileSync(
      join(directory, 'config/config'),
      `[helpers]\ndiff-extensions = -w\n[miscellany]\ndiff-ignore-content-type = yes\n`,
    );
  });

  /** Runs both programs; U in the arguments stands for the repository's URL, `%20` for a blank. */
  async function both(line: string): Promise<{ theirs: RunResult; ours: RunResult }> {
    const args = line
      .split(' ')
      .map((word) => word.replace(/^(--(?:old|new)=)?U/, `$1${url}`).replaceAll('%_', ' '));
    const options = { cwd: directory, expectCode: 'any' as const };
    const [theirs, ours] = await Promise.all([svn(args, options), repo(args, options)]);
    expect({ code: ours.code, stderr: asSvn(ours.stderr) }).toEqual({
      code: theirs.code,
      stderr: theirs.stderr,
    });
    return { theirs, ours };
  }

  it.each([
    'diff -c1 U',
    'diff -c2 U',
    'di -c2 U/trunk',
    'diff -c-2 U/trunk',
    'diff -r1:2 U/trunk/text',
    'diff -r1:2 U/trunk/a%20name@1@',
    'diff -r1:2 U/trunk/%C3%9Cn%C3%AF',
    'diff -r2:1 U/trunk/binary',
    'diff -r1:2 U/trunk/only-properties',
    'diff -r1:2 U/trunk/empty U/trunk/to-empty U/trunk/open U/trunk/crlf',
    'diff -r3:5 U/trunk',
    'diff -r3:5 U/trunk/file-to-dir',
    'diff -r3:5 U/trunk/replaced@5',
    'diff -r3:5 U/trunk/replaced@3',
    'diff --notice-ancestry -r3:5 U/trunk',
    'diff --notice-ancestry -r3:5 U/trunk/replaced',
    'diff -c6 U',
    'diff -r5:6 U/trunk/moved',
    'diff -r0:2 U/trunk',
    'diff -r2:0 U/trunk/kept',
    'diff -r1:2 U/trunk/new',
    'diff -r2:1 U/trunk/added',
    'diff -r2 U/trunk',
    'diff U/trunk@2 U/branch@3',
    'diff U/branch U/trunk',
    'diff U/trunk/text@2 U/branch/text@3',
    'diff U/branch/text@3 U/trunk/moved',
    'diff U/trunk/kept U/branch/text',
    'diff U@2 U@3',
    'diff U/branch@3 U@3',
    'diff --old=U/trunk@1 --new=U/branch',
    'diff --old=U/trunk -r1:2',
    'diff --old=U/trunk@2 --new=U/branch@3 text kept/',
    'diff --old=U -r2:3 branch',
    'diff -c2 --depth empty U/trunk',
    'diff -c2 --depth files U/trunk',
    'diff -c2 --depth immediates U/trunk',
    'diff -c2 -N U/trunk',
    'diff -c1 --depth immediates U/trunk',
    'diff -r1:0 --depth empty U/trunk/kept',
    'diff -c2 -x -b U/trunk',
    'diff -c2 -x -w U/trunk',
    'diff -c2 -x --ignore-eol-style U/trunk',
    'diff -c2 -x -p%_-U1 U/trunk',
    'diff -c2 -x -u U/trunk/text',
    'diff -c2 --no-diff-added U/trunk',
    'diff -c2 --no-diff-deleted U/trunk',
    'diff -c2 --ignore-properties U/trunk',
    'diff -c2 --properties-only U/trunk',
    'diff -c2 --patch-compatible U/trunk',
    'diff -c3 --show-copies-as-adds U',
    'diff -c2 --force U/trunk/binary',
    'diff -r2:3 --force U/branch/text@3',
    'diff -c2 --diff-cmd ./compare U/trunk/text U/trunk/blanks',
    'diff -c2 --diff-cmd ./compare -x -a%_-c U/trunk/text',
    'diff -c2 --diff-cmd no-such-program U/trunk/text',
    'diff -c2 --diff-cmd false --internal-diff U/trunk/text',
    'diff -c2 --config-dir config U/trunk/blanks U/trunk/binary',
    'diff -c2 --config-option config:helpers:diff-cmd=./compare U/trunk/text',
    'diff -c2 --config-option config:helpers:diff-cmd=./compare --internal-diff U/trunk/text',
    'diff -c2 --summarize U',
    'diff -c2 --summarize --ignore-properties U/trunk',
    'diff -c1 --summarize U',
    'diff -r3:5 --summarize U/trunk',
    'diff -r3:5 --summarize U/trunk/file-to-dir',
    'diff -c2 --summarize U/trunk/a%20name@1@',
    'diff --summarize U/trunk@2 U/branch@3',
    'diff --summarize --old=U/trunk@2 --new=U/branch@3 text',
    'diff -c2 --summarize --depth files U/trunk',
    'diff -c2 --git U/trunk/text',
    'diff -c2 --git U/trunk/script U/trunk/link U/trunk/new U/trunk/only-properties',
    'diff -c2 --git --force U/trunk',
    'diff -c2 --git --force U',
    'diff --git --ignore-properties U/trunk@2 U/branch@3',
    'diff -c1 --git --force U/trunk/link',
    'diff -c-2 --git U/trunk/empty U/trunk/to-empty U/trunk/new-empty',
    'diff -c2 -x --foo U/trunk',
    'diff -c2 -x -z U/trunk',
    'diff -c2 -x word U/trunk',
    'diff -c2 -x -U U/trunk',
    'diff -c2 -x -U%_x U/trunk',
    'diff -c2 -x --unified=3 U/trunk',
    'diff U/trunk',
    'diff --new=U/trunk',
    'diff --old=U/trunk@1 U/branch',
    'diff --old=U/trunk@1 --new=U/branch@1 nope',
    'diff -r1:2 U/nope',
    'diff -r1:99 U/trunk',
    'diff -r1:2 U/nope@99',
    'diff U/nope@1 U/nada@2',
    'diff U/trunk/text@1 U@1',
    'diff U/nope@1 U/trunk@2',
    'diff --xml -c2 U',
    'diff --summarize --git -c2 U',
    'diff --summarize --force -c2 U',
    'diff --summarize --diff-cmd x -c2 U',
    'diff --diff-cmd x --internal-diff -c2 U',
    'diff --ignore-properties --properties-only -c2 U',
    'diff -r1:BASE U/trunk',
    'diff -c1 -c2 U/trunk',
    'diff -r1:2 U/trunk@x',
  ])('%s', async (line) => {
    const { theirs, ours } = await both(line);
    expect(sortBelowDeleted(ours.stdoutBytes.toString('latin1'))).toBe(
      sortBelowDeleted(theirs.stdoutBytes.toString('latin1')),
    );
  });

  it.each([
    'diff -c2 --summarize --xml U/trunk/only-properties U/trunk/text U/trunk/added',
    'diff -r3:5 --summarize --xml U',
    'diff --summarize --xml U',
  ])('%s', async (line) => {
    const { theirs, ours } = await both(line);
    expect(sortAttributes(ours.stdout)).toBe(sortAttributes(theirs.stdout));
  });

  it.each([
    'diff -c2 --git U/trunk/binary',
    'diff -c1 --git U/trunk/binary',
    'diff -c-1 --git U/trunk/binary',
  ])('%s, but for how zlib packs', async (line) => {
    const { theirs, ours } = await both(line);
    const unpacked = (text: string): string =>
      text.replace(/^literal (\d+)\n((?:.+\n)+)/gm, (_, length: string, body: string) => {
        const bytes = inflateSync(decodeBase85(body));
        expect(bytes.length).toBe(Number(length));
        return `literal ${bytes.toString('hex')}\n`;
      });
    expect(unpacked(ours.stdout)).toBe(unpacked(theirs.stdout));
  });

  it('tells a program to script with JSON', async () => {
    const { stdout } = await repo(['diff', '--json', '-r1:2', `${url}/trunk/new`, `${url}/trunk/text`]);
    const [added, changed] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(added).toMatchObject({
      path: '',
      kind: 'file',
      action: 'add',
      to: { path: '/trunk/new', revision: 2 },
    });
    expect(added).not.toHaveProperty('from');
    expect(changed).toMatchObject({ action: 'modify', textModified: true, propertiesModified: false });
    expect(changed!['diff']).toBe((await repo(['diff', '-r1:2', `${url}/trunk/text@2`])).stdout);
    const summary = await repo(['diff', '--json', '--summarize', '-r1:2', `${url}/trunk/new`]);
    expect(JSON.parse(summary.stdout)).not.toHaveProperty('diff');
  });
});

const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

function decodeBase85(body: string): Buffer {
  const parts = body
    .trimEnd()
    .split('\n')
    .map((line) => {
      const letter = line.charCodeAt(0);
      const bytes = Buffer.alloc(Math.ceil((line.length - 1) / 5) * 4);
      for (let at = 1; at < line.length; at += 5) {
        const word = [...line.slice(at, at + 5)].reduce((sum, c) => sum * 85 + BASE85.indexOf(c), 0);
        bytes.writeUInt32BE(word, ((at - 1) / 5) * 4);
      }
      return bytes.subarray(0, letter <= 0x5a ? letter - 0x40 : letter - 0x60 + 26);
    });
  return Buffer.concat(parts);
}

describe.skipIf(svnMissing() ?? historyMissing())('diff of real history is svn diff of it', () => {
  it.each([
    ['-c', '2401'],
    ['-r', '2700:2760'],
    ['-r', '1210:1190'],
    ['--git', '-r', '300:330'],
    ['-x', '-p', '-r', '900:930'],
  ])('%s %s %s %s', { timeout: 180_000 }, async (...options) => {
    const { url } = await loadHistory('packed100');
    const args = ['diff', ...options, url];
    const [theirs, ours] = await Promise.all([svn(args), repo(args)]);
    const nodes = (output: RunResult): string[] =>
      output.stdoutBytes.toString('latin1').split(/^(?=Index: )/m);
    expect(theirs.stdout).toContain('Index: ');
    expect(nodes(ours).sort()).toEqual(nodes(theirs).sort());
  });
});
