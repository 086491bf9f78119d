/** Fills both caches of representations, Subversion's and ours, from the revisions. */
export { buildRepCache, type BuildRepCacheOptions, type BuildRepCacheResult } from './build-rep-cache.js';
