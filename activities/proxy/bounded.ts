import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

/** How long a call may take and who may end it earlier. */
export interface Bounds {
  /** The caller's cancellation. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** The code of the error when it was ended: `unreachable` where nothing can have been sent, else `timeout`. */
  readonly code: ConnectorCode;
  /** Names the step in the error. */
  readonly what: string;
}

/**
 * Runs a call and gives up when its time is over or the caller cancels, whether or not the call listens to its signal.
 * @throws the code of the bounds when the call was given up
 */
export async function bounded<T>(bounds: Bounds, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  let giveUp: (error: Error) => void = () => {};
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  const end = (words: string): void => {
    const error = new ConnectorError(bounds.code, words);
    ending.abort(error);
    giveUp(error);
  };
  const cancelled = (): void => end(`${bounds.what} was cancelled before the target answered.`);
  const timer = setTimeout(() => end(`${bounds.what}: no answer within ${bounds.timeoutMs} ms.`), bounds.timeoutMs);
  bounds.signal.addEventListener("abort", cancelled, { once: true });
  try {
    if (bounds.signal.aborted) cancelled();
    const running = ending.signal.aborted ? givenUp : run(ending.signal);
    return await Promise.race([running, givenUp]);
  } finally {
    clearTimeout(timer);
    bounds.signal.removeEventListener("abort", cancelled);
    // Nobody waits for the loser of the race; its error must not end the process.
    givenUp.catch(() => {});
  }
}
