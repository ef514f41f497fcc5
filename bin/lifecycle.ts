import { ExitCode } from "./cli-error.ts";

/** What a supervised process tells its supervisor. */
export type ChildMessage =
  | { readonly type: "alive" }
  | { readonly type: "progress"; readonly words: string }
  | { readonly type: "ready"; readonly address: string | null }
  | { readonly type: "failed"; readonly words: string };

/** The variable by which a process knows that it has a supervisor, even when the channel to it is closed by now. */
export const supervisedVariable = "GATEHOUSE_SUPERVISED";

/** Tells the supervisor, when there is one; without one nobody hears it. */
export function tellSupervisor(message: ChildMessage): void {
  // The supervisor may be gone in this moment; then the channel's end stops this process anyway.
  process.send?.(message, undefined, undefined, () => undefined);
}

/**
 * A signal that fires when this process is to end: Ctrl-C, SIGTERM, a closed terminal, or the supervisor's end. A second
 * Ctrl-C ends it at once.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const end = () => {
    if (stop.signal.aborted) process.exit(ExitCode.Interrupted);
    stop.abort();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, end);
  // The channel closes when the supervisor asks us to end, and also when it was killed: a child never outlives it.
  process.once("disconnect", () => stop.abort());
  if (process.env[supervisedVariable] !== undefined && !process.connected) stop.abort();
  return stop.signal;
}

/** Waits until a signal has fired. */
export async function fired(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
