import { readFileSync } from 'node:fs';
import type { OptionTable } from '@revstore/command-line';
import { systemError } from '@revstore/errors';
import type { RepoState } from './repo-state.js';

/** Bytes of a file, or of standard input for `-`. @throws RevstoreError of the system. */
export function readArgumentFile(name: string): Buffer {
  try {
    return readFileSync(name === '-' ? 0 : name);
  } catch (error) {
    const directory = (error as NodeJS.ErrnoException).code === 'EISDIR';
    throw systemError(error, `Can't ${directory ? 'read' : 'open'} file '${name}'`, { path: name });
  }
}

/** What the options of subcommands that edit a repository set. */
export interface EditState {
  parents: boolean;
  /** URL that those of `mucc` start from. */
  rootUrl?: string;
  /** Further operands of `mucc`. */
  extraArguments: string[];
  /** Name of the file with the edits of `commit`. */
  fromJson?: string;
  sync: boolean;
}

/** The state before any option is applied. */
export function createEditState(): EditState {
  return { parents: false, extraArguments: [], sync: false };
}

/** Options of subcommands that edit a repository. */
export const editOptions: OptionTable<RepoState> = {
  parents: {
    description: 'make directories above that are missing',
    apply: (state) => (state.edit.parents = true),
  },
  'keep-local': { description: 'accepted and ignored; nothing local is touched', apply: () => {} },
  'allow-mixed-revisions': { description: 'accepted and ignored', apply: () => {} },
  'root-url': {
    short: 'U',
    argument: true,
    description: 'URLs that are none are paths below ARG',
    apply: (state, text) => (state.edit.rootUrl = text),
  },
  'extra-args': {
    short: 'X',
    argument: true,
    description: "read more arguments from file ARG, one a line\n('-': standard input)",
    apply(state, name) {
      state.edit.extraArguments = readArgumentFile(name)
        .toString()
        .split(/[\n\r]+/)
        .filter((line) => line !== '');
    },
  },
  'from-json': {
    argument: true,
    description: "read the edits from file ARG ('-': standard input)",
    apply: (state, name) => (state.edit.fromJson = name),
  },
  sync: {
    description: 'make TARGET equal to PATH: add, change and delete',
    apply: (state) => (state.edit.sync = true),
  },
};
