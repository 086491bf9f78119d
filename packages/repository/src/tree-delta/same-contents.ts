import { equalBytes } from '@revstore/bytes';
import type { Noderev, Store } from '@revstore/fsfs';

/** Whether two files have the same text. Texts are read only where their digests do not tell. @throws RevstoreError `FS_CORRUPT` */
export function sameText(store: Store, a: Noderev, b: Noderev): boolean {
  const { text: first } = a;
  const { text: second } = b;
  const size = first?.expandedSize ?? 0;
  if (size !== (second?.expandedSize ?? 0)) return false;
  if (!first || !second || size === 0) return true;
  if (first.md5 !== second.md5) return false;
  if (first.revision === second.revision && first.itemIndex === second.itemIndex) return true;
  if (first.sha1 !== undefined && second.sha1 !== undefined) return first.sha1 === second.sha1;
  return equalBytes(store.reps.readAll(first), store.reps.readAll(second));
}

/** Whether two nodes have the same property list. @throws RevstoreError `FS_CORRUPT` */
export function sameProperties(store: Store, a: Noderev, b: Noderev): boolean {
  const { properties: first } = a;
  const { properties: second } = b;
  if (first?.revision === second?.revision && first?.itemIndex === second?.itemIndex) return true;
  if (first && second && first.md5 !== second.md5) return false;
  const before = store.nodes.properties(a);
  const after = store.nodes.properties(b);
  if (before.size !== after.size) return false;
  for (const [name, value] of before) {
    const other = after.get(name);
    if (other === undefined || !equalBytes(value, other)) return false;
  }
  return true;
}
