/**
 * What a section of a rev or pack file holds.
 *
 * @see structure-indexes "Items and item types", structure "Addressing modes"
 */
export const itemTypes = {
  unused: 0,
  fileRep: 1,
  dirRep: 2,
  fileProps: 3,
  dirProps: 4,
  noderev: 5,
  changes: 6,
} as const;

/** One of {@link itemTypes}. */
export type ItemType = (typeof itemTypes)[keyof typeof itemTypes];

/** Item indexes with a fixed meaning; items of a revision count from `firstUser`. */
export const itemIndexes = {
  unused: 0,
  changes: 1,
  rootNode: 2,
  firstUser: 3,
} as const;
