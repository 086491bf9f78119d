import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repo, repoadmin, svn, svnadmin, svnMissing, temporaryDirectory } from '@revstore/testkit';
import { compareTrees, sampleTrees, wideTree, writeSparseFile, writeTree } from '@revstore/testkit/trees';
import { describe, expect, it } from 'vitest';

/** Trees that take minutes or gigabytes; `REVSTORE_SLOW=1` runs them. */
const slow = Boolean(process.env['REVSTORE_SLOW']);
/** A folder of the user's choice, `REVSTORE_TREE`, goes the same way. */
const ownTree = process.env['REVSTORE_TREE'];

/**
 * Imports a tree with our program and lets Subversion check, export, check out, and commit on top; then ours reads what
 * Subversion wrote and imports the tree a second time.
 */
async function roundTrip(directory: string, input: string, timeout = 300_000): Promise<void> {
  const repository = join(directory, 'repository');
  const root = pathToFileURL(repository).href;
  const url = `${root}/trunk/first`;
  const options = { timeout };
  await repoadmin(['create', repository]);
  await repo(['import', '-q', '--no-ignore', '-m', 'First.', input, url], options);
  await svnadmin(['verify', '-q', repository], options);

  await expectSameExports(directory, url, 1, input, timeout);

  const copy = join(directory, 'working-copy');
  await svn(['checkout', '-q', url, copy], options);
  expect(compareTrees(input, copy, { ignore: (path) => path === '.svn' })).toEqual([]);
  mkdirSync(join(copy, 'added by svn'));
  writeFileSync(join(copy, 'added by svn/file'), 'new\n');
  await svn(['add', '-q', join(copy, 'added by svn')]);
  const edited = (await svn(['list', '-R', url], options)).stdout
    .split('\n')
    .filter((name) => existsSync(join(copy, name)));
  const file = edited.find((name) => name !== '' && !name.endsWith('/') && !isSpecial(join(input, name)));
  if (file !== undefined) appendFileSync(join(copy, file), 'edited by svn\n');
  const other = edited.findLast((name) => name !== '' && !name.endsWith('/') && name !== file);
  if (other !== undefined) await svn(['delete', '-q', `${join(copy, other)}@`]);
  await svn(['propset', '-q', 'test:property', 'value', copy]);
  await svn(['commit', '-q', '-m', 'Second.', copy], options);

  await expectSameExports(directory, url, 2, undefined, timeout);
  const ours = await repo(['log', '-v', root]);
  expect(ours.stdout).toBe((await svn(['log', '-v', root])).stdout);

  const second = `${root}/trunk/second`;
  await repo(['import', '-q', '--no-ignore', '-m', 'Third.', input, second], options);
  await svnadmin(['verify', '-q', repository], options);
  await expectSameExports(directory, second, 3, input, timeout);
  await expectSameExports(directory, url, 1, input, timeout);
}

function isSpecial(path: string): boolean {
  // Where svn has a link, a working copy has one too, and appending would follow it.
  return !lstatSync(path).isFile();
}

/** Exports a revision with both programs: equal with all times of files, and equal to `input` but for those. */
async function expectSameExports(
  directory: string,
  url: string,
  revision: number,
  input: string | undefined,
  timeout: number,
): Promise<void> {
  const target = mkdtempSync(join(directory, 'export-'));
  const [theirs, ours] = [join(target, 'svn'), join(target, 'ours')];
  await svn(['export', '-q', '-r', `${revision}`, `${url}@${revision}`, theirs], { timeout });
  await repo(['export', '-q', '-r', `${revision}`, `${url}@${revision}`, ours], { timeout });
  expect(compareTrees(theirs, ours, { mtimes: true })).toEqual([]);
  if (input !== undefined) expect(compareTrees(input, ours)).toEqual([]);
  rmSync(target, { recursive: true });
}

describe.skipIf(svnMissing() !== undefined)('a tree goes through both programs unharmed', () => {
  it.each(Object.keys(sampleTrees))('%s', async (name) => {
    const directory = temporaryDirectory();
    writeTree(join(directory, 'input'), sampleTrees[name]!());
    await roundTrip(directory, join(directory, 'input'));
  });

  it('a single file becomes the target itself', async () => {
    const directory = temporaryDirectory();
    const url = pathToFileURL(join(directory, 'repository')).href;
    writeFileSync(join(directory, 'input'), 'alone\n');
    await repoadmin(['create', join(directory, 'repository')]);
    await repo(['import', '-q', '-m', '', join(directory, 'input'), `${url}/a/b/name`]);
    await svnadmin(['verify', '-q', join(directory, 'repository')]);
    expect((await svn(['cat', `${url}/a/b/name`])).stdout).toBe('alone\n');
    await svn(['export', '-q', `${url}/a/b/name`, join(directory, 'theirs')]);
    await repo(['export', '-q', `${url}/a/b/name`, join(directory, 'ours')]);
    expect(compareTrees(join(directory, 'theirs'), join(directory, 'ours'), { mtimes: true })).toEqual([]);
  });

  it.skipIf(ownTree === undefined)('the folder named by REVSTORE_TREE', { timeout: 3_600_000 }, async () => {
    await roundTrip(temporaryDirectory(), ownTree!, 3_600_000);
  });

  it.skipIf(!slow)('fifty thousand files in one directory (slow)', { timeout: 1_800_000 }, async () => {
    const directory = temporaryDirectory();
    writeTree(join(directory, 'input'), wideTree(50_000));
    await roundTrip(directory, join(directory, 'input'), 1_800_000);
  });

  it.skipIf(!slow)('a file of 4.5 GiB (slow, takes 30 GB of disk)', { timeout: 7_200_000 }, async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'input'));
    writeSparseFile(join(directory, 'input/large'), 4.5 * 2 ** 30);
    await roundTrip(directory, join(directory, 'input'), 7_200_000);
  });
});
