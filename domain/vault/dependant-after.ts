import type { EndedAct } from "./ended-act.ts";
import type { Dependant } from "./next-dependant-act.ts";

/** What of a dependant says what it has. */
export interface DependantState extends Pick<Dependant, "kind"> {
  /** Since when it has not taken a password; null = it has the last that it was told. */
  readonly failingSince: number | null;
}

/** What changes of a dependant with the end of an order. */
export interface DependantChange {
  readonly heldEntryKey?: string | null;
  readonly refusedEntryKey?: string | null;
  readonly failingSince: number | null;
  readonly message: string | null;
}

/** An order about a dependant that has ended, with the words of its target. */
export type DependantEnd = Pick<EndedAct, "act" | "entryKey" | "result"> & { readonly message: string | null };

/**
 * What is known of a dependant by the end of an order: what it has, or since when it does not take a password, and why. Where it was told or
 * tried with a new one, and that has failed, the change of the account fails by it. Undefined where nothing is known by it.
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
