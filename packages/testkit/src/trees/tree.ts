import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** One thing in a tree of files. Paths are relative, with `/`; a parent comes before what it holds. */
export type TreeEntry =
  | { readonly directory: string }
  | {
      readonly file: string;
      readonly contents: string | Uint8Array;
      readonly executable?: boolean;
    }
  | { readonly link: string; readonly target: string };

/** Writes a tree below `root`, which is made where it is missing. */
export function writeTree(root: string, entries: Iterable<TreeEntry>): void {
  mkdirSync(root, { recursive: true });
  for (const entry of entries) {
    if ('directory' in entry) mkdirSync(join(root, entry.directory));
    else if ('link' in entry) symlinkSync(entry.target, join(root, entry.link));
    else {
      const path = join(root, entry.file);
      writeFileSync(path, entry.contents);
      if (entry.executable) chmodSync(path, 0o755);
    }
  }
}

/**
 * Writes a file of `size` bytes that is a hole but for a few bytes at its start, middle and end, and just across 2 and
 * 4 GiB where it is that long.
 */
export function writeSparseFile(path: string, size: number): void {
  const fd = openSync(path, 'wx');
  try {
    ftruncateSync(fd, size);
    for (const position of [0, Math.floor(size / 2), 2 ** 31 - 3, 2 ** 32 - 3, size - 6]) {
      if (position >= 0 && position + 6 <= size) writeSync(fd, 'marker', position);
    }
  } finally {
    closeSync(fd);
  }
}
