/** `README.txt` at the top of a repository. */
export const readme = `This directory is a Subversion repository.  Look at it and change it with
'svnadmin', 'svnlook', 'repoadmin' or 'repo', and not by hand: the files in it
depend on each other.

https://subversion.apache.org/ tells more.
`;

/** `locks/db.lock` and `locks/db-logs.lock`, which hold nothing since Subversion 1.3 but must exist. */
export const unusedLock = `Subversion 1.3 and later do not use this file.
It must exist all the same, for Subversion 1.2 and earlier.
`;
