/** Locks on paths, made and removed between their hooks. */
export { lockPaths } from './lock-paths.js';
export { unlockPaths } from './unlock-paths.js';
export { locksAt } from './locks-at.js';
