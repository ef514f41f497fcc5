import type { MissingCondition } from "./start-conditions.ts";

/** Steps of waiting for a start. */
export interface Waiting<T> {
  /** Tries to start; returns the service, or the missing conditions. */
  attempt(): Promise<T | readonly MissingCondition[]>;
  /** Receives the missing conditions before each pause; `isNew` is true if they differ from those before. */
  waits(missing: readonly MissingCondition[], isNew: boolean): void;
  /** Pauses between two attempts; rejects when the process is to end. */
  pause(): Promise<void>;
}

/** Retries until all conditions of a start are met; returns the started service. */
export async function waitForStart<T extends object>({ attempt, waits, pause }: Waiting<T>): Promise<T> {
  let known = "";
  for (;;) {
    const started = await attempt();
    if (!isMissing(started)) return started;
    const reasons = started.map(({ reason }) => reason).join(" ");
    waits(started, reasons !== known);
    known = reasons;
    await pause();
  }
}

function isMissing(started: object): started is readonly MissingCondition[] {
  return Array.isArray(started);
}
