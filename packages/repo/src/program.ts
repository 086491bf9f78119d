import { argumentError, commandLineError, type Program } from '@revstore/command-line';
import { globalOptions, repoOptions } from './options.js';
import { createRepoState, type RepoState } from './repo-state.js';
import { VERSION, VERSION_NOTES } from './version.js';

/** Subcommands that take a range of revisions. */
const RANGE_SUBCOMMANDS = ['blame', 'diff', 'log'];

/** Checks that options go together, in svn's order and words. */
function check(state: RepoState, subcommand: string): void {
  if (state.nonInteractive && state.forceInteractive) {
    throw argumentError('--non-interactive and --force-interactive are mutually exclusive');
  }
  if (subcommand !== 'log' && state.ranges.length > 1) {
    throw argumentError("Multiple revision arguments encountered; can't specify -c twice, or both -c and -r");
  }
  if (state.withAllRevisionProperties && state.withNoRevisionProperties) {
    throw argumentError('--with-all-revprops and --with-no-revprops are mutually exclusive');
  }
  if (state.revisionProperties !== undefined && state.withNoRevisionProperties) {
    throw argumentError('--with-revprop and --with-no-revprops are mutually exclusive');
  }
  // svnmucc has words of its own for that, and the file of propset is no message.
  if (
    !['mucc', 'propset'].includes(subcommand) &&
    state.messageFile !== undefined &&
    state.message !== undefined
  ) {
    throw argumentError('--message (-m) and --file (-F) are mutually exclusive');
  }
  if (state.forceInteractive && state.trustServerCertificate) {
    throw argumentError('--trust-server-cert-failures requires --non-interactive');
  }
  if (state.forceInteractive && state.passwordFromStdin) {
    throw argumentError('--password-from-stdin requires --non-interactive');
  }
  if (state.diff.command !== undefined && state.diff.internal) {
    throw argumentError('--diff-cmd and --internal-diff are mutually exclusive');
  }
  if (!RANGE_SUBCOMMANDS.includes(subcommand) && state.ranges[0]?.end !== undefined) {
    throw commandLineError('CLIENT_REVISION_RANGE');
  }
  if (state.xml && state.json) throw argumentError('--xml and --json are mutually exclusive');
  if (state.nonRecursive) state.depth = 'files';
}

/** The program `repo`. */
export const program: Program<RepoState> = {
  name: 'repo',
  version: VERSION,
  versionNotes: VERSION_NOTES,
  usage: 'usage: repo <subcommand> [options] [args]',
  description: `Client for Subversion repositories on this machine.
Type 'repo help <subcommand>' for help on a subcommand, 'repo --version' for the version.

A TARGET is a file:// URL or the path of a directory or file inside a repository; TARGET@REV looks it up in
revision REV.`,
  options: repoOptions,
  globalOptions,
  createState: createRepoState,
  subcommandRequired: 'Subcommand argument required',
  helpHint: (subcommand) => `Try 'repo help ${subcommand}' for more information`,
  check,
  subcommands: [
    { name: 'bench', load: async () => (await import('./commands/bench.js')).default },
    {
      name: 'blame',
      aliases: ['praise', 'annotate', 'ann'],
      load: async () => (await import('./commands/blame.js')).default,
    },
    { name: 'cat', load: async () => (await import('./commands/cat.js')).default },
    { name: 'commit', load: async () => (await import('./commands/commit.js')).default },
    {
      name: 'copy',
      aliases: ['cp'],
      load: async () => (await import('./commands/copy.js')).default,
    },
    {
      name: 'delete',
      aliases: ['del', 'remove', 'rm'],
      load: async () => (await import('./commands/delete.js')).default,
    },
    {
      name: 'diff',
      aliases: ['di'],
      load: async () => (await import('./commands/diff.js')).default,
    },
    { name: 'export', load: async () => (await import('./commands/export.js')).default },
    { name: 'import', load: async () => (await import('./commands/import.js')).default },
    { name: 'info', load: async () => (await import('./commands/info.js')).default },
    { name: 'list', aliases: ['ls'], load: async () => (await import('./commands/list.js')).default },
    { name: 'lock', load: async () => (await import('./commands/lock.js')).default },
    { name: 'log', load: async () => (await import('./commands/log.js')).default },
    { name: 'mkdir', load: async () => (await import('./commands/mkdir.js')).default },
    {
      name: 'move',
      aliases: ['mv', 'rename', 'ren'],
      load: async () => (await import('./commands/move.js')).default,
    },
    { name: 'mucc', load: async () => (await import('./commands/mucc.js')).default },
    {
      name: 'propdel',
      aliases: ['pdel', 'pd'],
      load: async () => (await import('./commands/propdel.js')).default,
    },
    {
      name: 'propget',
      aliases: ['pget', 'pg'],
      load: async () => (await import('./commands/propget.js')).default,
    },
    {
      name: 'proplist',
      aliases: ['plist', 'pl'],
      load: async () => (await import('./commands/proplist.js')).default,
    },
    {
      name: 'propset',
      aliases: ['pset', 'ps'],
      load: async () => (await import('./commands/propset.js')).default,
    },
    { name: 'unlock', load: async () => (await import('./commands/unlock.js')).default },
    { name: 'put', load: async () => (await import('./commands/put.js')).default },
  ],
};
