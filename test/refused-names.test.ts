import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  repo,
  repoadmin,
  svn,
  svnadmin,
  svnMissing,
  svnYoungest,
  temporaryDirectory,
} from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { expectSameFailure } from './side-by-side.js';

/** Each makes one tree that Subversion refuses; a name of bytes goes below the directory as it is. */
const trees: Readonly<Record<string, (directory: string) => void>> = {
  'a line feed in a file name': (directory) => writeFileSync(join(directory, 'a\nb'), 'x'),
  'a tab in a file name': (directory) => writeFileSync(join(directory, 'a\tb'), 'x'),
  'a carriage return in a file name': (directory) => writeFileSync(join(directory, 'a\r'), 'x'),
  'an escape in the name of a link': (directory) => symlinkSync('x', join(directory, 'l\u001b')),
  'byte 01 in the name of a directory': (directory) => mkdirSync(join(directory, 'd\u0001')),
  'byte 7f in a file name': (directory) => writeFileSync(join(directory, 'a\u007f'), 'x'),
  'a name that is not UTF-8': (directory) => writeFileSync(bytesBelow(directory, [0x61, 0xff]), 'x'),
  'a name in Latin-1': (directory) => writeFileSync(bytesBelow(directory, [0x63, 0x61, 0x66, 0xe9]), 'x'),
  'an overlong encoding in a name': (directory) => writeFileSync(bytesBelow(directory, [0xc0, 0xaf]), 'x'),
  'a directory whose name is not UTF-8': (directory) => mkdirSync(bytesBelow(directory, [0xfe])),
  'a link target that is not UTF-8': (directory) =>
    symlinkSync(Buffer.from([0x74, 0xff]), join(directory, 'l')),
  'a bad name far below': (directory) => {
    mkdirSync(join(directory, 'good/better'), { recursive: true });
    writeFileSync(join(directory, 'good/file'), 'x');
    writeFileSync(join(directory, 'good/better/\u0002'), 'x');
  },
};

function bytesBelow(directory: string, name: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(name)]);
}

describe.skipIf(svnMissing() !== undefined)('import refuses what svn refuses, and leaves no revision', () => {
  it.each(Object.keys(trees))('%s', async (name) => {
    const directory = temporaryDirectory();
    const input = join(directory, 'input');
    mkdirSync(input);
    trees[name]!(input);
    const [theirs, ours] = [join(directory, 'theirs'), join(directory, 'ours')];
    await svnadmin(['create', theirs]);
    await repoadmin(['create', ours]);
    const options = { expectCode: 'any' } as const;
    const command = (repository: string) => [
      'import',
      '-q',
      '-m',
      '',
      input,
      `${pathToFileURL(repository).href}/new`,
    ];
    expectSameFailure(await svn(command(theirs), options), await repo(command(ours), options));
    expect(await svnYoungest(ours)).toBe(0);
    await svnadmin(['verify', '-q', ours]);
    expect((await svnadmin(['lstxns', ours])).stdout).toBe('');
  });
});
