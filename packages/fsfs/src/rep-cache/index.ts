/**
 * Subversion's own cache of representations, an SQLite database: read, and replaced in exclusive maintenance. Owns
 * `rep-cache.db` and `rep-cache.db-journal`.
 *
 * @see libsvn_fs_fs/rep-cache-db.sql
 */
export { readRepCache } from './read-rep-cache.js';
export { RepCacheBuilder, type RepCacheStore } from './rep-cache-builder.js';
