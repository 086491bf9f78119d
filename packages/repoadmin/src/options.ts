import { argumentError, parseRevisionRange, type OptionTable } from '@revstore/command-line';
import { checkCompatibleVersion } from '@revstore/repository';
import type { RepoadminState } from './repoadmin-state.js';
import { strictNumber } from './strict-number.js';

function parseShardSize(text: string): number {
  const size = /^\d+$/.test(text) ? Number(text) : 0;
  if (size < 1 || size > 0x7fffffff) throw argumentError(`'${text}' is not a valid shard size`);
  return size;
}

/** Bytes of `-M`'s argument, but no less than the caches need for their work. */
function parseCacheSize(text: string): number {
  const megabytes = strictNumber(text);
  return Math.min(Math.max(4, megabytes), 1024 * 1024) * 1024 * 1024;
}

/** Every option of `repoadmin`. */
export const repoadminOptions: OptionTable<RepoadminState> = {
  help: { short: 'h', description: 'show help on a subcommand', apply: (state) => (state.help = true) },
  version: { description: 'show program version information', apply: (state) => (state.version = true) },
  quiet: { short: 'q', description: 'no progress', apply: (state) => (state.quiet = true) },
  json: { description: 'output in JSON, one object a line', apply: (state) => (state.json = true) },
  'bypass-hooks': { description: 'do not run hooks', apply: (state) => (state.bypassHooks = true) },
  revision: {
    short: 'r',
    argument: true,
    description: 'revision ARG, or the range ARG1:ARG2',
    apply(state, text) {
      if (state.range !== undefined)
        throw argumentError("Multiple revision arguments encountered; try '-r N:M' instead of '-r N -r M'");
      const range = parseRevisionRange(text);
      if (range === undefined) throw argumentError(`Syntax error in revision argument '${text}'`);
      state.range = range;
    },
  },
  incremental: {
    description: 'tell of the first revision, too, only what it changed',
    apply: (state) => (state.incremental = true),
  },
  file: {
    short: 'F',
    argument: true,
    description: 'use file ARG',
    apply: (state, text) => (state.file = text),
  },
  'memory-cache-size': {
    short: 'M',
    argument: true,
    description: 'size of the caches, in MB; default 64',
    apply: (state, text) => (state.cacheBytes = parseCacheSize(text)),
  },
  'ignore-uuid': {
    description: 'leave the UUID of the repository as it is',
    apply: (state) => (state.uuid = 'ignore'),
  },
  'force-uuid': {
    description: 'take the UUID of the stream, whatever is there',
    apply: (state) => (state.uuid = 'force'),
  },
  'ignore-dates': {
    description: 'give revisions the time of the load',
    apply: (state) => (state.ignoreDates = true),
  },
  'parent-dir': {
    argument: true,
    description: 'load below directory ARG of the repository',
    apply: (state, text) => (state.parentDirectory = text),
  },
  'bypass-prop-validation': {
    description: 'take properties as they are',
    apply: (state) => (state.bypassPropertyValidation = true),
  },
  'normalize-props': {
    description: 'mend the line ends of svn: properties',
    apply: (state) => (state.normalizeProperties = true),
  },
  'use-pre-commit-hook': {
    description: 'run the pre-commit hook before each revision',
    apply: (state) => (state.usePreCommitHook = true),
  },
  'use-post-commit-hook': {
    description: 'run the post-commit hook after each revision',
    apply: (state) => (state.usePostCommitHook = true),
  },
  'no-flush-to-disk': {
    description: 'do not wait until what is written has reached the disk',
    apply: (state) => (state.noFlushToDisk = true),
  },
  'no-newline': {
    description: 'do not print a line end at the end',
    apply: (state) => (state.noNewline = true),
  },
  'compatible-version': {
    argument: true,
    description: 'make a repository that Subversion ARG can read\n("1.10" to "1.14"; default the newest)',
    apply(state, text) {
      checkCompatibleVersion(text);
      state.compatibleVersion = text;
    },
  },
  'fs-type': {
    argument: true,
    description: "kind of the repository; there is only 'fsfs'",
    apply: (state, text) => (state.fsType = text),
  },
  'shard-size': {
    argument: true,
    description: 'revisions in one directory; default 1000',
    apply: (state, text) => (state.shardSize = parseShardSize(text)),
  },
  'pre-1.4-compatible': {
    description: 'old; see --compatible-version',
    apply: (state) => (state.preVersion = '1.3'),
  },
  'pre-1.5-compatible': {
    description: 'old; see --compatible-version',
    apply: (state) => (state.preVersion = '1.4'),
  },
  'pre-1.6-compatible': {
    description: 'old; see --compatible-version',
    apply: (state) => (state.preVersion = '1.5'),
  },
  'bdb-txn-nosync': { description: 'accepted and ignored', apply: () => {} },
  'bdb-log-keep': { description: 'accepted and ignored', apply: () => {} },
  'config-dir': { argument: true, description: 'accepted and ignored', apply: () => {} },
};
