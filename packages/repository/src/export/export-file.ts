import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  futimesSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { isSystemError, RevstoreError, systemError } from '@revstore/errors';
import { corrupt, type Noderev, type NoderevId, type Store } from '@revstore/fsfs';
import { temporaryPathBeside } from '@revstore/files';
import {
  createTranslator,
  executableMode,
  parseSpecialFile,
  planExport,
  type KeywordValues,
  type Translator,
} from '@revstore/working-files';
import { pathUrl } from '../targets/index.js';
import { Signatures } from '../view/index.js';
import { exportErrors } from './export-errors.js';

/** Texts up to this many bytes are written in one go. */
const wholeFileLimit = 1024 * 1024;

/** One file to be exported. */
export interface ExportJob {
  readonly id: NoderevId;
  /** Path in the repository, for keywords and messages. */
  readonly path: string;
  /** Absolute path on disk; its directory exists and is not a link. */
  readonly target: string;
}

/** What is the same for all files of an export. Plain data, so that it can go to another thread. */
export interface ExportSettings {
  readonly force: boolean;
  readonly nativeEol?: 'LF' | 'CR' | 'CRLF';
  readonly ignoreKeywords: boolean;
  readonly rootUrl: string;
}

/** Writes files of one store to disk. */
export class FileExporter {
  readonly #store: Store;
  readonly #settings: ExportSettings;
  readonly #checkStop: () => void;
  readonly #signatures: Signatures;

  /** @param checkStop throws once the export is to end; called between the chunks of large files. */
  constructor(store: Store, settings: ExportSettings, checkStop: () => void) {
    this.#store = store;
    this.#settings = settings;
    this.#signatures = new Signatures(store);
    this.#checkStop = checkStop;
  }

  /**
   * Writes one file or symbolic link. Nothing that exists is followed; with `force` it is replaced by a rename.
   *
   * @returns bytes written.
   * @throws RevstoreError, or what `checkStop` throws; nothing of the file is left then.
   */
  async export(job: ExportJob): Promise<number> {
    const node = this.#store.nodes.noderev(job.id);
    if (node.kind !== 'file')
      throw corrupt(`The entry '${job.path}' and its node differ in kind`, {
        path: job.path,
        revision: job.id.revision,
      });
    const properties = this.#store.nodes.properties(node);
    const { nativeEol, ignoreKeywords } = this.#settings;
    const plan = planExport(properties, () => this.#keywords(job, node), {
      ...(nativeEol ? { nativeEol } : {}),
      ignoreKeywords,
    });
    if (plan.special) {
      const text = node.text ? this.#store.reps.readAll(node.text) : new Uint8Array(0);
      const special = parseSpecialFile(text);
      if (special.kind === 'link') {
        this.#replacing(job.target, (at) => symlinkSync(Buffer.from(special.target), at));
        return 0;
      }
    }
    const translator = plan.translation && createTranslator(plan.translation);
    let written = 0;
    await this.#writing(job.target, async (fd) => {
      if (node.text) written = await this.#writeText(fd, node, translator, job.target);
      if (plan.executable) fchmodSync(fd, executableMode(fstatSync(fd).mode) & 0o7777);
      const { time } = this.#signatures.of(node.id.revision);
      if (plan.setTime && time !== undefined) futimesSync(fd, fileTime(time), fileTime(time));
    });
    return written;
  }

  async #writeText(
    fd: number,
    node: Noderev,
    translator: Translator | undefined,
    target: string,
  ): Promise<number> {
    let written = 0;
    const write = (bytes: Uint8Array): void => {
      try {
        for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
      } catch (error) {
        throw systemError(error, `Can't write to file '${target}'`, { path: target });
      }
      written += bytes.length;
    };
    const put = (chunk: Uint8Array): void => write(translator ? translator.update(chunk) : chunk);
    const text = node.text!;
    if (text.expandedSize <= wholeFileLimit) for (const chunk of this.#store.reps.chunks(text)) put(chunk);
    else
      for await (const chunk of this.#store.reps.stream(text)) {
        this.#checkStop();
        put(chunk);
      }
    if (translator) write(translator.finish());
    return written;
  }

  async #writing(target: string, fill: (fd: number) => Promise<void>): Promise<void> {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
    let fd: number;
    let at = target;
    try {
      fd = openSync(target, flags, 0o666);
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST')
        throw systemError(error, `Can't open file '${target}'`, { path: target });
      this.#checkReplaceable(target);
      at = temporaryPathBeside(target);
      try {
        fd = openSync(at, flags, 0o666);
      } catch (failure) {
        throw systemError(failure, `Can't open file '${at}'`, { path: target });
      }
    }
    try {
      try {
        await fill(fd);
      } finally {
        closeSync(fd);
      }
      if (at !== target) renameSync(at, target);
    } catch (error) {
      rmSync(at, { force: true });
      throw systemError(error, `Can't write to file '${target}'`, { path: target });
    }
  }

  #replacing(target: string, make: (at: string) => void): void {
    try {
      make(target);
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST')
        throw systemError(error, `Can't create symbolic link '${target}'`, { path: target });
      this.#checkReplaceable(target);
      const at = temporaryPathBeside(target);
      try {
        make(at);
        renameSync(at, target);
      } catch (failure) {
        rmSync(at, { force: true });
        throw systemError(failure, `Can't create symbolic link '${target}'`, { path: target });
      }
    }
  }

  /** @throws RevstoreError where what exists at `target` must stay. */
  #checkReplaceable(target: string): void {
    const isDirectory = lstatSync(target).isDirectory();
    if (this.#settings.force && !isDirectory) return;
    throw new RevstoreError(
      exportErrors.WC_OBSTRUCTED_UPDATE,
      isDirectory ? `'${target}' exists and is not a file` : `'${target}' already exists`,
      { data: { path: target } },
    );
  }

  #keywords(job: ExportJob, node: Noderev): KeywordValues {
    const { author, time } = this.#signatures.of(node.id.revision);
    return {
      revision: node.id.revision,
      url: pathUrl(this.#settings.rootUrl, job.path),
      rootUrl: this.#settings.rootUrl,
      ...(time === undefined ? {} : { date: new Date(Math.floor(time / 1000)) }),
      ...(author === undefined ? {} : { author }),
    };
  }
}

/**
 * Microseconds as the seconds that futimes takes. The system call has microseconds and gets there by cutting off, so
 * the middle of the microsecond is given.
 */
function fileTime(microseconds: number): number {
  return Math.floor(microseconds / 1e6) + ((microseconds % 1e6) + 0.4) / 1e6;
}
