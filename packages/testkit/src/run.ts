import { spawn } from 'node:child_process';

/** How a program is run. */
export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Given on standard input, which is empty otherwise. */
  readonly input?: string | Uint8Array;
  /** Milliseconds until the program is killed; default 120,000. */
  readonly timeout?: number;
  /** The exit code that is right, or `'any'`; default 0. */
  readonly expectCode?: number | 'any';
  /** Told of each piece of standard output as it comes. */
  readonly onOutput?: (text: string) => void;
  /** Ends the program with SIGKILL. */
  readonly signal?: AbortSignal;
}

/** What a program left behind. */
export interface RunResult {
  /** Exit code, or -1 where a signal ended the program. */
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
  /** Standard output as UTF-8 text. */
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as it came. */
  readonly stdoutBytes: Buffer;
}

/**
 * Runs a program to its end, in the locale C.UTF-8 and the time zone UTC.
 *
 * @throws Error with the program's standard error where the exit code is not the one expected, or it ran too long.
 */
export async function run(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const timeout = options.timeout ?? 120_000;
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...options.env },
    signal: options.signal,
    killSignal: 'SIGKILL',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => {
    output.push(piece);
    options.onOutput?.(piece.toString());
  });
  child.stderr.on('data', (piece: Buffer) => errors.push(piece));
  // A program that fails early closes its input; its exit code tells why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, timeout);
  const [code, signal] = await new Promise<[number, NodeJS.Signals | null]>((resolve, reject) => {
    child.on('error', (error) => {
      // An abort is reported as an error too, but the program's end still follows.
      if (error.name !== 'AbortError') reject(error);
    });
    child.on('close', (exitCode, exitSignal) => resolve([exitCode ?? -1, exitSignal]));
  }).finally(() => clearTimeout(timer));
  const stdoutBytes = Buffer.concat(output);
  const result = {
    code,
    signal,
    stdout: stdoutBytes.toString(),
    stderr: Buffer.concat(errors).toString(),
    stdoutBytes,
  };
  const expected = options.expectCode ?? 0;
  const line = [program, ...args].join(' ');
  if (late) throw new Error(`${line}: killed after ${timeout} ms\n${result.stderr}`);
  if (expected !== 'any' && code !== expected) {
    throw new Error(`${line}: exit ${signal ?? code}, expected ${expected}\n${result.stderr}`);
  }
  return result;
}
