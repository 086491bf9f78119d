import {
  argumentError,
  commandLineError,
  parseChangeArgument,
  parseRevisionRange,
  type OptionTable,
} from '@revstore/command-line';
import { parseConfigOption } from '@revstore/working-files';
import { diffOptions } from './diff-options.js';
import { editOptions, readArgumentFile } from './edit-options.js';
import { checkPropertyName } from './property-names.js';
import type { RepoState } from './repo-state.js';

const DEPTHS = ['empty', 'files', 'immediates', 'infinity'] as const;

function parseLimit(text: string): number {
  const bad = /^[-+]?\d+$/.test(text)
    ? Math.abs(Number(text)) <= 0x7fffffff
      ? undefined
      : `Number '${text}' is out of range '[-2147483648, 2147483647]'`
    : `Could not convert '${text}' into a number`;
  if (bad !== undefined) {
    throw argumentError('Non-numeric limit argument given', commandLineError('INCORRECT_PARAMS', bad));
  }
  if (Number(text) <= 0) throw commandLineError('INCORRECT_PARAMS', 'Argument to --limit must be positive');
  return Number(text);
}

function parseDepth(text: string): (typeof DEPTHS)[number] {
  const depth = DEPTHS.find((name) => name === text);
  if (depth === undefined) {
    throw argumentError(`'${text}' is not a valid depth; try 'empty', 'files', 'immediates', or 'infinity'`);
  }
  return depth;
}

function addRevisionProperty(state: RepoState, text: string): void {
  if (text === '') throw argumentError('Revision property pair is empty');
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  checkPropertyName(name);
  state.revisionProperties ??= new Map();
  state.revisionProperties.set(name, Buffer.from(equals < 0 ? '' : text.slice(equals + 1)));
}

/** Every option of `repo`. */
export const repoOptions: OptionTable<RepoState> = {
  help: { short: 'h', description: 'show help on a subcommand', apply: (state) => (state.help = true) },
  version: { description: 'show program version information', apply: (state) => (state.version = true) },
  quiet: {
    short: 'q',
    description: 'print nothing, or only summary information',
    apply: (state) => (state.quiet = true),
  },
  verbose: { short: 'v', description: 'print extra information', apply: (state) => (state.verbose = true) },
  revision: {
    short: 'r',
    argument: true,
    description:
      "a revision, or two as ARG1:ARG2 where a range makes sense:\n   NUMBER       revision number\n   '{' DATE '}' the youngest one at a date\n   'HEAD'       the youngest one",
    apply(state, text) {
      const range = parseRevisionRange(text);
      if (range === undefined) throw argumentError(`Syntax error in revision argument '${text}'`);
      state.ranges.push(range);
    },
  },
  change: {
    short: 'c',
    argument: true,
    description: 'the change made in revision ARG; a list of numbers,\nranges M-N, and negative numbers',
    apply(state, text) {
      for (const { start, end } of parseChangeArgument(text)) {
        state.usedChange = true;
        state.ranges.push({ start: { kind: 'number', number: start }, end: { kind: 'number', number: end } });
      }
    },
  },
  depth: {
    argument: true,
    description: "reach down to depth ARG: 'empty', 'files',\n'immediates' or 'infinity'",
    apply: (state, text) => (state.depth = parseDepth(text)),
  },
  recursive: {
    short: 'R',
    description: 'reach all below, same as --depth=infinity',
    apply: (state) => (state.depth = 'infinity'),
  },
  'non-recursive': {
    short: 'N',
    description: 'obsolete; same as --depth=files',
    apply: (state) => (state.nonRecursive = true),
  },
  xml: { description: 'output in XML', apply: (state) => (state.xml = true) },
  json: { description: 'output in JSON, one object a line', apply: (state) => (state.json = true) },
  incremental: {
    description: 'leave out what would spoil joining several outputs',
    apply: (state) => (state.incremental = true),
  },
  'human-readable': {
    short: 'H',
    description: 'show sizes with units of powers of 1024',
    apply: (state) => (state.humanReadable = true),
  },
  limit: {
    short: 'l',
    argument: true,
    description: 'show at most ARG revisions',
    apply: (state, text) => (state.limit = parseLimit(text)),
  },
  force: { description: 'force the operation', apply: (state) => (state.force = true) },
  message: {
    short: 'm',
    argument: true,
    description: 'use ARG as the log message',
    apply: (state, text) => (state.message = text),
  },
  file: {
    short: 'F',
    argument: true,
    description: "read the log message from file ARG ('-': standard input)",
    apply: (state, name) => (state.messageFile = { name, contents: readArgumentFile(name) }),
  },
  encoding: {
    argument: true,
    description: 'the log message is in character set ARG',
    apply: (state, text) => (state.encoding = text),
  },
  'force-log': {
    description: 'accept a log message that looks like a mistake',
    apply: (state) => (state.forceLog = true),
  },
  'editor-cmd': {
    argument: true,
    description: 'accepted and ignored; there is no editor',
    apply: () => {},
  },
  targets: {
    argument: true,
    description: 'read more targets from file ARG, one a line',
    apply(state, name) {
      state.targets = readArgumentFile(name)
        .toString()
        .split(/[\n\r]+/)
        .map((line) => line.trim())
        .filter((line) => line !== '');
    },
  },
  'with-revprop': {
    argument: true,
    description: 'set revision property ARG, as NAME[=VALUE]',
    apply: addRevisionProperty,
  },
  'with-all-revprops': {
    description: 'show all revision properties',
    apply: (state) => (state.withAllRevisionProperties = true),
  },
  'with-no-revprops': {
    description: 'show no revision properties',
    apply: (state) => (state.withNoRevisionProperties = true),
  },
  revprop: {
    description: 'look at a revision property (use with -r)',
    apply: (state) => (state.revprop = true),
  },
  'stop-on-copy': {
    description: 'do not follow history through copies',
    apply: (state) => (state.stopOnCopy = true),
  },
  search: {
    argument: true,
    description: 'use ARG as a search pattern (glob syntax, without\nregard to case and accents)',
    apply: (state, text) => state.search.push([text]),
  },
  'search-and': {
    argument: true,
    description: 'combine ARG with the search pattern before it',
    apply(state, text) {
      const group = state.search.at(-1);
      if (group === undefined) state.search.push([text]);
      else group.push(text);
    },
  },
  'auto-props': {
    description: 'turn automatic properties on',
    apply: (state) => (state.autoProps = true),
  },
  'no-auto-props': {
    description: 'turn automatic properties off',
    apply: (state) => (state.noAutoProps = true),
  },
  'no-ignore': {
    description: 'take along what ignore patterns name',
    apply: (state) => (state.noIgnore = true),
  },
  'ignore-keywords': {
    description: 'do not expand keywords',
    apply: (state) => (state.ignoreKeywords = true),
  },
  'ignore-externals': {
    description: 'leave externals out; they always are',
    apply: (state) => (state.ignoreExternals = true),
  },
  'native-eol': {
    argument: true,
    description: "write line ends of files with the native style as ARG:\n'LF', 'CR' or 'CRLF'",
    apply(state, text) {
      if (text !== 'LF' && text !== 'CR' && text !== 'CRLF') {
        throw argumentError(`Syntax error in native-eol argument '${text}'`);
      }
      state.nativeEol = text;
    },
  },
  'show-item': {
    argument: true,
    description: 'print only the item ARG',
    apply: (state, text) => (state.showItem = text),
  },
  'no-newline': {
    description: 'do not print a line end at the end',
    apply: (state) => (state.noNewline = true),
  },
  strict: { description: 'old name of --no-newline', apply: (state) => (state.noNewline = true) },
  'show-inherited-props': {
    description: 'show properties of the directories above, too',
    apply: (state) => (state.showInherited = true),
  },
  ...diffOptions,
  'use-merge-history': {
    short: 'g',
    description: 'follow what was merged, too',
    apply: (state) => (state.mergeHistory = true),
  },
  ...editOptions,
  username: {
    short: 'u',
    argument: true,
    description: 'the author of a new revision',
    apply: (state, text) => (state.username = text),
  },
  password: { short: 'p', argument: true, description: 'accepted and ignored', apply: () => {} },
  'password-from-stdin': {
    description: 'accepted and ignored; nothing is read',
    apply: (state) => (state.passwordFromStdin = true),
  },
  'no-auth-cache': { description: 'accepted and ignored; nothing is kept', apply: () => {} },
  'non-interactive': {
    description: 'accepted; nothing is ever asked',
    apply: (state) => (state.nonInteractive = true),
  },
  'force-interactive': {
    description: 'accepted; nothing is ever asked',
    apply: (state) => (state.forceInteractive = true),
  },
  'trust-server-cert': {
    description: 'accepted and ignored',
    apply: (state) => (state.trustServerCertificate = true),
  },
  'trust-server-cert-failures': {
    argument: true,
    description: 'accepted and ignored',
    apply: (state) => (state.trustServerCertificate = true),
  },
  'config-dir': {
    argument: true,
    description: "read the user's configuration from directory ARG",
    apply: (state, text) => (state.configDirectory = text),
  },
  'config-option': {
    argument: true,
    description: 'set an option of the configuration, as\n    FILE:SECTION:OPTION=[VALUE]',
    apply(state, text, report) {
      const { option, warning } = parseConfigOption(text);
      if (warning !== undefined) report.warn(warning);
      state.configOptions.push(option);
    },
  },
};

/** Options that every subcommand accepts, so that scripts can always pass them. */
export const globalOptions = [
  'username',
  'password',
  'password-from-stdin',
  'no-auth-cache',
  'non-interactive',
  'force-interactive',
  'trust-server-cert',
  'trust-server-cert-failures',
  'config-dir',
  'config-option',
];
