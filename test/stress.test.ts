import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openRepository } from '@revstore/repository';
import {
  isolation,
  run,
  svn,
  svnadmin,
  svnCommit,
  svnMissing,
  svnRepository,
  temporaryDirectory,
  type Change,
} from '@revstore/testkit';
import { random, sourceText } from '@revstore/testkit/trees';
import { describe, expect, it } from 'vitest';
import { OurWriter, SvnWriter, type Writer } from './stress-writers.js';

const writerCount = 8;
const commitCount = process.env['REVSTORE_SLOW'] ? 2000 : 400;
/** One commit of so many is killed. */
const killOneOf = 20;
const shardSize = 20;
const day = 86_400;

/** What was asked for by the message of its commit, and what became of it. */
interface Attempt {
  readonly writer: number;
  readonly program: 'svn' | 'ours';
  readonly number: number;
  killed: boolean;
  revision?: number;
}

/** The whole of a commit: new nodes, an edit that makes a delta, a property. */
function changesOf(message: string, { writer, number }: Pick<Attempt, 'writer' | 'number'>): Change[] {
  return [
    { mkdir: `w${writer}/${number}` },
    { put: `w${writer}/${number}/own`, contents: ownText(message) },
    { put: `w${writer}/edited`, contents: editedText(message, writer) },
    { propset: `w${writer}`, name: 'last', value: message },
  ];
}

function ownText(message: string): string {
  return `${message}\n`.repeat(500);
}

function editedText(message: string, writer: number): string {
  return sourceText(writer, 30_000).fill(message, 10_000, 10_100).toString('latin1');
}

/** A transaction that svn leaves where it is killed in its pre-commit hook. @returns its name. */
async function leaveTransaction(path: string): Promise<string> {
  const hook = join(path, 'hooks/pre-commit');
  writeFileSync(hook, '#!/bin/sh\nkill -9 $PPID\n', { mode: 0o755 });
  const args = [...isolation(), '-U', pathToFileURL(path).href, '-m', 'left', 'mkdir', 'never'];
  await run('svnmucc', args, { expectCode: -1 });
  writeFileSync(hook, '#!/bin/sh\nexit 0\n');
  await run('rm', [hook]);
  const [name] = readdirSync(join(path, 'db/transactions'));
  const old = Date.now() / 1000 - 3 * day;
  utimesSync(join(path, 'db/transactions', name!), old, old);
  return name!;
}

/** The names of svn's transactions, with the log messages that they are to have; '' where that is not known yet. */
function transactions(path: string): Map<string, string> {
  const directory = join(path, 'db/transactions');
  const message = (name: string): string => {
    try {
      const properties = readFileSync(join(directory, name, 'props'), 'utf8');
      return /svn:log\nV \d+\n(.*)/.exec(properties)?.[1] ?? '';
    } catch {
      return '';
    }
  };
  return new Map(readdirSync(directory).map((name) => [name, message(name)]));
}

/** Runs a program again and again until `isOver`. @returns how often it ran. */
async function repeat(args: readonly string[], isOver: () => boolean): Promise<number> {
  let runs = 0;
  for (; !isOver(); runs++) {
    await svnadmin(args);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return runs;
}

describe.skipIf(svnMissing())('eight writers, half of them svn, some of them killed', () => {
  it('lose nothing and leave nothing half', { timeout: 1_200_000 }, async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'r');
    const { url } = await svnRepository(path, { shardSize });
    await svnCommit(
      url,
      Array.from({ length: writerCount }, (_, writer): Change[] => [
        { mkdir: `w${writer}` },
        { put: `w${writer}/edited`, contents: sourceText(writer, 30_000) },
      ]).flat(),
    );
    const foreign = await leaveTransaction(path);
    const { below } = random(1);
    const attempts = new Map<string, Attempt>();
    const leftByKills = new Set([foreign]);
    let kills = 0;

    async function write(writer: number): Promise<void> {
      const who: Writer = writer % 2 === 0 ? new SvnWriter(path, directory) : new OurWriter(path);
      let usual = 200;
      for (let [number, done] = [0, 0]; done < commitCount / writerCount; number++) {
        const message = `w${writer}-${number}`;
        const attempt: Attempt = { writer, program: who.program, number, killed: false };
        attempts.set(message, attempt);
        const kill = new AbortController();
        const start = performance.now();
        const timer =
          below(killOneOf) === 0
            ? setTimeout(
                () => {
                  attempt.killed = true;
                  kills++;
                  kill.abort();
                },
                below(1.2 * usual),
              )
            : undefined;
        const revision = await who.commit(message, changesOf(message, attempt), kill.signal);
        clearTimeout(timer);
        if (revision === undefined) {
          for (const [name, log] of transactions(path)) if (log === message) leftByKills.add(name);
          continue;
        }
        attempt.revision = revision;
        done++;
        usual = performance.now() - start;
      }
      await who.close();
    }

    let writing = true;
    const beside = [
      repeat(['pack', '-q', path], () => !writing),
      repeat(['verify', '-q', path], () => !writing),
    ];
    try {
      await Promise.all(Array.from({ length: writerCount }, (_, writer) => write(writer)));
    } finally {
      writing = false;
    }
    for (const runs of await Promise.all(beside)) expect(runs).toBeGreaterThan(0);
    await svnadmin(['pack', '-q', path]);
    await svnadmin(['verify', '-q', path]);

    await using repository = await openRepository(path);
    const youngest = await repository.youngest();
    const reported = [...attempts.values()].flatMap(({ revision }) => revision ?? []);
    expect(new Set(reported).size).toBe(reported.length);
    expect(youngest - 1 - reported.length).toBeLessThanOrEqual(kills);

    // Every revision is one whole commit: a reported one, or one of a writer that was killed.
    const seen = new Set<string>();
    const edited = new Map<number, string>();
    for await (const { revision, message = '', changedPaths } of repository.log({
      start: 2,
      end: youngest,
      changedPaths: true,
    })) {
      const attempt = attempts.get(message)!;
      expect(seen.has(message), message).toBe(false);
      seen.add(message);
      if (attempt.revision === undefined) expect(attempt.killed, message).toBe(true);
      else expect(attempt.revision, message).toBe(revision);
      const { writer, number } = attempt;
      expect(changedPaths!.map((change) => `${change.action} ${change.path}`).sort()).toEqual([
        `add /w${writer}/${number}`,
        `add /w${writer}/${number}/own`,
        `modify /w${writer}`,
        `modify /w${writer}/edited`,
      ]);
      const view = await repository.revision(revision);
      const text = async (file: string) => Buffer.from(await view.readFile(file)).toString('latin1');
      expect(await text(`/w${writer}/${number}/own`)).toBe(ownText(message));
      expect(await text(`/w${writer}/edited`)).toBe(editedText(message, writer));
      expect(Buffer.from((await view.properties(`/w${writer}`)).get('last')!).toString()).toBe(message);
      edited.set(writer, message);
    }
    for (const [message, { revision }] of attempts)
      if (revision !== undefined) expect(seen.has(message), message).toBe(true);

    // The same as svn reads it.
    const exported = join(directory, 'exported');
    await svn(['export', '-q', url, exported]);
    for (const message of seen) {
      const { writer, number } = attempts.get(message)!;
      expect(readFileSync(join(exported, `w${writer}/${number}/own`), 'latin1')).toBe(ownText(message));
    }
    for (const [writer, message] of edited)
      expect(readFileSync(join(exported, `w${writer}/edited`), 'latin1')).toBe(editedText(message, writer));

    // What killed writers of svn left stays, and there is nothing else.
    const left = transactions(path);
    for (const name of leftByKills) expect(left.has(name), `transaction ${name} stays`).toBe(true);
    const killedOf = (of: string) =>
      [...attempts].filter(([, { program, killed }]) => killed && program === of).map(([message]) => message);
    // One that was killed early had not told its message yet.
    const messages = [...left].filter(([name]) => name !== foreign).map(([, message]) => message);
    expect([...killedOf('svn'), '']).toEqual(expect.arrayContaining(messages));
    expect(messages.length).toBeLessThanOrEqual(killedOf('svn').length);
    expect(readdirSync(join(path, 'db/revstore/transactions')).length).toBeLessThanOrEqual(
      killedOf('ours').length,
    );
  });
});
