// The three inputs of the benchmark, made once and kept; the same bytes on every machine.
import { existsSync, mkdirSync, openSync, closeSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { incompressibleBytes, sourceText, sourceTree, writeTree } from '@revstore/testkit/trees';

const piece = 10_000_000;

function writePieces(path, count, make) {
  const fd = openSync(path, 'wx');
  for (let index = 0; index < count; index++) writeSync(fd, make(index));
  closeSync(fd);
}

/** Letter to what the input is and how it is made in a directory. */
export const inputs = {
  a: {
    title: 'one compressible file, 400 MB',
    make: (directory) =>
      writePieces(join(directory, 'compressible'), 40, (index) => sourceText(index, piece)),
  },
  b: {
    title: 'one incompressible file, 300 MB',
    make: (directory) =>
      writePieces(join(directory, 'incompressible'), 30, (index) => incompressibleBytes(index, piece)),
  },
  c: { title: '15,000 source files', make: (directory) => writeTree(directory, sourceTree(15_000)) },
};

/** Directory of an input below `root`, made where it is missing. */
export function inputDirectory(root, letter) {
  const path = join(root, `input-${letter}`);
  if (existsSync(path)) return path;
  const scratch = `${path}.new`;
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  inputs[letter].make(scratch);
  renameSync(scratch, path);
  return path;
}
