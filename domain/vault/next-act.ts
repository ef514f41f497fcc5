import { candidatesMax, verifiedMax } from "../vault-run-limits.ts";
import type { EndedAct } from "./ended-act.ts";
import { type Dependant, type DependantAct, nextDependantAct } from "./next-dependant-act.ts";
import type { VaultTree } from "./vault-tree.ts";

/** What a run does with an account next; `notBefore` is a moment, null = at once. */
export type NextAct =
  | { readonly do: "set"; readonly candidates: number }
  | { readonly do: "verify"; readonly entryKey: string; readonly notBefore: number | null }
  | DependantAct;

/** What is known of an account in a run. */
export interface ActFacts {
  readonly kind: "randomize" | "verify";
  readonly tree: VaultTree;
  /** What the run has done with it, in order. */
  readonly ended: readonly EndedAct[];
  /** Until when somebody may still set an uncertain entry, or might have; null = nobody has one. */
  readonly lateUntil: number | null;
  readonly now: number;
  /** What else must have the password of the account. */
  readonly dependants?: readonly Dependant[];
  /** Until when somebody may still tell a dependant another password, by its key. */
  readonly dependantsLateUntil?: ReadonlyMap<string, number>;
}

const end: NextAct = { do: "end" };
const wrongPassword = "currentPassword";
/** By these a target refuses to take a password; another one may please it. */
const refusals: ReadonlySet<string> = new Set(["strength", "policy", "invalidValue"]);

/**
 * What a run does with an account next. No password is set while it is uncertain which one holds: first it is asked what opens the
 * account. A contradiction is left to people.
 */
export function nextAct({ dependants = [], ...facts }: ActFacts): NextAct {
  if (dependants.length === 0 || facts.kind === "verify" || facts.tree.state === "conflict") return actOnAccount(facts);
  const { tree, ended, lateUntil, dependantsLateUntil = new Map<string, number>() } = facts;
  const late = new Map<string | null, number>(dependantsLateUntil);
  if (lateUntil !== null) late.set(null, lateUntil);
  const act = nextDependantAct({ tree, dependants, ended, lateUntil: late });
  if (act !== undefined) return act;
  // What an earlier run has begun counts as what this one was to do.
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

/** Whether nothing is left to do with an account after an act that has ended, whatever the run did with it before. */
export function isOver(
  kind: ActFacts["kind"],
  tree: VaultTree,
  { act, result }: Pick<EndedAct, "act" | "result">,
): boolean {
  return result === "S" && (kind === "verify" || (act === "set" && tree.state === "C"));
}

/** Another password may do where the target has refused one, or where it has turned out that one never came into force. */
function mayTryAnother({ result, errorCode, entryKey }: EndedAct, latest: EndedAct | undefined): boolean {
  if (result !== "F") return false;
  if (latest?.act === "set") return refusals.has(errorCode ?? "");
  // A target that takes a password and does not let it in would do the same with the next.
  return latest?.result === "S" && latest.entryKey !== entryKey && errorCode !== wrongPassword;
}

/**
 * The likeliest entry that was not tried yet; none where the last try has told nothing. While somebody may still set one, only that one
 * is tried, once; what is tried after that moment counts.
 */
function nextVerified({ tree, ended, lateUntil, now }: ActFacts): NextAct {
  const verified = ended.filter(({ act }) => act === "verify");
  const last = verified.at(-1);
  if (last?.result === "F" && last.errorCode !== wrongPassword) return end;
  const [likeliest] = tree.toTry;
  if (likeliest === undefined) return end;
  const isLate = lateUntil !== null && lateUntil > now;
  if (isLate) {
    const notBefore = ended.at(-1)?.act === "verify" ? lateUntil : null;
    return { do: "verify", entryKey: likeliest.key, notBefore };
  }
  const counted = verified.filter(({ endedAt }) => endedAt >= (lateUntil ?? -Infinity));
  if (counted.length >= verifiedMax) return end;
  const entry = tree.toTry.find(({ key }) => !counted.some(({ entryKey }) => entryKey === key));
  return entry === undefined ? end : { do: "verify", entryKey: entry.key, notBefore: null };
}
