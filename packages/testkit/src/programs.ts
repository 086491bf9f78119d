import { join } from 'node:path';
import { projectRoot } from './project.js';
import { run, type RunOptions, type RunResult } from './run.js';
import { isolation } from './svn.js';

/** The script of our client, run with Node. */
export const repoScript: string = join(projectRoot, 'packages/repo/bin/repo.js');

/** The script of our administration program. */
export const repoadminScript: string = join(projectRoot, 'packages/repoadmin/bin/repoadmin.js');

/** Runs `repo` with a configuration directory of its own. @throws as {@link run} does. */
export function repo(args: readonly string[], options?: RunOptions): Promise<RunResult> {
  return run(process.execPath, [repoScript, ...args.slice(0, 1), ...isolation(), ...args.slice(1)], options);
}

/** Runs `repoadmin`. @throws as {@link run} does. */
export function repoadmin(args: readonly string[], options?: RunOptions): Promise<RunResult> {
  return run(process.execPath, [repoadminScript, ...args], options);
}
