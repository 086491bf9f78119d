import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RevstoreError } from '@revstore/errors';
import { run, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { DEFAULT_GLOBAL_IGNORES } from '../src/ignores/index.js';
import { parseConfigOption, readFileSettings, readRuntimeConfig } from '../src/runtime-config/index.js';

function directory(work: string, name: string, config: string): string {
  const path = join(work, name);
  mkdirSync(path);
  writeFileSync(join(path, 'config'), config);
  return path;
}

describe('readRuntimeConfig', () => {
  it('lets later directories and options override, and reads what they name', async () => {
    const work = temporaryDirectory();
    const mime = join(work, 'mime.types');
    writeFileSync(mime, 'text/x X\n');
    const system = directory(work, 'a', '[miscellany]\nglobal-ignores = a b\n[auto-props]\n*.c = p=1\n');
    const user = directory(
      work,
      'b',
      `[miscellany]\nenable-auto-props = yes\n[auto-props]\n*.C = p=2\n*.d = q\n`,
    );
    const { option } = parseConfigOption(`config:miscellany:mime-types-file=${mime}`);
    const { config, warnings } = await readRuntimeConfig([system, join(work, 'none'), user], [option]);
    expect(warnings).toEqual([]);
    const settings = await readFileSettings(config);
    expect(settings).toEqual({
      globalIgnores: ['a', 'b'],
      enableAutoProps: true,
      autoProps: [
        { pattern: '*.c', properties: new Map([['p', Buffer.from('2')]]) },
        { pattern: '*.d', properties: new Map([['q', Buffer.from('')]]) },
      ],
      mimeTypes: new Map([['x', 'text/x']]),
    });
  });

  it('has the defaults of svn where there is nothing', async () => {
    const { config } = await readRuntimeConfig([]);
    expect(await readFileSettings(config)).toEqual({
      globalIgnores: DEFAULT_GLOBAL_IGNORES,
      enableAutoProps: false,
      autoProps: [],
      mimeTypes: new Map(),
    });
  });

  it('refuses what cannot be read or understood', async () => {
    const work = temporaryDirectory();
    await expect(readRuntimeConfig([directory(work, 'a', '[x\n')])).rejects.toMatchObject({
      svnCode: 200002,
    });
    const file = join(work, 'a', 'config');
    const { warnings } = await readRuntimeConfig([file]);
    expect(warnings.map(({ svnCode, message }) => [svnCode, message])).toEqual([
      [20, `Can't open file '${file}/config': Not a directory`],
    ]);
    const bad = [parseConfigOption('config:miscellany:enable-auto-props=maybe').option];
    const { config } = await readRuntimeConfig([], bad);
    await expect(readFileSettings(config)).rejects.toMatchObject({ svnCode: 125009 });
    expect((await readFileSettings(config, { enableAutoProps: false })).enableAutoProps).toBe(false);
    config.set('miscellany', 'mime-types-file', join(work, 'none'));
    await expect(readFileSettings(config, { enableAutoProps: true })).rejects.toMatchObject({
      svnCode: 2,
      message: `Can't open file '${join(work, 'none')}': No such file or directory`,
    });
  });
});

describe.skipIf(svnMissing())('--config-option', () => {
  it('has the errors and warnings of svn', async () => {
    const work = temporaryDirectory();
    const { url } = await svnRepository(join(work, 'r'));
    const options = [
      ...[
        'foo',
        'a:b',
        'config:x',
        'config:miscellany:global-ignores',
        'config:miscellany:=x',
        ':a:b=c',
        'a::b=c',
      ],
      ...[
        'confg:miscellany:global-ignores=x',
        'config:miscelany:global-ignores=x',
        'config:miscellany:global-ignore=x',
      ],
      ...['servers:zzz:global-ignores=x', 'nofile:miscellany:global-ignores=x', 'config:auto-props:*.c=x'],
      ...[
        'config:auto-props:a:b=x',
        'config:general:no-unlock=x',
        'config:miscellany:https-proxy=x',
        'config:tunnels:a=b=c',
      ],
    ];
    for (const argument of options) {
      const args = ['info', '--config-dir', join(work, 'c'), '--config-option', argument, url];
      const { stderr } = await run('svn', args, { expectCode: 'any' });
      expect(await messages(argument)).toBe(stderr);
    }
  });
});

async function messages(argument: string): Promise<string> {
  try {
    const { option, warning } = parseConfigOption(argument);
    const { warnings } = await readRuntimeConfig([], [option]);
    const all = warning === undefined ? warnings : [warning, ...warnings];
    return all.map(({ svnCode, message }) => `svn: warning: W${svnCode}: ${message}\n`).join('');
  } catch (error) {
    if (!(error instanceof RevstoreError)) throw error;
    return `svn: E${error.svnCode}: ${error.message}\n`;
  }
}
