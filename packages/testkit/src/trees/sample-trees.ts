import { incompressibleBytes, random, sourceText } from './random.js';
import type { TreeEntry } from './tree.js';

/** Names that have gone wrong somewhere before: scripts, quoting, and what svn's own syntax uses. */
export const awkwardNames: readonly string[] = [
  'plain',
  'UPPER',
  'ünïcödé',
  'имя файла',
  'اسم الملف',
  '文件名',
  'ファイル',
  '파일',
  'ไฟล์',
  'फ़ाइल',
  'emoji 🎉👩‍👩‍👧',
  // The same letter composed and decomposed: two names to Subversion.
  'caf\u00e9',
  'cafe\u0301',
  'with space',
  ' leading space',
  'trailing space ',
  'a@b',
  '@start',
  'end@',
  'peg@12',
  'a%20b',
  '100%',
  '%',
  '%zz',
  'a#b',
  'a?b',
  'a&b',
  'a+b',
  'a;b',
  'a=b',
  'a:b',
  'a|b',
  'a\\b',
  "it's",
  '"quoted"',
  '<tag>',
  '$HOME',
  '`x`',
  '*',
  '[x]',
  '{2020-01-01}',
  '~',
  '!',
  '-m',
  '--help',
  '-',
  '.hidden',
  '..double',
  '...',
  '.#lock',
  'object.o',
  'trailing.',
  'HEAD',
  'svn:name',
  // Subversion appends `.tmp` to the name of a link while it makes it, so a few bytes below the system's limit.
  'x'.repeat(250),
];

function* names(): Generator<TreeEntry> {
  for (const name of awkwardNames) yield { file: name, contents: `I am ${name}\n` };
  yield { directory: 'directories' };
  for (const name of awkwardNames) {
    yield { directory: `directories/${name}` };
    yield { file: `directories/${name}/${name}`, contents: name };
  }
  yield { directory: 'links' };
  for (const name of awkwardNames) yield { link: `links/${name}`, target: `../${name}` };
}

/** Sizes around the 102,400 bytes of a svndiff window. */
const windowSizes = [0, 1, 2, 511, 512, 102_399, 102_400, 102_401, 204_800, 204_801, 400_000];

function* sizes(): Generator<TreeEntry> {
  for (const size of windowSizes) {
    yield { file: `text-${size}`, contents: sourceText(size, size) };
    yield { file: `noise-${size}`, contents: incompressibleBytes(size, size) };
    yield { file: `zero-${size}`, contents: Buffer.alloc(size) };
  }
}

function* emptiness(): Generator<TreeEntry> {
  yield { directory: 'a' };
  yield { directory: 'a/b' };
  yield { directory: 'a/b/empty' };
  yield { file: 'a/empty', contents: '' };
  yield { directory: 'z' };
  for (let index = 0; index < 20; index++) yield { file: `z/empty-${index}`, contents: '' };
}

function* kinds(): Generator<TreeEntry> {
  yield { directory: 'bin' };
  yield { file: 'bin/run', contents: '#!/bin/sh\nexit 0\n', executable: true };
  yield { file: 'bin/run-empty', contents: '', executable: true };
  yield { file: 'bin/run-binary', contents: incompressibleBytes(7, 5000), executable: true };
  yield { file: 'bin/run-link', contents: 'link nowhere' };
  yield { link: 'to-file', target: 'bin/run' };
  yield { link: 'to-directory', target: 'bin' };
  yield { link: 'to-parent', target: '..' };
  yield { link: 'to-itself', target: 'to-itself' };
  yield { link: 'dangling', target: 'no/such/thing' };
  yield { link: 'absolute', target: '/nonexistent/thing' };
  yield { link: 'named-имя', target: 'цель 🎯' };
  // Subversion cuts targets off after 1,024 bytes.
  yield { link: 'long', target: 'x/'.repeat(500) };
}

function* texts(): Generator<TreeEntry> {
  yield { file: 'crlf.txt', contents: 'one\r\ntwo\r\nthree\r\n' };
  yield { file: 'cr.txt', contents: 'one\rtwo\rthree' };
  yield { file: 'mixed.txt', contents: 'one\ntwo\r\nthree\rfour' };
  yield { file: 'no-end.txt', contents: 'one line' };
  yield { file: 'keywords.txt', contents: '$Id$ $Rev: 7 $ $HeadURL$ $Author::      $\n' };
  yield { file: 'latin1.txt', contents: Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]) };
  yield { file: 'utf16.txt', contents: Buffer.from('\ufeffhello\r\n', 'utf16le') };
  yield { file: 'bom.txt', contents: '\ufeffhello\n' };
  yield { file: 'every-byte.bin', contents: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)) };
  yield { file: 'late-binary', contents: Buffer.concat([Buffer.alloc(1024, 0x61), Buffer.alloc(1024)]) };
  yield { file: 'like-a-rep', contents: 'PLAIN\nENDREP\nDELTA\nSVN\u0000\u0001\u0002id: 0.0.r1/2\n\n' };
  yield { file: 'like-a-hash', contents: 'K 3\nabc\nV 5\nvalue\nEND\n' };
  // Equal contents may share one representation.
  yield { file: 'same-1', contents: sourceText(5, 30_000) };
  yield { file: 'same-2', contents: sourceText(5, 30_000) };
}

/** A chain of directories, each with a file, `depth` deep. */
export function* deepTree(depth: number): Generator<TreeEntry> {
  let path = '';
  for (let level = 1; level <= depth; level++) {
    path += `${path === '' ? '' : '/'}level-${level}`;
    yield { directory: path };
    yield { file: `${path}/file`, contents: `level ${level}\n` };
  }
}

/** `count` small files in one directory. */
export function* wideTree(count: number): Generator<TreeEntry> {
  yield { directory: 'wide' };
  for (let index = 0; index < count; index++) {
    yield { file: `wide/file-${index}.txt`, contents: `${index} ${'x'.repeat(index % 100)}\n` };
  }
}

/** `count` files of source-like text, about 6 KB each in the mean, in directories three deep. */
export function* sourceTree(count: number, seed = 1): Generator<TreeEntry> {
  const { below } = random(seed);
  const made = new Set<string>();
  for (let index = 0; index < count; index++) {
    const top = `module-${Math.floor(index / 400)}`;
    const middle = `${top}/part-${Math.floor(index / 40) % 10}`;
    for (const directory of [top, middle]) {
      if (made.has(directory)) continue;
      made.add(directory);
      yield { directory };
    }
    const size = 200 + below(3000) + (below(4) === 0 ? below(30_000) : 0);
    const name = `${middle}/source_${index}.${['c', 'h', 'py', 'ts'][below(4)]}`;
    yield { file: name, contents: sourceText(seed * 1_000_000 + index, size) };
  }
}

/** The trees that every round trip is tried with, each small enough for a test. */
export const sampleTrees: Readonly<Record<string, () => Iterable<TreeEntry>>> = {
  names,
  sizes,
  emptiness,
  kinds,
  texts,
  'sixty levels': () => deepTree(60),
  'two thousand files in one directory': () => wideTree(2000),
  'three hundred source files': () => sourceTree(300),
};
