/**
 * What a write waits for: `durable` flushes files and directories to disk (fsync) before it returns, so that a power cut
 * loses nothing that was told done; `none` leaves that to the system and still survives the end of the process.
 */
export type FlushPolicy = 'durable' | 'none';
