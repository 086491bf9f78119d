/** The executable bit: when a file's mode means `svn:executable`, and the mode that the property gives. */

/** The parts of a file's status that decide. `mode` as stat(2) gives it. */
export interface FileModeStat {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Who imports; numbers of the process that reads the file. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whether a file counts as executable: the owner's bit for its owner, else the group's bit for the process's own
 * group, else the bit for others. Supplementary groups do not count, and root has no privilege here.
 *
 * @param identity undefined where the system has no user ids: nothing is executable there.
 */
export function isExecutable(stat: FileModeStat, identity: Identity | undefined): boolean {
  if (identity === undefined) return false;
  if (stat.uid === identity.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === identity.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}

/** `mode` with an execute bit for each of owner, group and others that has its read bit. */
export function executableMode(mode: number): number {
  return mode | ((mode & 0o444) >> 2);
}
