/** Subversion dump streams, versions 1 to 3: records read from and written as bytes. */
export { dumpstreamErrors } from './errors.js';
export type {
  DumpRecord,
  DumpText,
  FormatRecord,
  NodeHead,
  NodeRecord,
  RevisionRecord,
  UuidRecord,
} from './records.js';
export { DumpReader, type DumpReaderOptions } from './dump-reader.js';
export {
  nodeEnd,
  serializeFormat,
  serializeNodeHead,
  serializeRevision,
  serializeUuid,
} from './serialize-records.js';
