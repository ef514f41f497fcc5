import type { PartState } from "#platform/management/management-server.ts";
import type { MetricSnapshot } from "#platform/metrics/recorded-metrics.ts";

import { ExitCode } from "./cli-error.ts";

/** Message of a supervised process to its supervisor. */
export type ChildMessage =
  | { readonly type: "alive" }
  | { readonly type: "progress"; readonly words: string }
  | { readonly type: "ready"; readonly address: string | null }
  | { readonly type: "failed"; readonly words: string }
  | { readonly type: "parts"; readonly id: number; readonly parts: Readonly<Record<string, PartState>> }
  | { readonly type: "values"; readonly id: number; readonly snapshot: MetricSnapshot }
  | { readonly type: "counts"; readonly snapshot: MetricSnapshot };

/** Question of the supervisor to a process: the state of its parts, or all of its metrics. */
export interface SupervisorMessage {
  readonly type: "asked";
  readonly id: number;
  readonly wants: "parts" | "values";
}

/** Environment variable that tells a process that it has a supervisor, even if the channel to it is closed. */
export const supervisedVariable = "GATEHOUSE_SUPERVISED";

/** Returns true if this process has a supervisor. */
export function isSupervised(): boolean {
  return process.env[supervisedVariable] !== undefined;
}

/** Sends a message to the supervisor; does nothing without one. */
export function tellSupervisor(message: ChildMessage): void {
  // The supervisor may just have ended; then the end of the channel stops this process anyway.
  process.send?.(message, undefined, undefined, () => undefined);
}

/**
 * Returns a signal that fires when this process is to end: Ctrl-C, SIGTERM, a closed terminal, or the supervisor's end. A second
 * Ctrl-C ends the process immediately.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const end = () => {
    if (stop.signal.aborted) process.exit(ExitCode.Interrupted);
    stop.abort();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, end);
  // The channel closes when the supervisor asks this process to end, and also when it was killed: a child never outlives it.
  process.once("disconnect", () => stop.abort());
  if (isSupervised() && !process.connected) stop.abort();
  return stop.signal;
}

/** Waits until a signal has fired. */
export async function fired(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
