import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRepository } from '@revstore/repository';
import {
  run,
  svnadmin,
  svnCommit,
  svnMissing,
  svnRepository,
  temporaryDirectory,
  type Change,
} from '@revstore/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { EditScript, toEdits } from './edit-scripts.js';

function installHook(repository: string, name: string, lines: readonly string[]): void {
  writeFileSync(join(repository, 'hooks', name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
}

const history: Change[][] = [
  [{ mkdir: 'trunk' }, { put: 'trunk/a', contents: 'one\n' }, { propset: 'trunk/a', name: 'p', value: 'v' }],
  [
    { cp: 'trunk', to: 'branch', revision: 1 },
    { put: 'branch/a', contents: 'one\ntwo\n' },
    { mkdir: 'branch/d' },
  ],
];

describe.skipIf(svnMissing())('hooks of a commit', () => {
  let path: string;
  let user: string;

  beforeEach(async () => {
    path = (await svnRepository(join(temporaryDirectory(), 'r'), { revisions: history })).path;
    user = (await run('whoami', [])).stdout.trim();
  });

  it('see the whole transaction as svnlook shows it', { timeout: 120_000 }, async () => {
    const twin = await svnRepository(join(temporaryDirectory(), 'twin'), { revisions: history });
    const look = [
      'export PATH=/usr/bin:/bin LC_ALL=C.UTF-8',
      'out="$1/seen"; {',
      'svnlook log -t $2 $1; svnlook author -t $2 $1; svnlook changed --copy-info -t $2 $1; svnlook tree --full-paths -t $2 $1',
      'svnlook diff -t $2 $1 | sed "s/\\t.*//"; svnlook dirs-changed -t $2 $1',
      'svnlook tree --full-paths -t $2 $1 | grep -v "/$" | while read -r f; do echo "== $f"; svnlook cat -t $2 $1 "$f"; svnlook proplist -v -t $2 $1 "$f"; done',
      'svnadmin lstxns $1 | grep -c -x $2; svnlook proplist -v --revprop -t $2 $1 | grep -A1 test',
      '} >> $out 2>&1; exit 0',
    ];
    for (const repository of [path, twin.path]) installHook(repository, 'pre-commit', look);
    const script = new EditScript(7);
    await using repository = await openRepository(path);
    for (let n = 0; n < 25; n++) {
      const changes = script.next();
      // The script starts from an empty tree: below a directory of its own.
      const below = changes.map((change) => prefixed(change, 'x', 2));
      const list: Change[] = n === 0 ? [{ mkdir: 'x' }, ...below] : below;
      await svnCommit(twin.url, list);
      await repository.commit(toEdits(list), { author: user, message: 'A change.' });
    }
    expect(readFileSync(join(path, 'seen'), 'utf8')).toBe(readFileSync(join(twin.path, 'seen'), 'utf8'));
    expect(readFileSync(join(path, 'seen'), 'utf8').length).toBeGreaterThan(10_000);
    await svnadmin(['verify', '-q', path]);
    expect(readdirSync(join(path, 'db/transactions'))).toEqual([]);
    expect(readdirSync(join(path, 'db/txn-protorevs'))).toEqual([]);
  });

  it('may refuse the commit, and then nothing is left of it', async () => {
    await using repository = await openRepository(path);
    for (const name of ['start-commit', 'pre-commit']) {
      installHook(path, name, [`echo refused by ${name} >&2; exit 3`]);
      await expect(repository.commit([{ type: 'make-directory', path: '/new' }])).rejects.toMatchObject({
        svnCode: 165001,
        message: expect.stringContaining(
          `blocked by ${name} hook (exit code 3) with output:\nrefused by ${name}`,
        ),
      });
      expect(await repository.youngest()).toBe(2);
      for (const directory of ['transactions', 'txn-protorevs', 'revstore/transactions'])
        expect(readdirSync(join(path, 'db', directory)), directory).toEqual([]);
      installHook(path, name, ['exit 0']);
    }
    expect((await repository.commit([{ type: 'make-directory', path: '/new' }])).revision).toBe(3);
  });

  it('may change the properties of the transaction', async () => {
    installHook(path, 'pre-commit', [
      'export PATH=/usr/bin:/bin LC_ALL=C.UTF-8',
      'printf changed > $1/text; svnadmin setrevprop $1 -t $2 svn:log $1/text',
    ]);
    await using repository = await openRepository(path);
    await repository.commit([{ type: 'make-directory', path: '/new' }], { author: 'me', message: 'first' });
    const properties = await repository.revisionProperties(3);
    expect(Buffer.from(properties.get('svn:log')!).toString()).toBe('changed');
    expect([...properties.keys()].sort()).toEqual(['svn:author', 'svn:date', 'svn:log']);
  });

  it('may fail afterwards, which the result tells', async () => {
    installHook(path, 'post-commit', ['echo "$2 $3" > $1/told; echo no mail >&2; exit 1']);
    await using repository = await openRepository(path);
    const result = await repository.commit([{ type: 'make-directory', path: '/new' }]);
    expect(result.revision).toBe(3);
    expect(result.warning).toBe('post-commit hook failed (exit code 1) with output:\nno mail\n');
    expect(readFileSync(join(path, 'told'), 'utf8')).toMatch(/^3 2-[0-9a-z]+\n$/);
  });
});

/** A change of a tree that lies below a directory, `added` revisions later. */
function prefixed(change: Change, directory: string, added: number): Change {
  const below = (path: string): string => `${directory}/${path}`;
  if ('mkdir' in change) return { mkdir: below(change.mkdir) };
  if ('put' in change) return { ...change, put: below(change.put) };
  if ('rm' in change) return { rm: below(change.rm) };
  if ('mv' in change) return { mv: below(change.mv), to: below(change.to) };
  if ('cp' in change)
    return { cp: below(change.cp), to: below(change.to), revision: (change.revision ?? 0) + added };
  if ('propset' in change)
    return { ...change, propset: change.propset === '' ? directory : below(change.propset) };
  return { ...change, propdel: change.propdel === '' ? directory : below(change.propdel) };
}
