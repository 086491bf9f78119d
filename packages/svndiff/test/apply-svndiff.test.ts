import fc from 'fast-check';
import { concatBytes, equalBytes } from '@revstore/bytes';
import { loadProvider } from '@revstore/compression';
import { describe, expect, it } from 'vitest';
import { applySvndiff } from '../src/apply-svndiff.js';
import { encodeDeltaWindow } from '../src/encode-delta-window.js';
import { svndiffHeader } from '../src/header.js';
import { windowSize } from '../src/window.js';

const provider = loadProvider();

/** A document that makes `next` of `old`, window by window. */
function documentOf(old: Uint8Array, next: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [svndiffHeader(2)];
  for (let at = 0; at < next.length; at += windowSize) {
    const source = old.subarray(at, at + windowSize);
    parts.push(encodeDeltaWindow(source, at, next.subarray(at, at + windowSize), provider.lz4, 5));
  }
  return concatBytes(parts);
}

function cut(bytes: Uint8Array, length: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += length) chunks.push(bytes.subarray(at, at + length));
  return chunks;
}

async function apply(source: Uint8Array[], document: Uint8Array[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of applySvndiff(source, document, provider)) parts.push(chunk.slice());
  return concatBytes(parts);
}

describe('an svndiff document', () => {
  it('is applied to a source in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 350_000 }),
        fc.integer({ min: 0, max: 350_000 }),
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 1, max: 200_000 }),
        async (oldLength, nextLength, sourceChunk, documentChunk) => {
          const old = Uint8Array.from({ length: oldLength }, (_, i) => (i * i) >> 7);
          const next = Uint8Array.from({ length: nextLength }, (_, i) => (i % 1000 < 3 ? i : (i * i) >> 7));
          const document = cut(documentOf(old, next), documentChunk);
          expect(equalBytes(await apply(cut(old, sourceChunk), document), next)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is refused where it refers past the end of the source', async () => {
    const old = new Uint8Array(1000).fill(7);
    const document = documentOf(old, old);
    await expect(apply([old.subarray(0, 999)], [document])).rejects.toMatchObject({ kind: 'corrupt' });
    await expect(apply([old], [document.subarray(0, document.length - 1)])).rejects.toMatchObject({
      kind: 'corrupt',
    });
  });

  it('ends its source early where it needs no more of it', async () => {
    let ended = false;
    async function* source() {
      try {
        for (;;) yield new Uint8Array(1000).fill(7);
      } finally {
        ended = true;
      }
    }
    const old = new Uint8Array(500).fill(7);
    const parts: Uint8Array[] = [];
    for await (const chunk of applySvndiff(source(), [documentOf(old, old)], provider)) parts.push(chunk);
    expect(concatBytes(parts)).toEqual(old);
    expect(ended).toBe(true);
  });
});
