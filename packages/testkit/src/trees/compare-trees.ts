import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type BigIntStats,
} from 'node:fs';

/** What {@link compareTrees} looks at beside names, kinds, contents, link targets and the executable bit. */
export interface CompareOptions {
  /** Modification times of regular files, to the microsecond. */
  readonly mtimes?: boolean;
  /** Paths, relative to the roots, that are passed over with all below them. */
  readonly ignore?: (relativePath: string) => boolean;
}

/**
 * Compares two files or directories with all below them.
 *
 * @returns one sentence for each difference, in byte order of paths; empty where there is none. Links are not followed.
 */
export function compareTrees(left: string, right: string, options: CompareOptions = {}): string[] {
  const differences: string[] = [];
  compare(Buffer.from(left), Buffer.from(right), '', options, differences);
  return differences;
}

function compare(
  left: Buffer,
  right: Buffer,
  path: string,
  options: CompareOptions,
  differences: string[],
): void {
  const name = path === '' ? '.' : path;
  const [before, after] = [status(left), status(right)];
  if (before === undefined || after === undefined) {
    if (before !== after)
      differences.push(`${name}: only in the ${before === undefined ? 'second' : 'first'}`);
    return;
  }
  if (kind(before) !== kind(after)) {
    differences.push(`${name}: ${kind(before)} and ${kind(after)}`);
    return;
  }
  if (before.isSymbolicLink()) {
    const targets = [left, right].map((link) => readlinkSync(link, 'buffer'));
    if (!targets[0]!.equals(targets[1]!)) differences.push(`${name}: links to ${targets.join(' and ')}`);
  } else if (before.isDirectory()) {
    for (const entry of unionOfNames(left, right)) {
      const below = path === '' ? entry.toString() : `${path}/${entry}`;
      if (!options.ignore?.(below))
        compare(child(left, entry), child(right, entry), below, options, differences);
    }
  } else if (before.isFile()) {
    compareFiles(left, right, before, after, name, options, differences);
  }
}

function compareFiles(
  left: Buffer,
  right: Buffer,
  before: BigIntStats,
  after: BigIntStats,
  name: string,
  options: CompareOptions,
  differences: string[],
): void {
  if (before.size !== after.size) differences.push(`${name}: ${before.size} and ${after.size} bytes`);
  else {
    const position = firstDifference(left, right);
    if (position !== undefined) differences.push(`${name}: contents differ at byte ${position}`);
  }
  const executable = [before, after].map((stats) => (stats.mode & 0o100n) !== 0n);
  if (executable[0] !== executable[1]) differences.push(`${name}: executable ${executable.join(' and ')}`);
  const times = [before, after].map((stats) => stats.mtimeNs / 1000n);
  if (options.mtimes && times[0] !== times[1])
    differences.push(`${name}: modified ${times.join(' and ')} µs`);
}

function status(path: Buffer): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

function kind(stats: BigIntStats): string {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'directory';
  return stats.isFile() ? 'file' : 'something else';
}

function child(directory: Buffer, name: Buffer): Buffer {
  return Buffer.concat([directory, Buffer.from('/'), name]);
}

/** Names are bytes: those that are not UTF-8 compare as well. */
function unionOfNames(left: Buffer, right: Buffer): Buffer[] {
  const all = [left, right].flatMap((directory) => readdirSync(directory, { encoding: 'buffer' }));
  all.sort(Buffer.compare);
  return all.filter((name, index) => index === 0 || !name.equals(all[index - 1]!));
}

function firstDifference(left: Buffer, right: Buffer): number | undefined {
  const files: number[] = [];
  try {
    for (const path of [left, right]) files.push(openSync(path, 'r'));
    const pieces = files.map(() => Buffer.allocUnsafe(1024 * 1024));
    for (let position = 0; ;) {
      const lengths = files.map((fd, index) => readSync(fd, pieces[index]!));
      const parts = pieces.map((piece, index) => piece.subarray(0, lengths[index]));
      if (!parts[0]!.equals(parts[1]!)) {
        const at = parts[0]!.findIndex((byte, index) => byte !== parts[1]![index]);
        return position + (at < 0 ? lengths[0]! : at);
      }
      if (lengths[0] === 0) return undefined;
      position += lengths[0]!;
    }
  } finally {
    for (const fd of files) closeSync(fd);
  }
}
