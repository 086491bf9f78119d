/** `db/fsfs.conf`: the template of a new store, and what a store's file asks for. */
export {
  adaptiveCompressionDefaults,
  type AdaptiveCompressionSettings,
  type CompressionRung,
} from './adaptive-compression.js';
export type { CompressionSetting } from './compression-option.js';
export { parseFsfsConfig, type FsfsSettings } from './settings.js';
export { fsfsConfTemplate } from './template.js';
