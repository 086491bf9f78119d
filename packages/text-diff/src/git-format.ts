import { deflateSync } from 'node:zlib';

/** What a git header tells of a file's permissions and kind. */
export interface GitMode {
  readonly executable: boolean;
  readonly symbolicLink: boolean;
}

function modeDigits({ executable, symbolicLink }: GitMode): string {
  return ((symbolicLink ? 0o120000 : 0o100000) | (executable ? 0o755 : 0o644)).toString(8).padStart(6, '0');
}

/** The header line of every change: `diff --git a/… b/…`. Paths are relative to the repository's root. */
export function formatGitHeader(path: string): string {
  return `diff --git a/${path} b/${path}\n`;
}

/** The header of a file that is new. */
export function formatGitAdded(path: string, mode: GitMode): string {
  return `${formatGitHeader(path)}new file mode ${modeDigits(mode)}\n`;
}

/** The header of a file that is gone. */
export function formatGitDeleted(path: string, mode: GitMode): string {
  return `${formatGitHeader(path)}deleted file mode ${modeDigits(mode)}\n`;
}

/**
 * The header of a file that changed; modes are told where they differ.
 *
 * @param index digests of two links' targets, `12345678..12345678`.
 */
export function formatGitModified(path: string, before: GitMode, after: GitMode, index?: string): string {
  const [old, now] = [modeDigits(before), modeDigits(after)];
  if (old !== now) return `${formatGitHeader(path)}old mode ${old}\nnew mode ${now}\n`;
  return formatGitHeader(path) + (index === undefined ? '' : `index ${index} ${old}\n`);
}

const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
const LENGTHS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LINE_BYTES = 52;

/** Two contents as git's binary patch: the new one in full, then the old one. */
export function formatGitBinary(original: Uint8Array, modified: Uint8Array): string {
  return `GIT binary patch\n${literal(modified)}\n${literal(original)}`;
}

function literal(bytes: Uint8Array): string {
  const packed = deflateSync(bytes);
  let text = `literal ${bytes.length}\n`;
  for (let at = 0; at < packed.length; at += LINE_BYTES) {
    const line = packed.subarray(at, at + LINE_BYTES);
    text += LENGTHS[line.length - 1];
    for (let i = 0; i < line.length; i += 4) {
      let word = 0;
      for (let k = 0; k < 4; k++) word = word * 256 + (line[i + k] ?? 0);
      let five = '';
      for (let k = 0; k < 5; k++) {
        five = BASE85[word % 85] + five;
        word = Math.floor(word / 85);
      }
      text += five;
    }
    text += '\n';
  }
  return text;
}
