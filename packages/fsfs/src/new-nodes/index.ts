/** The new version of each node that a transaction changes, built for whoever writes it. */
export { pathsToCheck, storedChanges } from './changed-paths.js';
export { branchOf, type Branch } from './copy-ids.js';
export { committedEntries, replaceEntries, type StoredEntry } from './directory-entries.js';
export { TreeWriter, type EntryChange, type NodeToWrite, type TreeSink } from './tree-writer.js';
