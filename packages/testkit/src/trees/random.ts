import { createCipheriv } from 'node:crypto';

/** A source of numbers that are the same in every run. */
export interface Random {
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number;
}

/** A deterministic generator (mulberry32); equal seeds give equal numbers. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(bound) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * bound);
    },
  };
}

/** Bytes that no codec makes smaller, the same for equal seeds. */
export function incompressibleBytes(seed: number, length: number): Buffer {
  const counter = Buffer.alloc(16);
  counter.writeUInt32BE(seed >>> 0, 0);
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), counter).update(Buffer.alloc(length));
}

const nouns =
  'node window offset revision path entry table index buffer section digest shard lock log root'.split(' ');
const verbs = 'read write open parse find append copy check merge flush close count seek skip reset'.split(
  ' ',
);
const types = 'int char size_t apr_off_t svn_error_t const_void unsigned long double'.split(' ');

let pool: readonly string[] | undefined;

function sourceLines(): readonly string[] {
  if (pool !== undefined) return pool;
  const { below } = random(1);
  const pick = (words: readonly string[]) => words[below(words.length)]!;
  const name = () => `${pick(verbs)}_${pick(nouns)}${below(4) === 0 ? `_${below(1000)}` : ''}`;
  pool = Array.from({ length: 8000 }, () => {
    const indent = '  '.repeat(below(4));
    const shape = below(6);
    if (shape === 0) return '\n';
    if (shape === 1)
      return `${indent}/* The ${pick(nouns)} must ${pick(verbs)} the ${pick(nouns)} first. */\n`;
    if (shape === 2)
      return `${indent}${pick(types)} *${name()}(${pick(types)} *${pick(nouns)}, int ${pick(nouns)});\n`;
    if (shape === 3)
      return `${indent}if (${name()}(${pick(nouns)}) != ${below(0xffff)}) return ${pick(nouns)};\n`;
    if (shape === 4)
      return `${indent}${pick(nouns)}->${pick(nouns)} = ${name()}(${pick(nouns)}, ${below(100)});\n`;
    return `${indent}SVN_ERR(${name()}(&${pick(nouns)}, ${pick(nouns)}, pool));\n`;
  });
  return pool;
}

/** Text that compresses as source code does, exactly `length` bytes, the same for equal seeds. */
export function sourceText(seed: number, length: number): Buffer {
  const lines = sourceLines();
  const { below } = random(seed ^ 0x5bd1e995);
  const parts: string[] = [`/* File ${seed}. */\n`];
  let size = parts[0]!.length;
  while (size < length) {
    const line = lines[below(lines.length)]!;
    parts.push(line);
    size += line.length;
  }
  return Buffer.from(parts.join(''), 'latin1').subarray(0, length);
}
