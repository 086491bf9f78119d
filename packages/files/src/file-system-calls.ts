import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { announce } from './observer.js';

/**
 * Every call with which this package changes a file system; nothing else in it may. Each announces itself to the
 * observer first. Errors are Node's own: the callers put them in Subversion's words.
 */
export const fileSystemCalls = {
  /** Creates a file that must not exist, or empties one that may, open for reading and writing. */
  create(path: string, flags: 'wx+' | 'w+', mode: number): number {
    announce('create', path);
    return openSync(path, flags, mode);
  },

  /** Writes all of `bytes` at `position`, in as many system calls as it takes. */
  write(fd: number, path: string, bytes: Uint8Array, position: number): void {
    announce('write', path, undefined, bytes.length);
    let done = 0;
    while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
  },

  /** Fills a file from another one. */
  copy(from: string, to: string): void {
    announce('write', to);
    copyFileSync(from, to);
  },

  truncate(fd: number, path: string, length: number): void {
    announce('truncate', path, undefined, length);
    ftruncateSync(fd, length);
  },

  flush(fd: number, path: string): void {
    announce('flush', path);
    fsyncSync(fd);
  },

  /** The same without blocking the thread. */
  async flushAsync(fd: number, path: string): Promise<void> {
    announce('flush', path);
    await new Promise<void>((resolve, reject) => {
      fsync(fd, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  },

  /** Opens a directory only to flush it. */
  flushDirectory(path: string): void {
    announce('flush', path);
    const fd = openSync(path, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  },

  rename(from: string, to: string): void {
    announce('rename', from, to);
    renameSync(from, to);
  },

  makeDirectory(path: string, mode: number): void {
    announce('mkdir', path);
    mkdirSync(path, mode);
  },

  unlink(path: string): void {
    announce('unlink', path);
    unlinkSync(path);
  },

  removeDirectory(path: string): void {
    announce('rmdir', path);
    rmdirSync(path);
  },

  changeMode(path: string, mode: number): void {
    announce('chmod', path);
    chmodSync(path, mode);
  },

  changeGroup(path: string, uid: number, gid: number): void {
    announce('chown', path);
    chownSync(path, uid, gid);
  },
} as const;
