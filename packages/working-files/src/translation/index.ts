/** Bytes of a file on disk to stored bytes and back: one plain description, and the streaming translator for it. */
export {
  createTranslator,
  translateBytes,
  translateChunks,
  type Translation,
  type Translator,
} from './translator.js';
export {
  catTranslation,
  exportTranslation,
  importTranslation,
  type ExportOptions,
  type KeywordSource,
} from './plan.js';
