/** Hooks of a repository. Owns `hooks/` and reads `conf/hooks-env`. */
export { hookErrors } from './hook-errors.js';
export {
  Hooks,
  type HookCallOptions,
  type HooksOptions,
  type RevisionPropertyAction,
  type RevisionPropertyCall,
} from './hooks.js';
