import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { createRepository, openRepository, type Edit, type Repository } from '@revstore/repository';
import { svn, svnadmin, svnCommit, svnMissing, temporaryDirectory, type Change } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { StepResolver, steps, type Step } from './edit-steps.js';
import { isWithin, TreeModel, type TreeNode } from './tree-model.js';

/** Handles of this process that commit and read in turn. */
const handles = 3;

const commit = fc.record({
  steps,
  by: fc.oneof(
    { weight: 5, arbitrary: fc.nat({ max: handles - 1 }) },
    { weight: 1, arbitrary: fc.constant('svn' as const) },
  ),
  /** How many revisions before the youngest the commit builds on. */
  behind: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 3 }) }),
  pack: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});
type Commit = typeof commit extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
  shardSize: fc.constantFrom(2, 3, 5),
  commits: fc.array(commit, { minLength: 1, maxLength: 14, size: 'max' }),
});

describe.skipIf(svnMissing())('any edits', () => {
  it('make the trees that a plain model makes of them', { timeout: 3_600_000 }, async () => {
    const numRuns = Number(process.env['REVSTORE_MODEL_RUNS'] ?? 30);
    await fc.assert(
      fc.asyncProperty(history, async ({ shardSize, commits }) => {
        const path = join(temporaryDirectory(), 'r');
        await createRepository(path, { shardSize });
        await using world = await World.open(path);
        for (const one of commits) await world.commit(one);
        await world.compareWithSvn();
      }),
      { numRuns },
    );
  });
});

/** A repository, and the model of each of its revisions. */
class World {
  readonly #path: string;
  readonly #url: string;
  readonly #handles: readonly Repository[];
  readonly #revisions: TreeModel[] = [new TreeModel()];

  private constructor(path: string, opened: readonly Repository[]) {
    this.#path = path;
    this.#url = pathToFileURL(path).href;
    this.#handles = opened;
  }

  static async open(path: string): Promise<World> {
    return new World(path, await Promise.all(Array.from({ length: handles }, () => openRepository(path))));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const handle of this.#handles) await handle.close();
  }

  get #youngest(): number {
    return this.#revisions.length - 1;
  }

  async commit({ steps: list, by, behind, pack }: Commit): Promise<void> {
    if (pack) await svnadmin(['pack', '-q', this.#path]);
    if (by === 'svn') await this.#commitBySvn(list);
    else await this.#commitByUs(list, by, Math.max(0, this.#youngest - behind));
    const reader = this.#handles[this.#youngest % handles];
    expect(await reader.youngest()).toBe(this.#youngest);
    await expectTree(reader, this.#youngest, this.#revisions[this.#youngest]);
  }

  async #commitByUs(list: readonly Step[], handle: number, baseRevision: number): Promise<void> {
    const base = this.#revisions[baseRevision];
    const model = base.copy();
    const resolver = new StepResolver(this.#revisions, baseRevision, model);
    const edits = list.flatMap((step) => resolver.resolve(step));
    const theirs = this.#revisions.slice(baseRevision + 1).flatMap(({ touched }) => [...touched]);
    let result;
    try {
      result = await this.#handles[handle].commit(edits, { baseRevision, author: 'model' });
    } catch (error) {
      expect(error).toMatchObject({ svnCode: 160024 });
      const place = (error as { data: { path: string } }).data.path.replace(/^\/$/, '');
      const near = (path: string) => isWithin(path, place) || isWithin(place, path);
      // The root is in every commit: a change of its properties conflicts with any.
      const ours = ['', ...model.touched];
      expect(ours.some(near) && theirs.some(near), `conflict at ${place}`).toBe(true);
      return;
    }
    expect(result.revision).toBe(this.#youngest + 1);
    // No change of others is lost.
    for (const path of theirs) {
      const was = base.nodes.get(path);
      if (model.nodes.get(path) !== was)
        expect(this.#revisions.at(-1)!.nodes.get(path), `merged ${path}`).toBe(was);
    }
    this.#revisions.push(model.committed(base, this.#revisions.at(-1)!, result.revision));
  }

  /** The first of the steps that svnmucc can do. */
  async #commitBySvn(list: readonly Step[]): Promise<void> {
    const youngest = this.#revisions.at(-1)!;
    for (const step of list) {
      const model = youngest.copy();
      const edits = new StepResolver(this.#revisions, this.#youngest, model).resolve(step);
      const changes = edits.map((edit) => asChanges(edit, youngest, model));
      if (changes.length === 0 || changes.includes(undefined)) continue;
      await svnCommit(
        this.#url,
        changes.flatMap((all) => all!),
      );
      this.#revisions.push(model.committed(youngest, youngest, this.#youngest + 1));
      return;
    }
  }

  /** Everything again: by svn, and by a handle that has seen nothing yet. */
  async compareWithSvn(): Promise<void> {
    await svnadmin(['verify', '-q', this.#path]);
    await using fresh = await openRepository(this.#path);
    for (const [revision, model] of this.#revisions.entries()) await expectTree(fresh, revision, model);
    for (const revision of new Set([this.#youngest, this.#youngest >> 1])) {
      const exported = join(temporaryDirectory(), 'exported');
      await svn(['export', '-q', '-r', `${revision}`, `${this.#url}@${revision}`, exported]);
      const { nodes } = this.#revisions[revision];
      expect(readTree(exported), `export of r${revision}`).toEqual(
        new Map(
          [...nodes].map(([path, { kind, contents }]) => [path, kind === 'dir' ? kind : digest(contents)]),
        ),
      );
      const listed = await svn(['proplist', '-v', '-R', '--xml', `${this.#url}@${revision}`]);
      expect(parseProplist(listed.stdout, this.#url), `properties of r${revision}`).toEqual(
        new Map(
          [...nodes]
            .filter(([, { properties }]) => properties.size > 0)
            .map(([path, { properties }]) => [path, plain(properties)]),
        ),
      );
    }
  }
}

/** Everything that can be read of a tree, in both ways. */
async function expectTree(repository: Repository, revision: number, model: TreeModel): Promise<void> {
  const view = await repository.revision(revision);
  const found = new Map<string, unknown>();
  const expected = new Map<string, unknown>();
  for (const [path, node] of model.nodes) {
    const at = path || '/';
    const stat = await view.stat(at);
    const properties = plain(await view.properties(at));
    const inside =
      stat.kind === 'dir'
        ? (await view.readdir(at)).map(({ name }) => name)
        : digest(await view.readFile(at));
    const { kind, size, createdRevision, hasProperties } = stat;
    found.set(path, { kind, size, createdRevision, hasProperties, md5: stat.md5, properties, inside });
    expected.set(path, expectedNode(model, path, node));
  }
  expect(found, `tree of r${revision}`).toEqual(expected);
}

function expectedNode(model: TreeModel, path: string, { kind, contents, properties }: TreeNode): unknown {
  const isFile = kind === 'file';
  return {
    kind,
    size: contents.length,
    createdRevision: model.created.get(path),
    hasProperties: properties.size > 0,
    md5: isFile ? createHash('md5').update(contents).digest('hex') : undefined,
    properties: plain(properties),
    inside: isFile
      ? digest(contents)
      : model.children(path).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  };
}

function digest(contents: Uint8Array): string {
  return `${contents.length} bytes, ${createHash('sha1').update(contents).digest('hex')}`;
}

function plain(properties: ReadonlyMap<string, Uint8Array>): Record<string, string> {
  return Object.fromEntries(
    [...properties].map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
  );
}

/** The same as svnmucc's actions; `undefined` where it has none. */
function asChanges(edit: Edit, before: TreeModel, after: TreeModel): Change[] | undefined {
  const path = edit.path.slice(1);
  const at = path === '' ? '' : edit.path;
  const node = after.nodes.get(at);
  switch (edit.type) {
    case 'delete':
      return [{ rm: path }];
    case 'copy':
      return [{ cp: edit.from.path.slice(1), to: path, revision: edit.from.revision! }];
    case 'move':
      return undefined;
    case 'set-properties': {
      const old = before.nodes.get(at)!.properties;
      // It refuses some of svn:, and knows no deletion of what is not there.
      const names = new Set([...old.keys(), ...node!.properties.keys()]);
      const changed = [...names].filter((name) => node!.properties.get(name) !== old.get(name));
      if (changed.length === 0 || changed.some((name) => name.startsWith('svn:'))) return undefined;
      return changed.map((name): Change => {
        const value = node!.properties.get(name);
        return value ? { propset: path, name, value } : { propdel: path, name };
      });
    }
    default: {
      const properties = [...node!.properties].filter(
        ([name]) => !before.nodes.get(at)?.properties.has(name),
      );
      if (properties.some(([name]) => name.startsWith('svn:'))) return undefined;
      return [
        edit.type === 'make-directory' ? { mkdir: path } : { put: path, contents: node!.contents },
        ...(edit.properties
          ? [...node!.properties].map(([name, value]): Change => ({ propset: path, name, value }))
          : []),
      ];
    }
  }
}

/** Directories and digests of files below a directory, by path. */
function readTree(directory: string): Map<string, string> {
  const found = new Map([['', 'dir']]);
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    found.set(path.slice(directory.length), entry.isDirectory() ? 'dir' : digest(readFileSync(path)));
  }
  return found;
}

/** What `svn proplist -v -R --xml` tells, by path. */
function parseProplist(xml: string, url: string): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  for (const [, target, list] of xml.matchAll(/<target\s+path="([^"]*)">(.*?)<\/target>/gs)) {
    const properties = new Map<string, Uint8Array>();
    for (const [, attributes, text = ''] of list.matchAll(
      /<property\s([^>]*?)(?:\/>|>(.*?)<\/property>)/gs,
    )) {
      const [, name] = /name="([^"]*)"/.exec(attributes)!;
      const value = unescapeXml(text);
      properties.set(
        unescapeXml(name),
        Buffer.from(value, attributes.includes('encoding="base64"') ? 'base64' : 'utf8'),
      );
    }
    found.set(decodeURIComponent(unescapeXml(target).slice(url.length)), plain(properties));
  }
  return found;
}

function unescapeXml(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => characters[name]);
}
