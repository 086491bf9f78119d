/** A transaction becomes an immutable revision: merged onto the youngest, written, published under the write lock. */
export {
  commitTransaction,
  type CommitOutcome,
  type CommitTransactionOptions,
} from './commit-transaction.js';
