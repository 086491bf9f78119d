import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  nodeEnd,
  serializeFormat,
  serializeNodeHead,
  serializeRevision,
  serializeUuid,
} from '@revstore/dumpstream';
import { createRepository, openRepository, type LoadEvent, type Repository } from '@revstore/repository';
import { svnadmin, svnMissing, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';

async function newRepository(): Promise<Repository> {
  const path = join(temporaryDirectory(), 'r');
  await createRepository(path);
  return openRepository(path, { flushToDisk: false });
}

async function* pieces(parts: readonly Uint8Array[], length = Infinity): AsyncGenerator<Uint8Array> {
  const all = Buffer.concat(parts);
  for (let at = 0; at < all.length; at += length) yield Uint8Array.from(all.subarray(at, at + length));
}

function fileRecord(path: string, text: Uint8Array, action: 'add' | 'change' = 'add'): Uint8Array {
  const head = { path, kind: 'file', action, textLength: text.length } as const;
  return Buffer.concat([serializeNodeHead(head), text, Buffer.from(nodeEnd(head))]);
}

const format = serializeFormat(2);
const utf8 = (text: string) => new TextEncoder().encode(text);

async function dumpOf(repository: Repository): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of repository.dump()) blocks.push(block);
  return Buffer.concat(blocks);
}

/** What of transactions is on disk. */
function leftovers(repository: Repository): string[] {
  const list = (...names: string[]) => {
    try {
      return readdirSync(join(repository.path, 'db', ...names));
    } catch {
      return [];
    }
  };
  return [...list('transactions'), ...list('txn-protorevs'), ...list('revstore', 'transactions')];
}

describe('a load', () => {
  it('of a dump makes what was dumped, however the stream is cut', async () => {
    await using source = await newRepository();
    const long = Buffer.from('a line of a long text\n'.repeat(120_000));
    await source.commit([
      { type: 'make-directory', path: '/d', properties: [['p', utf8('v')]] },
      { type: 'put-file', path: '/d/long', contents: long },
      { type: 'put-file', path: '/d/short', contents: utf8('short\n') },
    ]);
    await source.commit([
      { type: 'copy', path: '/e', from: { path: '/d' } },
      { type: 'put-file', path: '/e/long', contents: Buffer.concat([long, utf8('more\n')]) },
      { type: 'delete', path: '/d/short' },
    ]);
    const dump = await dumpOf(source);
    for (const length of [Infinity, 65_536, 1000]) {
      await using target = await newRepository();
      expect(await target.load(pieces([dump], length))).toEqual({ revisions: 2, youngest: 2 });
      expect(target.uuid).toBe(source.uuid);
      expect((await dumpOf(target)).equals(dump)).toBe(true);
    }
  });

  it.skipIf(svnMissing())('applies long deltas, also where their base slides', async () => {
    await using source = await newRepository();
    const texts = [0, 1, 2].map((n) =>
      Buffer.from(
        Array.from({ length: 60_000 }, (_, i) =>
          i % 7000 === n * 13 ? `changed in ${n}\n` : `line number ${i}\n`,
        ).join(''),
      ),
    );
    for (const [n, contents] of texts.entries())
      await source.commit([
        { type: 'put-file', path: '/f', contents: n === 2 ? contents.subarray(200_000) : contents },
      ]);
    const { stdoutBytes } = await svnadmin(['dump', '-q', '--deltas', source.path]);
    await using target = await newRepository();
    await target.load(pieces([stdoutBytes], 10_000));
    expect((await dumpOf(target)).equals(await dumpOf(source))).toBe(true);
  });

  it('tells what it does, in order', async () => {
    await using target = await newRepository();
    const events: LoadEvent[] = [];
    const stream = [
      format,
      serializeRevision(0, new Map()),
      serializeRevision(3, new Map()),
      fileRecord('a', utf8('x')),
      serializeRevision(4, new Map()),
      serializeNodeHead({ path: 'b', kind: 'file', action: 'add', copyFrom: { revision: 3, path: 'a' } }),
      utf8('\n'),
    ];
    await target.load(pieces(stream), {
      range: { start: 3, end: 9 },
      onEvent: (event) => events.push(event),
    });
    expect(events).toEqual([
      { type: 'revision-skip', revision: 0 },
      { type: 'revision-start', revision: 3 },
      { type: 'node-start', path: 'a' },
      { type: 'node-end' },
      { type: 'revision-end', revision: 3, committed: 1 },
      { type: 'revision-start', revision: 4 },
      { type: 'node-start', path: 'b' },
      { type: 'node-copied' },
      { type: 'node-end' },
      { type: 'revision-end', revision: 4, committed: 2 },
    ]);
  });

  it('that is aborted keeps what was committed, and leaves nothing else', async () => {
    await using target = await newRepository();
    const reason = new Error('enough');
    const controller = new AbortController();
    const stream = [
      format,
      serializeRevision(1, new Map()),
      fileRecord('a', utf8('x')),
      serializeRevision(2, new Map()),
      fileRecord('b', Buffer.alloc(5_000_000, 'b')),
    ];
    const onEvent = (event: LoadEvent) => {
      if (event.type === 'node-start' && event.path === 'b') controller.abort(reason);
    };
    const load = target.load(pieces(stream, 65_536), { signal: controller.signal, onEvent });
    await expect(load).rejects.toBe(reason);
    expect(await target.youngest()).toBe(1);
    expect(leftovers(target)).toEqual([]);
  });

  it('of a stream that fails rejects with its failure, and ends the stream', async () => {
    await using target = await newRepository();
    let ended = false;
    const stream = async function* () {
      try {
        yield Buffer.concat([
          format,
          serializeRevision(1, new Map()),
          fileRecord('a', utf8('x')),
          utf8('Node-'),
        ]);
        throw new RangeError('torn off');
      } finally {
        ended = true;
      }
    };
    await expect(target.load(stream())).rejects.toThrow('torn off');
    const bad = async function* () {
      try {
        yield utf8('garbage\n');
        yield utf8('more');
      } finally {
        ended = true;
      }
    };
    ended = false;
    await expect(target.load(bad())).rejects.toMatchObject({
      code: 'STREAM_MALFORMED_DATA',
      message: "Malformed dumpfile header 'garbage'",
    });
    expect([ended, await target.youngest(), leftovers(target)]).toEqual([true, 0, []]);
  });

  it('tells where in the stream a fault is', async () => {
    await using target = await newRepository();
    const start = Buffer.concat([format, serializeRevision(7, new Map())]);
    const record = utf8('Node-path: a\nNode-kind: dir\nNode-action: add\nProp-content-length: 9\n\nK x\n');
    await expect(target.load(pieces([start, record]))).rejects.toMatchObject({
      code: 'MALFORMED_NUMBER',
      data: { record: 'node', path: 'a', revision: 7, recordOffset: start.length },
    });
  });

  it('that gives the repository another UUID goes on with it', async () => {
    await using target = await newRepository();
    const uuid = '01234567-89ab-cdef-0123-456789abcdef';
    const before = readFileSync(join(target.path, 'db/uuid'), 'utf8').split('\n');
    const stream = [format, serializeUuid(uuid), serializeRevision(1, new Map()), fileRecord('a', utf8('x'))];
    await target.load(pieces(stream));
    const after = readFileSync(join(target.path, 'db/uuid'), 'utf8').split('\n');
    expect([target.uuid, after[0]]).toEqual([uuid, uuid]);
    expect(after[1]).not.toBe(before[1]);
    await target.commit([{ type: 'put-file', path: '/b', contents: utf8('y') }]);
    expect(await target.youngest()).toBe(2);
  });

  it('is refused where nothing may be named so', async () => {
    await using target = await newRepository();
    for (const path of ['a/../b', '..', 'x/..'])
      await expect(
        target.load(pieces([format, serializeRevision(1, new Map()), fileRecord(path, utf8('x'))])),
      ).rejects.toMatchObject({ code: 'FS_PATH_SYNTAX' });
    expect(leftovers(target)).toEqual([]);
  });
});
