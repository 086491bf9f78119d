import {
  argumentError,
  checkUrl,
  commandLineError,
  defineSubcommand,
  formatProgressBytes,
  jsonLine,
} from '@revstore/command-line';
import { resolveTarget, type ImportEvent } from '@revstore/repository';
import { chooseAuthor } from '../author.js';
import { readImportSettings } from '../import-settings.js';
import { canonicalLocalPath, Locations, refuseUrl } from '../locations.js';
import { checkLogMessage, logMessage } from '../log-message.js';
import type { RepoState } from '../repo-state.js';

/** An event as svn prints it. */
function formatEvent(event: ImportEvent): string {
  switch (event.type) {
    case 'add':
      return `${event.binary ? 'Adding  (bin) ' : 'Adding        '} ${event.path || '.'}\n`;
    case 'skip':
      return `Skipped '${event.path}'\n`;
    case 'commit-start':
      return 'Committing transaction...\n';
    case 'committed':
      return `Committed revision ${event.revision}.\n`;
    case 'progress':
      return '';
  }
}

function formatJsonEvent(event: ImportEvent): string {
  switch (event.type) {
    case 'add':
      return jsonLine({ event: 'add', path: event.path, kind: event.kind, binary: event.binary });
    case 'skip':
      return jsonLine({ event: 'skip', path: event.path });
    case 'committed':
      return jsonLine({
        event: 'committed',
        revision: event.revision,
        author: event.author,
        date: event.date,
      });
    case 'commit-start':
    case 'progress':
      return '';
  }
}

export default defineSubcommand<RepoState>({
  summary: 'Commit a file or a directory of this machine as new files in a repository.',
  usage: ['import [PATH] TARGET'],
  help: `The contents of a directory go into TARGET, a file becomes TARGET; parents that are missing are made in the
same revision. Without PATH the working directory is imported. Names that the ignore patterns match are
left out, symbolic links are stored as links.

The author is --username, else the environment's REPO_USER, else the user of the system.`,
  options: [
    'quiet',
    'non-recursive',
    'depth',
    'auto-props',
    'no-auto-props',
    'force',
    'no-ignore',
    'message',
    'file',
    'force-log',
    'editor-cmd',
    'encoding',
    'with-revprop',
    'json',
  ],
  optionDescriptions: {
    force: 'leave out what is neither file, directory nor link',
    quiet: 'print nothing',
  },
  async run({ state, operands, output, progress, report, signal }) {
    checkLogMessage(state);
    if (state.autoProps === true && state.noAutoProps) {
      throw commandLineError(
        'CL_MUTUALLY_EXCLUSIVE_ARGS',
        '--auto-props and --no-auto-props are mutually exclusive',
      );
    }
    if (operands.length === 0) {
      throw commandLineError('CL_INSUFFICIENT_ARGS', 'Repository URL required when importing');
    }
    if (operands.length > 2) throw argumentError('Too many arguments to import command');
    const [source, target] = operands.length === 2 ? (operands as [string, string]) : ['', operands[0]!];
    refuseUrl(source);
    checkUrl(target);
    const settings = await readImportSettings(state, report);
    const message = logMessage(state, settings.logEncoding);
    const { repositoryPath, path } = await resolveTarget(target);
    await using locations = new Locations();
    const repository = await locations.open(repositoryPath);
    const author = chooseAuthor(state.username);
    const format = state.json ? formatJsonEvent : formatEvent;
    await repository.importTree(canonicalLocalPath(source), {
      ...settings.options,
      target: path,
      message,
      ...(author === undefined ? {} : { author }),
      ...(state.revisionProperties === undefined ? {} : { revisionProperties: state.revisionProperties }),
      ...(state.depth === undefined ? {} : { depth: state.depth }),
      noIgnore: state.noIgnore,
      skipUnknownTypes: state.force,
      signal,
      onEvent(event) {
        if (event.type === 'progress') {
          if (progress.visible) progress.update(`${event.files} files, ${formatProgressBytes(event.bytes)}`);
        } else if (!state.quiet || state.json) {
          progress.clear();
          output.write(format(event));
          if (event.type !== 'add') output.push();
        }
      },
    });
  },
});
