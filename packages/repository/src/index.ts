/** The public API of Revstore: a Subversion repository as a library. */
export type * from './api/index.js';
export {
  buildRepCache,
  type BuildRepCacheOptions,
  type BuildRepCacheResult,
} from './build-repcache/index.js';
export { baseName, comparePaths, joinPath, parentPath } from '@revstore/fsfs';
export { checkCompatibleVersion, createRepository } from './create/index.js';
export { DiffFormatter, type DiffFormat, type TextComparer } from './diff/index.js';
export { canonicalMergeinfo, inheritedMergeinfo } from './mergeinfo/index.js';
export { openRepository } from './open/index.js';
export { parseDiffOptions, type DiffOptions as LineDiffOptions } from '@revstore/text-diff';
export { decodeUriPath, encodeUriPath, fileUrl, pathUrl, resolveTarget } from './targets/index.js';
