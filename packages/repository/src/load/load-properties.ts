import { RevstoreError } from '@revstore/errors';
import { checkProperty } from '../commit/index.js';
import { adjustMergeinfo, type MergeinfoPlace } from './adjust-mergeinfo.js';
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

  /** `svn:mergeinfo` as it is true of the repository. @throws RevstoreError `MERGEINFO_PARSE_ERROR` (E200020) */
  mergeinfo(value: Uint8Array, place: MergeinfoPlace): Uint8Array {
    try {
      const adjusted = adjustMergeinfo(value, place);
      if (adjusted.normalized) this.#tell({ type: 'mergeinfo-normalized' });
      return adjusted.value;
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

function withLineFeeds(value: Uint8Array): Uint8Array {
  if (!value.includes(13)) return value;
  const text = Buffer.from(value).toString('latin1');
  return Buffer.from(text.replace(/\r\n?/g, '\n'), 'latin1');
}
