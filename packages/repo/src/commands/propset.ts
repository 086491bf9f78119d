import { argumentError, commandLineError, defineSubcommand } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { changeRevisionProperty, targetsWithoutPeg } from '../change-revision-property.js';
import { checkPropertyName, checkReservedName, revisionPropertyNames } from '../property-names.js';
import { repoErrors } from '../repo-errors.js';
import type { RepoState } from '../repo-state.js';
import { translatedText } from '../translated-text.js';

/** The value as it is stored: those of `svn:` properties are text, up to the first NUL. */
function storedValue(name: string, given: Uint8Array, encoding: string | undefined): Uint8Array {
  if (!name.startsWith('svn:')) {
    if (encoding === undefined) return given;
    throw new RevstoreError(
      repoErrors.UNSUPPORTED_FEATURE,
      '--encoding option applies only to textual Subversion-controlled properties',
    );
  }
  const end = given.indexOf(0);
  return Buffer.from(translatedText(end < 0 ? given : given.subarray(0, end), encoding));
}

export default defineSubcommand<RepoState>({
  summary: 'Set the value of a property of a revision.',
  usage: ['propset PROPNAME PROPVAL --revprop -r REV [TARGET]'],
  help: `The value may come from a file (--file) instead. Those of properties whose names begin with 'svn:' are text
and are stored as UTF-8 with LF; all others are stored as they are. TARGET only names the repository.

The repository's hook pre-revprop-change has to allow the change.`,
  options: ['file', 'encoding', 'quiet', 'revision', 'targets', 'revprop', 'force', 'json'],
  optionDescriptions: {
    file: "read the value from file ARG ('-': standard input)",
    encoding: 'the value is in character set ARG',
    force: "accept 'svn:' names that are not known and authors of\nseveral lines",
    revprop: 'change a revision property (use with -r)',
    quiet: 'print nothing',
  },
  async run(invocation) {
    const { state, operands, report } = invocation;
    const fromFile = state.messageFile?.contents;
    const [name, ...others] = operands;
    if (name === undefined || (fromFile === undefined && others.length === 0))
      throw commandLineError('CL_INSUFFICIENT_ARGS');
    checkPropertyName(name);
    if (state.revprop && !state.force) checkReservedName(name, revisionPropertyNames);
    const given = fromFile ?? Buffer.from(others.shift()!);
    const value = storedValue(name, given, state.encoding);
    const targets = targetsWithoutPeg({ state, operands: others, report }, state.revprop);
    if (state.revprop) return changeRevisionProperty(invocation, name, value, targets);
    if (state.ranges.length > 0)
      throw argumentError(`Cannot specify revision for setting versioned property '${name}'`);
    throw commandLineError('ILLEGAL_TARGET', 'Only properties of revisions can be set (use --revprop)');
  },
});
