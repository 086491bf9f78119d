/** The records of a dump stream. */

/** The fields of a node record that reading and writing share. Digests are lower-case hex. */
export interface NodeHead {
  /** Path in the repository, without a slash at its start. */
  readonly path: string;
  /** Absent for deletions. */
  readonly kind?: 'file' | 'dir';
  /** Absent where a stream has none, or one that nobody knows. */
  readonly action?: 'add' | 'change' | 'delete' | 'replace';
  readonly copyFrom?: { readonly revision: number; readonly path: string };
  readonly copySourceMd5?: string;
  readonly copySourceSha1?: string;
  /** Whether {@link properties} are changes against what the node has already; version 3. */
  readonly propertyDelta?: boolean;
  /** Absent where they stay as they are. `undefined` stands for a property that goes; without a delta it says nothing. */
  readonly properties?: ReadonlyMap<string, Uint8Array | undefined>;
  /** Whether the text is an svndiff against what the node has already; version 3. */
  readonly textDelta?: boolean;
  readonly deltaBaseMd5?: string;
  readonly deltaBaseSha1?: string;
  /** Of the full text, also where the text is a delta. */
  readonly textMd5?: string;
  readonly textSha1?: string;
  /** Bytes of the text block; absent where the text stays as it is. */
  readonly textLength?: number;
}

/** The text block of a node record. */
export interface DumpText {
  /** Bytes of the block. */
  readonly length: number;
  /** The whole block, where it is short: a view of what was read, which the reader never changes. */
  readonly bytes?: Uint8Array;
  /**
   * The block in pieces, views as {@link bytes}; once, and only until the next record is asked for.
   *
   * @throws RevstoreError `INCOMPLETE_DATA`
   */
  chunks(): AsyncIterable<Uint8Array>;
}

interface ReadRecord {
  /** Position of the record's first header, in bytes from the start of the stream. */
  readonly offset: number;
  /** All headers as they are; of a header that occurs twice the last. */
  readonly headers: ReadonlyMap<string, string>;
}

/** The first record, and any later one that changes the version. */
export interface FormatRecord extends ReadRecord {
  readonly type: 'format';
  readonly version: number;
}

/** The UUID of the repository that was dumped. */
export interface UuidRecord extends ReadRecord {
  readonly type: 'uuid';
  readonly uuid: string;
}

/** A revision; its nodes follow. */
export interface RevisionRecord extends ReadRecord {
  readonly type: 'revision';
  readonly revision: number;
  /** Absent where the stream has no property block. Values are views of what was read. */
  readonly properties?: ReadonlyMap<string, Uint8Array>;
}

/** A node of the revision whose record came last. */
export interface NodeRecord extends ReadRecord, NodeHead {
  readonly type: 'node';
  readonly text?: DumpText;
}

/** What a stream consists of. */
export type DumpRecord = FormatRecord | UuidRecord | RevisionRecord | NodeRecord;
