import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { readImportSettings } from '../src/import-settings.js';
import { createRepoState, type RepoState } from '../src/repo-state.js';

const report = {
  warn: () => {
    throw new Error('a warning');
  },
  print: () => {},
};

function read(config: string, state: Partial<RepoState> = {}): ReturnType<typeof readImportSettings> {
  const configDirectory = temporaryDirectory();
  writeFileSync(join(configDirectory, 'config'), config);
  return readImportSettings({ ...createRepoState(), configDirectory, ...state }, report);
}

const rows = '[auto-props]\n*.txt = svn:eol-style=native;a=b\n';

describe('the runtime configuration', () => {
  it('has defaults', async () => {
    const { options, logEncoding } = await read('');
    expect(options.globalIgnores).toContain('*.o');
    expect([options.autoProps, options.enableAutoProps, logEncoding]).toEqual([undefined, true, undefined]);
  });

  it('says what is ignored and how messages are written', async () => {
    const { options, logEncoding } = await read(
      '[miscellany]\nglobal-ignores = *.x y\nlog-encoding = latin1\n',
    );
    expect([options.globalIgnores, logEncoding]).toEqual([['*.x', 'y'], 'latin1']);
  });

  it('gives automatic properties only where they are turned on', async () => {
    const on = '[miscellany]\nenable-auto-props = yes\n';
    expect((await read(rows)).options.autoProps).toBeUndefined();
    const row = {
      pattern: '*.txt',
      properties: new Map([
        ['a', Buffer.from('b')],
        ['svn:eol-style', Buffer.from('native')],
      ]),
    };
    expect((await read(on + rows)).options.autoProps).toEqual([row]);
    expect((await read(rows, { autoProps: true })).options.autoProps).toEqual([row]);
    expect((await read(on + rows, { noAutoProps: true })).options).toMatchObject({ enableAutoProps: false });
  });

  it('yields to --config-option', async () => {
    const option = { file: 'config', section: 'miscellany', option: 'global-ignores', value: 'z' };
    const { options } = await read('[miscellany]\nglobal-ignores = y\n', { configOptions: [option] });
    expect(options.globalIgnores).toEqual(['z']);
  });
});
