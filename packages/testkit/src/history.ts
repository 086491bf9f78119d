import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './project.js';
import { run } from './run.js';
import { setShardSize, svnadmin, type SvnRepository } from './svn.js';

/** As loaded, in shards of 1000; or in shards of 100, all full ones packed. */
export type HistoryVariant = 'unpacked' | 'packed100';

/** The dump of 3,006 revisions of real history: `REVSTORE_HISTORY`, or `../shared/data` beside the checkout. */
export function historyDump(): string {
  return process.env['REVSTORE_HISTORY'] ?? resolve(projectRoot, '../shared/data/history-3k.dump.xz');
}

/** Why tests of the history repository cannot run here, or `undefined`. The dump is no part of the checkout. */
export function historyMissing(): string | undefined {
  return existsSync(historyDump()) ? undefined : `no dump at ${historyDump()}`;
}

/**
 * Loads the history into a repository that later runs find again below the system's temporary directory. It is shared:
 * read it only. The first call of a variant takes about a minute.
 */
export async function loadHistory(variant: HistoryVariant): Promise<SvnRepository> {
  const dump = historyDump();
  const { size, mtimeMs } = statSync(dump);
  const key = createHash('sha256').update(`1 ${dump} ${size} ${mtimeMs}`).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `revstore-history-${variant}-${key}`);
  if (!existsSync(path)) await make(dump, variant, path);
  return { path, url: pathToFileURL(path).href };
}

async function make(dump: string, variant: HistoryVariant, path: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'revstore-loading-'));
  try {
    const repository = join(scratch, 'repository');
    await svnadmin(['create', repository]);
    if (variant === 'packed100') setShardSize(repository, 100);
    await load(dump, repository);
    if (variant === 'packed100') await svnadmin(['pack', '-q', repository]);
    renameSync(repository, path);
  } catch (error) {
    // Another process may have been faster; what it made is as good.
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function load(dump: string, repository: string): Promise<void> {
  const pipeline = 'xz -dc "$0" | svnadmin load -q --no-flush-to-disk -M 64 "$1"';
  await run('bash', ['-o', 'pipefail', '-c', pipeline, dump, repository], { timeout: 900_000 });
}
