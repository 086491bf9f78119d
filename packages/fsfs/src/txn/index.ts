/**
 * Transactions in Revstore's own form: begin, edit, abort. Owns `txn-current` and `revstore/transactions/`, which
 * Subversion does not look into; the form that other processes see comes with hooks.
 */
export { EditTable, noRow, origins, type CopySource, type StoredText } from './edit-table.js';
export { chooseDeltaBase } from './delta-base.js';
export { encodeRep, encodeText, plainRep, type EncodedRep, type EncodedText } from './encode-text.js';
export { ownRepresentation, ownTexts } from './own-texts.js';
export { Transaction } from './transaction.js';
export { TransactionEditor, type TextChunks, type TransactionNode } from './transaction-editor.js';
export { abortTransaction, beginTransaction, openTransaction } from './begin.js';
