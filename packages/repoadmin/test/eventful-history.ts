import type { Change } from '@revstore/testkit';

/** More entries than a new hash table of Subversion has places for, twice. */
const manyNames = Array.from({ length: 40 }, (_, i) => `many/${'name'.repeat(i % 3)}-${i}`);

/** Revisions with all that a dump has a way to tell: copies with changes below, replacements, names, properties. */
export const revisions: Change[][] = [
  [{ mkdir: 'trunk' }, { mkdir: 'trunk/d' }, { mkdir: 'trunk/d/e' }, { mkdir: 'branches' }],
  [
    { put: 'trunk/text', contents: 'one\ntwo\nthree\n' },
    { put: 'trunk/empty', contents: '' },
    { put: 'trunk/binary', contents: Uint8Array.from({ length: 70_000 }, (_, i) => (i * i) % 251) },
    { put: 'trunk/d/e/deep', contents: 'deep\n' },
    { put: 'trunk/d/日本語', contents: 'にほんご\n' },
    { put: 'trunk/d/naïve γ.txt', contents: 'x' },
    { put: 'trunk/d/𝒻☃', contents: 'y' },
    { propset: 'trunk/binary', name: 'svn:mime-type', value: 'application/octet-stream' },
    { propset: 'trunk', name: 'svn:ignore', value: '*.o\n*.a\n' },
    { propset: 'trunk/text', name: 'bytes', value: Uint8Array.of(0, 10, 255, 128) },
    { propset: 'trunk/text', name: 'a', value: '' },
  ],
  [{ propset: '', name: 'root', value: 'property' }],
  [{ put: 'trunk/text', contents: 'one\n2\nthree\n' }],
  // Stored anew though nothing differs.
  [
    { put: 'trunk/text', contents: 'one\n2\nthree\n' },
    { propset: 'trunk', name: 'svn:ignore', value: '*.o\n*.a\n' },
  ],
  [{ propset: 'trunk/d', name: 'only', value: 'property' }],
  [{ cp: 'trunk', to: 'branches/b1' }],
  // A copy with all kinds of changes below it, in the same revision.
  [
    { cp: 'trunk', to: 'branches/b2', revision: 6 },
    { put: 'branches/b2/text', contents: 'changed in the copy\n' },
    { rm: 'branches/b2/empty' },
    { propset: 'branches/b2/d', name: 'p', value: 'v' },
    { mkdir: 'branches/b2/new' },
    { put: 'branches/b2/new/file', contents: 'new\n' },
    { rm: 'branches/b2/d/e' },
    { cp: 'branches/b1/d/e', to: 'branches/b2/d/e', revision: 7 },
    { put: 'branches/b2/d/e/deep', contents: 'copied over\n' },
    { cp: 'trunk/text', to: 'branches/b2/text2', revision: 2 },
  ],
  // Replacements: by something new, by a copy, by another kind.
  [{ rm: 'trunk/text' }, { put: 'trunk/text', contents: 'another node\n' }],
  [
    { rm: 'trunk/d' },
    { cp: 'branches/b1/d', to: 'trunk/d', revision: 8 },
    { put: 'trunk/d/in', contents: 'in\n' },
  ],
  [{ rm: 'branches/b1/text' }, { mkdir: 'branches/b1/text' }, { put: 'branches/b1/text/f', contents: 'f' }],
  [{ rm: 'branches/b1/text' }, { cp: 'trunk/text', to: 'branches/b1/text', revision: 2 }],
  [{ mv: 'trunk/binary', to: 'trunk/renamed' }, { rm: 'trunk/empty' }],
  [
    { mv: 'branches/b2', to: 'b3' },
    { put: 'b3/new/file', contents: 'edited after the move\n' },
  ],
  [{ propset: 'trunk', name: 'svn:mergeinfo', value: '/branches/b1:3-5,8\n/b3:14*\n' }],
  [
    { propdel: 'trunk', name: 'svn:ignore' },
    { propdel: 'trunk/renamed', name: 'svn:mime-type' },
  ],
  [{ mkdir: 'many' }, ...manyNames.map((path): Change => ({ put: path, contents: path }))],
  [{ rm: 'many/-0' }, { rm: manyNames[5] }, { put: manyNames[7], contents: 'changed' }],
  [{ put: 'long', contents: 'A line of a long text.\n'.repeat(150_000) }],
  [{ put: 'long', contents: 'A line of a long text.\n'.repeat(150_000).replace('long', 'longer') }],
  [{ propset: 'trunk', name: 'svn:mergeinfo', value: '/branches/b1:20' }],
];
