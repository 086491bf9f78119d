import type { OptionTable } from '@revstore/command-line';
import type { RepoState } from './repo-state.js';

/** What the options of diff set. */
export interface DiffState {
  oldTarget?: string;
  newTarget?: string;
  summarize: boolean;
  git: boolean;
  noAdded: boolean;
  noDeleted: boolean;
  ignoreProperties: boolean;
  propertiesOnly: boolean;
  showCopiesAsAdds: boolean;
  noticeAncestry: boolean;
  patchCompatible: boolean;
  command?: string;
  internal: boolean;
  /** Of `-x`, as given. */
  extensions?: string;
}

/** The state before any option is applied. */
export function createDiffState(): DiffState {
  return {
    summarize: false,
    git: false,
    noAdded: false,
    noDeleted: false,
    ignoreProperties: false,
    propertiesOnly: false,
    showCopiesAsAdds: false,
    noticeAncestry: false,
    patchCompatible: false,
    internal: false,
  };
}

/** The options of diff; blame has some of them. */
export const diffOptions: OptionTable<RepoState> = {
  old: {
    argument: true,
    description: 'use ARG as the older target',
    apply: (state, text) => (state.diff.oldTarget = text),
  },
  new: {
    argument: true,
    description: 'use ARG as the newer target',
    apply: (state, text) => (state.diff.newTarget = text),
  },
  summarize: {
    description: 'only tell what changed',
    apply: (state) => (state.diff.summarize = true),
  },
  git: { description: "write git's format", apply: (state) => (state.diff.git = true) },
  extensions: {
    short: 'x',
    argument: true,
    description:
      'how texts are compared, several in one word:\n   -u  unified output, the default\n   -b  all runs of blanks are alike\n   -w  blanks do not count\n   --ignore-eol-style  all line ends are alike\n   -p  show the function that a change is in\n   -U ARG  lines of context\nA program of --diff-cmd gets them as they are.',
    apply: (state, text) => (state.diff.extensions = text),
  },
  'no-diff-added': {
    description: 'only name added files',
    apply: (state) => (state.diff.noAdded = true),
  },
  'no-diff-deleted': {
    description: 'only name deleted files',
    apply: (state) => (state.diff.noDeleted = true),
  },
  'ignore-properties': {
    description: 'do not show properties',
    apply: (state) => (state.diff.ignoreProperties = true),
  },
  'properties-only': {
    description: 'only show properties',
    apply: (state) => (state.diff.propertiesOnly = true),
  },
  'show-copies-as-adds': {
    description: 'compare copies with nothing; includes\n--notice-ancestry',
    apply: (state) => (state.diff.showCopiesAsAdds = true),
  },
  'notice-ancestry': {
    description: 'nodes without common history are not compared,\nbut deleted and added',
    apply: (state) => (state.diff.noticeAncestry = true),
  },
  'patch-compatible': {
    description:
      'write what other patch tools understand, same as\n--show-copies-as-adds --ignore-properties',
    apply: (state) => (state.diff.patchCompatible = true),
  },
  'diff-cmd': {
    argument: true,
    description: 'let program ARG compare texts',
    apply: (state, text) => (state.diff.command = text),
  },
  'internal-diff': {
    description: 'use no program that the configuration names',
    apply: (state) => (state.diff.internal = true),
  },
};
