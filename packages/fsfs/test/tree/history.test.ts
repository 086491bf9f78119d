import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locatePath, pathHistory, Store } from '@revstore/fsfs';
import { svn, svnMissing, svnRepository, temporaryDirectory, type SvnRepository } from '@revstore/testkit';
import { commitAtRandom, randomNumbers } from './random-history.js';

const commits = 40;
const seed = 20;
const samples = 100;

describe.skipIf(svnMissing())('the history of paths', () => {
  let repository: SvnRepository;
  let store: Store;
  /** Paths at a revision, picked from all there were. */
  let points: { path: string; peg: number }[];

  beforeAll(async () => {
    repository = await svnRepository(`${temporaryDirectory()}/r`);
    const trees = await commitAtRandom(repository, commits, seed);
    const random = randomNumbers(seed);
    const all = trees.flatMap((tree, peg) => [...tree.keys()].map((path) => ({ path: `/${path}`, peg })));
    points = Array.from({ length: samples }, () => all[random(all.length)]);
    store = Store.open(`${repository.path}/db`);
  });
  afterAll(() => store.close());

  for (const stopOnCopy of [false, true])
    it(`is svn's${stopOnCopy ? ' up to a copy' : ''}`, async () => {
      for (const { path, peg } of points) {
        const url = `${repository.url}${path}@${peg}`;
        const { stdout } = await svn(['log', '-q', ...(stopOnCopy ? ['--stop-on-copy'] : []), url]);
        const told = [...stdout.matchAll(/^r(\d+) /gm)].map((match) => Number(match[1]));
        const ours = [...pathHistory(store.nodes, path, peg, !stopOnCopy)].map(({ revision }) => revision);
        expect(ours, url).toEqual(told);
      }
    });

  it('leads to where svn finds a path in other revisions', async () => {
    const random = randomNumbers(seed + 1);
    let moved = 0;
    let gone = 0;
    for (const { path, peg } of points) {
      const revision = random(commits + 1);
      const url = `${repository.url}${path}@${peg}`;
      const { stdout } = await svn(['info', '-r', String(revision), '--show-item', 'relative-url', url], {
        expectCode: 'any',
      });
      const told = stdout === '' ? undefined : stdout.trim().slice(1);
      let ours: string | undefined;
      try {
        ours = locatePath(store.nodes, path, peg, revision);
      } catch (error) {
        expect(error).toMatchObject({ code: 'FS_NOT_FOUND' });
        expect(revision).toBeGreaterThan(peg);
      }
      expect(ours, `${url} in ${revision}`).toBe(told);
      if (told === undefined) gone++;
      else if (told !== path) moved++;
    }
    expect(Math.min(moved, gone)).toBeGreaterThan(5);
  });
});
