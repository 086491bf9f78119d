import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  repoadmin,
  repoadminScript,
  svnadmin,
  svnMissing,
  svnRepository,
  temporaryDirectory,
  type RunResult,
} from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { revisions } from './eventful-history.js';

const head = 'SVN-fs-dump-format-version: 2\n\n';
const uuid = 'UUID: 12345678-1234-1234-1234-123456789abc\n\n';

/** The property block of a record, and the headers that it takes. */
function properties(list: Readonly<Record<string, string>>, textLength = 0, delta = false): [string, string] {
  const block =
    Object.entries(list)
      .map(
        ([name, value]) => `K ${Buffer.byteLength(name)}\n${name}\nV ${Buffer.byteLength(value)}\n${value}\n`,
      )
      .join('') + 'PROPS-END\n';
  const length = Buffer.byteLength(block);
  return [
    `${delta ? 'Prop-delta: true\n' : ''}Prop-content-length: ${length}\nContent-length: ${length + textLength}\n`,
    block,
  ];
}

function revision(number: number, list: Readonly<Record<string, string>> = {}): string {
  const [headers, block] = properties({ 'svn:date': `2020-01-01T00:00:${10 + number}.000000Z`, ...list });
  return `Revision-number: ${number}\n${headers}\n${block}\n`;
}

function node(
  headers: Readonly<Record<string, string | number>>,
  content?: { p?: Record<string, string>; t?: string },
): string {
  let text = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
  if (!content) return `${text}\n\n`;
  const { p, t } = content;
  if (t !== undefined) text += `Text-content-length: ${Buffer.byteLength(t)}\n`;
  if (!p) return `${text}Content-length: ${Buffer.byteLength(t!)}\n\n${t}\n\n`;
  const [more, block] = properties(p, Buffer.byteLength(t ?? ''));
  return `${text}${more}\n${block}${t ?? ''}\n\n`;
}

const file = (path: string, t: string, p?: Record<string, string>) =>
  node({ 'Node-path': path, 'Node-kind': 'file', 'Node-action': 'add' }, { t, ...(p ? { p } : {}) });
const dir = (path: string, p: Record<string, string> = {}) =>
  node({ 'Node-path': path, 'Node-kind': 'dir', 'Node-action': 'add' }, { p });
const remove = (path: string) => node({ 'Node-path': path, 'Node-action': 'delete' });
const copy = (path: string, from: string, rev: number, kind = 'file', more: Record<string, string> = {}) =>
  node({
    'Node-path': path,
    'Node-kind': kind,
    'Node-action': 'add',
    'Node-copyfrom-rev': rev,
    'Node-copyfrom-path': from,
    ...more,
  });

/** A repository of each program's making, with the same in it. */
async function twoRepositories(before: string | Buffer): Promise<[theirs: string, ours: string]> {
  const directory = temporaryDirectory();
  const paths: [string, string] = [join(directory, 'theirs'), join(directory, 'ours')];
  for (const path of paths) {
    await svnadmin(['create', path]);
    const bare = typeof before === 'string' && !before.includes('Revision-number: 0');
    const input = bare ? head + revision(0) + before.replace(head, '') : before;
    await svnadmin(['load', '-q', '--no-flush-to-disk', path], { input });
    await svnadmin(['setuuid', path, 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa']);
  }
  return paths;
}

async function dump(path: string): Promise<string> {
  const { stdoutBytes } = await svnadmin(['dump', '-q', path]);
  return stdoutBytes.toString('latin1');
}

/** Loads with both programs and compares all that can be seen of it. */
async function sameLoad(
  args: readonly string[],
  input: string | Uint8Array,
  before: string | Buffer = '',
): Promise<{ ours: RunResult; theirs: RunResult; path: string }> {
  const [theirPath, ourPath] = await twoRepositories(before);
  const options = { input, expectCode: 'any' } as const;
  const theirs = await svnadmin(['load', '--no-flush-to-disk', theirPath, ...args], options);
  const ours = await repoadmin(['load', '--no-flush-to-disk', ourPath, ...args], options);
  expect(ours.stdout).toBe(theirs.stdout);
  expect(ours.stderr.replaceAll('repoadmin', 'svnadmin')).toBe(theirs.stderr);
  expect(ours.code).toBe(theirs.code);
  expect(await dump(ourPath)).toBe(await dump(theirPath));
  await svnadmin(['verify', '-q', ourPath]);
  return { ours, theirs, path: ourPath };
}

describe.skipIf(svnMissing())('load, like svnadmin', () => {
  let source: string;
  beforeAll(async () => {
    ({ path: source } = await svnRepository(join(temporaryDirectory(), 'r'), { revisions }));
  });

  const streamOf = async (...options: string[]) =>
    (await svnadmin(['dump', '-q', ...options, source])).stdoutBytes;

  it('a dump of everything', async () => {
    const stream = await streamOf();
    const { ours, path } = await sameLoad([], stream);
    expect(ours.code).toBe(0);
    expect((await svnadmin(['dump', '-q', path])).stdoutBytes.equals(stream)).toBe(true);
  });

  it.each(['--deltas', '-r5:14', '-r5:14 --deltas', '-r8:14 --deltas --incremental', '-r15:21'])(
    'a dump made with %s',
    async (line) => {
      await sameLoad([], await streamOf(...line.split(' ')));
    },
  );

  it.each([
    '',
    '-q',
    '-r 4:9',
    '-r 1',
    '-r 30:40',
    '--ignore-uuid',
    '--force-uuid',
    '--parent-dir /in/there/',
  ])('on top of revisions, with %s', async (line) => {
    const before = head + uuid + revision(0) + revision(1) + dir('in') + dir('in/there') + revision(2);
    await sameLoad(line.split(' ').filter(Boolean), await streamOf(), before);
  });

  it('into a parent directory that is not there', () =>
    sameLoad(['--parent-dir', 'no/such'], head + revision(1) + dir('a')));

  it('a file', async () => {
    const path = join(temporaryDirectory(), 'stream');
    writeFileSync(path, head + uuid + revision(1, { 'svn:log': 'From a file.' }) + dir('a'));
    await sameLoad(['-F', path], '');
    await sameLoad(['-F', `${path}.missing`], '');
  });

  it.each(['', '--ignore-uuid', '--force-uuid'])('the UUID, with %s', async (option) => {
    const args = option === '' ? [] : [option];
    const { path } = await sameLoad(args, head + uuid + revision(1));
    expect(readFileSync(join(path, 'db/uuid'), 'utf8')).toContain(
      option === '--ignore-uuid' ? 'aaaaaaaa-' : '12345678-',
    );
  });

  it('a UUID that is none', () => sameLoad([], `${head}UUID: nothing\n\n`));

  it('revision 0, and revisions without dates and properties', async () => {
    const bare = 'Revision-number: 2\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n';
    await sameLoad([], `${head}${revision(0, { a: 'b' })}${revision(1)}${bare}Revision-number: 3\n\n`);
    await sameLoad([], head + revision(0, { a: 'b' }), head + revision(0, { c: 'd' }));
    await sameLoad([], head + revision(0, { a: 'b' }), head + revision(0) + revision(1));
  });

  it('dates that are ignored', async () => {
    const [path] = await twoRepositories('');
    const before = Date.now();
    await repoadmin(['load', '-q', '--ignore-dates', path], { input: head + revision(0) + revision(1) });
    const { stdout } = await svnadmin(['dump', '-q', '-r1', path]);
    const date = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(stdout)![0];
    expect(Date.parse(date)).toBeGreaterThanOrEqual(before);
  });

  it('mergeinfo, whose revisions become those of the repository', async () => {
    const mergeinfo = '/a:3-6,8,11-12*\n/b:1-4*,5\n/c:2';
    const change = (value: string) =>
      node(
        { 'Node-path': 'd', 'Node-kind': 'dir', 'Node-action': 'change' },
        { p: { 'svn:mergeinfo': value } },
      );
    const stream =
      head +
      revision(5) +
      dir('d', { 'svn:mergeinfo': mergeinfo }) +
      revision(6) +
      revision(8) +
      change(mergeinfo) +
      revision(12) +
      change('/a:5-6\r\n/b:8') +
      revision(13) +
      change('a:12\n/a:13\n');
    await sameLoad([], stream);
    await sameLoad([], stream, head + revision(1) + revision(2) + revision(3));
    await sameLoad(['--parent-dir', 'p'], stream, head + revision(1) + dir('p'));
    await sameLoad(['-r6:12'], stream, head + revision(1) + dir('d'));
  });

  it.each(['/a', '/a:x', '/a:3-1', '/a:0', '/a:', '/a:1\r\n/b:2\n'])('mergeinfo %j', async (value) => {
    const stream = head + revision(1) + dir('d', { 'svn:mergeinfo': value });
    await sameLoad([], stream);
    await sameLoad(['--bypass-prop-validation'], stream);
  });

  it('properties that Subversion refuses', async () => {
    const streams = [
      head + revision(1, { 'svn:log': 'a\r\nb\rc' }) + dir('d'),
      head + revision(1) + dir('d', { 'svn:ignore': 'a\r\nb' }),
      head + revision(1) + dir('d', { 'svn:wc:x': 'y' }),
      head + revision(1) + dir('d') + revision(2, { 'svn:date': 'not a date' }),
    ];
    for (const stream of streams)
      for (const option of [[], ['--normalize-props'], ['--bypass-prop-validation']]) {
        // svnadmin can't dump what it loaded then.
        if (stream === streams[3] && option[0] === '--bypass-prop-validation') continue;
        await sameLoad(option, stream);
      }
  });

  it.each([
    ['a node that is there', dir('d') + dir('d')],
    ['a file below a file', file('f', 'x') + file('f/g', 'x')],
    ['a parent that is missing', file('no/f', 'x')],
    [
      'a change of nothing',
      node({ 'Node-path': 'no', 'Node-kind': 'file', 'Node-action': 'change' }, { t: 'x' }),
    ],
    ['a deletion of nothing', remove('no')],
    ['a deletion of the root', remove('')],
    ['an action that is none', node({ 'Node-path': 'f', 'Node-kind': 'file', 'Node-action': 'make' })],
    ['no action', node({ 'Node-path': 'f', 'Node-kind': 'file' })],
    ['a kind that is none', node({ 'Node-path': 'f', 'Node-kind': 'link', 'Node-action': 'add' })],
    [
      'a text for a directory',
      node({ 'Node-path': 'd', 'Node-kind': 'dir', 'Node-action': 'add' }, { t: 'x' }),
    ],
    [
      'a text with a wrong digest',
      node(
        {
          'Node-path': 'f',
          'Node-kind': 'file',
          'Node-action': 'add',
          'Text-content-md5': '0123456789abcdef0123456789abcdef',
        },
        { t: 'x' },
      ),
    ],
    [
      'a text with a digest that is none',
      node(
        { 'Node-path': 'f', 'Node-kind': 'file', 'Node-action': 'add', 'Text-content-md5': 'xyz' },
        { t: 'x' },
      ),
    ],
    ['a copy of nothing', copy('g', 'no', 1)],
    ['a copy of the future', copy('g', 'e', 9)],
    ['a copy of the distant past', copy('g', 'e', -9)],
    [
      'a copy with a wrong digest',
      copy('g', 'e', 1, 'file', { 'Text-copy-source-md5': '0123456789abcdef0123456789abcdef' }),
    ],
    ['a copy on top of another node', copy('e2', 'e', 1)],
    [
      'a replacement',
      file('g', 'x') +
        node({ 'Node-path': 'g', 'Node-kind': 'dir', 'Node-action': 'replace' }, { p: { a: 'b' } }),
    ],
    [
      'a replacement by a copy',
      file('g', 'x') +
        node({
          'Node-path': 'g',
          'Node-kind': 'file',
          'Node-action': 'replace',
          'Node-copyfrom-rev': 1,
          'Node-copyfrom-path': 'e',
        }),
    ],
    ['paths with slashes to spare', dir('/d//') + file('d///f', 'x')],
    ['a path with dots', dir('d') + file('d/../f', 'x')],
    ['a node of revision 0', ''],
    [
      'properties that go',
      node({ 'Node-path': 'e', 'Node-kind': 'file', 'Node-action': 'change' }, { p: {} }),
    ],
    [
      'properties alone',
      node({ 'Node-path': '', 'Node-kind': 'dir', 'Node-action': 'change' }, { p: { root: 'x' } }),
    ],
    [
      'a truncated text',
      file('f', 'x').slice(0, -3).replace('Text-content-length: 1', 'Text-content-length: 9'),
    ],
    ['truncated properties', dir('d', { a: 'b' }).slice(0, -15)],
    ['a record that is none', 'What: is this\n\n'],
  ])('%s', async (name, records) => {
    const first = name === 'a node of revision 0' ? `${revision(0)}${dir('d')}` : revision(2);
    const before = head + revision(0) + revision(1) + file('e', 'e\n', { p: 'q' }) + file('e2', '2');
    await sameLoad([], head + first + records + revision(3), before);
  });

  it('deltas on a base that is another', async () => {
    const stream = (await streamOf('-r3:4', '--deltas', '--incremental')).toString('latin1');
    const wrong = stream.replace(/(Text-delta-base-md5: )\w+/, '$10123456789abcdef0123456789abcdef');
    const before = await streamOf('-r0:3');
    await sameLoad(['-r4'], Buffer.from(wrong, 'latin1'), before);
  });

  it.each([
    '',
    '--use-pre-commit-hook',
    '--use-post-commit-hook',
    '--use-pre-commit-hook --use-post-commit-hook',
  ])('hooks: %s', async (line) => {
    for (const failing of ['none', 'pre-commit', 'post-commit']) {
      const paths = await twoRepositories('');
      const seen: unknown[] = [];
      for (const [path, program] of [
        [paths[0], svnadmin],
        [paths[1], repoadmin],
      ] as const) {
        const log = join(path, 'hooks.log');
        for (const hook of ['start-commit', 'pre-commit', 'post-commit']) {
          const script = join(path, 'hooks', hook);
          const look = hook === 'pre-commit' ? '/usr/bin/svnlook changed -t "$2" "$1"; ' : '';
          writeFileSync(
            script,
            `#!/bin/sh\n{ echo ${hook} "$2"; ${look}} >>'${log}'\n${hook === failing ? 'echo no >&2; exit 3' : ''}\n`,
          );
          chmodSync(script, 0o755);
        }
        const args = ['load', ...line.split(' ').filter(Boolean), path];
        const input = head + revision(1, { 'svn:log': 'x' }) + dir('d') + revision(2) + file('d/f', 'x');
        const { code, stdout, stderr } = await program(args, { input, expectCode: 'any' });
        const hooks = line === '' ? '' : readFileSync(log, 'utf8');
        rmSync(log, { force: true });
        seen.push([code, stdout, stderr.replaceAll('repoadmin', 'svnadmin'), hooks, await dump(path)]);
      }
      expect(seen[1]).toEqual(seen[0]);
    }
  });

  it.each(['-r HEAD', '-r 5:3', '-r 1 -r 2', 'more', '--incremental'])('%s is refused', async (line) => {
    const [theirs, ours] = await twoRepositories('');
    const options = { input: head, expectCode: 'any' } as const;
    const a = await svnadmin(['load', theirs, ...line.split(' ')], options);
    const b = await repoadmin(['load', ours, ...line.split(' ')], options);
    expect([b.code, b.stderr.replaceAll('repoadmin', 'svnadmin')]).toEqual([a.code, a.stderr]);
  });

  it('is interrupted while it waits for more of the stream', async () => {
    const [, path] = await twoRepositories('');
    const child = spawn(process.execPath, [repoadminScript, 'load', '--no-flush-to-disk', path]);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    child.stdin.write(head + revision(1) + dir('a') + revision(2) + dir('b') + '\nRevision-');
    while (readFileSync(join(path, 'db/current'), 'utf8') !== '1\n')
      await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill('SIGINT');
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect([signal, errors]).toEqual(['SIGINT', 'repoadmin: E200015: Caught signal\n']);
    expect(output).toContain('------- Committed revision 1 >>>');
    expect((await svnadmin(['lstxns', path])).stdout).toBe('');
    await repoadmin(['load', '-q', path], { input: head + revision(2) + dir('b') });
  });

  it('leaves no transaction when it fails', async () => {
    const { path } = await sameLoad([], head + revision(1) + dir('d') + dir('d'));
    const { stdout } = await svnadmin(['lstxns', path]);
    expect(stdout).toBe('');
  });
});
