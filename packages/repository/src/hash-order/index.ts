/**
 * The order in which Subversion's hash tables give their keys: deletions in a directory and paths of mergeinfo are
 * printed in it.
 */
import { nameBytes } from '@revstore/bytes';

interface Entry<T> {
  readonly hash: number;
  readonly value: T;
}

/**
 * Values in the order in which a hash table of Subversion 1.14 on little-endian machines gives them after they were put
 * in one by one.
 *
 * @param keyOf gives a value's key; keys are distinct.
 * @see libsvn_subr/hash.c#hashfunc_compatible, apr_hash.c
 */
export function inHashOrder<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  let max = 15;
  let buckets: Entry<T>[][] = [];
  let count = 0;
  for (const value of values) {
    const entry = { hash: hashOf(nameBytes(keyOf(value))), value };
    (buckets[entry.hash & max] ??= []).push(entry);
    if (++count <= max) continue;
    max = max * 2 + 1;
    const larger: Entry<T>[][] = [];
    // Growing turns each chain around.
    for (const chain of buckets) for (const old of chain ?? []) (larger[old.hash & max] ??= []).unshift(old);
    buckets = larger;
  }
  const ordered: T[] = [];
  for (const chain of buckets) for (const { value } of chain ?? []) ordered.push(value);
  return ordered;
}

/** 33 to the fourth power. */
const STEP = 1_185_921;

function hashOf(key: Uint8Array): number {
  let hash = 0;
  let at = 0;
  for (; at + 4 <= key.length; at += 4) {
    const word = key[at] | (key[at + 1] << 8) | (key[at + 2] << 16) | (key[at + 3] << 24);
    hash = (Math.imul(hash, STEP) + word + (word >>> 17)) | 0;
  }
  for (; at < key.length; at++) hash = (Math.imul(hash, 33) + key[at]) | 0;
  return hash;
}
