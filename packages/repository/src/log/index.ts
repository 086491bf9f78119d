/** The revisions that changed paths, followed through copies. */
export { readLog, type ResolvedLogOptions } from './read-log.js';
