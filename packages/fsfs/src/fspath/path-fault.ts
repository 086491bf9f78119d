/**
 * Why Subversion's store refuses a path (`FS_PATH_SYNTAX`, E160005), or `undefined`.
 *
 * @see libsvn_fs/fs-loader.c#svn_fs__path_valid
 */
export function pathFault(path: string): string | undefined {
  if (!path.isWellFormed()) return `Path '${path}' is not in UTF-8`;
  if (/(?:^|\/)\.{1,2}(?:\/|$)/.test(path)) return `Path '${path}' contains '.' or '..' element`;
  if (path.includes('\n')) return `Invalid control character '0x0a' in path '${escapeControls(path)}'`;
  return undefined;
}

function escapeControls(path: string): string {
  return path.replace(
    /[\x00-\x1f\x7f]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
}
