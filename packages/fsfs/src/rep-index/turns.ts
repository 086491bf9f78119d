/** Who waits, by what is waited for; an entry is there as long as somebody has the turn. */
const queues = new Map<string, (() => void)[]>();

/**
 * Waits until no other handle of this thread has the turn for `key`; first come, first served.
 *
 * @returns what ends the turn (a second call does nothing), or `undefined` when it did not come in time.
 * @throws the signal's reason.
 */
export async function takeTurn(
  key: string,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<(() => void) | undefined> {
  signal?.throwIfAborted();
  const waiting = queues.get(key);
  if (!waiting) {
    queues.set(key, []);
    return turnOf(key);
  }
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      const place = waiting.indexOf(serve);
      if (place >= 0) waiting.splice(place, 1);
    };
    const serve = (): void => {
      settle();
      resolve(turnOf(key));
    };
    const abort = (): void => {
      settle();
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      settle();
      resolve(undefined);
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
    waiting.push(serve);
  });
}

function turnOf(key: string): () => void {
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    const next = queues.get(key)!.shift();
    if (next) next();
    else queues.delete(key);
  };
}
