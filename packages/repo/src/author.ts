import { userInfo } from 'node:os';

/**
 * The author of a new revision: `--username`, else `$REPO_USER`, else the user of the operating system. Nothing is kept from
 * one run to the next.
 */
export function chooseAuthor(username: string | undefined): string | undefined {
  if (username !== undefined) return username;
  const fromEnvironment = process.env['REPO_USER'];
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment;
  try {
    return userInfo().username;
  } catch {
    // A user id without a name: the revision has no author.
    return undefined;
  }
}
