/** Fills the caches of representations of a repository. */
export { buildRepCache, type BuildRepCacheOptions, type BuildRepCacheResult } from './build-rep-cache.js';
