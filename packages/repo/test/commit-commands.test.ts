import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  repo,
  svn,
  svnadmin,
  svnMissing,
  svnRepository,
  svnYoungest,
  temporaryDirectory,
  type RunResult,
} from '@revstore/testkit';
import { beforeEach, describe, expect, it } from 'vitest';

const anyCode = { expectCode: 'any' } as const;

describe.skipIf(svnMissing())('commits that svn has no command for', () => {
  let directory: string;
  let path: string;
  let url: string;

  beforeEach(async () => {
    directory = temporaryDirectory();
    path = join(directory, 'r');
    ({ url } = await svnRepository(path, {
      revisions: [
        [
          { mkdir: 'trunk' },
          { mkdir: 'trunk/sub' },
          { put: 'trunk/file', contents: 'a\nb\n' },
          { put: 'trunk/crlf', contents: 'a\r\nb\r\n' },
          { put: 'trunk/mixed', contents: 'a\r\nb\n' },
          { put: 'trunk/keywords', contents: '$Id: old $ $Rev: 7 $\n' },
        ],
        [{ put: 'trunk/file', contents: 'a\nb\nc\n' }],
      ],
    }));
  });

  const youngest = () => svnYoungest(path);
  const cat = async (file: string) => (await svn(['cat', '--ignore-keywords', `${url}/${file}`])).stdout;
  const property = async (name: string, file: string) =>
    (await svn(['propget', name, `${url}/${file}`], anyCode)).stdout;

  async function expectNothingDone(result: RunResult, before: number): Promise<void> {
    expect(result.code).toBe(1);
    expect(await youngest()).toBe(before);
    expect((await svnadmin(['lstxns', path])).stdout).toBe('');
  }

  describe('put', () => {
    it('changes a file, adds one, reads standard input', async () => {
      writeFileSync(join(directory, 'new'), 'new contents');
      const result = await repo(['put', '-m', 'one', join(directory, 'new'), `${url}/trunk/file`]);
      expect(result.stdout).toBe('Committing transaction...\nCommitted revision 3.\n');
      expect(await cat('trunk/file')).toBe('new contents');
      await repo(['put', '-q', '-m', '', '-', `${url}/trunk/added`], { input: 'from a pipe' });
      expect(await cat('trunk/added')).toBe('from a pipe');
      await repo(['put', '-q', '-m', '', '--parents', '-', `${url}/x/y/z`], { input: 'deep' });
      expect(await cat('x/y/z')).toBe('deep');
      expect(await youngest()).toBe(5);
      await svnadmin(['verify', '-q', path]);
    });

    it('keeps to the revision that it is based on', async () => {
      const late = await repo(['put', '-r', '1', '-m', '', '-', `${url}/trunk/file`], anyCode);
      await expectNothingDone(late, 2);
      expect(late.stderr).toBe("repo: E160028: File '/trunk/file' is out of date\n");
      await repo(['put', '-r', '2', '-m', '', '-', `${url}/trunk/file`]);
      const gone = await repo(['put', '-r', '2', '-m', '', '-', `${url}/trunk/none`], anyCode);
      await expectNothingDone(gone, 3);
    });

    it('tells the revision in JSON', async () => {
      const { stdout } = await repo([
        'put',
        '--json',
        '--username',
        'me',
        '-m',
        '',
        '-',
        `${url}/trunk/file`,
      ]);
      expect(JSON.parse(stdout)).toMatchObject({ event: 'committed', revision: 3, author: 'me' });
    });

    it.each([
      ['onto a directory', ['-', 'U/trunk'], /E160017: '\/trunk' is not a file/],
      ['onto the root', ['-', 'U'], /E160017: '\/' is not a file/],
      ['below nothing', ['-', 'U/none/file'], /E160013: File not found: .*'\/none\/file'/],
      ['below a file', ['-', 'U/trunk/file/x'], /E160016: Failure opening '\/trunk\/file'/],
      ['of a file that is not there', ['none', 'U/trunk/x'], /E000002: Can't open file 'none'/],
      ['with a peg revision', ['-', 'U/trunk/x@1'], /E200009: .*: a peg revision is not allowed here/],
      ['of one file', ['-'], /E205001: Not enough arguments provided/],
      ['of three', ['-', 'U/a', 'U/b'], /E205000: Too many arguments given/],
      ['with a control character', ['-', 'U/trunk/%02'], /E160005: Invalid control character '0x02'/],
    ])('%s is refused', async (_, args, message) => {
      const result = await repo(['put', '-m', '', ...args.map((word) => word.replace(/^U/, url))], anyCode);
      expect(result.stderr).toMatch(message);
      await expectNothingDone(result, 2);
    });
  });

  describe('propset and propdel', () => {
    it('change several nodes in one revision', async () => {
      const result = await repo(['propset', '-m', 'x', 'p', 'v', `${url}/trunk`, `${url}/trunk/file`, url]);
      expect(result.stdout).toBe(
        `property 'p' set on '${url}/trunk'\nproperty 'p' set on '${url}/trunk/file'\nproperty 'p' set on '${url}'\n` +
          'Committing transaction...\nCommitted revision 3.\n',
      );
      for (const node of ['', 'trunk', 'trunk/file']) expect(await property('p', node)).toBe('v\n');
      const gone = await repo(['propdel', '-m', '', 'p', `${url}/trunk`, `${url}/trunk/sub`]);
      expect(gone.stdout).toBe(
        `property 'p' deleted from '${url}/trunk'.\n` +
          `Attempting to delete nonexistent property 'p' on '${url}/trunk/sub'\n` +
          'Committing transaction...\nCommitted revision 4.\n',
      );
      expect(await property('p', 'trunk')).toBe('');
      await svnadmin(['verify', '-q', path]);
    });

    it('make no revision where nothing changes', async () => {
      await repo(['propset', '-q', '-m', '', 'p', 'v', `${url}/trunk`]);
      await repo(['propset', '-m', '', 'p', 'v', `${url}/trunk`]);
      await repo(['propdel', '-m', '', 'none', `${url}/trunk`]);
      expect(await youngest()).toBe(3);
    });

    it('take the value from a file, and go down as far as asked', async () => {
      writeFileSync(join(directory, 'value'), '*.o\r\n*.a\r\n');
      await repo([
        'propset',
        '-q',
        '-m',
        '',
        '-F',
        join(directory, 'value'),
        'svn:ignore',
        '-R',
        `${url}/trunk`,
      ]);
      expect(await property('svn:ignore', 'trunk')).toBe('*.o\n*.a\n\n');
      expect(await property('svn:ignore', 'trunk/sub')).toBe('*.o\n*.a\n\n');
      expect(await property('svn:ignore', 'trunk/file')).toBe('');
      await repo(['propset', '-q', '-m', '', '--depth', 'files', 'p', 'v', `${url}/trunk`]);
      expect([await property('p', 'trunk/file'), await property('p', 'trunk/sub')]).toEqual(['v\n', '']);
    });

    it('store contents as svn:eol-style and svn:keywords say', async () => {
      await repo(['propset', '-q', '-m', '', 'svn:eol-style', 'native', `${url}/trunk/crlf`]);
      expect(await cat('trunk/crlf')).toBe('a\nb\n');
      await repo(['propset', '-q', '-m', '', 'svn:eol-style', 'CRLF', `${url}/trunk/file`]);
      expect(await cat('trunk/file')).toBe('a\r\nb\r\nc\r\n');
      await repo(['propset', '-q', '-m', '', 'svn:keywords', 'Id', `${url}/trunk/keywords`]);
      expect(await cat('trunk/keywords')).toBe('$Id$ $Rev: 7 $\n');
      // A fresh working copy finds nothing to change.
      await svn(['checkout', '-q', url, join(directory, 'wc')]);
      writeFileSync(join(directory, 'wc/trunk/crlf'), 'a\nb\n');
      expect((await svn(['diff', join(directory, 'wc')])).stdout).toBe('');
    });

    it('warn of values that do not turn a property off', async () => {
      const result = await repo(['propset', '-m', '', 'svn:executable', 'off', `${url}/trunk/file`]);
      expect(result.stderr).toBe(
        "repo: warning: W125005: To turn off the svn:executable property, use 'repo propdel';\n" +
          "setting the property to 'off' will not turn it off.\n",
      );
      expect(await property('svn:executable', 'trunk/file')).toBe('*\n');
    });

    it('tell in JSON', async () => {
      const { stdout } = await repo(['propset', '--json', '-m', '', 'p', 'v', `${url}/trunk`]);
      expect(
        stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ).toMatchObject([
        { event: 'set', name: 'p', url: `${url}/trunk` },
        { event: 'committed', revision: 3 },
      ]);
    });

    it.each([
      ['a near miss of a name', ['propset', 'svn:exxecutable', 'x', 'U'], "did you mean 'svn:executable'?"],
      [
        'a name of revisions',
        ['propset', 'svn:log', 'x', 'U'],
        "E195011: 'svn:log' is not a valid svn: property",
      ],
      [
        'a name of revisions by force',
        ['propset', '--force', 'svn:log', 'x', 'U'],
        "Revision property 'svn:log' not",
      ],
      ['a bad name', ['propset', 'a b', 'x', 'U'], "E195011: 'a b' is not a valid Subversion property name"],
      [
        'a bad line end',
        ['propset', 'svn:eol-style', 'x', 'U/trunk/file'],
        "E135001: Unrecognized line ending style 'x' for 'U/trunk/file'",
      ],
      [
        'mixed line ends',
        ['propset', 'svn:eol-style', 'LF', 'U/trunk/mixed'],
        "E200009: File 'U/trunk/mixed' has inconsistent newlines",
      ],
      [
        'a file property of a directory',
        ['propset', 'svn:eol-style', 'LF', 'U/trunk'],
        "E200009: Cannot set 'svn:eol-style' on a directory ('U/trunk')",
      ],
      [
        'no target',
        ['propset', 'a', 'b'],
        "E205001: Explicit target required ('b' interpreted as prop value)",
      ],
      ['no target beside a file', ['propset', 'a', '-F', '-'], 'E205001: Explicit target argument required'],
      [
        'a node that is not there',
        ['propset', 'a', 'b', 'U/none'],
        "E160013: File not found: revision 2, path '/none'",
      ],
      ['a peg revision', ['propdel', 'a', 'U/trunk@1'], 'a peg revision is not allowed here'],
      [
        'a revision',
        ['propset', '-r', '1', 'a', 'b', 'U/trunk'],
        "E205000: Cannot specify revision for setting versioned property 'a'",
      ],
      [
        'an encoding of bytes',
        ['propset', '--encoding', 'latin1', 'a', 'b', 'U'],
        'E200007: --encoding option applies only',
      ],
    ])('%s is refused', async (_, words, message) => {
      const args = words.map((word) => word.replace(/^U/, url));
      const result = await repo([args[0]!, '-m', '', ...args.slice(1)], anyCode);
      expect(result.stderr).toContain(message.replaceAll('U/', `${url}/`));
      await expectNothingDone(result, 2);
    });

    it('need a message', async () => {
      const result = await repo(['propset', 'a', 'b', url], anyCode);
      expect(result.stderr).toContain('E205001: Cannot invoke editor to get log message');
      await expectNothingDone(result, 2);
    });
  });

  describe('commit --from-json', () => {
    const commit = (input: string, ...args: string[]): Promise<RunResult> =>
      repo(['commit', '-m', 'json', '--from-json', '-', ...args, url], { input, ...anyCode });

    it('takes a line an edit', async () => {
      mkdirSync(join(directory, 'edits'));
      writeFileSync(join(directory, 'edits/contents'), 'from a file');
      const edits = [
        { type: 'make-directory', path: 'new', properties: { p: 'v' } },
        { type: 'add-file', path: 'new/text', text: 'täxt', properties: { bytes: { base64: 'AAE=' } } },
        { type: 'put-file', path: '/trunk/new/file', file: 'contents' },
        { type: 'put-file', path: 'file', base64: 'AAEC', baseRevision: 2 },
        { type: 'copy', path: 'old', from: 'file', revision: 1 },
        { type: 'move', path: 'moved', from: '/trunk/crlf' },
        { type: 'delete', path: 'sub' },
        { type: 'set-properties', path: '/', properties: { root: 'yes', none: null } },
      ];
      const name = join(directory, 'edits/list');
      writeFileSync(name, `${edits.map((edit) => JSON.stringify(edit)).join('\n\n')}\n`);
      const result = await repo(['commit', '-m', 'json', '--from-json', name, `${url}/trunk`]);
      expect(result.stdout).toBe('Committing transaction...\nCommitted revision 3.\n');
      const changes = (await svn(['log', '-qv', '-r', '3', url])).stdout
        .split('\n')
        .filter((line) => /^ {3}/.test(line));
      expect(changes).toEqual([
        '   M /',
        '   D /trunk/crlf',
        '   M /trunk/file',
        '   A /trunk/moved (from /trunk/crlf:2)',
        '   A /trunk/new',
        '   A /trunk/new/file',
        '   A /trunk/new/text',
        '   A /trunk/old (from /trunk/file:1)',
        '   D /trunk/sub',
      ]);
      expect(await cat('trunk/new/text')).toBe('täxt');
      expect(await cat('trunk/new/file')).toBe('from a file');
      expect(await cat('trunk/old')).toBe('a\nb\n');
      expect(await cat('trunk/file')).toBe('\0\x01\x02');
      expect([await property('root', ''), await property('p', 'trunk/new')]).toEqual(['yes\n', 'v\n']);
      await svnadmin(['verify', '-q', path]);
    });

    it('takes an array, and makes no revision of an empty one', async () => {
      expect((await commit('[]')).code).toBe(0);
      expect((await commit('\n')).code).toBe(0);
      expect(await youngest()).toBe(2);
      await commit('\n [ {"type": "delete",\n "path": "trunk/sub"} ]\n');
      expect(await youngest()).toBe(3);
    });

    it.each([
      ['{"type":"x"}', 'Line 1 of standard input: "x" is no type of edit'],
      ['\n{"type":"delete","path":"trunk/sub"}\n{}', "Line 3 of standard input: 'type' is missing"],
      ['3', 'Line 1 of standard input: is no object'],
      ['{', 'Line 1 of standard input: is no JSON'],
      ['[{', 'Standard input: is no JSON'],
      ['[{"type":"delete","path":"trunk/sub"},1]', 'Edit 2 of standard input: is no object'],
      ['[{"type":"copy","path":"a"}]', "Edit 1 of standard input: 'from' is missing"],
      ['{"type":"delete"}', "Line 1 of standard input: 'path' is missing"],
      ['{"type":"put-file","path":"a"}', "one of 'text', 'base64' and 'file' must be given, 0 are"],
      ['{"type":"put-file","path":"a","text":"a","file":"b"}', "'file' must be given, 2 are"],
      ['{"type":"put-file","path":"a","base64":"a?"}', "'base64' is no base64"],
      ['{"type":"put-file","path":"../a","text":""}', "'path' has a '..' in it"],
      ['{"type":"delete","path":"a","x":1}', "'x' is no member of 'delete'"],
      ['{"type":"delete","path":3}', "'path' is no text"],
      ['{"type":"delete","path":"a","baseRevision":-1}', "'baseRevision' is no revision"],
      [
        '{"type":"set-properties","path":"trunk","properties":{"a":1}}',
        "the value of property 'a' is no text",
      ],
      ['{"type":"set-properties","path":"trunk","properties":[]}', "'properties' is no object"],
    ])('%s is refused', async (input, message) => {
      const result = await commit(input);
      expect(result.stderr).toMatch(/^repo: E200002: /);
      expect(result.stderr).toContain(message);
      await expectNothingDone(result, 2);
    });

    it.each([
      ['{"type":"delete","path":"none"}', /E160013: File not found: .*'\/none'/],
      ['{"type":"put-file","path":"a","file":"none"}', /E000002: Can't open file/],
      ['{"type":"put-file","path":"trunk/file","text":"","baseRevision":1}', /E160028: File .* out of date/],
    ])('where %s fails its place is told', async (input, message) => {
      const result = await commit(`\n${input}`);
      expect(result.stderr).toMatch(message);
      expect(result.stderr).toMatch(/Line 2 of standard input can't be done/);
      await expectNothingDone(result, 2);
    });

    it('builds on an older revision', async () => {
      await commit('{"type":"put-file","path":"trunk/other","text":"x"}', '-r', '1');
      expect(await youngest()).toBe(3);
      const result = await commit('{"type":"put-file","path":"trunk/file","text":"x"}', '-r', '1');
      expect(result.stderr).toMatch(/^repo: E160024: /);
      await expectNothingDone(result, 3);
    });

    it('is the only way to commit', async () => {
      expect((await repo(['commit', '-m', '', url], anyCode)).stderr).toContain("'--from-json' is required");
    });
  });
});
