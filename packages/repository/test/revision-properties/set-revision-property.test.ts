import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRepository, openRepository, type Repository } from '@revstore/repository';
import { temporaryDirectory } from '@revstore/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installHook } from '../hooks/hook-scripts.js';

let path: string;
let repository: Repository;

beforeEach(async () => {
  path = join(temporaryDirectory(), 'r');
  await createRepository(path);
  repository = await openRepository(path);
});

afterEach(() => repository.close());

const text = (value: string): Uint8Array => Buffer.from(value);
const stored = async (name: string): Promise<string | undefined> => {
  const value = (await repository.revisionProperties(0)).get(name);
  return value && Buffer.from(value).toString();
};

describe('setRevisionProperty', () => {
  it('runs the hooks around the change, or those asked for', async () => {
    const record = join(path, 'record');
    for (const name of ['pre-revprop-change', 'post-revprop-change'])
      installHook(path, name, `echo "$0 $2 $3 $4 $5 $(/bin/cat)" | /bin/sed 's,.*/,,' >> '${record}'`);
    await repository.setRevisionProperty(0, 'p', text('one'), { user: 'al' });
    expect(await stored('p')).toBe('one');
    const { oldValue } = await repository.setRevisionProperty(0, 'p', text('two'));
    expect(Buffer.from(oldValue!).toString()).toBe('one');
    await repository.setRevisionProperty(0, 'p', text('three'), { hooks: { pre: false } });
    await repository.setRevisionProperty(0, 'p', undefined, { hooks: { post: false } });
    expect(await stored('p')).toBe(undefined);
    expect(
      await repository.setRevisionProperty(0, 'p', text(''), { hooks: { pre: false, post: false } }),
    ).toEqual({});
    expect(readFileSync(record, 'utf8').split('\n')).toEqual([
      'pre-revprop-change 0 al p A one',
      'post-revprop-change 0 al p A ',
      'pre-revprop-change 0  p M two',
      'post-revprop-change 0  p M one',
      'post-revprop-change 0  p M two',
      'pre-revprop-change 0  p D ',
      '',
    ]);
  });

  it('changes nothing where a hook says no, and keeps what the last hook complains about', async () => {
    await expect(repository.setRevisionProperty(0, 'p', text('v'))).rejects.toMatchObject({
      svnCode: 165006,
    });
    installHook(path, 'pre-revprop-change', 'exit 1');
    await expect(repository.setRevisionProperty(0, 'p', text('v'))).rejects.toMatchObject({
      svnCode: 165001,
    });
    expect(await stored('p')).toBe(undefined);
    rmSync(join(path, 'hooks/pre-revprop-change'));
    installHook(path, 'post-revprop-change', 'echo late >&2', 'exit 7');
    const { hookFailure } = await repository.setRevisionProperty(0, 'p', text('v'), {
      hooks: { pre: false },
    });
    expect(hookFailure).toMatchObject({
      svnCode: 165001,
      message: 'post-revprop-change hook failed (exit code 7) with output:\nlate\n',
      data: { exitCode: 7 },
    });
    expect(await stored('p')).toBe('v');
  });

  it('takes only what Subversion takes, before any hook runs', async () => {
    const ran = join(path, 'ran');
    installHook(path, 'pre-revprop-change', `echo > '${ran}'`);
    for (const [name, value, svnCode] of [
      ['svn:log', 'a\r\nb', 125005],
      ['svn:date', 'soon', 125005],
      ['svn:entry:x', 'v', 165002],
    ] as const)
      await expect(repository.setRevisionProperty(0, name, text(value))).rejects.toMatchObject({ svnCode });
    const latin1 = Buffer.from('caf\xe9', 'latin1');
    await expect(repository.setRevisionProperty(0, 'svn:log', latin1)).rejects.toMatchObject({
      svnCode: 125005,
    });
    for (const revision of [1, -1, 0.5])
      await expect(repository.setRevisionProperty(revision, 'p', latin1)).rejects.toMatchObject({
        svnCode: 160006,
      });
    await expect(repository.setRevisionProperty(0, 'p', 'text' as never)).rejects.toThrow(TypeError);
    expect(() => readFileSync(ran)).toThrow();
    await repository.setRevisionProperty(0, 'p', latin1);
    await repository.setRevisionProperty(0, 'svn:entry:x', undefined);
  });

  it('fails where the value is not the expected one, even if it changed while a hook ran', async () => {
    const options = { hooks: { pre: false } };
    const mismatch = { svnCode: 160049, kind: 'conflict' };
    const change = (value: string, expected: Uint8Array | null) =>
      repository.setRevisionProperty(0, 'p', text(value), { ...options, expected });
    await expect(change('v', text('w'))).rejects.toMatchObject(mismatch);
    await change('v', null);
    await expect(change('w', null)).rejects.toMatchObject(mismatch);
    await change('w', text('v'));
    const go = join(path, 'go');
    installHook(path, 'pre-revprop-change', `until [ -e '${go}' ]; do /bin/sleep 0.01; done`);
    const slow = repository.setRevisionProperty(0, 'p', text('slow'));
    slow.catch(() => undefined);
    await repository.setRevisionProperty(0, 'p', text('quick'), options);
    writeFileSync(go, '');
    await expect(slow).rejects.toMatchObject(mismatch);
    expect(await stored('p')).toBe('quick');
  });

  it('ends by an abort while the hook runs, and then nothing changed', async () => {
    const abort = new AbortController();
    installHook(path, 'pre-revprop-change', '/bin/sleep 2');
    const reason = new Error('enough');
    const running = repository.setRevisionProperty(0, 'p', text('v'), { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 20);
    await expect(running).rejects.toBe(reason);
    expect(await stored('p')).toBe(undefined);
  });

  it('is refused once the handle is closed', async () => {
    await repository.close();
    await expect(repository.setRevisionProperty(0, 'p', text('v'))).rejects.toMatchObject({
      code: 'HANDLE_CLOSED',
    });
  });
});
