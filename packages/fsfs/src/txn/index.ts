/**
 * Transactions in Revstore's own form: begin, edit, abort. Owns `txn-current` and `revstore/transactions/`, which
 * Subversion does not look into; the form that other processes see comes with hooks.
 */
export { EditTable, type StoredText } from './edit-table.js';
export { encodeText, type EncodedText } from './encode-text.js';
export { Transaction } from './transaction.js';
export { abortTransaction, beginTransaction } from './begin.js';
