/**
 * Our index of representations, from SHA-1 to where the content is, in LevelDB: complete also for revisions that
 * Subversion committed, and never needed. Owns `revstore/rep-index/`, which may be deleted at any time, and
 * `revstore/rep-index.lock`.
 */
export {
  openRepIndex,
  withRepIndex,
  type OpenedRepIndex,
  type OpenRepIndexOptions,
} from './open-rep-index.js';
export { releaseRepIndex, useRepIndex, type RepIndexUse } from './rep-index-lease.js';
export { problemOf, type RepIndexProblem, type RepIndexReason } from './problems.js';
export { RepIndex, type CatchUpOptions, type CatchUpResult, type RepIndexStore } from './rep-index.js';
