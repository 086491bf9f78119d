import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, run, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';

/** A program with one subcommand that waits, and one that prints without end. */
const program = `
import { setTimeout } from 'node:timers/promises';
import { argumentError, defineSubcommand, runProgram } from '${join(projectRoot, 'packages/command-line/dist/index.js')}';
const define = (run) => ({ load: async () => defineSubcommand({ summary: 'S.', usage: ['x'], options: ['quiet'], run }) });
process.exitCode = await runProgram({
  name: 'prog', version: '1.2.3', versionNotes: 'notes', usage: 'usage: prog', description: 'Tests.',
  options: {
    quiet: { short: 'q', description: 'say nothing', apply: (state) => (state.quiet = true) },
    verbose: { short: 'v', description: 'say much', apply: (state) => (state.verbose = true) },
    help: { short: 'h', description: 'help', apply: (state) => (state.help = true) },
    version: { description: 'version', apply: (state) => (state.version = true) },
  },
  globalOptions: [], subcommandRequired: 'Required', helpHint: (name) => 'Try ' + name,
  createState: () => ({ help: false, version: false, quiet: false, verbose: false }),
  subcommands: [
    { name: 'wait', aliases: ['w'], ...define(async ({ output, signal }) => {
      output.write('waiting\\n');
      output.push();
      await setTimeout(60_000, undefined, { signal }).catch(() => undefined);
      output.write('cleaned up\\n');
      signal.throwIfAborted();
    }) },
    { name: 'hang', ...define(async ({ output }) => {
      output.write('waiting\\n');
      output.push();
      await setTimeout(60_000);
    }) },
    { name: 'yes', ...define(async ({ output, signal }) => {
      for (;;) {
        signal.throwIfAborted();
        output.write('y\\n'.repeat(1000));
        await output.ready();
        await setTimeout(0);
      }
    }) },
    { name: 'bug', ...define(async () => { throw new Error('oops'); }) },
    { name: 'wrong', ...define(async () => { throw argumentError(); }) },
  ],
}, process.argv.slice(2));
`;

function script(): string {
  const path = join(temporaryDirectory(), 'prog.mjs');
  writeFileSync(path, program);
  return path;
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a subcommand and sends the signals one after another, the first when it has printed. */
async function interrupted(subcommand: string, ...signals: NodeJS.Signals[]): Promise<Ended> {
  const child = spawn(process.execPath, [script(), subcommand]);
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  child.stdout.on('data', (piece: Buffer) => {
    if (stdout === '') {
      child.kill(signals[0]);
      // The second one must find the first one handled.
      if (signals[1] !== undefined) setTimeout(() => child.kill(signals[1]), 300);
    }
    stdout += piece.toString();
  });
  return new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr })),
  );
}

describe('signals', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s cleans up and then ends the process',
    async (name) => {
      expect(await interrupted('wait', name)).toEqual({
        code: null,
        signal: name,
        stdout: 'waiting\ncleaned up\n',
        stderr: 'prog: E200015: Caught signal\n',
      });
    },
  );

  it('a second one kills at once', async () => {
    expect(await interrupted('hang', 'SIGINT', 'SIGINT')).toEqual({
      code: null,
      signal: 'SIGINT',
      stdout: 'waiting\n',
      stderr: '',
    });
  });
});

describe('a reader that goes away', () => {
  it('ends the program without a word', async () => {
    const command = `${process.execPath} ${script()} yes | head -1; echo \${PIPESTATUS[0]}`;
    const { stdout, stderr } = await run('bash', ['-c', command]);
    expect([stdout, stderr]).toEqual(['y\n1\n', '']);
  });
});

describe('a program', () => {
  it.each([
    [[], 1, '', "Type 'prog help' for usage.\n"],
    [['-q'], 1, '', "Required\nType 'prog help' for usage.\n"],
    [['--version'], 0, 'prog, version 1.2.3\nnotes\n\n', ''],
    [['--version', '-q'], 0, '1.2.3\n', ''],
    [['nope'], 1, '', "Unknown subcommand: 'nope'\nType 'prog help' for usage.\n"],
    [
      ['w', '-v'],
      1,
      '',
      "Subcommand 'wait' doesn't accept option '-v [--verbose]'\nType 'prog help wait' for usage.\n",
    ],
    [['bug'], 1, '', 'prog: Error: oops\n'],
    [['wrong'], 1, '', 'prog: E205000: Try wrong\nprog: E205000: Error parsing arguments\n'],
    [['help', 'nope'], 0, '', '"nope": unknown command.\n\n'],
    [
      ['help', 'w'],
      0,
      'wait (w): S.\nusage: x\n\nValid options:\n  -q [--quiet]             : say nothing\n\n',
      '',
    ],
  ])('%j', async (args, code, stdout, stderr) => {
    const ended = await run(process.execPath, [script(), ...args], { expectCode: 'any' });
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([code, stdout, stderr]);
  });

  it('shows the stack of a bug on request', async () => {
    const { stderr } = await run(process.execPath, [script(), 'bug'], {
      expectCode: 1,
      env: { REVSTORE_DEBUG: '1' },
    });
    expect(stderr).toContain('prog.mjs');
  });
});
