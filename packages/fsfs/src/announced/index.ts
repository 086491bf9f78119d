/**
 * Transactions in Subversion's own form, where other processes see them. Owns `transactions/` and `txn-protorevs/`.
 *
 * @see structure#Transaction layout
 */
export { AnnouncedTransaction } from './announced-transaction.js';
export { listAnnounced, removeTransaction } from './announced-files.js';
