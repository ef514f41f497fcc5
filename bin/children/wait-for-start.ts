import type { MissingCondition } from "./start-conditions.ts";

/** How a start is waited for. */
export interface Waiting<T> {
  /** Tries to start: gives what was started, or what is missing. */
  attempt(): Promise<T | readonly MissingCondition[]>;
  /** Hears before each pause what is missing, and whether that is something else than before. */
  waits(missing: readonly MissingCondition[], isNew: boolean): void;
  /** Lets the time between two looks pass; rejects when the process is to end. */
  pause(): Promise<void>;
}

/** Tries again and again until everything that a start needs is there; gives what was started. */
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
