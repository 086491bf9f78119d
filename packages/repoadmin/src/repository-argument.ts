import { argumentError, isUrl } from '@revstore/command-line';

/**
 * Checks the argument that every subcommand has first, the repository's path.
 *
 * @throws RevstoreError CL_ARG_PARSING_ERROR (E205000) where it is missing or a URL.
 */
export function checkRepositoryArgument(operands: readonly string[]): void {
  const [path] = operands;
  if (path === undefined) throw argumentError('Repository argument required');
  if (isUrl(path)) throw argumentError(`'${path}' is a URL when it should be a local path`);
}

/**
 * The path of a subcommand that has no further argument.
 *
 * @param operands checked by {@link checkRepositoryArgument}.
 * @throws RevstoreError CL_ARG_PARSING_ERROR (E205000) where more follows.
 */
export function repositoryArgument(operands: readonly string[]): string {
  if (operands.length > 1) throw argumentError('Too many arguments');
  return operands[0]!;
}
