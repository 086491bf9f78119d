import { readdirSync } from 'node:fs';
import { svnMissing, svnRepository, temporaryDirectory, type Change } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { Store, type Noderev } from '@revstore/fsfs';
import { itemChecksum, md5Hex } from '@revstore/bytes';
import { RepLink } from '../../src/reps/rep-link.js';
import { randomNumbers } from '../tree/random-history.js';
import { dumpedRevision, wholeTree } from '../whole-tree.js';

const window = 102_400;

/** Bytes that do not compress. */
function noise(length: number, seed: number): Uint8Array {
  const random = randomNumbers(seed);
  return Uint8Array.from({ length }, () => random(256));
}

function lines(count: number, seed: number): string {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, i) => `${i} of ${random(1e9)} and ${random(1e9)}\n`).join('');
}

/** Ten revisions with all sorts of contents. */
const assorted: Change[][] = [
  [
    { mkdir: 'sizes' },
    ...[0, 1, window - 1, window, window + 1, 2 * window, 3 * window].flatMap((size) => [
      { put: `sizes/noise${size}`, contents: noise(size, size + 1) },
      { put: `sizes/zeros${size}`, contents: new Uint8Array(size) },
    ]),
  ],
  [
    { mkdir: 'dir' },
    { put: 'dir/text', contents: lines(9000, 1) },
    { put: 'dir/Ünï çödé 名', contents: 'name\n' },
  ],
  [
    { put: 'dir/text', contents: lines(9000, 1).replace('4000 of', 'edited') },
    { put: 'dir/shared', contents: lines(9000, 1) },
    { put: 'dir/twin', contents: noise(5000, 9) },
    { put: 'dir/other-twin', contents: noise(5000, 9) },
  ],
  [
    { propset: 'dir', name: 'p', value: lines(300, 4) },
    { propset: 'dir/text', name: 'svn:eol-style', value: 'native' },
    { propset: 'dir/text', name: 'bytes', value: noise(300, 5) },
  ],
  [
    { cp: 'dir', to: 'copy', revision: 2 },
    { put: 'copy/text', contents: lines(9000, 2) },
  ],
  [
    { propset: 'dir', name: 'p', value: lines(300, 4).replace('150 of', 'edited') },
    { put: 'dir/text', contents: '' },
  ],
  [{ rm: 'dir' }, { mv: 'copy', to: 'dir' }, { put: 'dir/twin', contents: noise(5000, 9) }],
  [
    { put: 'sizes/noise0', contents: lines(9000, 3) },
    { put: `sizes/noise${3 * window}`, contents: '' },
  ],
  [
    { put: `sizes/zeros${2 * window}`, contents: noise(2 * window, 6) },
    { propdel: 'dir/text', name: 'bytes' },
  ],
  [
    { put: `sizes/zeros${window}`, contents: lines(9000, 3) },
    { rm: 'sizes/noise1' },
    { propset: '.', name: 'of', value: 'root' },
  ],
];

/** 45 edits of one text of four windows, each elsewhere. */
function edits(): Change[][] {
  const text = lines(11_000, 7).split('\n');
  const random = randomNumbers(8);
  return Array.from({ length: 46 }, () => {
    for (let n = 0; n < 4; n++) text[random(text.length)] = `edited ${random(1e9)}`;
    if (random(3) === 0) text.splice(random(text.length), random(40));
    return [{ put: 'text', contents: text.join('\n') }];
  });
}

/** Every node-revision that a revision shows. */
function* nodesOf(store: Store, revision: number): Generator<Noderev> {
  const pending = [store.tree(revision).root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node;
    if (node.kind === 'dir')
      for (const { id } of store.nodes.directory(node).entries) pending.push(store.nodes.noderev(id));
  }
}

/** Links of a delta chain, and what its end is. */
function chainOf(store: Store, rep: { revision: number; itemIndex: number; size: number }): string[] {
  const links: string[] = [];
  for (let next: typeof rep | undefined = rep; next;) {
    const { header, version }: RepLink = new RepLink(store.files, next, next.size);
    links.push(header.type === 'plain' ? 'plain' : `svndiff${version}`);
    next = header.type === 'delta' ? header.base : undefined;
  }
  return links;
}

const plainContainers =
  '[deltification]\nenable-dir-deltification = false\nenable-props-deltification = false\n';

const recipes: { name: string; configuration?: string; revisions?: Change[][]; pack?: true; has: string }[] =
  [
    { name: 'chains of deltas', revisions: edits(), has: 'svndiff2' },
    {
      name: 'plain directories and properties, none',
      configuration: `${plainContainers}compression = none`,
      has: 'svndiff0',
    },
    { name: 'zlib-1', configuration: '[deltification]\ncompression = zlib-1', has: 'svndiff1' },
    {
      name: 'zlib-9, packed',
      configuration: '[deltification]\ncompression = zlib-9',
      pack: true,
      has: 'svndiff1',
    },
    { name: 'lz4, packed', configuration: '[deltification]\ncompression = lz4', pack: true, has: 'svndiff2' },
    { name: 'plain, packed', configuration: `${plainContainers}compression = lz4`, pack: true, has: 'plain' },
  ];

describe.skipIf(svnMissing())('whole repositories are read as svn dumps them', () => {
  for (const { name, configuration, revisions = assorted, pack, has } of recipes)
    it(name, async () => {
      const repository = await svnRepository(`${temporaryDirectory()}/r`, {
        shardSize: 4,
        revisions,
        ...(configuration === undefined ? {} : { configuration }),
        ...(pack ? { pack } : {}),
      });
      const stores = (['native', 'portable'] as const).map((compressionProvider) =>
        Store.open(`${repository.path}/db`, { compressionProvider, cacheBytes: 1024 * 1024 }),
      );
      expect(readdirSync(`${repository.path}/db/revs`).includes('0.pack')).toBe(pack === true);
      const links = new Set<string>();
      const users = new Map<string, Set<string>>();
      let longest = 0;
      // Few of many similar revisions: each is a process.
      for (let revision = revisions.length; revision >= 0; revision -= revisions.length > 20 ? 5 : 1) {
        const dumped = await dumpedRevision(repository.path, revision);
        for (const store of stores) {
          expect(wholeTree(store, revision), `r${revision}`).toEqual(dumped.tree);
          const properties = [...store.revprops.read(revision)].map(([key, value]) => [
            key,
            Buffer.from(value).toString('latin1'),
          ]);
          expect(Object.fromEntries(properties)).toEqual(dumped.properties);
          store.files.file(revision).checkIndexes();
        }
        for (const node of nodesOf(stores[0], revision))
          for (const rep of [node.text, node.properties]) {
            if (!rep) continue;
            const chain = chainOf(stores[0], rep);
            for (const link of chain) links.add(link);
            longest = Math.max(longest, chain.length);
            const address = `${rep.revision} ${rep.itemIndex}`;
            users.set(address, (users.get(address) ?? new Set()).add(node.id.nodeId));
            // Streams come to the same, decoded on other threads or not.
            const pieces: Uint8Array[] = [];
            for await (const piece of stores[revision % 2].reps.stream(rep)) pieces.push(piece);
            expect(md5Hex(Buffer.concat(pieces))).toBe(rep.md5);
          }
      }
      expect([...links]).toContain(has);
      if (revisions !== assorted) expect(longest).toBeGreaterThan(8);
      else expect(Math.max(...[...users.values()].map((nodes) => nodes.size))).toBeGreaterThan(1);
      for (const store of stores) store.close();
    });

  it('the checksums in their indexes are those of the items', async () => {
    const { path } = await svnRepository(`${temporaryDirectory()}/r`, {
      shardSize: 4,
      revisions: assorted,
      pack: true,
    });
    const store = Store.open(`${path}/db`);
    let items = 0;
    for (const revision of [0, 4, 8, 9, 10]) {
      const file = store.files.file(revision);
      for (const { type, offset, size, checksum } of file.p2l.entries()) {
        if (type === 0) continue;
        items++;
        expect(itemChecksum(file.read(offset, size)), `${file.path} ${offset}`).toBe(checksum);
      }
    }
    expect(items).toBeGreaterThan(50);
    store.close();
  });
});
