import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RevstoreError } from '@revstore/errors';
import { run, svn, svnadmin, svnMissing, temporaryDirectory } from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { configurationTemplates } from '../../src/create/configuration-templates.js';
import { createRepository } from '../../src/create/create-repository.js';
import { hookTemplates } from '../../src/create/hook-templates.js';

/** The error's chain as svnadmin prints it, '' where there is none. */
async function chainOf(made: Promise<void>): Promise<string> {
  try {
    await made;
    return '';
  } catch (error) {
    let lines = '';
    for (let link = error as RevstoreError | undefined; link; link = link.cause as RevstoreError | undefined)
      lines += `E${String(link.svnCode).padStart(6, '0')}: ${link.message}\n`;
    return lines;
  }
}

describe('templates', () => {
  it('of hooks are scripts of at most 80 columns that the shell can read', async () => {
    expect(hookTemplates.size).toBe(9);
    for (const [name, text] of hookTemplates) {
      await run('sh', ['-n'], { input: text });
      const wide = text.split('\n').filter((line) => line.startsWith('#') && line.length > 80);
      expect(wide, name).toEqual([]);
    }
  });
});

describe('a failure', () => {
  it('leaves nothing behind, but what was there', async () => {
    const parent = temporaryDirectory();
    await expect(createRepository(join(parent, 'r'), { shardSize: 0 })).rejects.toMatchObject({
      code: 'BAD_SHARD_SIZE',
    });
    expect(readdirSync(parent)).toEqual([]);
    mkdirSync(join(parent, 'empty'));
    await expect(createRepository(join(parent, 'empty'), { shardSize: 0 })).rejects.toThrow(/Shard size/);
    expect(readdirSync(join(parent, 'empty'))).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('names the directory that may not be written', async () => {
    const parent = temporaryDirectory();
    chmodSync(parent, 0o500);
    await expect(createRepository(join(parent, 'r'))).rejects.toMatchObject({ svnCode: 13 });
  });
});

describe('the compatible version', () => {
  it.each([
    ['1.9', 'UNSUPPORTED_VERSION', 200007],
    ['1.1.4', 'UNSUPPORTED_VERSION', 200007],
  ])('%s is not written yet', async (version, code, svnCode) => {
    const path = join(temporaryDirectory(), 'r');
    await expect(createRepository(path, { compatibleVersion: version })).rejects.toMatchObject({
      code,
      svnCode,
      kind: 'unsupported',
    });
    expect(existsSync(path)).toBe(false);
  });
});

describe.skipIf(svnMissing())('beside svnadmin create', () => {
  let parent: string;
  beforeAll(async () => {
    parent = temporaryDirectory();
    await svnadmin(['create', join(parent, 'svn')]);
    await createRepository(join(parent, 'ours'));
  });
  const read = (repository: string, name: string) => readFileSync(join(parent, repository, name), 'utf8');

  it.each([0o022, 0o077, 0o002])('names and modes are the same with umask %o', async (umask) => {
    const directory = temporaryDirectory();
    const before = process.umask(umask);
    try {
      await createRepository(join(directory, 'ours'));
      await svnadmin(['create', 'svn'], { cwd: directory });
    } finally {
      process.umask(before);
    }
    const listing = async (name: string) =>
      (
        await run('sh', ['-c', 'find . -printf "%y %m %p\\n" | LC_ALL=C sort -k3'], {
          cwd: join(directory, name),
        })
      ).stdout;
    expect(await listing('ours')).toBe(await listing('svn'));
  });

  it('names and modes are the same in an existing set-gid directory', async () => {
    const directory = temporaryDirectory();
    for (const name of ['ours', 'svn']) {
      mkdirSync(join(directory, name));
      chmodSync(join(directory, name), 0o2775);
    }
    await createRepository(join(directory, 'ours'));
    await svnadmin(['create', 'svn'], { cwd: directory });
    const command = 'find . -printf "%y %m %p\\n" | LC_ALL=C sort -k3';
    const [ours, theirs] = await Promise.all(
      ['ours', 'svn'].map((name) => run('sh', ['-c', command], { cwd: join(directory, name) })),
    );
    expect(ours.stdout).toBe(theirs.stdout);
  });

  it('the format is the same, and the texts are our own', () => {
    expect(read('ours', 'format')).toBe(read('svn', 'format'));
    const texts = [
      'README.txt',
      'locks/db.lock',
      ...[...configurationTemplates.keys()].map((name) => `conf/${name}`),
      ...[...hookTemplates.keys()].map((name) => `hooks/${name}`),
    ];
    for (const name of texts) expect(read('ours', name)).not.toBe(read('svn', name));
  });

  it('configuration has the same sections and options with the same values', () => {
    const settings = (text: string) => text.split('\n').filter((line) => /^(?!###)(?:# )?\S/.test(line));
    for (const name of configurationTemplates.keys())
      expect(settings(read('ours', `conf/${name}`))).toEqual(settings(read('svn', `conf/${name}`)));
  });

  it('hooks tell the same arguments in the same order', () => {
    const args = (text: string) =>
      [...text.matchAll(/^# +\[(\d)\] +([A-Z-]+)/gm)].map((match) => [match[1], match[2]]);
    for (const name of hookTemplates.keys())
      expect(args(read('ours', `hooks/${name}`)), name).toEqual(args(read('svn', `hooks/${name}`)));
  });

  it('svnadmin tells the same of it', async () => {
    const info = async (name: string) =>
      (await svnadmin(['info', name], { cwd: parent })).stdout
        .replace(`Path: ${name}\n`, '')
        .replace(`Configuration File: ${name}/`, '')
        .replace(/^UUID: .*\n/m, '');
    expect(await info('ours')).toBe(await info('svn'));
  });

  it('svn verifies it, commits to it, packs it and renames it', async () => {
    const path = join(parent, 'used');
    await createRepository(path, { shardSize: 2, compatibleVersion: '1.10' });
    await svnadmin(['verify', '-q', path]);
    const url = `file://${path}`;
    for (const name of ['a', 'b', 'c']) await svn(['mkdir', '-q', '-m', 'm', `${url}/${name}`]);
    await svnadmin(['pack', '-q', path]);
    await svnadmin(['setuuid', path, '01234567-89ab-cdef-0123-456789abcdef']);
    await svnadmin(['setlog', '--bypass-hooks', '-r', '1', path, '/dev/null']);
    await svnadmin(['verify', '-q', path]);
    expect((await svn(['list', url])).stdout).toBe('a/\nb/\nc/\n');
    expect((await svnadmin(['info', path])).stdout).toContain('FSFS Shards Packed: 2/2\n');
  });

  it('a hook made from its template lets svn through, or not, as it says', async () => {
    const path = join(parent, 'hooked');
    await createRepository(path);
    for (const [name, text] of hookTemplates)
      writeFileSync(join(path, 'hooks', name.replace('.tmpl', '')), text, { mode: 0o755 });
    const url = `file://${path}`;
    const empty = await svn(['mkdir', '-m', '', `${url}/a`], { expectCode: 1 });
    expect(empty.stderr).toContain('The log message is empty');
    await svn(['mkdir', '-m', 'm', `${url}/a`]);
    await svn(['propset', '--revprop', '-r', '1', 'svn:log', 'new', url]);
    const refused = await svn(['propset', '--revprop', '-r', '1', 'x', 'new', url], { expectCode: 1 });
    expect(refused.stderr).toContain('Only svn:log may be changed');
    await run('svnmucc', ['-m', 'm', 'put', join(path, 'format'), `${url}/f`]);
    await svn(['lock', '--username', 'ann', `${url}/f`]);
    const stolen = await svn(['lock', '--username', 'bob', '--force', `${url}/f`], { expectCode: 'any' });
    expect(stolen.stderr).toContain('The path is locked by ann');
    const broken = await svn(['unlock', '--username', 'bob', '--force', `${url}/f`], { expectCode: 'any' });
    expect(broken.stderr).toContain('The lock belongs to ann');
    await svn(['unlock', '--username', 'ann', '--force', `${url}/f`]);
    expect(readFileSync(join(path, 'commits.log'), 'utf8')).toMatch(/^r1 .*\nr2 .*\n$/);
    expect(readFileSync(join(path, 'locks.log'), 'utf8')).toBe('ann locked /f\nann unlocked /f\n');
    expect(readFileSync(join(path, 'revprops.log'), 'utf8')).toMatch(/^r1 svn:log M .*\nm\n$/);
  });

  it('errors are the same', async () => {
    mkdirSync(join(parent, 'full'));
    writeFileSync(join(parent, 'full/x'), '');
    const before = process.cwd();
    process.chdir(parent);
    try {
      for (const path of [
        'full',
        './/full//',
        'full/x',
        'none/x',
        'ours',
        'ours/',
        'ours/new',
        'ours/db/revs/new/er',
        join(parent, 'full'),
      ]) {
        const { stderr } = await svnadmin(['create', path], { cwd: parent, expectCode: 1 });
        expect(await chainOf(createRepository(path)), path).toBe(stderr.replaceAll('svnadmin: ', ''));
      }
      for (const version of [
        'abc',
        '1',
        '1.2.3.4',
        '1.x',
        'x.1',
        '1.10.x',
        '-1.9',
        '1.-1',
        '1.10.-2',
        '0.37',
        '0.0',
        '1.0.9',
        '1.15',
        '1.14.3',
        '2.0',
        '1.99999999999',
        '',
      ]) {
        const { stderr } = await svnadmin(['create', 'never', '--compatible-version', version], {
          cwd: parent,
          expectCode: 1,
        });
        const theirs = stderr.replace("svnadmin: E205000: Try 'svnadmin help' for more info\n", '');
        expect(await chainOf(createRepository('never', { compatibleVersion: version })), version).toBe(
          theirs.replaceAll('svnadmin: ', ''),
        );
      }
    } finally {
      process.chdir(before);
    }
    expect(readdirSync(parent)).not.toContain('never');
    expect(readdirSync(join(parent, 'full'))).toEqual(['x']);
  });

  it.each(['1.10', '1.11.1', '1.14', '1.14.0-dev', '1..14'])('accepts %s', async (compatibleVersion) => {
    const path = join(temporaryDirectory(), 'r');
    await createRepository(path, { compatibleVersion });
    expect(readFileSync(join(path, 'db/format'), 'utf8')).toBe(
      '8\nlayout sharded 1000\naddressing logical\n',
    );
  });
});
