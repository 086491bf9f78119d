import type { Change } from '@revstore/testkit';
import type { Edit } from '@revstore/repository';

/** A node of the plain tree that stands for a repository's. */
export interface ModelNode {
  readonly kind: 'file' | 'dir';
  readonly contents: string;
  readonly properties: ReadonlyMap<string, string>;
}

/** Paths, relative to the root, to nodes; the root itself is under ''. */
export type Model = Map<string, ModelNode>;

/** Numbers 0 <= n < `limit`, the same ones for the same seed. */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** What a repository with nothing in it looks like. */
export function emptyModel(): Model {
  return new Map([['', { kind: 'dir', contents: '', properties: new Map() }]]);
}

/** Changes as edits of the library. */
export function toEdits(changes: readonly Change[]): Edit[] {
  return changes.map((change): Edit => {
    if ('mkdir' in change) return { type: 'make-directory', path: change.mkdir };
    if ('put' in change)
      return { type: 'put-file', path: change.put, contents: Buffer.from(change.contents) };
    if ('rm' in change) return { type: 'delete', path: change.rm };
    if ('mv' in change) return { type: 'move', path: change.to, from: change.mv };
    if ('cp' in change)
      return {
        type: 'copy',
        path: change.to,
        from: {
          path: change.cp,
          ...(change.revision === undefined ? {} : { revision: change.revision }),
        },
      };
    if ('propset' in change)
      return {
        type: 'set-properties',
        path: change.propset,
        properties: [[change.name, Buffer.from(change.value)]],
      };
    return { type: 'set-properties', path: change.propdel, properties: [[change.name, undefined]] };
  });
}

/**
 * Makes changes at random, and a model of what comes of them: new nodes, edits that make deltas, copies of anything at any
 * time with edits below them, moves, replacements, deletions, properties. Few names, so that paths come and go.
 */
export class EditScript {
  /** The tree of each revision. */
  readonly models: Model[] = [emptyModel()];
  readonly #random: (limit: number) => number;
  #model: Model = emptyModel();
  /** Paths that a commit has changed: svnmucc takes one action for each. */
  #touched = new Set<string>();

  constructor(seed: number) {
    this.#random = randomNumbers(seed);
  }

  /** The changes of the next revision. */
  next(): Change[] {
    this.#model = new Map(this.models.at(-1)!);
    this.#touched = new Set();
    const changes: Change[] = [];
    for (let n = 1 + this.#random(4); n > 0 || changes.length === 0; n--) changes.push(...this.#change());
    this.models.push(this.#model);
    return changes;
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#random(items.length)];
  }

  #change(): Change[] {
    const parents = [...this.#model].filter(
      ([path, { kind }]) => kind === 'dir' && path.split('/').length < 4 && !this.#isTouched(path, false),
    );
    if (parents.length === 0) return [];
    const parent = this.#pick(parents)[0];
    const name = this.#pick(['a', 'b', 'c d', 'é', 'e@1', 'f']);
    const path = parent === '' ? name : `${parent}/${name}`;
    if (this.#isTouched(path, true)) return [];
    const node = this.#model.get(path);
    const action = this.#random(12);
    if (node && action < 7) return this.#edit(path, node, action);
    const changes: Change[] = [];
    if (node) {
      this.#remove(path);
      changes.push({ rm: path });
    }
    this.#touched.add(path);
    if (node && action < 9) return changes;
    changes.push(...this.#make(path));
    return changes;
  }

  /** Whether a commit has done something at a path; `below` also counts what is below it. */
  #isTouched(path: string, below: boolean): boolean {
    return [...this.#touched].some(
      (touched) => touched === path || (below && touched.startsWith(`${path}/`)),
    );
  }

  #edit(path: string, node: ModelNode, action: number): Change[] {
    this.#touched.add(path);
    if (node.kind === 'file' && action < 4) {
      const contents = this.#editText(node.contents);
      this.#model.set(path, { ...node, contents });
      return [{ put: path, contents }];
    }
    const properties = new Map(node.properties);
    const name = this.#pick(['p', 'svn:ignore-not', 'long', 'svn:mergeinfo']);
    if (properties.has(name) && action === 6) {
      properties.delete(name);
      this.#model.set(path, { ...node, properties });
      return [{ propdel: path, name }];
    }
    const value =
      name === 'svn:mergeinfo'
        ? `/a:1-${2 + this.#random(9)}`
        : name === 'long'
          ? this.#text(40)
          : `${this.#random(100)}`;
    properties.set(name, value);
    this.#model.set(path, { ...node, properties });
    return [{ propset: path, name, value }];
  }

  #make(path: string): Change[] {
    const action = this.#random(6);
    if (action < 3) {
      const revision = action === 0 ? this.models.length - 1 : this.#random(this.models.length);
      const tree = this.models[revision];
      const sources = [...tree.keys()].filter((source) => source !== '');
      if (sources.length > 0) return this.#copy(path, this.#pick(sources), revision);
    }
    if (action < 5) {
      const contents = this.#random(8) === 0 ? '' : this.#text(1 + this.#random(60));
      this.#model.set(path, { kind: 'file', contents, properties: new Map() });
      return [{ put: path, contents }];
    }
    this.#model.set(path, { kind: 'dir', contents: '', properties: new Map() });
    return [{ mkdir: path }];
  }

  #copy(path: string, source: string, revision: number): Change[] {
    const copied: string[] = [];
    for (const [below, node] of this.models[revision])
      if (below === source || below.startsWith(`${source}/`)) {
        const to = path + below.slice(source.length);
        copied.push(to);
        this.#model.set(to, node);
      }
    const changes: Change[] = [{ cp: source, to: path, revision }];
    // Now and then something changes in the copied tree, or a move's source goes.
    const below = this.#pick(copied);
    const node = this.#model.get(below)!;
    const action = this.#random(6);
    if (action < 2 && node.kind === 'file') {
      const contents = this.#editText(node.contents);
      this.#model.set(below, { ...node, contents });
      this.#touched.add(below);
      changes.push({ put: below, contents });
    } else if (action === 2 && below !== path) {
      this.#remove(below);
      this.#touched.add(below);
      changes.push({ rm: below });
    } else if (
      action === 3 &&
      revision === this.models.length - 1 &&
      this.#model.has(source) &&
      !this.#isTouched(source, true) &&
      !path.startsWith(`${source}/`)
    ) {
      this.#remove(source);
      this.#touched.add(source);
      changes.push({ rm: source });
    }
    return changes;
  }

  #remove(path: string): void {
    for (const below of [...this.#model.keys()])
      if (below === path || below.startsWith(`${path}/`)) this.#model.delete(below);
  }

  #text(lines: number): string {
    let text = '';
    for (let i = 0; i < lines; i++) text += `${i} line ${this.#random(1e6)} of a text, of some length\n`;
    // Some texts have several windows.
    return lines === 60 ? text.repeat(100) : text;
  }

  #editText(text: string): string {
    const lines = text.split('\n');
    for (let n = 1 + this.#random(3); n > 0; n--) {
      const at = this.#random(lines.length);
      const action = this.#random(3);
      if (action === 0) lines.splice(at, 1);
      else lines.splice(at, action - 1, `changed ${this.#random(1e6)}`);
    }
    return lines.join('\n');
  }
}
