import { isatty } from "node:tty";

import type { PartState } from "#platform/management/management-server.ts";
import type { MetricSnapshot } from "#platform/metrics/recorded-metrics.ts";

import { ExitCode } from "./cli-error.ts";

/** Message of a process to the one that has started it. */
export type ChildMessage =
  | { readonly type: "alive" }
  | { readonly type: "progress"; readonly words: string }
  | { readonly type: "ready"; readonly address: string | null }
  | { readonly type: "failed"; readonly words: string }
  /** The process ends because it is too old for the database; another start of the same program would end too. */
  | { readonly type: "outdated"; readonly words: string }
  | { readonly type: "reloaded" }
  | { readonly type: "notReloaded"; readonly words: string }
  /** Another process answers from now on; the former one had counted this, if it is known. */
  | { readonly type: "takenOver"; readonly snapshot: MetricSnapshot | undefined }
  | { readonly type: "parts"; readonly id: number; readonly parts: Readonly<Record<string, PartState>> }
  | { readonly type: "values"; readonly id: number; readonly snapshot: MetricSnapshot }
  | { readonly type: "counts"; readonly snapshot: MetricSnapshot };

/** Question to a process: the state of its parts, or all of its metrics. */
export interface Question {
  readonly type: "asked";
  readonly id: number;
  readonly wants: "parts" | "values";
}

/** Message to a process from the one that has started it. */
export type Order =
  /** Say that you are about to end, end after LAME_DUCK_SECONDS. */
  | { readonly type: "leave" }
  /** Finish what has begun and end. */
  | { readonly type: "stop" }
  /** Hand your work over to a new process with these variables. */
  | { readonly type: "reload"; readonly environment: Readonly<Record<string, string | undefined>> }
  | Question;

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

const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));

/** Returns true if this process was started at a terminal that is closed now: its descriptors are no terminal any longer. */
export function isTerminalClosed(): boolean {
  return terminals.some((descriptor) => !isatty(descriptor));
}

/**
 * Returns a signal that fires when this process is to end: Ctrl-C, SIGTERM, a closed terminal, or the supervisor's end. A second
 * Ctrl-C ends the process immediately. With `onHangUp` a SIGHUP that comes of no closed terminal calls it instead.
 */
export function stopSignal(onHangUp?: () => void): AbortSignal {
  const stop = new AbortController();
  const end = (name: NodeJS.Signals) => {
    if (name === "SIGHUP" && onHangUp !== undefined && !isTerminalClosed()) return onHangUp();
    if (stop.signal.aborted) process.exit(ExitCode.Interrupted);
    stop.abort(new DOMException(name, "AbortError"));
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, end);
  // The channel closes when the supervisor asks this process to end, and also when it was killed: a child never outlives it.
  process.once("disconnect", () => stop.abort());
  if (isSupervised() && !process.connected) stop.abort();
  return stop.signal;
}

/** Returns true if a signal of `stopSignal` has fired by SIGTERM: whoever sends it, such as systemd, lets the process take its leave. */
export function takesLeave({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof DOMException && reason.message === "SIGTERM";
}

/** Waits until a signal has fired. */
export async function fired(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
