// Times one run of a program, and its peak memory where GNU time is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const gnuTime = '/usr/bin/time';

/** Runs `[program, ...args]`; `{ seconds, peakBytes }`, or throws with what it wrote to standard error. */
export function measure(command) {
  // What earlier runs left unwritten must not be paid by this one.
  spawnSync('sync');
  const directory = mkdtempSync(join(tmpdir(), 'revstore-time-'));
  try {
    const report = join(directory, 'report');
    const wrapped = existsSync(gnuTime) ? [gnuTime, '-q', '-f', '%M', '-o', report, ...command] : command;
    const begin = performance.now();
    const { status, stderr, error } = spawnSync(wrapped[0], wrapped.slice(1), {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    });
    const seconds = (performance.now() - begin) / 1000;
    if (status !== 0)
      throw new Error(`${command.join(' ')}: ${error?.message ?? `exit ${status}\n${stderr}`}`);
    const peakBytes = existsSync(report) ? Number(readFileSync(report, 'utf8').trim()) * 1024 : undefined;
    return { seconds, peakBytes };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The middle value, or the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
