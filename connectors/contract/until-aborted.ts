/**
 * Gives what `run` gives, or gives up as soon as the signal fires, with its reason. What has been begun by then goes on, so
 * it has to be ended by itself: hand the signal on to it as well.
 */
export async function untilAborted<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let giveUp = (): void => {};
  const fired = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(signal.reason);
  });
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([run(), fired]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
