/** `svn:mergeinfo`: which revisions of which paths were merged. */
export { canonicalMergeinfo } from './canonical-mergeinfo.js';
export { inheritedMergeinfo, serializeMergeinfo } from './inherited-mergeinfo.js';
export { describeMergeinfoChange, mergeinfoChanges, type MergeinfoChanges } from './mergeinfo-changes.js';
export { parseMergeinfo, type Mergeinfo } from './parse-mergeinfo.js';
export { uniteRanges, type MergeRange } from './range-list.js';
