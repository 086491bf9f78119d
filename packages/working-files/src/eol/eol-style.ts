import { EOL } from 'node:os';
import type { Eol } from './eol-translator.js';

/** What a `svn:eol-style` value means. */
export type EolStyle =
  | { readonly kind: 'native' }
  | { readonly kind: 'fixed'; readonly eol: Eol }
  | { readonly kind: 'unknown'; readonly value: string };

/** The line end of this system. */
export const nativeEol: Eol = EOL === '\r\n' ? 'CRLF' : 'LF';

/**
 * Parses a `svn:eol-style` value. Case and surrounding space count; a value ends at a NUL byte.
 *
 * @returns undefined where there is no value.
 */
export function parseEolStyle(value: Uint8Array | undefined): EolStyle | undefined {
  if (value === undefined) return undefined;
  const text = Buffer.from(value).toString('utf8').replace(/\0.*$/s, '');
  if (text === 'native') return { kind: 'native' };
  if (text === 'LF' || text === 'CR' || text === 'CRLF') return { kind: 'fixed', eol: text };
  return { kind: 'unknown', value: text };
}
