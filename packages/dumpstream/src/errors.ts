import { defineErrorCodes } from '@revstore/errors';

/** Errors of this package; `data` has `offset` (bytes from the start of the stream) and, where known, `record`, `revision` and `path`. */
export const dumpstreamErrors = defineErrorCodes({
  /** What is there is no dump stream. SVN_ERR_STREAM_MALFORMED_DATA. */
  STREAM_MALFORMED_DATA: ['corrupt', 140001],
  /** A version that only later programs write. */
  UNSUPPORTED_DUMP_VERSION: ['unsupported', 140001],
  /** A header block or property block of a size that only a damaged or hostile stream has. */
  DUMP_RECORD_TOO_LARGE: ['unsupported', 140001],
  /** The stream ends within a record. SVN_ERR_INCOMPLETE_DATA. */
  INCOMPLETE_DATA: ['corrupt', 200003],
  /** A number that is none. SVN_ERR_INCORRECT_PARAMS. */
  MALFORMED_NUMBER: ['corrupt', 200004],
});

/** A fault found while parsing; the reader adds where it is. */
export class Malformed extends Error {
  readonly code: keyof typeof dumpstreamErrors;

  constructor(code: keyof typeof dumpstreamErrors, message: string) {
    super(message);
    this.code = code;
  }
}

export function ranDry(): Malformed {
  return new Malformed('INCOMPLETE_DATA', 'Premature end of content data in dumpstream');
}

export function malformed(message = 'Dumpstream data appears to be malformed'): Malformed {
  return new Malformed('STREAM_MALFORMED_DATA', message);
}
