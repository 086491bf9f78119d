import { argumentError, commandLineError, defineSubcommand } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { changeNodeProperty } from '../change-node-property.js';
import { changeRevisionProperty, targetsWithoutPeg } from '../change-revision-property.js';
import { checkLogMessage } from '../log-message.js';
import { nodePropertyNames } from '../node-properties.js';
import { checkPropertyName, checkReservedName, revisionPropertyNames } from '../property-names.js';
import { repoErrors } from '../repo-errors.js';
import type { RepoState } from '../repo-state.js';
import { translatedText } from '../translated-text.js';
import { commitHelp } from '../url-commit.js';

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
  summary: 'Set the value of a property of files, directories or a revision.',
  usage: ['propset PROPNAME PROPVAL TARGET...', 'propset PROPNAME PROPVAL --revprop -r REV [TARGET]'],
  help: `The value may come from a file (--file) instead. Those of properties whose names begin with 'svn:' are text
and are stored as UTF-8 with LF; all others are stored as they are.

1. Commits the property of all TARGETs in one revision, with the checks that svn makes in a working copy.
   Where svn:eol-style or svn:keywords are set, contents are stored anew as these say. What has the value
   already is left out; where that is all, no revision is made.

2. TARGET only names the repository. Its hook pre-revprop-change has to allow the change.

${commitHelp}`,
  options: [
    'file',
    'encoding',
    'quiet',
    'revision',
    'targets',
    'recursive',
    'depth',
    'revprop',
    'force',
    'message',
    'force-log',
    'editor-cmd',
    'with-revprop',
    'json',
  ],
  optionDescriptions: {
    file: "read the value from file ARG ('-': standard input)",
    encoding: 'the value is in character set ARG',
    force:
      "accept 'svn:' names that are not known, values of\nsvn:eol-style and svn:mime-type unchecked, and authors\nof several lines",
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
    if (!state.force) checkReservedName(name, state.revprop ? revisionPropertyNames : nodePropertyNames);
    const given = fromFile ?? Buffer.from(others.shift()!);
    const value = storedValue(name, given, state.encoding);
    const targets = targetsWithoutPeg({ state, operands: others, report }, state.revprop);
    if (state.revprop) return changeRevisionProperty(invocation, name, value, targets);
    if (state.ranges.length > 0)
      throw argumentError(`Cannot specify revision for setting versioned property '${name}'`);
    if (targets.length === 0)
      throw commandLineError(
        'CL_INSUFFICIENT_ARGS',
        fromFile === undefined
          ? `Explicit target required ('${Buffer.from(value).toString('utf8')}' interpreted as prop value)`
          : 'Explicit target argument required',
      );
    checkLogMessage(state);
    return changeNodeProperty(invocation, name, value, targets);
  },
});
