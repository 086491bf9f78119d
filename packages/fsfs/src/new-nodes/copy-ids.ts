import type { Noderev, NodeReader } from '../nodes/index.js';
import { RevisionTree, type PathStep } from '../tree/index.js';

/** The branch that a node is on: its copy id and the copy that made it. */
export interface Branch {
  readonly copyId: string;
  readonly copyRoot: { readonly revision: number; readonly path: string };
}

/**
 * The branch of the next version of an existing node, changed at a path.
 *
 * @param step the node as it was, and the path where it is changed.
 * @param parentNode its parent as it was.
 * @param parent branch of the next version of its parent.
 * @param newCopyId makes a fresh copy id, for a node of a copied tree that was a copy itself (a soft copy).
 * @see structure#Copy-IDs and copy roots
 */
export function branchOf(
  nodes: NodeReader,
  { path, node }: PathStep,
  parentNode: Noderev,
  parent: Branch,
  newCopyId: () => string,
): Branch {
  const copyRootNode = new RevisionTree(nodes, node.copyRoot.revision).get(node.copyRoot.path);
  const isOwnCopy = copyRootNode.id.nodeId === node.id.nodeId;
  const copyRoot = isOwnCopy ? node.copyRoot : parent.copyRoot;
  const onParentsBranch = node.id.copyId === '0' || node.id.copyId === parentNode.id.copyId || !isOwnCopy;
  if (onParentsBranch) return { copyId: parent.copyId, copyRoot };
  return { copyId: node.createdPath === path ? node.id.copyId : newCopyId(), copyRoot };
}
