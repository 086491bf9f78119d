import { svnCommit, svnYoungest, type Change, type SvnRepository } from '@revstore/testkit';

type Tree = ReadonlyMap<string, 'file' | 'dir'>;

/** Numbers 0 <= n < `limit`, the same ones for the same seed. */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/**
 * Commits at random with few names, so that paths come, go and come again: new files and directories, edits,
 * deletions, copies of anything at any time, also on top of what is there.
 *
 * @returns what is in each revision, from 0 on; paths are relative to the root.
 */
export async function commitAtRandom(
  repository: SvnRepository,
  commits: number,
  seed: number,
): Promise<Tree[]> {
  const random = randomNumbers(seed);
  const trees: Tree[] = [new Map()];
  while (trees.length <= commits) {
    const tree = new Map(trees.at(-1));
    const changes: Change[] = [];
    for (let n = 1 + random(3); n > 0; n--) changes.push(...changeAtRandom(tree, trees, random));
    try {
      await svnCommit(repository.url, changes);
    } catch (error) {
      // svnmucc knows combinations that it refuses. All others must come about.
      if (!/E1(60013|60020|95|70)|E20/.test(String(error))) throw error;
      continue;
    }
    // A commit that changed nothing made no revision.
    if ((await svnYoungest(repository.path)) === trees.length) trees.push(tree);
  }
  return trees;
}

function changeAtRandom(
  tree: Map<string, 'file' | 'dir'>,
  trees: readonly Tree[],
  random: (limit: number) => number,
): Change[] {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)];
  const directories = ['', ...[...tree].filter(([, kind]) => kind === 'dir').map(([path]) => path)];
  const parent = pick(directories.filter((path) => path.split('/').length < 4));
  const path = (parent === '' ? '' : `${parent}/`) + pick(['a', 'b', 'c', 'd']);
  const changes: Change[] = [];
  const action = random(10);
  if (tree.get(path) === 'file' && action < 4) {
    const contents = `${random(1e9)}\n`;
    return [action < 3 ? { put: path, contents } : { propset: path, name: 'p', value: contents }];
  }
  if (tree.has(path)) {
    remove(tree, path);
    changes.push({ rm: path });
    if (action < 7) return changes;
  }
  const revision = random(trees.length);
  const source = trees[revision].size > 0 && action > 2 ? pick([...trees[revision].keys()]) : undefined;
  if (source !== undefined) {
    for (const [below, kind] of trees[revision])
      if (below === source || below.startsWith(`${source}/`))
        tree.set(path + below.slice(source.length), kind);
    changes.push({ cp: source, to: path, revision });
    if (tree.get(path) === 'dir' && action === 9) {
      tree.set(`${path}/new`, 'file');
      changes.push({ put: `${path}/new`, contents: `${random(1e9)}\n` });
    }
  } else if (action % 2 === 0) {
    tree.set(path, 'dir');
    changes.push({ mkdir: path });
  } else {
    tree.set(path, 'file');
    changes.push({ put: path, contents: `${random(1e9)}\n` });
  }
  return changes;
}

function remove(tree: Map<string, 'file' | 'dir'>, path: string): void {
  for (const below of [...tree.keys()])
    if (below === path || below.startsWith(`${path}/`)) tree.delete(below);
}
