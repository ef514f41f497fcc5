import {
  type Capability,
  type Connector,
  type ConnectorCode,
  ConnectorError,
  defaultTimeoutMs,
  untilAborted,
} from "#connectors/contract/index.ts";

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

/** The bounds of one call of a connector, or of the wait for one page: the time that it says itself. */
export function boundsOf({ definition }: Connector, what: Capability | "open", signal: AbortSignal): Bounds {
  const code = what === "open" ? "unreachable" : "timeout";
  return { signal, timeoutMs: definition.timeouts?.[what] ?? defaultTimeoutMs, code, what };
}

/**
 * Runs a call and gives up when its time is over or the caller cancels, whether or not the call listens to its signal.
 * @throws the code of the bounds when the call was given up
 */
export async function bounded<T>(bounds: Bounds, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const end = (words: string): void => ending.abort(new ConnectorError(bounds.code, words));
  const cancelled = (): void => end(`${bounds.what} was cancelled before the target answered.`);
  const timer = setTimeout(() => end(`${bounds.what}: no answer within ${bounds.timeoutMs} ms.`), bounds.timeoutMs);
  bounds.signal.addEventListener("abort", cancelled, { once: true });
  try {
    if (bounds.signal.aborted) cancelled();
    return await untilAborted(ending.signal, () => run(ending.signal));
  } finally {
    clearTimeout(timer);
    bounds.signal.removeEventListener("abort", cancelled);
  }
}
