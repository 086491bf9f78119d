import { joinPath, relativeTo } from '../fspath/index.js';
import type { NodeReader } from '../nodes/index.js';
import { RevisionTree, type PathStep } from './revision-tree.js';

/** A revision in which a line of history changed, and the path it had there. */
export interface HistoryPoint {
  readonly path: string;
  readonly revision: number;
}

interface State extends HistoryPoint {
  readonly interesting: boolean;
  /** Where the line goes on when this point is a copy. */
  readonly copySource?: HistoryPoint;
}

/**
 * The history of the node at `path` in `revision`, youngest first, as Subversion reports it: each revision that
 * changed the node or its subtree, and each copy that brought it or a parent to where it is.
 *
 * @param crossCopies whether to go on at the source of a copy.
 * @throws RevstoreError `FS_NOT_FOUND`
 */
export function* pathHistory(
  nodes: NodeReader,
  path: string,
  revision: number,
  crossCopies = true,
): Generator<HistoryPoint, void, undefined> {
  if (path === '/') {
    for (let r = revision; r >= 0; r--) yield { path, revision: r };
    return;
  }
  new RevisionTree(nodes, revision).get(path);
  let state: State | undefined = { path, revision, interesting: false };
  while ((state = previous(nodes, state, crossCopies)) !== undefined) {
    if (state.interesting) yield { path: state.path, revision: state.revision };
  }
}

function previous(nodes: NodeReader, state: State, crossCopies: boolean): State | undefined {
  const { copySource } = state;
  if (copySource && !crossCopies) return undefined;
  const { path, revision } = copySource ?? state;
  // A copy was reported under its destination, so its source has not been reported yet.
  const reported = copySource ? false : state.interesting;

  const steps = new RevisionTree(nodes, revision).steps(path);
  if (!steps) throw new RevisionTree(nodes, revision).notFound(path);
  const { node } = steps.at(-1)!;
  let changed: HistoryPoint = { path: node.createdPath, revision: node.id.revision };
  if (changed.revision === revision) {
    if (!reported) return { path: changed.path, revision: changed.revision, interesting: true };
    if (!node.predecessor) return undefined;
    const predecessor = nodes.noderev(node.predecessor);
    changed = { path: predecessor.createdPath, revision: predecessor.id.revision };
  }

  const copyRoot = youngestCopyRoot(steps);
  if (copyRoot.revision > changed.revision) {
    const copied = new RevisionTree(nodes, copyRoot.revision).get(copyRoot.path);
    const below = relativeTo(copied.createdPath, path);
    if (below !== undefined && copied.copyFrom) {
      const copiedIn = copied.id.revision;
      return {
        path,
        revision: copiedIn,
        interesting: !(copiedIn === revision && reported),
        copySource: { path: joinPath(copied.copyFrom.path, below), revision: copied.copyFrom.revision },
      };
    }
  }
  return { ...changed, interesting: true };
}

/** The most recent copy among the copy roots of a node and its parents; the node's own wins a tie. */
export function youngestCopyRoot(steps: readonly PathStep[]): HistoryPoint {
  let youngest: HistoryPoint | undefined;
  for (const { node } of steps)
    if (!youngest || node.copyRoot.revision >= youngest.revision) youngest = node.copyRoot;
  return youngest!;
}

/**
 * The path that the node at `path` in `peg` has in `revision`. Into the past copies are followed back. Into the future a
 * node is followed only while it keeps its path; as in svn, it may meanwhile have been away.
 *
 * @returns `undefined` where the node did not exist yet or is another one.
 * @throws RevstoreError `FS_NOT_FOUND` where `path` does not exist in the younger of both revisions.
 */
export function locatePath(
  nodes: NodeReader,
  path: string,
  peg: number,
  revision: number,
): string | undefined {
  if (revision > peg) return staysAt(nodes, path, peg, revision) ? path : undefined;
  let at: HistoryPoint = { path, revision: peg };
  while (revision < at.revision) {
    const copy = newestCopy(nodes, at);
    if (!copy || copy.revision <= revision) break;
    if (copy.source.revision < revision) return undefined;
    at = copy.source;
  }
  const steps = new RevisionTree(nodes, revision).steps(at.path);
  if (!steps) return undefined;
  const here = new RevisionTree(nodes, at.revision).get(at.path);
  return here.id.nodeId === steps.at(-1)!.node.id.nodeId ? at.path : undefined;
}

/** Whether the history of what is at `path` in `revision` comes from the same path as of `peg`, an older revision. */
function staysAt(nodes: NodeReader, path: string, peg: number, revision: number): boolean {
  let youngest: string | undefined;
  for (const point of pathHistory(nodes, path, revision)) {
    youngest ??= point.path;
    if (point.revision <= peg) return point.path === youngest;
  }
  return false;
}

/** The newest copy that brought `point` to where it is: the revision of the copy and where it came from. */
function newestCopy(
  nodes: NodeReader,
  point: HistoryPoint,
): { readonly revision: number; readonly source: HistoryPoint } | undefined {
  const steps = new RevisionTree(nodes, point.revision).steps(point.path);
  if (!steps) throw new RevisionTree(nodes, point.revision).notFound(point.path);
  const root = youngestCopyRoot(steps);
  if (root.revision === 0) return undefined;
  const copied = new RevisionTree(nodes, root.revision).get(root.path);
  const below = relativeTo(copied.createdPath, point.path);
  if (below === undefined || !copied.copyFrom) return undefined;
  // A node made from scratch below the destination, after the copy or together with it, does not come from there.
  const then = new RevisionTree(nodes, root.revision).find(point.path);
  if (then?.id.nodeId !== steps.at(-1)!.node.id.nodeId) return undefined;
  if (then.id.revision === root.revision && !then.predecessor) return undefined;
  return {
    revision: copied.id.revision,
    source: { path: joinPath(copied.copyFrom.path, below), revision: copied.copyFrom.revision },
  };
}
