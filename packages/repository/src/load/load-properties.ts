import { utf8Text } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { checkProperty } from '../commit/index.js';
import { adjustMergeinfo, type MergeinfoPlace } from './adjust-mergeinfo.js';
import { canonicalMergeinfo } from '../mergeinfo/index.js';
import { loadErrors } from './load-errors.js';
import type { LoadEvent, LoadOptions } from '../api/index.js';

/** Makes properties of a stream fit to be stored. */
export class LoadedProperties {
  readonly #validate: boolean;
  readonly #normalize: boolean;
  readonly #tell: (event: LoadEvent) => void;

  constructor(options: LoadOptions, tell: (event: LoadEvent) => void) {
    this.#validate = !options.bypassPropertyValidation;
    this.#normalize = options.normalizeProperties ?? false;
    this.#tell = tell;
  }

  /** @throws RevstoreError as `checkProperty` does. */
  ready(name: string, value: Uint8Array): Uint8Array {
    const normal = this.#normalize && name.startsWith('svn:') ? withLineFeeds(value) : value;
    if (this.#validate) checkProperty(name, normal);
    return normal;
  }

  /**
   * `svn:mergeinfo` of a node as it is true of the repository.
   *
   * @throws RevstoreError `MERGEINFO_PARSE_ERROR` (E200020)
   */
  mergeinfo(value: Uint8Array, place: MergeinfoPlace, path: string): Uint8Array {
    const adjusted = this.#adjusted(value, place);
    if (this.#validate) checkMergeinfo(adjusted, path);
    return adjusted;
  }

  #adjusted(value: Uint8Array, place: MergeinfoPlace): Uint8Array {
    try {
      return adjustMergeinfo(value, place, () => this.#tell({ type: 'mergeinfo-normalized' }));
    } catch (error) {
      if (!(error instanceof RevstoreError)) throw error;
      if (this.#validate) {
        const row = { code: error.code, kind: error.kind, svn: error.svnCode };
        throw new RevstoreError(row, 'Invalid svn:mergeinfo value', { cause: error });
      }
      this.#tell({
        type: 'warning',
        warning: 'invalid-mergeinfo',
        message: 'Invalid svn:mergeinfo value; leaving unchanged',
      });
      return value;
    }
  }
}

/** What came of renumbering is not always mergeinfo. */
function checkMergeinfo(value: Uint8Array, path: string): void {
  try {
    canonicalMergeinfo(utf8Text(value));
  } catch (error) {
    if (!(error instanceof RevstoreError)) throw error;
    throw new RevstoreError(
      loadErrors.MERGEINFO_PARSE_ERROR,
      `Commit rejected because mergeinfo on '${path.slice(1)}' is syntactically invalid`,
      { data: { path }, cause: error },
    );
  }
}

function withLineFeeds(value: Uint8Array): Uint8Array {
  if (!value.includes(13)) return value;
  const text = Buffer.from(value).toString('latin1');
  return Buffer.from(text.replace(/\r\n?/g, '\n'), 'latin1');
}
