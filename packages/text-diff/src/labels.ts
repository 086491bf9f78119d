/** The line between a name and what follows. */
export const EQUALS_LINE = '='.repeat(67);
/** The line below `Property changes on:`. */
export const UNDERSCORE_LINE = '_'.repeat(67);

/** The two lines that begin what is said of a node; `note` is ` (added)` or ` (deleted)` where no more is said. */
export function formatIndex(path: string, note = ''): string {
  return `Index: ${path}${note}\n${EQUALS_LINE}\n`;
}

/** The two lines above the hunks. */
export function formatFileLabels(original: string, modified: string): string {
  return `--- ${original}\n+++ ${modified}\n`;
}

/** A side's label: its path and revision; `undefined` for a side that does not exist. */
export function formatLabel(path: string, revision: number | undefined): string {
  return `${path}\t(${revision === undefined ? 'nonexistent' : `revision ${revision}`})`;
}
