import type { Program } from '@revstore/command-line';
import { repoadminOptions } from './options.js';
import { createRepoadminState, type RepoadminState } from './repoadmin-state.js';
import { checkRepositoryArgument } from './repository-argument.js';
import { VERSION, VERSION_NOTES } from './version.js';

/** The program `repoadmin`. */
export const program: Program<RepoadminState> = {
  name: 'repoadmin',
  version: VERSION,
  versionNotes: VERSION_NOTES,
  usage: 'general usage: repoadmin SUBCOMMAND REPOS_PATH [ARGS & OPTIONS ...]',
  description: `Administration of Subversion repositories.
Type 'repoadmin help <subcommand>' for help on a subcommand, 'repoadmin --version' for the version.`,
  options: repoadminOptions,
  globalOptions: [],
  createState: createRepoadminState,
  subcommandRequired: 'subcommand argument required',
  helpHint: () => "Try 'repoadmin help' for more info",
  check: (_state, _subcommand, operands) => checkRepositoryArgument(operands),
  subcommands: [
    { name: 'build-repcache', load: async () => (await import('./commands/build-repcache.js')).default },
    { name: 'create', load: async () => (await import('./commands/create.js')).default },
    { name: 'dump', load: async () => (await import('./commands/dump.js')).default },
    { name: 'info', load: async () => (await import('./commands/info.js')).default },
    { name: 'load', load: async () => (await import('./commands/load.js')).default },
    { name: 'lock', load: async () => (await import('./commands/lock.js')).default },
    { name: 'lslocks', load: async () => (await import('./commands/lslocks.js')).default },
    { name: 'rmlocks', load: async () => (await import('./commands/rmlocks.js')).default },
    { name: 'unlock', load: async () => (await import('./commands/unlock.js')).default },
    { name: 'youngest', load: async () => (await import('./commands/youngest.js')).default },
  ],
};
