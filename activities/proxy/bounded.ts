import {
  type Capability,
  type Connector,
  type ConnectorCode,
  ConnectorError,
  defaultTimeoutMs,
  untilAborted,
} from "#connectors/contract/index.ts";

/** Limits of a call: its time-out and its cancellation. */
export interface Bounds {
  /** Cancellation by the caller. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Code of the error after the end: `unreachable` if nothing can have been sent, else `timeout`. */
  readonly code: ConnectorCode;
  /** Name of the step in the error. */
  readonly what: string;
}

/** Returns the bounds of one call of a connector, or of the wait for one page: the connector's own time-out or the default. */
export function boundsOf({ definition }: Connector, what: Capability | "open", signal: AbortSignal): Bounds {
  const code = what === "open" ? "unreachable" : "timeout";
  return { signal, timeoutMs: definition.timeouts?.[what] ?? defaultTimeoutMs, code, what };
}

/**
 * Runs a call and gives up after its time-out or a cancellation, even if the call ignores its signal.
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
