import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { isolation, run, type Change } from '@revstore/testkit';

/** Milliseconds that a commit may take, waiting for others included. */
const longestWait = 60_000;

/** Commits as another process, which may be killed meanwhile. */
export interface Writer {
  readonly program: 'svn' | 'ours';
  /**
   * Makes one revision.
   *
   * @param kill ends the process at once when it aborts; the next commit starts another one.
   * @returns the revision that was reported; `undefined` where the process was killed before.
   */
  commit(message: string, changes: readonly Change[], kill: AbortSignal): Promise<number | undefined>;
  close(): Promise<void>;
}

/** A process of svn for each commit. */
export class SvnWriter implements Writer {
  readonly program = 'svn';
  readonly #url: string;
  readonly #scratch: string;

  constructor(repository: string, scratch: string) {
    this.#url = pathToFileURL(repository).href;
    this.#scratch = mkdtempSync(join(scratch, 'svn-'));
  }

  async commit(message: string, changes: readonly Change[], kill: AbortSignal): Promise<number | undefined> {
    const actions = changes.flatMap((change, index): string[] => {
      if ('mkdir' in change) return ['mkdir', change.mkdir];
      const file = join(this.#scratch, `${index}`);
      if ('put' in change) {
        writeFileSync(file, change.contents);
        return ['put', file, change.put];
      }
      if (!('propset' in change)) throw new TypeError('a change that no stress test makes');
      writeFileSync(file, change.value);
      return ['propsetf', change.name, file, change.propset];
    });
    const args = [...isolation(), '-U', this.#url, '-m', message, '--', ...actions];
    const result = await run('svnmucc', args, { signal: kill, timeout: longestWait, expectCode: 'any' });
    const reported = /^r(\d+) committed/m.exec(result.stdout);
    if (reported) return Number(reported[1]);
    if (kill.aborted) return undefined;
    throw new Error(`svnmucc: ${result.stderr}`);
  }

  async close(): Promise<void> {}
}

/** A process of ours for many commits. */
export class OurWriter implements Writer {
  readonly program = 'ours';
  readonly #repository: string;
  #child: ChildProcess | undefined;
  #lines: AsyncIterator<string> | undefined;
  #errors = '';

  constructor(repository: string) {
    this.#repository = repository;
  }

  async commit(message: string, changes: readonly Change[], kill: AbortSignal): Promise<number | undefined> {
    this.#child ??= this.#start();
    const child = this.#child;
    const end = (): void => void child.kill('SIGKILL');
    kill.addEventListener('abort', end);
    try {
      child.stdin!.write(`${JSON.stringify({ message, changes })}\n`);
      const { value: line, done } = (await this.#lines!.next()) as IteratorResult<string, undefined>;
      if (!done) {
        const [reported, revision] = line.split(' ');
        if (reported !== message) throw new Error(`${message} was asked for, ${reported} came`);
        if (kill.aborted) this.#child = undefined;
        return Number(revision);
      }
      this.#child = undefined;
      if (!kill.aborted) throw new Error(`a writer of ours ended\n${this.#errors}`);
      return undefined;
    } finally {
      kill.removeEventListener('abort', end);
    }
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const closed = once(child, 'close');
    child.stdin!.end();
    await closed;
  }

  #start(): ChildProcess {
    const driver = join(import.meta.dirname, 'drivers/stress-writer.mjs');
    const child = spawn(process.execPath, [driver, this.#repository], { stdio: ['pipe', 'pipe', 'pipe'] });
    // Whatever it would have read it will be asked for again.
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (text: Buffer) => (this.#errors += text.toString()));
    const lines: Interface = createInterface({ input: child.stdout });
    this.#lines = lines[Symbol.asyncIterator]();
    return child;
  }
}
