import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, type RunOptions, type RunResult } from './run.js';

let missing: string | undefined | null = null;

/**
 * Why Subversion cannot be the oracle here, or `undefined` where `svn` and `svnadmin` can be run.
 *
 * @throws Error where they are missing and the environment has `CI`: there they must be installed.
 */
export function svnMissing(): string | undefined {
  if (missing === null) {
    const absent = ['svn', 'svnadmin'].filter(
      (program) => spawnSync(program, ['--version', '-q']).status !== 0,
    );
    missing = absent.length === 0 ? undefined : `not installed: ${absent.join(', ')}`;
  }
  if (missing !== undefined && process.env['CI']) throw new Error(missing);
  return missing;
}

let configDirectory: string | undefined;

/** The options that keep `svn` and `repo` away from the user's own configuration and from any question. */
export function isolation(): string[] {
  if (configDirectory === undefined) {
    // One for all runs: test processes are killed at their end and could not remove it.
    configDirectory = join(tmpdir(), `revstore-config-${process.getuid?.() ?? 0}`);
    mkdirSync(configDirectory, { recursive: true, mode: 0o700 });
  }
  return ['--config-dir', configDirectory, '--non-interactive', '--no-auth-cache'];
}

/** Runs `svn` with a configuration directory of its own. @throws as {@link run} does. */
export function svn(args: readonly string[], options?: RunOptions): Promise<RunResult> {
  return run('svn', [...args.slice(0, 1), ...isolation(), ...args.slice(1)], options);
}

/** Runs `svnadmin`. @throws as {@link run} does. */
export function svnadmin(args: readonly string[], options?: RunOptions): Promise<RunResult> {
  return run('svnadmin', args, options);
}

/** The youngest revision, as `svnlook` tells it. @throws as {@link run} does. */
export async function svnYoungest(path: string): Promise<number> {
  return Number((await run('svnlook', ['youngest', path])).stdout);
}

/** One action of a commit, as `svnmucc` takes them; paths are relative to the repository's root. */
export type Change =
  | { readonly mkdir: string }
  | { readonly put: string; readonly contents: string | Uint8Array }
  | { readonly rm: string }
  | { readonly cp: string; readonly to: string; readonly revision?: number }
  | { readonly mv: string; readonly to: string }
  | { readonly propset: string; readonly name: string; readonly value: string | Uint8Array }
  | { readonly propdel: string; readonly name: string };

/** How {@link svnRepository} makes a repository. */
export interface SvnRepositoryOptions {
  /** Revisions a shard holds; default svn's 1000. */
  readonly shardSize?: number;
  /** `--compatible-version` of svnadmin. */
  readonly compatibleVersion?: string;
  /** Lines that are added to `db/fsfs.conf`. */
  readonly configuration?: string;
  /** One commit each, in this order. */
  readonly revisions?: readonly (readonly Change[])[];
  /** Whether `svnadmin pack` is run at the end. */
  readonly pack?: boolean;
}

/** A repository that real Subversion made. */
export interface SvnRepository {
  readonly path: string;
  readonly url: string;
}

/** Makes a repository at `path`, which must not exist, with svnadmin and svnmucc. @throws as {@link run} does. */
export async function svnRepository(
  path: string,
  options: SvnRepositoryOptions = {},
): Promise<SvnRepository> {
  const version =
    options.compatibleVersion === undefined ? [] : ['--compatible-version', options.compatibleVersion];
  await svnadmin(['create', ...version, path]);
  if (options.shardSize !== undefined) setShardSize(path, options.shardSize);
  if (options.configuration !== undefined) {
    writeFileSync(join(path, 'db/fsfs.conf'), `\n${options.configuration}\n`, { flag: 'a' });
  }
  const repository = { path, url: pathToFileURL(path).href };
  for (const changes of options.revisions ?? []) await svnCommit(repository.url, changes);
  if (options.pack) await svnadmin(['pack', '-q', path]);
  return repository;
}

/** Edits the shard size of a repository that has no revision but 0, the one moment when that is allowed. */
export function setShardSize(path: string, shardSize: number): void {
  const file = join(path, 'db/format');
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  writeFileSync(file, text.replace(/layout sharded \d+/, `layout sharded ${shardSize}`), { mode: 0o444 });
}

/** Commits changes in one revision with svnmucc. @throws as {@link run} does. */
export async function svnCommit(
  url: string,
  changes: readonly Change[],
  message = 'A change.',
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'revstore-put-'));
  try {
    const args = changes.flatMap((change, index) => svnmuccArguments(change, join(scratch, `${index}`)));
    await run('svnmucc', [...isolation(), '-U', url, '-m', message, '--', ...args]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function svnmuccArguments(change: Change, scratchFile: string): string[] {
  if ('mkdir' in change) return ['mkdir', change.mkdir];
  if ('rm' in change) return ['rm', change.rm];
  if ('mv' in change) return ['mv', change.mv, change.to];
  if ('cp' in change) return ['cp', `${change.revision ?? 'HEAD'}`, change.cp, change.to];
  if ('propdel' in change) return ['propdel', change.name, change.propdel];
  if ('propset' in change) {
    writeFileSync(scratchFile, change.value);
    return ['propsetf', change.name, scratchFile, change.propset];
  }
  writeFileSync(scratchFile, change.contents);
  return ['put', scratchFile, change.put];
}
