import { joinPath, type Noderev, type Store } from '@revstore/fsfs';
import { md5Hex } from '@revstore/bytes';
import { svnadmin } from '@revstore/testkit';

/** All there is of a node, in a form that can be compared. */
export interface WholeNode {
  readonly kind: 'file' | 'dir';
  readonly properties: Readonly<Record<string, string>>;
  /** MD5 and length (bytes) of a file's text. */
  readonly md5?: string;
  readonly length?: number;
}

/** Most nodes that a tree of these tests has: a walk that finds more goes in circles. */
const mostNodes = 1000;

/** Every node of a revision as a store reads it, by path. */
export function wholeTree(store: Store, revision: number): Map<string, WholeNode> {
  const found = new Map<string, WholeNode>();
  const visit = (path: string, node: Noderev): void => {
    if (found.size > mostNodes) throw new Error(`more than ${mostNodes} nodes`);
    const properties: Record<string, string> = {};
    for (const [name, value] of store.nodes.properties(node))
      properties[name] = Buffer.from(value).toString('latin1');
    if (node.kind === 'dir') {
      found.set(path, { kind: 'dir', properties });
      for (const entry of store.nodes.directory(node).entries)
        visit(joinPath(path, entry.name), store.nodes.noderev(entry.id));
    } else {
      const text = node.text ? store.reps.readAll(node.text) : new Uint8Array(0);
      found.set(path, { kind: 'file', properties, md5: md5Hex(text), length: text.length });
    }
  };
  visit('/', store.tree(revision).root);
  return found;
}

/** Revision properties and every node of a revision as Subversion dumps them. */
export async function dumpedRevision(
  repository: string,
  revision: number,
): Promise<{ properties: Record<string, string>; tree: Map<string, WholeNode> }> {
  const { stdoutBytes } = await svnadmin(['dump', '-q', '-r', String(revision), repository]);
  // The root is only there where it has properties.
  const tree = new Map<string, WholeNode>([['/', { kind: 'dir', properties: {} }]]);
  let properties: Record<string, string> = {};
  let at = 0;
  for (;;) {
    while (stdoutBytes[at] === 10) at++;
    if (at >= stdoutBytes.length) break;
    const end = stdoutBytes.indexOf('\n\n', at);
    const header = new Map(
      stdoutBytes
        .toString('utf8', at, end)
        .split('\n')
        .map((line) => line.split(/: (.*)/s) as [string, string]),
    );
    const propertiesLength = Number(header.get('Prop-content-length') ?? 0);
    const length = Number(header.get('Text-content-length') ?? 0);
    const text = end + 2 + propertiesLength;
    const list = dumpedProperties(stdoutBytes.subarray(end + 2, text));
    at = text + length;
    const path = header.get('Node-path');
    if (header.has('Revision-number')) properties = list;
    else if (path !== undefined) {
      const kind = header.get('Node-kind') as 'file' | 'dir';
      tree.set(`/${path}`, {
        kind,
        properties: list,
        ...(kind === 'file' ? { md5: md5Hex(stdoutBytes.subarray(text, at)), length } : {}),
      });
    }
  }
  return { properties, tree };
}

function dumpedProperties(bytes: Buffer): Record<string, string> {
  const properties: Record<string, string> = {};
  let at = 0;
  const field = (): string => {
    const end = bytes.indexOf(10, at);
    const start = end + 1;
    const length = Number(bytes.toString('latin1', at + 2, end));
    at = start + length + 1;
    return bytes.toString('latin1', start, start + length);
  };
  while (bytes[at] === 0x4b) {
    const name = field();
    properties[name] = field();
  }
  return properties;
}
