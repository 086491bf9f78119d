import { open } from 'node:fs/promises';
import { systemError } from '@revstore/errors';

/** Bytes that are read at a time. */
const blockLength = 1024 * 1024;

/** A file in pieces, each in memory of its own. @throws RevstoreError of the system */
export async function* readFileBlocks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path).catch((error: unknown) => {
    throw systemError(error, `Can't open file '${path}'`);
  });
  try {
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(blockLength), 0, blockLength);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (error) {
    throw systemError(error, `Can't read file '${path}'`);
  } finally {
    await file.close();
  }
}

/**
 * Standard input in pieces.
 *
 * @throws RevstoreError of the system; the signal's reason, also while nothing comes.
 */
export async function* readStandardInput(signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
  const stop = (): void => void process.stdin.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of process.stdin) yield chunk as Uint8Array;
  } catch (error) {
    throw systemError(error, "Can't read stream");
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
