import { statSync } from 'node:fs';
import {
  argumentError,
  commandLineError,
  defineSubcommand,
  formatProgressBytes,
  isUrl,
  jsonLine,
  splitPeg,
} from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { baseName, decodeUriPath, type ExportEvent, type ExportResult } from '@revstore/repository';
import { canonicalLocalPath, Locations, refuseUrl, type Location } from '../locations.js';
import { repoErrors } from '../repo-errors.js';
import { singleRevision, type RepoState } from '../repo-state.js';

/** The local path to export to; without one the target's own name is used. */
function localTarget(from: string, to: string | undefined): string {
  if (to === undefined) {
    const name = baseName(canonicalLocalPath(splitPeg(from).target));
    return isUrl(from) ? decodeUriPath(name) : name;
  }
  refuseUrl(to);
  const { target, peg } = splitPeg(to);
  if (peg.length > 1) {
    throw commandLineError('ILLEGAL_TARGET', `'${to}': a peg revision is not allowed here`);
  }
  return canonicalLocalPath(target);
}

function formatEvent(event: ExportEvent): string {
  return event.type === 'add' ? `A    ${event.path || '.'}\n` : '';
}

function formatJsonEvent(event: ExportEvent): string {
  return event.type === 'add' ? jsonLine({ event: 'add', path: event.path, kind: event.kind }) : '';
}

function formatResult(result: ExportResult): string {
  return result.kind === 'dir' ? `Exported revision ${result.revision}.\n` : 'Export complete.\n';
}

function formatJsonResult({ revision, kind, files, directories, bytesWritten }: ExportResult): string {
  return jsonLine({ event: 'exported', revision, kind, files, directories, bytesWritten });
}

async function checkExists({ view, path, targetUrl }: Location): Promise<'file' | 'dir'> {
  if (await view.exists(path)) return (await view.stat(path)).kind;
  throw new RevstoreError(repoErrors.RA_ILLEGAL_URL, `URL '${targetUrl}' doesn't exist`, { data: { path } });
}

/**
 * The local path of an exported file: in an existing directory it keeps its own name.
 *
 * @throws RevstoreError ILLEGAL_TARGET (E200009) where something else is there that must stay.
 */
function fileTarget(to: string, path: string, force: boolean): string {
  const stat = (name: string) => statSync(name, { throwIfNoEntry: false });
  let target = to;
  if (to === '') target = baseName(path);
  else if (stat(to)?.isDirectory() === true)
    target = to.endsWith('/') ? to + baseName(path) : `${to}/${baseName(path)}`;
  const existing = stat(target);
  if (existing?.isDirectory() === true) {
    throw commandLineError(
      'ILLEGAL_TARGET',
      `Destination '${target}' exists. Cannot overwrite directory with non-directory`,
    );
  }
  if (existing !== undefined && !force) {
    throw commandLineError(
      'ILLEGAL_TARGET',
      `Destination file '${target}' exists, and will not be overwritten unless forced`,
    );
  }
  return target;
}

export default defineSubcommand<RepoState>({
  summary: 'Write a tree or a file of a repository to this machine.',
  usage: ['export TARGET[@REV] [PATH]'],
  help: `Without PATH, the last part of TARGET is the name. Keywords are expanded, files get the date of their last
change. An existing directory is refused unless --force is given; what else is in it stays.`,
  options: [
    'revision',
    'quiet',
    'non-recursive',
    'depth',
    'force',
    'native-eol',
    'ignore-externals',
    'ignore-keywords',
    'json',
  ],
  optionDescriptions: { force: 'overwrite what is there' },
  async run({ state, operands, output, progress, signal }) {
    const [from, to, ...more] = operands;
    if (from === undefined) throw commandLineError('CL_INSUFFICIENT_ARGS');
    if (more.length > 0) throw argumentError();
    const local = localTarget(from, to);
    await using locations = new Locations();
    const location = await locations.find(from, singleRevision(state));
    const kind = await checkExists(location);
    const target = kind === 'file' ? fileTarget(local, location.targetPath, state.force) : local;
    const format = state.json ? formatJsonEvent : formatEvent;
    try {
      const result = await location.repository.exportTree(target, {
        source: location.path,
        revision: location.revision,
        depth: state.depth ?? 'infinity',
        force: state.force,
        ignoreKeywords: state.ignoreKeywords,
        rootUrl: location.rootUrl,
        ...(state.nativeEol === undefined ? {} : { nativeEol: state.nativeEol }),
        signal,
        onEvent(event) {
          if (event.type === 'progress') {
            if (progress.visible)
              progress.update(`${event.files} files, ${formatProgressBytes(event.bytes)}`);
          } else if (!state.quiet || state.json) {
            progress.clear();
            output.write(format(event));
          }
        },
      });
      if (state.json) output.write(formatJsonResult(result));
      else if (!state.quiet) output.write(formatResult(result));
    } catch (error) {
      const { WC_OBSTRUCTED_UPDATE } = repoErrors;
      if (!(error instanceof RevstoreError) || error.svnCode !== WC_OBSTRUCTED_UPDATE.svn || state.force)
        throw error;
      throw new RevstoreError(
        WC_OBSTRUCTED_UPDATE,
        'Destination directory exists; please remove the directory or use --force to overwrite',
        { cause: error },
      );
    }
  },
});
