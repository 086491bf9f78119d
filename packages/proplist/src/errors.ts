import { defineErrorCodes, RevstoreError } from '@revstore/errors';

/** Errors of this package. */
export const proplistErrors = defineErrorCodes({
  /** Not a property list in hash-dump form. SVN_ERR_MALFORMED_FILE. */
  MALFORMED_HASH_DUMP: ['corrupt', 200002],
});

export function malformed(what: string, offset: number): RevstoreError {
  return new RevstoreError(proplistErrors.MALFORMED_HASH_DUMP, `Serialized hash ${what}`, {
    data: { offset },
  });
}
