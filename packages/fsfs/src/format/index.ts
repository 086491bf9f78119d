/**
 * The format table: one row per FSFS format with named features, and the `db/format` file.
 *
 * @see structure#Filesystem formats, structure#Filesystem format options
 */
import { RevstoreError } from '@revstore/errors';
import { fsErrors } from '../fsfs-errors/index.js';

/** What a format brought. Code asks for a feature by its name, never for a number. */
export interface FormatFeatures {
  readonly number: number;
  /** Oldest Subversion that opens it. */
  readonly since: string;
  /** Highest svndiff version that a representation may have. */
  readonly svndiffVersion: 0 | 1 | 2;
  readonly layoutOption: boolean;
  readonly addressingOption: boolean;
  /** Node and copy ids carry their revision instead of counting in `current`. */
  readonly revisionInIds: boolean;
  /** Transactions are numbered by `txn-current` and have their unfinished files in `txn-protorevs`. */
  readonly txnCurrent: boolean;
  readonly mergeinfo: boolean;
  /** `fsfs.conf` is read. */
  readonly configFile: boolean;
  readonly packing: boolean;
  readonly packedRevprops: boolean;
  readonly repSharing: boolean;
  readonly kindsInChanges: boolean;
  readonly mergeinfoInChanges: boolean;
  readonly instanceIds: boolean;
  readonly packLock: boolean;
  /** `-` stands for an absent SHA-1 or uniquifier of a representation. */
  readonly optionalRepFields: boolean;
}

const base: FormatFeatures = {
  number: 1,
  since: '1.1.0',
  svndiffVersion: 0,
  layoutOption: false,
  addressingOption: false,
  revisionInIds: false,
  txnCurrent: false,
  mergeinfo: false,
  configFile: false,
  packing: false,
  packedRevprops: false,
  repSharing: false,
  kindsInChanges: false,
  mergeinfoInChanges: false,
  instanceIds: false,
  packLock: false,
  optionalRepFields: false,
};
const format2: FormatFeatures = { ...base, number: 2, since: '1.4.0', svndiffVersion: 1 };
const format3: FormatFeatures = {
  ...format2,
  number: 3,
  since: '1.5.0',
  layoutOption: true,
  revisionInIds: true,
  txnCurrent: true,
  mergeinfo: true,
};
const format4: FormatFeatures = {
  ...format3,
  number: 4,
  since: '1.6.0',
  configFile: true,
  packing: true,
  repSharing: true,
  kindsInChanges: true,
};
const format6: FormatFeatures = { ...format4, number: 6, since: '1.8.0', packedRevprops: true };
const format7: FormatFeatures = {
  ...format6,
  number: 7,
  since: '1.9.0',
  addressingOption: true,
  mergeinfoInChanges: true,
  instanceIds: true,
  packLock: true,
};
const format8: FormatFeatures = {
  ...format7,
  number: 8,
  since: '1.10.0',
  svndiffVersion: 2,
  optionalRepFields: true,
};

/** Every released format by its number. Format 5 was never released. */
export const formats: ReadonlyMap<number, FormatFeatures> = new Map(
  [base, format2, format3, format4, format6, format7, format8].map((f) => [f.number, f]),
);

/** How revision files are spread over directories. */
export type Layout = { readonly kind: 'linear' } | { readonly kind: 'sharded'; readonly shardSize: number };
/** How items are referred to: by their offset, or by a number that an index maps to one. */
export type Addressing = 'physical' | 'logical';

/** What `db/format` says. */
export interface FilesystemFormat {
  readonly features: FormatFeatures;
  readonly layout: Layout;
  readonly addressing: Addressing;
}

/**
 * Parses the contents of `db/format`.
 *
 * @param fileName named in errors.
 * @throws RevstoreError `FS_UNSUPPORTED_FORMAT` for a number without a row, `BAD_VERSION_FILE` for anything malformed.
 */
export function parseFormatFile(text: string, fileName: string): FilesystemFormat {
  const lines = text.split('\n');
  const first = lines[0];
  const [nonDigit] = /[^0-9]/.exec(first) ?? [];
  if (first === '' || nonDigit !== undefined)
    throw new RevstoreError(
      fsErrors.BAD_VERSION_FILE,
      first === ''
        ? `Can't read first line of format file '${fileName}'`
        : `Format file '${fileName}' contains unexpected non-digit '${nonDigit}' within '${first}'`,
      { data: { file: fileName, actual: first } },
    );
  const number = Number(first);
  const features = formats.get(number);
  if (!features)
    throw new RevstoreError(
      fsErrors.FS_UNSUPPORTED_FORMAT,
      number === 5
        ? `Found format '5' in '${fileName}': it was never released; only development builds of 1.7 made it`
        : `Expected FS format between '1' and '8'; found format '${number}'`,
      { data: { file: fileName, actual: number } },
    );
  let layout: Layout = { kind: 'linear' };
  let addressing: Addressing = 'physical';
  for (const line of lines.slice(1)) {
    if (line === '') continue;
    const sharded = /^layout sharded ([0-9]{1,9})$/.exec(line);
    if (features.layoutOption && line === 'layout linear') layout = { kind: 'linear' };
    else if (features.layoutOption && sharded && Number(sharded[1]) > 0)
      layout = { kind: 'sharded', shardSize: Number(sharded[1]) };
    else if (features.addressingOption && line === 'addressing physical') addressing = 'physical';
    else if (features.addressingOption && line === 'addressing logical') addressing = 'logical';
    else
      throw new RevstoreError(
        fsErrors.BAD_VERSION_FILE,
        `'${fileName}' contains invalid filesystem format option '${line}'`,
        { data: { file: fileName, actual: line } },
      );
  }
  if (addressing === 'logical' && layout.kind === 'linear')
    throw new RevstoreError(
      fsErrors.BAD_FORMAT_COMBINATION,
      `'${fileName}' specifies logical addressing for a non-sharded repository`,
      { data: { file: fileName } },
    );
  return { features, layout, addressing };
}

/** The contents of `db/format`. */
export function serializeFormatFile(format: FilesystemFormat): string {
  let text = `${format.features.number}\n`;
  if (format.features.layoutOption)
    text +=
      format.layout.kind === 'sharded' ? `layout sharded ${format.layout.shardSize}\n` : 'layout linear\n';
  if (format.features.addressingOption) text += `addressing ${format.addressing}\n`;
  return text;
}
