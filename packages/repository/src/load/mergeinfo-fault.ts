import { RevstoreError } from '@revstore/errors';
import { canonicalMergeinfo } from '../mergeinfo/index.js';
import { loadErrors } from './load-errors.js';

/** What is wrong with a value of `svn:mergeinfo` that can't be parsed, in Subversion's words. */
export function mergeinfoFault(text: string): RevstoreError {
  const { list, at } = unreadableNumber(text);
  const message = `Could not parse mergeinfo string '${list}'`;
  if (at !== undefined) {
    const what = at.startsWith('-') ? 'Negative' : 'Invalid';
    const cause = new RevstoreError(
      loadErrors.REVNUM_PARSE_FAILURE,
      `${what} revision number found parsing '${at}'`,
    );
    return new RevstoreError(loadErrors.MERGEINFO_PARSE_ERROR, message, { cause });
  }
  try {
    canonicalMergeinfo(text);
  } catch (error) {
    if (error instanceof RevstoreError) return error;
    throw error;
  }
  return new RevstoreError(loadErrors.MERGEINFO_PARSE_ERROR, message);
}

/** The first place where a revision should be and is not: what is left of the value from its list on, and from there. */
function unreadableNumber(text: string): { readonly list: string; readonly at?: string } {
  let start = 0;
  for (const line of text.split('\n')) {
    const colon = line.lastIndexOf(':');
    if (colon < 0) break;
    const items = /^[ \t\v\f\r]*(?:\d+(?:-\d+)?\*?(?:,|$))*/.exec(line.slice(colon + 1))![0];
    const rest = line.slice(colon + 1 + items.length);
    const digits = /^(?:\d+-)?/.exec(rest)![0];
    if (rest !== '' && !/^\d/.test(rest.slice(digits.length)))
      return {
        list: text.slice(start + colon + 1),
        at: text.slice(start + colon + 1 + items.length + digits.length),
      };
    if (rest !== '') break;
    start += line.length + 1;
  }
  return { list: text };
}
