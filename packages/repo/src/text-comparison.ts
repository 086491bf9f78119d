import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { parseDiffOptions, type DiffFormat, type TextComparer } from '@revstore/repository';
import { readConfiguration } from './runtime-configuration.js';
import { repoErrors } from './repo-errors.js';
import type { RepoState } from './repo-state.js';

/** How texts are compared, as the options and the configuration say. */
export type TextComparison = Pick<DiffFormat, 'lines' | 'compare' | 'forceText'>;

/** The words of `-x`. */
export function extensionWords(text: string): string[] {
  return text.split(/[ \t\n\r]+/).filter((word) => word !== '');
}

/**
 * What `-x`, `--diff-cmd`, `--internal-diff` and `--force` say, and the configuration where they say nothing.
 *
 * @throws RevstoreError INVALID_DIFF_OPTION (E200016) for options that the comparison inside does not know.
 */
export async function readTextComparison(
  state: RepoState,
  report: Report,
  signal: AbortSignal,
): Promise<TextComparison> {
  const config = await readConfiguration(state, report);
  const forceText = state.force || config.getBoolean('miscellany', 'diff-ignore-content-type', false);
  const args = extensionWords(state.diff.extensions ?? config.get('helpers', 'diff-extensions') ?? '');
  const configured = state.diff.internal ? undefined : config.get('helpers', 'diff-cmd');
  const command = state.diff.command ?? configured;
  return command === undefined || command === ''
    ? { forceText, lines: parseDiffOptions(args) }
    : { forceText, compare: programComparer(command, args, report, signal) };
}

/** Lets a program compare two texts that it finds in files; it is told their labels with `-L`. */
function programComparer(
  command: string,
  args: readonly string[],
  report: Report,
  signal: AbortSignal,
): TextComparer {
  return async (before, after, labels) => {
    const directory = await mkdtemp(join(tmpdir(), 'repo-diff-'));
    try {
      const files = [join(directory, 'before'), join(directory, 'after')];
      await Promise.all([writeFile(files[0]!, before), writeFile(files[1]!, after)]);
      const all = [...(args.length === 0 ? ['-u'] : args), '-L', labels.before, '-L', labels.after, ...files];
      const { code, output } = await runProgram(command, all, report, signal);
      if (code !== 0 && code !== 1)
        throw new RevstoreError(repoErrors.EXTERNAL_PROGRAM, `'${command}' returned ${code}`);
      return output;
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };
}

async function runProgram(
  command: string,
  args: readonly string[],
  report: Report,
  signal: AbortSignal,
): Promise<{ code: number; output: Buffer }> {
  const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'inherit'], signal });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.name === 'AbortError') return reject(signal.reason as Error);
      const what = error.code === 'ENOENT' ? 'No such file or directory' : 'Permission denied';
      report.print(`exec of '${command}' failed: ${what}`);
      resolve(255);
    });
    child.on('close', (exitCode) => resolve(exitCode ?? 255));
  });
  return { code, output: Buffer.concat(chunks) };
}
