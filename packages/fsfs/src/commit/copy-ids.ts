import type { NodeReader } from '../nodes/index.js';
import { RevisionTree, type PathStep } from '../tree/index.js';

/** The branch that a node is on: its copy id and the copy that made it. */
export interface Branch {
  readonly copyId: string;
  readonly copyRoot: { readonly revision: number; readonly path: string };
}

/**
 * The branch of the next version of an existing node, changed at the path that `steps` lead to.
 *
 * @param steps from the root to the node, at least two, as they were.
 * @param parent branch of the next version of its parent.
 * @param newCopyId makes a fresh copy id, for a node of a copied tree that was a copy itself (a soft copy).
 * @see structure#Copy-IDs and copy roots
 */
export function branchOf(
  nodes: NodeReader,
  steps: readonly PathStep[],
  parent: Branch,
  newCopyId: () => string,
): Branch {
  const { path, node } = steps.at(-1)!;
  const copyRootNode = new RevisionTree(nodes, node.copyRoot.revision).get(node.copyRoot.path);
  const isOwnCopy = copyRootNode.id.nodeId === node.id.nodeId;
  const copyRoot = isOwnCopy ? node.copyRoot : parent.copyRoot;
  const onParentsBranch =
    node.id.copyId === '0' || node.id.copyId === steps.at(-2)!.node.id.copyId || !isOwnCopy;
  if (onParentsBranch) return { copyId: parent.copyId, copyRoot };
  return { copyId: node.createdPath === path ? node.id.copyId : newCopyId(), copyRoot };
}
