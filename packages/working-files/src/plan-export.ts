import {
  exportTranslation,
  type ExportOptions,
  type KeywordSource,
  type Translation,
} from './translation/index.js';

/** What a stored file becomes on disk. */
export interface ExportPlan {
  /** Has `svn:special`: ask `parseSpecialFile` whether it becomes a link. */
  readonly special: boolean;
  /** Set the execute bits of a regular file (`executableMode`); a link's are left alone. */
  readonly executable: boolean;
  /** Set the modification time to that of the last change; svn does not where there is `svn:special`. */
  readonly setTime: boolean;
  /** Absent where the stored bytes are written as they are. */
  readonly translation: Translation | undefined;
}

/** Plans the export of one file from its properties. */
export function planExport(
  properties: ReadonlyMap<string, Uint8Array>,
  values: KeywordSource,
  options: ExportOptions = {},
): ExportPlan {
  const special = properties.has('svn:special');
  return {
    special,
    executable: properties.has('svn:executable'),
    setTime: !special,
    translation: exportTranslation(properties, values, options),
  };
}
