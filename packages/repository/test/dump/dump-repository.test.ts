import { join } from 'node:path';
import { createRepository, openRepository, type DumpEvent, type Repository } from '@revstore/repository';
import { svnadmin, svnMissing, svnRepository, temporaryDirectory, type Change } from '@revstore/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

async function allOf(blocks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const block of blocks) parts.push(block);
  return Buffer.concat(parts);
}

describe('a dump', () => {
  let path: string;
  let repository: Repository;
  beforeAll(async () => {
    path = join(temporaryDirectory(), 'r');
    await createRepository(path);
    repository = await openRepository(path);
    for (const name of ['a', 'b'])
      await repository.commit([
        { type: 'put-file', path: `/${name}`, contents: Buffer.alloc(3_000_000, name) },
      ]);
  });
  afterAll(() => repository?.close());

  it('comes in blocks that are the caller’s own', async () => {
    const blocks: Uint8Array[] = [];
    for await (const block of repository.dump()) {
      blocks.push(new Uint8Array(block));
      block.fill(0);
    }
    expect(Buffer.concat(blocks).equals(await allOf(repository.dump()))).toBe(true);
    expect(Math.max(...blocks.map(({ length }) => length))).toBe(256 * 1024);
  });

  it('ends when it is aborted, also within a text', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const blocks = repository.dump({ signal: controller.signal })[Symbol.asyncIterator]();
    await blocks.next();
    controller.abort(reason);
    await expect(allOf({ [Symbol.asyncIterator]: () => blocks })).rejects.toBe(reason);
    await expect(allOf(repository.dump({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
  });

  it('ends when its handle is closed', async () => {
    const own = await openRepository(path);
    const blocks = own.dump()[Symbol.asyncIterator]();
    await blocks.next();
    await own.close();
    await expect(blocks.next()).rejects.toMatchObject({ code: 'HANDLE_CLOSED' });
    await expect(allOf(own.dump())).rejects.toMatchObject({ code: 'HANDLE_CLOSED' });
  });

  it('of revisions that are not there is refused', async () => {
    await expect(allOf(repository.dump({ end: 9 }))).rejects.toMatchObject({ svnCode: 160006 });
    await expect(allOf(repository.dump({ start: 2, end: 1 }))).rejects.toMatchObject({
      svnCode: 165002,
      message: 'Start revision 2 is greater than end revision 1',
    });
  });

  it('leaves the event loop free', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await allOf(repository.dump());
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});

it.skipIf(svnMissing())(
  'a dump has the bytes of svnadmin, long texts and long revisions included',
  async () => {
    const path = join(temporaryDirectory(), 'r');
    const revisions: Change[][] = [[{ mkdir: 'd' }, { put: 'd/f', contents: 'x' }]];
    revisions.push([{ put: 'long', contents: 'long\n'.repeat(2_000_000) }]);
    revisions.push(
      Array.from({ length: 12 }, (_, i): Change => ({ put: `d/${i}`, contents: `${i}`.repeat(900_000) })),
    );
    await svnRepository(path, { shardSize: 4, revisions });
    await using repository = await openRepository(path);
    const theirs = await svnadmin(['dump', '-q', path]);
    expect((await allOf(repository.dump())).equals(theirs.stdoutBytes)).toBe(true);
  },
);

it('a reader that stops for a while holds a dump up', async () => {
  const path = join(temporaryDirectory(), 'r');
  await createRepository(path);
  await using repository = await openRepository(path);
  for (let i = 0; i < 3; i++)
    await repository.commit([{ type: 'put-file', path: `/${i}`, contents: Buffer.alloc(900_000, `${i}`) }]);
  const seen: DumpEvent[] = [];
  const blocks = repository.dump({ onEvent: (event) => seen.push(event) })[Symbol.asyncIterator]();
  await blocks.next();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(seen.length).toBeLessThan(3);
  await blocks.return?.();
});
