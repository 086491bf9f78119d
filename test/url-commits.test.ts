import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  isolation,
  repo,
  run,
  svn,
  svnadmin,
  svnCommit,
  svnMissing,
  svnRepository,
  temporaryDirectory,
  type RunResult,
} from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * Two copies of a repository, one changed by Subversion's programs, the other by ours. Each command must tell the same
 * and do the same.
 */
class Twins {
  readonly directory: string;
  readonly theirs: string;
  readonly ours: string;
  readonly #told: { readonly theirs: object[]; readonly ours: object[] } = { theirs: [], ours: [] };

  constructor(pristine: string, other: string) {
    this.directory = temporaryDirectory();
    this.theirs = join(this.directory, 'theirs');
    this.ours = join(this.directory, 'ours');
    // Both are named alike in messages: each has a directory of its own.
    for (const home of [this.theirs, this.ours]) {
      mkdirSync(home);
      cpSync(pristine, join(home, 'r'), { recursive: true });
      cpSync(other, join(home, 'other'), { recursive: true });
      writeFileSync(join(home, 'file'), 'a file\n');
      writeFileSync(join(home, 'mixed'), 'a\r\nb\n');
      writeFileSync(join(home, 'arguments'), `mkdir\nx13\n\nput\n${join(home, 'file')}\nx13/sp ace\n`);
    }
  }

  /**
   * Runs a command line with both; U is the URL of the repository, V that of another one, D the directory of both. What
   * they tell is compared at the end.
   */
  async run(line: readonly string[], theirProgram: 'svn' | 'svnmucc' = 'svn'): Promise<void> {
    const [theirs, ours] = await Promise.all([
      this.#run(this.theirs, line, theirProgram === 'svn' ? svn : svnmucc),
      this.#run(this.ours, theirProgram === 'svn' ? line : ['mucc', ...line], repo),
    ]);
    this.#told.theirs.push({ line, ...outcome(theirs, this.theirs) });
    this.#told.ours.push({ line, ...outcome(ours, this.ours) });
  }

  async #run(home: string, line: readonly string[], program: typeof svn): Promise<RunResult> {
    const url = pathToFileURL(home).href;
    const args = line.map((word) =>
      word
        .replace(/^U(?=$|\/|@)/, `${url}/r`)
        .replace(/^V(?=$|\/)/, `${url}/other`)
        .replace(/^D(?=$|\/)/, home),
    );
    return program(args, { cwd: home, expectCode: 'any' });
  }

  /** Expects both to have told the same, and their repositories to have the same history, node ids and properties. */
  async expectSame(): Promise<void> {
    expect(this.#told.ours).toEqual(this.#told.theirs);
    const [theirs, ours] = await Promise.all([
      describeRepository(this.theirs),
      describeRepository(this.ours),
    ]);
    expect(ours).toEqual(theirs);
    await svnadmin(['verify', '-q', join(this.ours, 'r')]);
    expect((await svnadmin(['lstxns', join(this.ours, 'r')])).stdout).toBe('');
  }
}

function svnmucc(args: readonly string[], options: Parameters<typeof svn>[1]): Promise<RunResult> {
  return run('svnmucc', [...isolation(), ...args], options);
}

/** What both must agree in: what is said, without names of programs, transactions, dates and directories. */
function outcome({ code, stdout, stderr }: RunResult, home: string): object {
  const clean = (text: string): string =>
    text
      .replaceAll(pathToFileURL(home).href, 'HOME')
      .replaceAll(home, 'DIRECTORY')
      .replace(/^(?:svn|svnmucc|repo): /gm, 'PROGRAM: ')
      // Subversion's program for actions has no subcommands to point to.
      .replace(/^.*Try '(?:svn|repo) help mucc' for more information\n/gm, '')
      .replace(/(Try|Type) '(?:svn|repo) /g, "$1 'PROGRAM ")
      .replace(/transaction '\d+-[0-9a-z]+'/g, "transaction 'TXN'")
      .replace(/ at \d{4}-\S+Z$/gm, ' at DATE');
  return { code, stdout: clean(stdout), stderr: clean(stderr) };
}

/** Ids of nodes: those that are equal stay so, but neither numbers nor offsets need agree. */
function normalizedIds(tree: string): string {
  const names = new Map<string, string>();
  const name = (id: string): string => {
    if (!names.has(id)) names.set(id, `${names.size}`);
    return names.get(id)!;
  };
  return tree.replace(
    /<([0-9a-z-]+)\.([0-9a-z-]+)(\.r\d+)\/\d+>/g,
    (_, node: string, copy: string, revision: string) => `<${name(node)}.${name(copy)}${revision}>`,
  );
}

async function describeRepository(home: string): Promise<readonly string[]> {
  const path = join(home, 'r');
  const dump = await svnadmin(['dump', '-q', path]);
  const tree = await run('svnlook', ['tree', '--show-ids', path]);
  const log = await svn(['log', '-v', '--xml', pathToFileURL(path).href]);
  return [
    dump.stdoutBytes.toString('latin1').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'DATE'),
    normalizedIds(tree.stdout),
    log.stdout
      .replace(/<date>.*<\/date>/g, '')
      // Attributes come in any order from svn.
      .replace(/(?<=<path)[^>]*(?=>)/g, (attributes) => attributes.trim().split(/\s+/).sort().join(' ')),
  ];
}

describe.skipIf(svnMissing())('commits on URLs', () => {
  let pristine: string;
  let other: string;

  beforeAll(async () => {
    const directory = temporaryDirectory();
    pristine = join(directory, 'pristine');
    other = join(directory, 'other');
    await svnRepository(pristine, {
      revisions: [
        [
          { mkdir: 'trunk' },
          { mkdir: 'trunk/sub' },
          { mkdir: 'branches' },
          { mkdir: 'tags' },
          { put: 'trunk/a', contents: 'a\n' },
          { put: 'trunk/sub/b', contents: 'b\n' },
        ],
        [
          { put: 'trunk/c', contents: 'c\n' },
          { rm: 'trunk/a' },
          { propset: 'trunk', name: 'svn:mergeinfo', value: '/branches/x:3-4,6*' },
          { propset: 'tags', name: 'svn:mergeinfo', value: '/branches/y:7*' },
        ],
      ],
    });
    await svnRepository(other);
    await svnCommit(pathToFileURL(other).href, [{ mkdir: 'dir' }]);
  });

  /** Command lines, one a test or several one after the other; words are split at blanks, `_` stands for ''. */
  const words = (line: string): string[] => line.split(' ').map((word) => (word === '_' ? '' : word));

  /** Series of commands in one pair of repositories. */
  const series: Readonly<Record<string, readonly string[]>> = {
    mkdir: [
      'mkdir -m _ U/trunk',
      'mkdir -m _ U/nope/a',
      'mkdir -m _ U/trunk/c/a',
      'mkdir -m _ U/trunk/../x',
      'mkdir -m _ U/trunk/./x1',
      'mkdir -m _ U/trunk//x2/',
      'mkdir -m _ U/x3@',
      'mkdir -m _ U/x3@5',
      'mkdir -m _ U/q1 U/q1',
      'mkdir -m _ U/q2/r U/q2',
      'mkdir -m _',
      'mkdir U/q3',
      'mkdir U/none/q3',
      'mkdir -m _ U/q4 V/q4',
      'mkdir -m _ U/q5 http://host/q4',
      'mkdir -m _ --parents U/p1/p2/p3 U/p1/p4',
      'mkdir -m _ --parents U/trunk',
      'mkdir -m _ --parents U/trunk/c/k',
      'mkdir -m _ --parents U',
      'mkdir -m _ --parents U/trunk/k1/k2 U/z',
      'mkdir -m _ U',
      'mkdir -m _ file:///none/of/that',
      'mkdir -m _ U/ctl%01x',
      'mkdir -m _ --with-revprop a=b -q U/quiet',
      'mkdir -m _ --with-revprop svn:date=b -q U/quiet1',
      'mkdir -m _ -r 3 U/qq',
      'mkdir -m _ U/é U/%C3%A8',
      'mkdir -m _ @3',
      'mkdir -F D/file U/from-file',
      'mkdir -m _ -F D/file U/both',
      'mkdir -m file U/pathname',
      'mkdir --force-log -m file U/pathname',
      'mkdir -F D/mixed U/mixed',
    ],
    copy: [
      'copy -m _ U/trunk U/branches/b1',
      'cp -m _ U/trunk/sub U/branches/b2',
      'copy -m _ U/tags U/tags/self',
      'copy -m _ U/tags/self/ U/selfless',
      'copy -m _ U/trunk/c U/branches',
      'copy -m _ U/trunk/c U/branches',
      'copy -m _ U/trunk/none U/branches/k',
      'copy -m _ U/trunk/a U/branches/k',
      'copy -m _ U/trunk/a@1 U/branches/k',
      'copy -m _ U/trunk/a@1 U/trunk/a',
      'copy -m _ -r 1 U/trunk/c U/branches/k2',
      'copy -m _ -r 1 U/trunk/sub/b U/branches/k2',
      'copy -m _ -r 99 U/trunk/c U/branches/k3',
      'copy -m _ U/trunk/c@99 U/branches/k3',
      'copy -m _ U/trunk/c U/branches/k3@3',
      'copy -m _ U/trunk/c U/branches/k3@',
      'copy -m _ U/trunk/c U/no/k2',
      'copy -m _ --parents U/trunk/c U/no/k2',
      'copy -m _ --parents U/trunk/c U/no1/no2/k2',
      'copy -m _ --parents U/trunk/c U/trunk/sub/b/k2',
      'copy -m _ U/trunk/c U/trunk/sub/b/k2',
      'copy -m _ U/trunk U/trunk/sub/self',
      'copy -m _ U/trunk U/trunk',
      'copy -m _ U/trunk/c U/trunk/sub/b',
      'copy -m _ U U/rootcopy',
      'copy -m _ U U',
      'copy -m _ U/trunk V/t',
      'copy -m _ U/trunk/c U/trunk/sub U/tags',
      'copy -m _ U/trunk/c U/trunk/sub U/nodir',
      'copy -m _ --parents U/trunk/c U/trunk/sub U/nodir',
      'copy -m _ U/trunk/c U/trunk/sub U/trunk/sub/b',
      'copy -m _ U/trunk/c U/trunk/c U/tags',
      'copy -m _ U/trunk/c U/trunk/c U/branches/b1/sub',
      'copy -m _ U/trunk/c@1 U/trunk/sub@1 U/tags',
      'copy -m _ U/trunk',
      'copy -m _',
      'copy U/trunk U/zz',
      'copy -m _ -r BASE U/trunk U/zz',
      'copy -m _ U/trunk@PREV U/zz',
      'copy -m _ -r 1:2 U/trunk U/zz',
      'copy -m _ @3 U/zz',
      'copy -m _ U/trunk@bogus U/zz',
      'copy -m _ U/trunk/../x U/zz',
      'copy -m _ U/trunk/sub/b U/trunk/sub',
      'copy -q -m _ U/branches/b1 U/branches/b3',
      'copy -m _ --ignore-externals U/branches/b1 U/branches/b4',
      'copy -m _ U/trunk/c U/branches/b1/%01',
    ],
    move: [
      'move -m _ U/trunk/c U/trunk/c2',
      'mv -m _ U/trunk/c2 U/tags',
      'rename -m _ U/trunk/c2 U/tags',
      'move -m _ U/trunk U/trunk',
      'move -m _ U/trunk U/trunk/sub/x',
      'move -m _ U/trunk/sub U/trunk',
      'move -m _ U/trunk/sub U/trunk/sub/b',
      'move -m _ U/trunk/sub U/nope/b',
      'move -m _ --parents U/trunk/sub U/nope/b',
      'move -m _ --parents U/trunk U/nope/b/b/under-a-file',
      'move -m _ U/trunk U',
      'ren -m _ U/nope/b/b U/nope',
      'move -m _ -r 1 U/nope/b/b U/nope2',
      'move -m _ U/nope/b U/nope/b/b',
      'move -m _ U/trunk@1 U/nope2',
      'move -m _ U/trunk U/nope2@1',
      'move -m _ U/trunk V/x',
      'move -m _ U/tags U/branches U/newdir',
      'move -m _ --parents U/tags U/branches U/newdir',
      'move -m _ U/newdir/tags U/newdir/branches U',
      'move -m _ U/tags',
      'move -m _ -r HEAD U/tags/c2 U/c3',
      'move -m _ --force U/c3 U/c4',
      'move -m _ U/tags U/tags/x',
      'move -m _ U/tags/x U/tags',
      'move U/tags U/tags2',
    ],
    delete: [
      'delete -m _ U/nope',
      'delete -m _ U/trunk/c',
      'delete -m _ U',
      'del -m _ U/',
      'delete -m _ U/trunk@2',
      'delete -m _ U/branches U/nope',
      'delete -m _ U/trunk/sub/b U/trunk/sub',
      'delete -m _ file:///none/of/that',
      'remove -m _ --force --keep-local U/branches',
      'delete -m _',
      'delete U/tags',
      'delete U/nope',
      'rm -q -m _ U/tags/../nope',
      'rm -q -m _ U/tags V/dir',
    ],
  };

  it.each(Object.keys(series))('%s', async (name) => {
    const twins = new Twins(pristine, other);
    for (const line of series[name]!) await twins.run(words(line));
    await twins.expectSame();
  });

  /** Series of svnmucc's command lines. */
  const muccSeries: Readonly<Record<string, readonly string[]>> = {
    arguments: [
      '-m _ -U nourl mkdir x',
      '-m _ mkdir x',
      '-m _ -U U bogus x',
      '-m _ -U U mkdir',
      '-m _ -U U cp',
      '-m _ -U U cp 1',
      '-m _ -U U cp 1 trunk',
      '-m _ -U U cp x trunk y',
      '-m _ -U U put D/file',
      '-m _ -U U propset a',
      '-m _ -U U propset a b',
      '-m _ -U U propsetf x D/nofile trunk',
      '-m _ -U U propsetf svn:ignore D/mixed trunk',
      '-m _ -U U -X D/nofile',
      '-m _ -U U -X D/arguments',
      '-m _ -U U -X D/arguments mkdir x14',
      '-m _ -r 99 -U U rm trunk/a',
      '-m _ mkdir U/x mkdir V/x',
      '-m _ mkdir U/x mkdir http://host/x',
      '-m _ mkdir file:///none/of/that',
      '-m a -F D/file -U U mkdir x9',
      '-m a --with-revprop svn:log=b -U U mkdir x9',
      '--with-revprop svn:log=b --with-revprop k=v -U U mkdir x9',
      '-m _ --with-revprop svn:author=b -U U mkdir x10',
      '-U U mkdir x11',
      '-u joe -p secret -m _ -U U mkdir x%20y',
      '-F D/mixed -U U mkdir x12',
      '-m _ -U U mkdir /lead',
      '-m _ -U U mkdir z2/%01',
      '-m _ -U U mkdir %01',
    ],
    nodes: [
      '-m _ -U U mkdir trunk',
      '-m _ -U U mkdir no/x',
      '-m _ -U U mkdir no/x mkdir no/y',
      '-m _ -U U mkdir trunk/c/x',
      '-m _ -U U mkdir trunk/c/x propset a b trunk/c',
      '-m _ -U U mkdir trunk/c/x mkdir x',
      '-m _ -U U mkdir n1 mkdir n1',
      '-m _ -U U mkdir n1 mkdir n1/n2 put D/file n1/n2/f propset a b n1/n2/f',
      '-m _ -U U rm nope',
      '-m _ -U U rm trunk/sub rm trunk/sub',
      '-m _ -U U rm trunk/sub/b rm trunk/sub',
      '-m _ -U U rm _',
      '-m _ rm U',
      '-m _ -U U rm trunk/c mkdir trunk/c',
      '-m _ -U U rm trunk/c put D/file trunk/c put D/file trunk/c',
      '-m _ -U U put D/file trunk/z put D/file trunk/z',
      '-m _ -U U mkdir trunk/zd propset x y trunk/zd rm trunk/zd',
      '-m _ -U U propset x y trunk/z rm trunk/z',
      '-m _ -U U propset x y trunk/c rm trunk/c',
      '-m _ -U U rm trunk/c propset x y trunk/c',
      '-m _ -U U cp HEAD trunk trunk/self',
      '-m _ -U U cp 99 trunk t2',
      '-m _ -U U cp 1 trunk/sub tags/s1 rm tags/s1/b put D/file tags/s1/c',
      '-m _ -U U cp 1 trunk/sub tags/s3 put D/file tags/s3/b propset x y tags/s3 propset x z tags/s3/b',
      '-m _ -U U cp 1 nope tags/s2',
      '-m _ -U U cp 1 trunk/a trunk/sub',
      '-m _ -U U cp r1 trunk/a tags/ta put D/file tags/ta propset a b tags/ta',
      '-m _ -U U mv trunk/c trunk/b',
      '-m _ -U U mv trunk/b trunk/b',
      '-m _ -U U mv trunk trunk/in',
      '-m _ -U U mv nope trunk/in',
      '-m _ -U U cp HEAD trunk tk mv tk/b tkb',
      '-m _ -U U mv tags/s1 tk5 mv tk5 tk6',
      '-m _ -U U mv tags/s1 tk5 mv tags/s3 tags/s1',
      '-m _ -U U put D/file trunk/sub',
      '-m _ -U U put D/file tk5',
      '-m _ -U U put D/nofile trunk/m',
      '-m _ -U U put D trunk/m',
      '-m _ -U U put D/file _',
      '-m _ -U U put D/file trunk/sub/q',
      '-m _ -U U put D/file trunk/b propset svn:eol-style native trunk/b',
      '-m _ -r 1 -U U put D/file trunk/b',
      '-m _ -r 1 -U U rm trunk',
      '-m _ -r 1 -U U propset x y trunk',
      '-m _ -r 1 -U U mkdir trunk/newm',
      '-m _ -r 1 -U U rm trunk/a',
    ],
    properties: [
      '-m _ -U U propset a%20b v trunk propdel svn:mergeinfo trunk',
      '-m _ -U U propset a$b v trunk',
      '-m _ -U U propset svn:log v trunk',
      '-m _ -U U propset svn:wc:x v trunk',
      '-m _ -U U propset svn:entry:x v trunk',
      '-m _ -U U propset svn:bogus v trunk',
      '-m _ -U U propset svn:eol-style v trunk',
      '-m _ -U U propset svn:eol-style v trunk/c',
      '-m _ -U U propset svn:eol-style |native| trunk/c',
      '-m _ -U U propset svn:ignore v trunk/c',
      '-m _ -U U propset svn:ignore v trunk',
      '-m _ -U U propset svn:global-ignores v trunk propset svn:auto-props x=y trunk',
      '-m _ -U U propset svn:mime-type v trunk/c',
      '-m _ -U U propset svn:mime-type a;/b trunk/c',
      '-m _ -U U propset svn:mime-type | trunk/c',
      '-m _ -U U propset svn:mime-type a|b/c trunk/c',
      '-m _ -U U propset svn:mime-type a(/c trunk/c',
      '-m _ -U U propset svn:mime-type text/x;|y trunk/c',
      '-m _ -U U propset svn:mergeinfo zz trunk',
      '-m _ -U U propset svn:mergeinfo _ trunk',
      '-m _ -U U propset svn:mergeinfo /a:1* trunk/c',
      '-m _ -U U propset svn:mergeinfo /b:3-3,1-2^/a:7* trunk',
      '-m _ -U U propset svn:mergeinfo /b:5-6,1-2,3^/a:7* trunk',
      '-m _ -U U propset svn:mergeinfo /b:4-3 trunk',
      '-m _ -U U propset svn:mergeinfo /b:0 trunk',
      '-m _ -U U propset svn:mergeinfo /b: trunk',
      '-m _ -U U propset svn:mergeinfo /b:1x trunk',
      '-m _ -U U propset svn:mergeinfo /b:1*x trunk',
      '-m _ -U U propset svn:mergeinfo /b trunk',
      '-m _ -U U propset svn:mergeinfo b:5 trunk',
      '-m _ -U U propset svn:externals ../x|y trunk',
      '-m _ -U U propset svn:externals y|../x trunk',
      '-m _ -U U propset svn:externals x trunk',
      '-m _ -U U propset svn:externals x|/y trunk',
      '-m _ -U U propset svn:externals http://a|http://b trunk',
      '-m _ -U U -- propset svn:externals -r1|a|http://b trunk',
      '-m _ -U U propset svn:externals /trunk|k^/b|k trunk',
      '-m _ -U U propset svn:externals /trunk|k^/b|k^/c|l^/d|l trunk',
      '-m _ -U U -- propset svn:externals -r|1|/trunk|k trunk',
      '-m _ -U U propset svn:executable _ trunk/c',
      '-m _ -U U propset svn:executable _ trunk',
      '-m _ -U U propset svn:needs-lock off trunk/c',
      '-m _ -U U propset svn:keywords |Id| trunk/c',
      '-m _ -U U propset x y nope',
      '-m _ -U U propset svn:ignore y nope',
      '-m _ -U U propdel x nope',
      '-m _ -U U propdel x trunk',
      '-m _ -U U propset x y _ propset z z _',
      '-m _ -U U propset x y trunk/c propset z z trunk/c propdel x trunk/c propset w w trunk',
      '-m _ -U U put D/mixed trunk/m propset svn:mime-type application/x-b trunk/m propset svn:eol-style LF trunk/m',
      '-m _ -U U put D/mixed trunk/m',
    ],
  };

  it.each(Object.keys(muccSeries))('svnmucc: %s', async (name) => {
    const twins = new Twins(pristine, other);
    for (const line of muccSeries[name]!)
      await twins.run(
        words(line).map((word) => word.replaceAll('|', ' ').replaceAll('^', '\n')),
        'svnmucc',
      );
    await twins.expectSame();
  });
});
