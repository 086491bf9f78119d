/** Hooks of a repository. Owns `hooks/`. */
export { hookErrors, refuseActiveHooks } from './active-hooks.js';
