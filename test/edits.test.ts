import { join } from 'node:path';
import { openRepository } from '@revstore/repository';
import { serializeNoderevId, Store, type Noderev } from '@revstore/fsfs';
import { run, svnadmin, svnCommit, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { EditScript, toEdits } from './edit-scripts.js';

/** A repository's dump without what must differ between two of them. */
async function dump(path: string): Promise<string> {
  const { stdout } = await run('svnadmin', ['dump', '-q', path]);
  return stdout.replace(/^UUID: .*$/m, 'UUID').replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/gm, 'DATE');
}

async function log(path: string): Promise<string> {
  const { stdout } = await run('svn', ['log', '-v', `file://${path}`]);
  return stdout.replace(/ \| \d{4}-[^|]*\|/g, ' | DATE |');
}

/** Node-revisions of a revision by path, in the shape that Subversion decides. */
function shapes(store: Store, revision: number): Map<string, unknown> {
  const found = new Map<string, unknown>();
  // Numbers in new ids count what a transaction did, in an order that is its own affair.
  const nodeIds = new Map<string, string>();
  const copyIds = new Map<string, string>();
  const shape = (seen: Map<string, string>, id: string): string => {
    if (!seen.has(id)) seen.set(id, `${seen.size}-${id.split('-')[1]}`);
    return seen.get(id)!;
  };
  const idShape = (node: Noderev['id'] | undefined) =>
    node && { node: shape(nodeIds, node.nodeId), copy: shape(copyIds, node.copyId), revision: node.revision };
  const visit = (path: string, node: Noderev): void => {
    found.set(path, {
      id: idShape(node.id),
      predecessor: idShape(node.predecessor),
      kind: node.kind,
      count: node.predecessorCount,
      // Directories name their items by numbers of the revision's own.
      text: node.text && [
        node.text.revision,
        ...(node.kind === 'file' ? [node.text.expandedSize, node.text.md5] : []),
      ],
      properties: node.properties && [
        node.properties.revision,
        node.properties.expandedSize,
        node.properties.md5,
      ],
      createdPath: node.createdPath,
      copyFrom: node.copyFrom,
      copyRoot: node.copyRoot,
      mergeinfo: [node.mergeinfoCount, node.hasMergeinfo],
    });
    if (node.kind === 'dir')
      for (const { name, id } of store.nodes.directory(node).entries)
        visit(`${path === '/' ? '' : path}/${name}`, store.nodes.noderev(id));
  };
  visit('/', store.tree(revision).root);
  return found;
}

function changes(store: Store, revision: number) {
  return store.changes(revision).map(({ id, ...change }) => ({
    ...change,
    // The form of the id: made in the transaction or older.
    id: id
      .replace(/_[0-9a-z]+/g, '_')
      .replace(/\.t.*$/, '.t')
      .replace(/^[0-9a-z]+-|(?<=\.)[0-9a-z]+-/g, '-')
      .replace(/\/.*/, ''),
  }));
}

describe.skipIf(svnMissing())('the same edits through svnmucc and through the library', () => {
  it.each([1, 2, 3])('give the same revisions, seed %i', { timeout: 300_000 }, async (seed) => {
    const directory = temporaryDirectory();
    const theirs = await svnRepository(join(directory, 'svn'));
    const ourPath = join(directory, 'ours');
    await svnadmin(['create', ourPath]);
    const script = new EditScript(seed);
    await using repository = await openRepository(ourPath);
    const user = (await run('whoami', [])).stdout.trim();
    for (let revision = 1; revision <= 70; revision++) {
      const list = script.next();
      await svnCommit(theirs.url, list);
      const result = await repository.commit(toEdits(list), { author: user, message: 'A change.' });
      expect(result.revision).toBe(revision);
    }
    await svnadmin(['verify', '-q', ourPath]);
    const ourStore = Store.open(join(ourPath, 'db'));
    const theirStore = Store.open(join(theirs.path, 'db'));
    for (let revision = 1; revision <= 70; revision++) {
      expect(changes(ourStore, revision), `changes of r${revision}`).toEqual(changes(theirStore, revision));
      expect(shapes(ourStore, revision), `r${revision}`).toEqual(shapes(theirStore, revision));
    }
    expect(serializeNoderevId(ourStore.tree(70).root.id)).toBe(
      serializeNoderevId(theirStore.tree(70).root.id),
    );
    expect(await dump(ourPath)).toBe(await dump(theirs.path));
    expect(await log(ourPath)).toBe(await log(theirs.path));
  });
});
