/** Which representations a revision stores that others may share: texts of files and property lists. */
export { StoredReps, type RepRow, type RepSource, type StoredRep } from './stored-reps.js';
