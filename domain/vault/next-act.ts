import { candidatesMax, verifiedMax } from "../vault-run-limits.ts";
import type { EndedAct } from "./ended-act.ts";
import { type Dependant, type DependantAct, nextDependantAct } from "./next-dependant-act.ts";
import type { VaultTree } from "./vault-tree.ts";

/** Next act of a run on an account; `notBefore` is a time, or null for at once. */
export type NextAct =
  | { readonly do: "set"; readonly candidates: number }
  | { readonly do: "verify"; readonly entryKey: string; readonly notBefore: number | null }
  | DependantAct;

/** Facts about an account in a run. */
export interface ActFacts {
  readonly kind: "randomize" | "verify";
  readonly tree: VaultTree;
  /** Acts of the run on the account so far, in order. */
  readonly ended: readonly EndedAct[];
  /** Time until which someone may still set an uncertain entry, or might have; null if nobody has one. */
  readonly inFlightUntil: number | null;
  readonly now: number;
  /** Dependants, which must have the password of the account too. */
  readonly dependants?: readonly Dependant[];
  /** Time until which someone may still tell a dependant another password, by its key. */
  readonly dependantsInFlightUntil?: ReadonlyMap<string, number>;
}

const end: NextAct = { do: "end" };
const wrongPassword = "currentPassword";
/** Error codes by which a target refuses to take a password; it may accept another one. */
const refusals: ReadonlySet<string> = new Set(["strength", "policy", "invalidValue"]);

/**
 * Returns the next act of a run on an account. No password is set while it is uncertain which one is in force: first the target is asked
 * what opens the account. A contradiction is left to people.
 */
export function nextAct({ dependants = [], ...facts }: ActFacts): NextAct {
  if (dependants.length === 0 || facts.kind === "verify" || facts.tree.state === "conflict") return actOnAccount(facts);
  const { tree, ended, inFlightUntil, dependantsInFlightUntil = new Map<string, number>() } = facts;
  const late = new Map<string | null, number>(dependantsInFlightUntil);
  if (inFlightUntil !== null) late.set(null, inFlightUntil);
  const act = nextDependantAct({ tree, dependants, ended, inFlightUntil: late });
  if (act !== undefined) return act;
  // A change that an earlier run has begun counts as the one that this run was to make.
  const isDone = ended.some(
    ({ act: done, result, entryKey }) => isOfChange(done) && result === "S" && entryKey === tree.head?.key,
  );
  if (isDone && tree.state === "C") return end;
  return actOnAccount({
    ...facts,
    ended: ended.filter(({ act: done, dependantKey }) => dependantKey === null && done !== "restore"),
  });
}

const isOfChange = (act: EndedAct["act"]) => act === "tell" || act === "test";

function actOnAccount(facts: ActFacts): NextAct {
  const { kind, tree, ended } = facts;
  const latest = ended.at(-1);
  if (latest?.result === "X") return end;
  if (kind === "verify") return latest?.result === "S" ? end : nextVerified(facts);
  if (tree.state === "conflict") return end;
  if (tree.state === "U") return nextVerified(facts);
  const sets = ended.filter(({ act }) => act === "set");
  const lastSet = sets.at(-1);
  const candidates = Math.max(0, ...ended.map((one) => one.candidates));
  if (lastSet === undefined) return { do: "set", candidates: 1 };
  return mayTryAnother(lastSet, latest) && candidates < candidatesMax ? { do: "set", candidates: candidates + 1 } : end;
}

/** Returns true if nothing is left to do with an account after an ended act, whatever the run did with it before. */
export function isOver(
  kind: ActFacts["kind"],
  tree: VaultTree,
  { act, result }: Pick<EndedAct, "act" | "result">,
): boolean {
  return result === "S" && (kind === "verify" || (act === "set" && tree.state === "C"));
}

/** Returns true if another password may do: the target has refused one, or one has turned out never to have come into force. */
function mayTryAnother({ result, errorCode, entryKey }: EndedAct, latest: EndedAct | undefined): boolean {
  if (result !== "F") return false;
  if (latest?.act === "set") return refusals.has(errorCode ?? "");
  // A target that takes a password and does not accept it at a login would do the same with the next.
  return latest?.result === "S" && latest.entryKey !== entryKey && errorCode !== wrongPassword;
}

/**
 * Returns a try of the likeliest entry that was not tried yet; ends if the last try has told nothing. While someone may still set an
 * entry, only the likeliest is tried, once; tries after that moment count.
 */
function nextVerified({ tree, ended, inFlightUntil, now }: ActFacts): NextAct {
  const verified = ended.filter(({ act }) => act === "verify");
  const last = verified.at(-1);
  if (last?.result === "F" && last.errorCode !== wrongPassword) return end;
  const [likeliest] = tree.toTry;
  if (likeliest === undefined) return end;
  const isLate = inFlightUntil !== null && inFlightUntil > now;
  if (isLate) {
    const notBefore = ended.at(-1)?.act === "verify" ? inFlightUntil : null;
    return { do: "verify", entryKey: likeliest.key, notBefore };
  }
  const counted = verified.filter(({ endedAt }) => endedAt >= (inFlightUntil ?? -Infinity));
  if (counted.length >= verifiedMax) return end;
  const entry = tree.toTry.find(({ key }) => !counted.some(({ entryKey }) => entryKey === key));
  return entry === undefined ? end : { do: "verify", entryKey: entry.key, notBefore: null };
}
