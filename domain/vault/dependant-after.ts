import type { EndedAct } from "./ended-act.ts";
import type { Dependant } from "./next-dependant-act.ts";

/** Fields of a dependant that say what it has. */
export interface DependantState extends Pick<Dependant, "kind"> {
  /** Time since which it has not taken a password; null if it has the last that it was told. */
  readonly failingSince: number | null;
}

/** Changes to a dependant at the end of an order. */
export interface DependantChange {
  readonly heldEntryKey?: string | null;
  readonly refusedEntryKey?: string | null;
  readonly failingSince: number | null;
  readonly message: string | null;
}

/** Ended order about a dependant, with the words of its target. */
export type DependantEnd = Pick<EndedAct, "act" | "entryKey" | "result"> & { readonly message: string | null };

/**
 * Returns what the end of an order says about a dependant: the password that it has, or since when it does not take a password, and why.
 * If it was told or tested with a new password and that failed, it makes the change of the account fail. Undefined if the end says
 * nothing about it.
 */
export function dependantAfter(
  { kind, failingSince }: DependantState,
  { act, entryKey, result, message }: DependantEnd,
  now: number,
): DependantChange | undefined {
  if (result === "S") {
    const isTested = kind === "account" || act === "test" || act === "verify";
    return isTested ? { heldEntryKey: entryKey, failingSince: null, message: null } : undefined;
  }
  if (result !== "F") return undefined;
  const isOfChange = act === "tell" || act === "test";
  const failing = { failingSince: failingSince ?? now, message: message ?? "It has not answered." };
  return { ...failing, ...(isOfChange && { refusedEntryKey: entryKey }) };
}
