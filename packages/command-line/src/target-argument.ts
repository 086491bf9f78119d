import { argumentError, commandLineError } from './command-line-errors.js';
import { parseRevisionRange, type RevisionArgument } from './revision-argument.js';

/** A target as it was typed, its peg revision taken off. */
export interface TargetArgument {
  /** URL or path. */
  readonly target: string;
  readonly peg?: RevisionArgument;
}

/** Whether `text` starts as a URL does, `scheme://`. */
export function isUrl(text: string): boolean {
  return /^[^/:]+:\/\//.test(text);
}

/**
 * Cuts `TARGET@REV` at the last `@` behind the last slash.
 *
 * @returns the peg with its `@`, '' where there is none.
 */
export function splitPeg(text: string): { readonly target: string; readonly peg: string } {
  const at = text.lastIndexOf('@');
  return at < 0 || at < text.lastIndexOf('/')
    ? { target: text, peg: '' }
    : { target: text.slice(0, at), peg: text.slice(at) };
}

/**
 * Checks that a URL goes only down.
 *
 * @returns `text` itself.
 * @throws RevstoreError BAD_URL (E125002).
 */
export function checkUrl(text: string): string {
  if (isUrl(text) && /\/\.\.(\/|$)/.test(text)) {
    throw commandLineError('BAD_URL', `URL '${text}' contains a '..' element`);
  }
  return text;
}

/**
 * Reads `TARGET[@REV]`; a lone `@` at the end only protects a name that contains one.
 *
 * @throws RevstoreError CL_ARG_PARSING_ERROR (E205000) for a peg that is no single revision, or as {@link checkUrl}.
 */
export function parseTarget(text: string): TargetArgument {
  const { target, peg } = splitPeg(text);
  checkUrl(target);
  if (peg.length <= 1) return { target };
  let word = peg.slice(1);
  // A date may come encoded in a URL; none has characters beyond ASCII.
  if (isUrl(text) && /^%7b.+%7d$/i.test(word))
    word = word.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  const range = parseRevisionRange(word);
  if (range === undefined || range.end !== undefined) {
    throw argumentError(`Syntax error parsing peg revision '${peg.slice(1)}'`);
  }
  return { target, peg: range.start };
}
