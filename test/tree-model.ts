/** A node of the plain tree that stands for a repository's; never changed, only replaced. */
export interface TreeNode {
  readonly kind: 'file' | 'dir';
  readonly contents: Buffer;
  readonly properties: ReadonlyMap<string, Buffer>;
}

/** New values of properties, `undefined` where one goes. */
export type PropertyChange = readonly [name: string, value: Buffer | undefined];

const noContents = Buffer.alloc(0);

/** The directory of a path; that of `/a` is '', the root. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Whether a path is another one or below it. */
export function isWithin(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}

/** The tree of one revision as a plain map; edits apply one after the other. Paths are `/a/b`, the root is ''. */
export class TreeModel {
  readonly nodes: Map<string, TreeNode>;
  /** The revision in which each node last changed. */
  readonly created: Map<string, number>;
  /** What was edited, deleted nodes included. */
  readonly touched = new Set<string>();
  /** Nodes that the next revision has anew; what is above them it has anew as well. */
  readonly #changed = new Set<string>();

  constructor(nodes?: ReadonlyMap<string, TreeNode>, created?: ReadonlyMap<string, number>) {
    this.nodes = new Map(nodes ?? [['', { kind: 'dir', contents: noContents, properties: new Map() }]]);
    this.created = new Map(created ?? [['', 0]]);
  }

  /** The same tree, for edits of its own. */
  copy(): TreeModel {
    return new TreeModel(this.nodes, this.created);
  }

  paths(kind?: 'file' | 'dir'): string[] {
    return [...this.nodes]
      .filter(([, node]) => kind === undefined || node.kind === kind)
      .map(([path]) => path);
  }

  /** Names in a directory. */
  children(directory: string): string[] {
    const start = `${directory}/`;
    return this.paths()
      .filter((path) => path.startsWith(start) && !path.includes('/', start.length))
      .map((path) => path.slice(start.length));
  }

  makeDirectory(path: string, properties: readonly PropertyChange[]): void {
    this.#set(path, { kind: 'dir', contents: noContents, properties: changed(new Map(), properties) });
  }

  /** Adds a file or gives one new contents. */
  putFile(path: string, contents: Buffer, properties: readonly PropertyChange[]): void {
    const old = this.nodes.get(path)?.properties ?? new Map<string, Buffer>();
    this.#set(path, { kind: 'file', contents, properties: changed(old, properties) });
  }

  setProperties(path: string, properties: readonly PropertyChange[]): void {
    const node = this.nodes.get(path)!;
    this.#set(path, { ...node, properties: changed(node.properties, properties) });
  }

  /** Adds a copy of a node of a committed tree, with all that is below it. */
  addCopy(from: TreeModel, source: string, path: string): void {
    for (const [below, node] of from.nodes)
      if (isWithin(below, source)) {
        const to = path + below.slice(source.length);
        this.nodes.set(to, node);
        this.created.set(to, from.created.get(below)!);
      }
    this.touched.add(path);
    this.#changed.add(path);
  }

  delete(path: string): void {
    for (const below of this.paths())
      if (isWithin(below, path)) {
        this.nodes.delete(below);
        this.created.delete(below);
        this.#changed.delete(below);
        this.touched.add(below);
      }
    this.#changed.add(parentOf(path));
  }

  /** What becomes of the edits when they are committed onto the youngest tree, which others may have changed. */
  committed(base: TreeModel, youngest: TreeModel, revision: number): TreeModel {
    const merged = youngest.copy();
    for (const path of base.nodes.keys())
      if (!this.nodes.has(path)) {
        merged.nodes.delete(path);
        merged.created.delete(path);
      }
    for (const [path, node] of this.nodes)
      if (node !== base.nodes.get(path) || this.created.get(path) !== base.created.get(path)) {
        merged.nodes.set(path, node);
        merged.created.set(path, this.created.get(path)!);
      }
    // Each revision has a root of its own.
    for (const changedPath of ['', ...this.#changed])
      for (let path = changedPath; ; path = parentOf(path)) {
        merged.created.set(path, revision);
        if (path === '') break;
      }
    for (const path of this.touched) merged.touched.add(path);
    return merged;
  }

  #set(path: string, node: TreeNode): void {
    this.nodes.set(path, node);
    this.touched.add(path);
    this.#changed.add(path);
  }
}

function changed(
  properties: ReadonlyMap<string, Buffer>,
  changes: readonly PropertyChange[],
): ReadonlyMap<string, Buffer> {
  const all = new Map(properties);
  for (const [name, value] of changes)
    if (value === undefined) all.delete(name);
    else all.set(name, value);
  return all;
}
