import { parentPath, type RevisionView } from '@revstore/repository';

/** The directories above `path` that are missing, from the top, and a file that is in their way. */
export async function absentParents(
  view: RevisionView,
  path: string,
): Promise<{ readonly paths: readonly string[]; readonly blockedBy?: string }> {
  const paths: string[] = [];
  let at = parentPath(path);
  for (; !(await view.exists(at)); at = parentPath(at)) paths.unshift(at);
  return (await view.stat(at)).kind === 'dir' ? { paths } : { paths, blockedBy: at };
}
