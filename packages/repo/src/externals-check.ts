import { isUrl } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { repoErrors } from './repo-errors.js';

/** Words of a line: at blanks, unless these stand in quotes or behind a backslash. */
function words(line: string): string[] {
  const pieces = line.matchAll(/(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|((?:\\.|[^\s\\])+))\s*/g);
  return [...pieces].map(([, double, single, bare]) => (double ?? single ?? bare!).replace(/\\(.)/g, '$1'));
}

function isBadTarget(directory: string): boolean {
  return directory === '' || directory.startsWith('/') || directory.split('/').includes('..');
}

/**
 * Checks the lines of an `svn:externals` value as Subversion does before it sets one.
 *
 * @param display the node, for messages.
 * @throws RevstoreError CLIENT_INVALID_EXTERNALS_DESCRIPTION (E195005), WC_DUPLICATE_EXTERNALS_TARGET (E155041).
 * @see libsvn_wc/externals.c#svn_wc_parse_externals_description3
 */
export function checkExternals(value: string, display: string): void {
  const targets: string[] = [];
  for (const line of value.split(/[\n\r]+/).map((text) => text.trim()))
    if (line !== '' && !line.startsWith('#')) targets.push(targetOf(line, display));
  const twice = [...new Set(targets.filter((target, index) => targets.indexOf(target) < index))];
  if (twice.length === 0) return;
  const others = twice.length - 1;
  const more = others === 0 ? '' : ` (${others} more duplicate target${others === 1 ? '' : 's'} found)`;
  throw new RevstoreError(
    repoErrors.WC_DUPLICATE_EXTERNALS_TARGET,
    `Invalid svn:externals property on '${display}': target '${twice[0]}' appears more than once${more}`,
  );
}

/** The directory that a line names. */
function targetOf(line: string, display: string): string {
  const all = words(line);
  if (all.length < 2 || all.length > 4) throw malformed(line, display);
  const revisionAt = all.slice(0, 2).findIndex((word) => word.startsWith('-r'));
  if (revisionAt >= 0) {
    const joined = all[revisionAt]!.length > 2;
    const [revision] = all.splice(revisionAt, joined ? 1 : 2).slice(-1);
    if (!/^(?:-r)?(?:\d+|head|\{.*\})$/i.test(revision ?? '')) throw malformed(line, display);
  }
  const [first, second, ...rest] = all;
  if (first === undefined || second === undefined || rest.length > 0) throw malformed(line, display);
  if (isUrl(first) && isUrl(second))
    throw invalid(
      `cannot use two absolute URLs ('${first}' and '${second}') in an external; one must be a path where an absolute or relative URL is checked out to`,
      display,
    );
  const urlFirst = revisionAt === 0 || (revisionAt < 0 && (isUrl(first) || !isUrl(second)));
  const directory = urlFirst ? second : first;
  if (isUrl(directory))
    throw invalid(
      `cannot use a URL '${directory}' as the target directory for an external definition`,
      display,
    );
  const target = directory.replace(/\/+$/, '').replace(/\/+/g, '/') || directory;
  if (isBadTarget(target)) throw invalid(`target '${target}' is an absolute path or involves '..'`, display);
  return target;
}

function malformed(line: string, display: string): RevstoreError {
  return new RevstoreError(
    repoErrors.CLIENT_INVALID_EXTERNALS_DESCRIPTION,
    `Error parsing svn:externals property on '${display}': '${line}'`,
  );
}

function invalid(what: string, display: string): RevstoreError {
  return new RevstoreError(
    repoErrors.CLIENT_INVALID_EXTERNALS_DESCRIPTION,
    `Invalid svn:externals property on '${display}': ${what}`,
  );
}
