import { commandLineError, defineSubcommand } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { changeRevisionProperty, targetsWithoutPeg } from '../change-revision-property.js';
import { repoErrors } from '../repo-errors.js';
import type { RepoState } from '../repo-state.js';

export default defineSubcommand<RepoState>({
  summary: 'Remove a property of a revision.',
  usage: ['propdel PROPNAME --revprop -r REV [TARGET]'],
  help: `TARGET only names the repository. A property that is not there is no error.

The repository's hook pre-revprop-change has to allow the change.`,
  options: ['quiet', 'revision', 'targets', 'revprop', 'json'],
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
    throw commandLineError('ILLEGAL_TARGET', 'Only properties of revisions can be removed (use --revprop)');
  },
});
