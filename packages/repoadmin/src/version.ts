/** The version of this package. */
export const VERSION = '0.1.0';

/** What `--version` says below the first line. */
export const VERSION_NOTES = `   administration of Subversion repositories, in TypeScript

Licensed under the Apache License, Version 2.0.

Repositories are of the kind FSFS.`;
