import { commandLineError, defineSubcommand } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { changeNodeProperty } from '../change-node-property.js';
import { changeRevisionProperty, targetsWithoutPeg } from '../change-revision-property.js';
import { checkLogMessage } from '../log-message.js';
import { repoErrors } from '../repo-errors.js';
import type { RepoState } from '../repo-state.js';
import { commitHelp, commitOptions } from '../url-commit.js';

export default defineSubcommand<RepoState>({
  summary: 'Remove a property of files, directories or a revision.',
  usage: ['propdel PROPNAME [TARGET...]', 'propdel PROPNAME --revprop -r REV [TARGET]'],
  help: `1. Commits the removal from all TARGETs in one revision. Where none of them has the property, no revision
   is made.

2. TARGET only names the repository. A property that is not there is no error. The repository's hook
   pre-revprop-change has to allow the change.

${commitHelp}`,
  options: ['revision', 'targets', 'recursive', 'depth', 'revprop', ...commitOptions],
  optionDescriptions: { revprop: 'change a revision property (use with -r)', quiet: 'print nothing' },
  async run(invocation) {
    const { state, operands, report } = invocation;
    const [name, ...others] = operands;
    if (name === undefined) throw commandLineError('CL_INSUFFICIENT_ARGS');
    const targets = targetsWithoutPeg({ state, operands: others, report }, true);
    if (state.revprop) return changeRevisionProperty(invocation, name, undefined, targets);
    if (state.ranges.length > 0)
      throw new RevstoreError(
        repoErrors.CLIENT_PROPERTY_NAME,
        `Cannot specify revision for deleting versioned property '${name}'`,
      );
    checkLogMessage(state);
    return changeNodeProperty(invocation, name, undefined, targets);
  },
});
