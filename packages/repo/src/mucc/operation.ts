import { RevstoreError } from '@revstore/errors';
import type { LocalContents } from '../local-contents.js';
import { repoErrors } from '../repo-errors.js';

/** What is done with a node. */
export type OperationKind = 'open-directory' | 'open-file' | 'add-directory' | 'add-file' | 'delete';

/** A node of the tree of operations that a list of actions becomes. */
export class Operation {
  readonly name: string;
  kind: OperationKind;
  /** In the order in which they came up; undefined for what cannot have any. */
  children: Operation[] | undefined;
  /** What it is a copy of. */
  source?: { readonly path: string; readonly revision: number };
  contents?: LocalContents;
  readonly properties: (readonly [name: string, value: Uint8Array | undefined])[] = [];
  /** Whether the kind of node was looked up. */
  checked = false;

  constructor(name: string, kind: OperationKind) {
    this.name = name;
    this.kind = kind;
    this.children = kind === 'open-directory' || kind === 'add-directory' ? [] : undefined;
  }

  get isFile(): boolean {
    return this.kind === 'open-file' || this.kind === 'add-file';
  }

  get isAdded(): boolean {
    return this.kind === 'add-directory' || this.kind === 'add-file';
  }

  /** Whether nothing at all is to be done here or below. */
  get isUntouched(): boolean {
    return !this.isAdded && this.kind !== 'delete' && this.properties.length === 0 && !this.children?.length;
  }

  /** Whether something but deletions is done here or below. */
  get doesMoreThanDelete(): boolean {
    if (this.isAdded || this.properties.length > 0 || this.contents !== undefined) return true;
    return this.children?.some((child) => child.doesMoreThanDelete) ?? false;
  }

  /** The last operation on a child. */
  child(name: string, deletes: boolean): Operation | undefined {
    return this.children?.findLast((child) => child.name === name && (deletes || child.kind !== 'delete'));
  }

  /** The operation at a path below, itself for ''. */
  find(path: string, deletes = false): Operation | undefined {
    return path === '' ? this : descend(this, path, deletes);
  }

  /**
   * Adds an operation at a path, with openings of the directories above; undefined where there is one.
   *
   * @param deletes whether a deletion counts as being there.
   * @throws RevstoreError FS_NOT_DIRECTORY (E160016).
   */
  create(path: string, kind: 'open-file' | 'open-directory', deletes = false): Operation | undefined {
    if (path === '') return undefined;
    const slash = path.indexOf('/');
    const name = slash < 0 ? path : path.slice(0, slash);
    if (!this.children)
      throw new RevstoreError(
        repoErrors.FS_NOT_DIRECTORY,
        `Can't operate on '${name}' because '${this.name}' is not a directory`,
      );
    const known = this.child(name, deletes);
    if (slash < 0 && known) return undefined;
    const child = known ?? new Operation(name, slash < 0 ? kind : 'open-directory');
    if (!known) this.children.push(child);
    return slash < 0 ? child : child.create(path.slice(slash + 1), kind, deletes);
  }
}

function descend(operation: Operation, path: string, deletes: boolean): Operation | undefined {
  let at: Operation | undefined = operation;
  for (const name of path.split('/')) at = at?.child(name, deletes);
  return at;
}
