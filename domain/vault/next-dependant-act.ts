import { broughtBackMax, restorePauseMs, restorePauseMsMax } from "../vault-run-limits.ts";
import type { EndedAct } from "./ended-act.ts";
import type { TreeEntry, VaultTree } from "./vault-tree.ts";

/** Facts about a dependant, which must have the password of an account. */
export interface Dependant {
  readonly key: string;
  readonly kind: "account" | "plugin";
  readonly sequence: number;
  /** Key of the entry that it was told last, or may have been; null if none yet. */
  readonly toldEntryKey: string | null;
  /** Key of the entry whose password it has, as a test has shown; null if that is not known. */
  readonly heldEntryKey: string | null;
  /** Key of the entry for which it last made the change fail; null if there is none. */
  readonly refusedEntryKey: string | null;
}

/** Next act of a run for the dependants of an account; `confirm` needs the rows alone. */
export type DependantAct =
  | {
      readonly do: "tell" | "test";
      readonly dependantKey: string;
      readonly entryKey: string;
      readonly notBefore: number | null;
    }
  /** Confirmed password that is set on the account again (no dependant), or told to a dependant again. */
  | {
      readonly do: "restore";
      readonly dependantKey: string | null;
      readonly entryKey: string;
      readonly notBefore: number | null;
    }
  /** Test of a dependant with the confirmed password that it was told again. */
  | { readonly do: "verify"; readonly dependantKey: string; readonly entryKey: string; readonly notBefore: null }
  | { readonly do: "confirm"; readonly entryKey: string }
  | { readonly do: "end" };

/** Facts about an account with dependants in a run that changes passwords. */
export interface DependantFacts {
  readonly tree: VaultTree;
  readonly dependants: readonly Dependant[];
  /** Acts of the run on the account and its dependants so far, in order. */
  readonly ended: readonly EndedAct[];
  /** Time until which someone may still set another password, by the key of the dependant; null for the account. */
  readonly inFlightUntil: ReadonlyMap<string | null, number>;
}

/** Returns true if an entry that opens the account waits for its dependants before it counts. */
export function waitsForDependants({ origin, status }: TreeEntry, dependants: readonly unknown[]): boolean {
  return dependants.length > 0 && origin === "randomized" && status === "U";
}

/**
 * Returns what to do for the dependants of an account before anything else; undefined if there is nothing. A new password that the
 * account has taken is told to one dependant after the other, and counts after the last. If one has not taken it, those before it are
 * told the confirmed one again, the last first, then the account gets it. Dependants that were left with another password than the
 * confirmed one are brought back before the next one is made.
 */
export function nextDependantAct(facts: DependantFacts): DependantAct | undefined {
  const { tree, ended } = facts;
  const dependants = facts.dependants.toSorted((a, b) => a.sequence - b.sequence);
  const taken = takenEntry(tree, dependants);
  if (taken === undefined) return tree.state === "C" ? bringBack(facts, dependants, tree.head) : undefined;
  const refusing = dependants.filter(({ refusedEntryKey }) => refusedEntryKey === taken.key);
  if (refusing.length === 0) return tellNext(facts, dependants, taken);
  if (tree.head !== undefined) return undo(facts, dependants, { taken, head: tree.head });
  // Nothing was confirmed before, so there is nothing to return to: the next run tries once more.
  const hasTried = ended.some(({ dependantKey, result }) => dependantKey !== null && result === "F");
  return hasTried ? { do: "end" } : tellNext(facts, dependants, taken);
}

/** Returns the new password that the account has taken, as its target has last said, and that waits for the dependants. */
function takenEntry(tree: VaultTree, dependants: readonly Dependant[]): TreeEntry | undefined {
  return tree.toTry
    .filter((entry) => waitsForDependants(entry, dependants))
    .filter(({ openedAt, refusedAt }) => openedAt !== null && openedAt >= (refusedAt ?? -Infinity))
    .toSorted((a, b) => (b.openedAt ?? 0) - (a.openedAt ?? 0))[0];
}

function tellNext(
  { ended, inFlightUntil }: DependantFacts,
  dependants: readonly Dependant[],
  { key: entryKey }: TreeEntry,
): DependantAct {
  const next = dependants.find(({ heldEntryKey }) => heldEntryKey !== entryKey);
  if (next === undefined) return { do: "confirm", entryKey };
  const { key: dependantKey } = next;
  if (isTold(next, entryKey, { by: "tell", ended })) return { do: "test", dependantKey, entryKey, notBefore: null };
  // Anyone who may still tell it another password comes first.
  return { do: "tell", dependantKey, entryKey, notBefore: inFlightUntil.get(dependantKey) ?? null };
}

interface Undoing {
  readonly taken: TreeEntry;
  readonly head: TreeEntry;
}

function undo(facts: DependantFacts, dependants: readonly Dependant[], { taken, head }: Undoing): DependantAct {
  const told = dependants.findLast(
    (one) => one.refusedEntryKey !== taken.key && one.toldEntryKey !== null && one.heldEntryKey !== head.key,
  );
  return told === undefined ? restore(facts, undefined, head) : restore(facts, told, head);
}

/**
 * Returns what to do for the dependants with another password than the confirmed one, the last first. No new password is made while one
 * of them does not take it.
 */
function bringBack(
  facts: DependantFacts,
  dependants: readonly Dependant[],
  head: TreeEntry | undefined,
): DependantAct | undefined {
  if (head === undefined) return undefined;
  const behind = dependants.filter(
    ({ toldEntryKey, heldEntryKey }) => toldEntryKey !== null && heldEntryKey !== head.key,
  );
  const next = behind.findLast((one) => failuresOf(one.key, head, facts.ended).length < broughtBackMax);
  if (next !== undefined) return restore(facts, next, head);
  return behind.length === 0 ? undefined : { do: "end" };
}

/**
 * Gives the confirmed password to a dependant, or to the account itself, once nobody may still set another. Failures delay it with
 * exponential backoff.
 */
function restore({ ended, inFlightUntil }: DependantFacts, to: Dependant | undefined, head: TreeEntry): DependantAct {
  const entryKey = head.key;
  if (to !== undefined && isTold(to, entryKey, { by: "restore", ended }))
    return { do: "verify", dependantKey: to.key, entryKey, notBefore: null };
  const dependantKey = to?.key ?? null;
  const failures = failuresOf(dependantKey, head, ended);
  const last = failures.at(-1);
  const pauseMs = Math.min(restorePauseMs * 2 ** (failures.length - 1), restorePauseMsMax);
  const moments = [inFlightUntil.get(dependantKey) ?? [], last === undefined ? [] : last.endedAt + pauseMs].flat();
  return { do: "restore", dependantKey, entryKey, notBefore: moments.length === 0 ? null : Math.max(...moments) };
}

const failuresOf = (dependantKey: string | null, head: TreeEntry, ended: readonly EndedAct[]) =>
  ended.filter(
    (one) =>
      one.dependantKey === dependantKey &&
      one.entryKey === head.key &&
      one.result === "F" &&
      (dependantKey !== null || one.act === "restore"),
  );

interface TellingBy {
  readonly by: "tell" | "restore";
  readonly ended: readonly EndedAct[];
}

/** Returns true if the last act on a dependant told it an entry, which is then tested. */
function isTold({ key }: Dependant, entryKey: string, { by, ended }: TellingBy): boolean {
  const last = ended.findLast(({ dependantKey }) => dependantKey === key);
  return last?.act === by && last.result === "S" && last.entryKey === entryKey;
}
