/** The version of this package. */
export const VERSION = '0.1.0';

/** What `--version` says below the first line. */
export const VERSION_NOTES = `   a client for Subversion repositories on this machine, in TypeScript

Licensed under the Apache License, Version 2.0.

Repositories are reached by file:// URLs and by plain paths.`;
