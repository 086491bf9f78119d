/** Commits: between their hooks, of edits or of what a caller does to the open transaction. */
export { checkProperty, propertyErrors } from './check-property.js';
export { commitEdits } from './commit-edits.js';
export { commitProperties, OpenCommit, type OpenCommitOptions } from './open-commit.js';
export { StoreTransaction } from './store-transaction.js';
