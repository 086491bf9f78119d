import { defineErrorCodes, RevstoreError } from '@revstore/errors';
import { serializeMergeinfo } from './inherited-mergeinfo.js';
import { parseMergeinfo } from './parse-mergeinfo.js';

/** Errors of mergeinfo. */
export const mergeinfoErrors = defineErrorCodes({
  MERGEINFO_PARSE_ERROR: ['invalid-input', 200020],
});

/**
 * A value for `svn:mergeinfo` in the form in which Subversion stores it.
 *
 * @returns the value, and whether some of it goes for the node alone.
 * @throws RevstoreError MERGEINFO_PARSE_ERROR (E200020).
 */
export function canonicalMergeinfo(text: string): { readonly value: string; readonly hasOwnRanges: boolean } {
  for (const line of text.split('\n').slice(0, text.endsWith('\n') ? -1 : undefined))
    if (text !== '') checkLine(line);
  const mergeinfo = parseMergeinfo(text);
  if (!mergeinfo) throw fault(`Could not parse mergeinfo string '${text}'`);
  return {
    value: serializeMergeinfo(mergeinfo),
    hasOwnRanges: [...mergeinfo.values()].some((ranges) => ranges.some((range) => !range.inheritable)),
  };
}

function checkLine(line: string): void {
  const colon = line.lastIndexOf(':');
  if (colon < 0) throw fault("Pathname not terminated by ':'");
  const list = line.slice(colon + 1).trimStart();
  if (list === '')
    throw fault(`Mergeinfo for '${absolute(line.slice(0, colon))}' maps to an empty revision range`);
  for (const item of list.replace(/,$/, '').split(',')) checkRange(item);
}

function checkRange(item: string): void {
  const match = /^(\d+)(?:-(\d+))?(\*?)(.?)/.exec(item);
  if (!match) return;
  const [, first, second, star, rest] = match;
  if (second === undefined && star === '' && rest !== '')
    throw fault(`Invalid character '${rest}' found in revision list`);
  if (Number(first) === 0) throw fault("Invalid revision number '0' found in range list");
  if (second !== undefined && Number(first) > Number(second))
    throw fault(`Unable to parse reversed revision range '${Number(first)}-${Number(second)}'`);
  if (second !== undefined && Number(first) === Number(second))
    throw fault(
      `Unable to parse revision range '${Number(first)}-${Number(second)}' with same start and end revisions`,
    );
  if (rest !== '') throw fault(`Invalid character '${rest}' found in range list`);
}

function absolute(path: string): string {
  return `/${path
    .split('/')
    .filter((name) => name !== '')
    .join('/')}`;
}

function fault(message: string): RevstoreError {
  return new RevstoreError(mergeinfoErrors.MERGEINFO_PARSE_ERROR, message);
}
