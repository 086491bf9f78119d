import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { concatBytes, strictUtf8Text } from '@revstore/bytes';
import { isSystemError, RevstoreError, systemError } from '@revstore/errors';
import { hookErrors } from './hook-errors.js';

/** How a hook is run. */
export interface HookRun {
  /** Name of the hook, as messages have it. */
  readonly name: string;
  /** Path of the program. */
  readonly program: string;
  readonly args: readonly string[];
  /** All of its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its standard input; empty where there is none. */
  readonly input?: Uint8Array;
  /** Whether its standard output is gathered; it is thrown away otherwise. */
  readonly gatherOutput?: boolean;
  /** Kills the hook. */
  readonly signal?: AbortSignal;
}

/** What a program that cannot be executed seems to end with. */
const notExecutable = 255;

/** apr_exit_why_e of a program that a signal ended. */
const endedBySignal = 2;

/** What a hook that says no keeps from happening. */
const blocked: Readonly<Record<string, string>> = {
  'start-commit': 'Commit',
  'pre-commit': 'Commit',
  'pre-revprop-change': 'Revprop change',
  'pre-lock': 'Lock',
  'pre-unlock': 'Unlock',
};

/** System errors that keep any process from starting, whatever the program. */
const outOfResources = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']);

/**
 * Whether there is a hook to run: a file, or a link to one; whether it can be executed shows when it is run.
 *
 * @throws RevstoreError `HOOK_FAILURE` for a symbolic link that leads to no file.
 */
export function isHookThere(program: string): boolean {
  try {
    if (statSync(program).isFile()) return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
  if (lstatSync(program, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false;
  throw new RevstoreError(hookErrors.HOOK_FAILURE, `Failed to run '${program}' hook; broken symlink`, {
    data: { path: program },
  });
}

/**
 * Runs a hook to its end, without a shell, in the working directory of this process.
 *
 * @returns what it wrote to standard output where that is gathered.
 * @throws RevstoreError `HOOK_FAILURE` where it ends with anything but 0, with what it wrote to standard error;
 * `HOOK_NOT_STARTED`; the signal's reason.
 * @see libsvn_repos/hooks.c#run_hook_cmd
 */
export async function runHook(hook: HookRun): Promise<Uint8Array> {
  hook.signal?.throwIfAborted();
  if (isPlainText(hook.program)) throw failure(hook, notExecutable, null, new Uint8Array());
  const { code, signal, output, errors } = await runToEnd(hook);
  if (code !== 0) throw failure(hook, code, signal, errors);
  return output;
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: Uint8Array;
  readonly errors: Uint8Array;
}

/**
 * Whether a file is text without an interpreter's name: the system executes none, but the C library's call that Node
 * uses would hand it to a shell.
 */
function isPlainText(program: string): boolean {
  let fd: number;
  try {
    fd = openSync(program, 'r');
  } catch {
    // What may be executed but not read is no script.
    return false;
  }
  try {
    const start = Buffer.alloc(256);
    const length = readSync(fd, start, 0, start.length, 0);
    return !start.toString('latin1', 0, 2).startsWith('#!') && !start.subarray(0, length).includes(0);
  } finally {
    closeSync(fd);
  }
}

async function runToEnd(hook: HookRun): Promise<Ended> {
  const { signal } = hook;
  let child: ChildProcess;
  try {
    child = spawn(hook.program, hook.args, {
      env: hook.environment,
      stdio: [
        hook.input === undefined ? 'ignore' : 'pipe',
        hook.gatherOutput === true ? 'pipe' : 'ignore',
        'pipe',
      ],
    });
  } catch (error) {
    if (isSystemError(error)) return notStarted(hook, error);
    throw error;
  }
  const output = gather(child.stdout);
  const errors = gather(child.stderr);
  // A hook need not read what it is given.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(hook.input);
  return new Promise((resolve, reject) => {
    const abort = () => {
      child.kill('SIGKILL');
      // What the hook started may live on and keep these open.
      child.stdout?.destroy();
      child.stderr?.destroy();
      reject(signal!.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    const end = () => signal?.removeEventListener('abort', abort);
    child.on('error', (error) => {
      end();
      if (!isSystemError(error)) reject(error);
      else
        try {
          resolve(notStarted(hook, error));
        } catch (failed) {
          reject(failed);
        }
    });
    child.on('close', (code, endSignal) => {
      end();
      resolve({ code, signal: endSignal, output: concatBytes(output), errors: concatBytes(errors) });
    });
  });
}

function gather(stream: Readable | null): Buffer[] {
  const pieces: Buffer[] = [];
  stream?.on('data', (piece: Buffer) => pieces.push(piece));
  return pieces;
}

/** Where the new process could not execute the program it ended as svn's child does; otherwise there was no process. */
function notStarted(hook: HookRun, error: NodeJS.ErrnoException & { code: string; errno: number }): Ended {
  if (outOfResources.has(error.code))
    throw new RevstoreError(hookErrors.HOOK_NOT_STARTED, `Failed to start '${hook.program}' hook`, {
      data: { path: hook.program },
      cause: systemError(error, `Can't start process '${hook.program}'`),
    });
  return { code: notExecutable, signal: null, output: new Uint8Array(), errors: new Uint8Array() };
}

function failure(
  { name, program }: HookRun,
  code: number | null,
  signal: NodeJS.Signals | null,
  errors: Uint8Array,
): RevstoreError {
  let message: string;
  if (signal !== null)
    message = `'${name}' hook failed (did not exit cleanly: apr_exit_why_e was ${endedBySignal}, exitcode was ${constants.signals[signal]}).  `;
  else if (blocked[name] !== undefined)
    message = `${blocked[name]} blocked by ${name} hook (exit code ${code})`;
  else message = `${name} hook failed (exit code ${code})`;
  const text = errorText(errors);
  return new RevstoreError(
    hookErrors.HOOK_FAILURE,
    message + (text === '' ? ' with no output.' : ` with output:\n${text}`),
    { data: { path: program, hook: name, output: text, ...(code === null ? {} : { exitCode: code }) } },
  );
}

/** What a hook wrote, up to its first NUL. */
function errorText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return (
    strictUtf8Text(end < 0 ? bytes : bytes.subarray(0, end)) ??
    '[Error output could not be translated from the native locale to UTF-8.]'
  );
}
