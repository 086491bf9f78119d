import {
  AutoProps,
  DEFAULT_GLOBAL_IGNORES,
  matchesAny,
  parsePatternList,
  type ClassifySettings,
} from '@revstore/working-files';
import type { Properties, SyncOptions } from '../api/index.js';

/**
 * What goes for new names in a folder: the patterns to ignore and the automatic properties of the options and of the
 * directories in the repository from the root down to that folder.
 */
export class FolderRules {
  readonly #options: SyncOptions;
  readonly #globalIgnores: readonly string[];
  readonly #ignores: readonly string[];
  readonly #autoProps: readonly Uint8Array[];
  #settings: ClassifySettings | undefined;

  private constructor(
    options: SyncOptions,
    globalIgnores: readonly string[],
    ignores: readonly string[],
    autoProps: readonly Uint8Array[],
  ) {
    this.#options = options;
    this.#globalIgnores = globalIgnores;
    this.#ignores = ignores;
    this.#autoProps = autoProps;
  }

  /** The rules of the options alone. */
  static of(options: SyncOptions): FolderRules {
    return new FolderRules(options, options.globalIgnores ?? DEFAULT_GLOBAL_IGNORES, [], []);
  }

  /** The rules in a directory below, by its properties; none where it is new. */
  below(properties?: Properties): FolderRules {
    const list = (name: string): readonly string[] => {
      const value = properties?.get(name);
      return value ? parsePatternList(value) : [];
    };
    const autoProps = properties?.get('svn:auto-props');
    return new FolderRules(
      this.#options,
      [...this.#globalIgnores, ...list('svn:global-ignores')],
      list('svn:ignore'),
      autoProps ? [...this.#autoProps, autoProps] : this.#autoProps,
    );
  }

  /** Whether a name that the repository does not have is left out. */
  ignores(name: string): boolean {
    if (this.#options.noIgnore) return false;
    return matchesAny(name, this.#globalIgnores) || matchesAny(name, this.#ignores);
  }

  /** What decides how a new file is stored. */
  get settings(): ClassifySettings {
    return (this.#settings ??= this.#classifySettings());
  }

  #classifySettings(): ClassifySettings {
    const { autoProps: rows = [], enableAutoProps, mimeTypes } = this.#options;
    const autoProps = new AutoProps();
    if (enableAutoProps !== false) {
      autoProps.addRows(rows);
      for (const value of this.#autoProps) autoProps.addProperty(value);
    }
    return {
      autoProps: autoProps.rows(),
      ...(mimeTypes ? { mimeTypes } : {}),
      identity:
        process.getuid && process.getgid ? { uid: process.getuid(), gid: process.getgid() } : undefined,
    };
  }
}
