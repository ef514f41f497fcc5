/**
 * Returns the result of `run`, or throws the signal's reason as soon as the signal fires. The work already started continues, so
 * pass the signal on to it as well.
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
