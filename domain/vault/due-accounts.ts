import type { TimeZone } from "../calendar/time-zone.ts";
import { dueRetryMinutes } from "../managed-account-limits.ts";
import type { Expression } from "../query/bound-query.ts";
import { allOf, always, anyOf, eq, ge, gt, le, lt, ne, never, noneOf, oneOf, related } from "../query/condition.ts";
import type { RunKindName } from "../runs/run-kind-names.ts";
import { isInChangeWindow } from "./change-window.ts";
import { historicalPolicyId } from "./historical-policy.ts";
import { actsByItself, mayBeAskedHere, type NodeOfPolicy, type NodesAtHand } from "./managing-node.ts";

/** Fields of a run that say which accounts it is about. */
export interface RunScope {
  readonly kind: RunKindName;
  readonly reason: "due" | "asked" | "nightly" | "settle" | "checkIn" | "leaving";
  /** ID of the policy; null for every policy. */
  readonly policyId: string | null;
  /** Keys of the accounts; null for all that the reason means. */
  readonly accountKeys: readonly string[] | null;
  readonly createdAt: number;
  /** Key of the managed host that fetches the run; without one proxies carry it out. */
  readonly managedHostKey?: string | null;
}

/** Fields of a policy that say whether and when passwords are changed under it. */
export interface RunPolicy extends NodeOfPolicy {
  readonly id: string;
  readonly mode: "push" | "pull" | "vault";
  readonly enabled: boolean;
  readonly changeWindow: string | null;
  readonly frozenUntil: number | null;
  readonly randomizeCheckedOut: boolean;
  readonly verifyShare: number;
}

/** Facts by which the accounts of a run are chosen. */
export interface RunTerms {
  /** All policies. */
  readonly policies: readonly RunPolicy[];
  readonly nodes: NodesAtHand;
  /** The service's time zone. */
  readonly zone: TimeZone;
  readonly now: number;
  /** Condition on the accounts that this node writes. */
  readonly here: Expression;
}

/** Reasons of runs that wait for an open order of an account. */
const waitingReasons: ReadonlySet<RunScope["reason"]> = new Set(["asked", "checkIn", "leaving"]);

/**
 * Returns the condition for the managed accounts that a run takes, as they are now. A run that nobody asked for leaves out accounts with
 * an open order; one that someone asked for, or a check-in, waits for that order.
 */
export function accountsOfRun(run: RunScope, terms: RunTerms): Expression {
  const { policyId, accountKeys } = run;
  const scope = policyId === null ? always : eq("policyId", policyId);
  const named = accountKeys === null ? always : oneOf("key", accountKeys);
  const free = waitingReasons.has(run.reason) ? always : noneOf(hasOpenOrder);
  return allOf(scope, named, free, fitForRun(run, terms));
}

/** Returns the condition under which an account of a run is still to be taken when its turn comes. */
export function fitForRun(run: RunScope, terms: RunTerms): Expression {
  return allOf(terms.here, run.kind === "verify" ? toVerify(run, terms) : toChange(run, terms));
}

const hasOpenOrder = related("orders", eq("result", null));
const isServed = allOf(eq("enabled", true), related("targetSystem", eq("enabled", true)));
const isCared = allOf(eq("disabledReason", null), related("managedSystem", isServed));
// If no password that the vault knows can be in force, none can be lost either.
const isUnknown = noneOf(related("passwordHistory", ne("status", "failed")));
// An uncertain password is verified before it is changed.
const mayBeChanged = anyOf(ne("status", "conflict"), isUnknown);
const isReturned = noneOf(related("checkouts", eq("status", "checkedOut")));
const isBroken = allOf(eq("status", "U"), related("dependants"));
// An account that is uncertain because a change of its dependants was interrupted continues with that change.
const isSettled = anyOf(eq("status", "C"), isBroken, isUnknown);

function toChange(run: RunScope, terms: RunTerms): Expression {
  const { reason } = run;
  const changing = terms.policies.filter(({ mode, enabled }) => enabled && mode === (isFetched(run) ? "pull" : "push"));
  const policies = changing.filter((policy) => isDoneHere(reason, policy, terms));
  if (reason !== "due") return allOf(isCared, mayBeChanged, anyOf(idleUnder(policies), isReturned), under(policies));
  const open = policies.filter((policy) => isOpen(policy, terms));
  return allOf(
    under(open),
    le("nextRandomized", terms.now),
    isCared,
    isSettled,
    anyOf(idleUnder(open), isReturned),
    noneOf(hasJustFailed(terms.now)),
  );
}

const isDoneHere = (reason: RunScope["reason"], policy: NodeOfPolicy, { nodes }: RunTerms) =>
  reason === "asked" ? mayBeAskedHere(policy, nodes) : actsByItself(policy, nodes);

/** Returns true if a managed host carries the run out, and asks for it itself. */
const isFetched = ({ managedHostKey = null }: Pick<RunScope, "managedHostKey">) => managedHostKey !== null;

const isOpen = ({ frozenUntil, changeWindow }: RunPolicy, { zone, now }: RunTerms) =>
  (frozenUntil ?? now) <= now && isInChangeWindow(changeWindow, zone, now);

const under = (policies: readonly RunPolicy[]) =>
  oneOf(
    "policyId",
    policies.map(({ id }) => id),
  );

const idleUnder = (policies: readonly RunPolicy[]) =>
  under(policies.filter(({ randomizeCheckedOut }) => randomizeCheckedOut));

/** Acts that change passwords, of accounts and of their dependants. */
const changing = ["set", "tell", "test", "restore"];

const hasJustFailed = (now: number) =>
  related(
    "orders",
    allOf(oneOf("act", changing), oneOf("result", ["F", "X"]), gt("endedAt", now - dueRetryMinutes * 60_000)),
  );

function toVerify(run: RunScope, terms: RunTerms): Expression {
  const { reason, createdAt } = run;
  const asked = terms.policies.filter(({ mode }) => (mode === "pull") === isFetched(run));
  const policies = asked.filter((policy) => isDoneHere(reason, policy, terms));
  const known = allOf(ne("policyId", historicalPolicyId), under(policies), isCared, related("passwordHistory"));
  // A status that is named, and not one that is excluded, is found by an index.
  if (reason === "settle") return allOf(oneOf("status", ["U", "conflict"]), known);
  if (reason !== "nightly") return known;
  const night = Math.floor((createdAt + terms.zone.offsetMs(createdAt)) / dayMs);
  const shares = Map.groupBy(policies, ({ verifyShare }) => verifyShare);
  const turns = [...shares].map(([share, sharing]) => allOf(under(sharing), turnOf(share, night)));
  return allOf(known, anyOf(...turns));
}

const dayMs = 86_400_000;
const keyPrefixes = 0x1_00_00;

/**
 * Returns the condition for the accounts whose turn it is in a night. Keys are random, so each range of them is a share of the accounts;
 * the first range follows the last.
 */
function turnOf(share: number, night: number): Expression {
  if (share <= 0) return never;
  const nights = Math.ceil(100 / share);
  const turn = night % nights;
  const [from, to] = [turn, turn + 1].map((part) => Math.floor((part * keyPrefixes) / nights));
  return allOf(
    turn === 0 ? always : ge("key", prefixOf(from ?? 0)),
    turn === nights - 1 ? always : lt("key", prefixOf(to ?? 0)),
  );
}

const prefixOf = (part: number) => part.toString(16).padStart(4, "0");

/** Facts about an account that say whether a run over it may be requested. */
export interface AskedAccount {
  readonly kind: RunScope["kind"];
  readonly account: {
    readonly policyId: string;
    readonly status: "C" | "U" | "conflict";
    readonly disabledReason: string | null;
  };
  /** Number of people who have its password checked out. */
  readonly holders: number;
  /** Policy of the account; undefined if it no longer exists. */
  readonly policy: RunPolicy | undefined;
  readonly nodes: NodesAtHand;
  readonly isSystemEnabled: boolean;
  /** True if the account's own host has enrolled; needed only if that host changes the password (pull). */
  readonly hostIsEnrolled?: boolean;
  /** Number of its entries in the vault that may be, or have been, in force, and of all. */
  readonly entries: { readonly notFailed: number; readonly all: number };
}

/**
 * Returns why a run over an account may not be requested, with the way out; undefined if it may. It refuses the accounts that
 * `accountsOfRun` leaves out.
 */
export function unfitFor(asked: AskedAccount): string | undefined {
  const { account, policy, nodes, isSystemEnabled } = asked;
  if (account.policyId === historicalPolicyId || policy === undefined)
    return "It is managed no more: move it to another policy first.";
  if (account.disabledReason !== null) return `It is disabled (${account.disabledReason}): enable it first.`;
  if (!mayBeAskedHere(policy, nodes))
    return `The node '${policy.managedByNode}' has it in its hands: ask there, or give its policy '${policy.id}' to this node.`;
  if (!isSystemEnabled) return "Its managed system is disabled: enable that first.";
  if (policy.mode === "pull" && asked.hostIsEnrolled !== true)
    return "Its own host changes and verifies its password, and none has enrolled: invite it, by 'gatehouse managed host invite'.";
  return asked.kind === "verify" ? unfitToVerify(asked) : unfitToChange(asked, policy);
}

function unfitToVerify({ entries }: AskedAccount): string | undefined {
  return entries.all === 0
    ? "The vault has no password of it: import the one that it has, by 'gatehouse managed account import', or change it, by 'gatehouse managed randomize'."
    : undefined;
}

function unfitToChange({ account, holders, entries }: AskedAccount, policy: RunPolicy): string | undefined {
  if (policy.mode === "vault")
    return `Nobody changes passwords under its policy '${policy.id}', whose mode is ${policy.mode}.`;
  if (!policy.enabled) return `Its policy '${policy.id}' is disabled: enable that first.`;
  if (holders > 0 && !policy.randomizeCheckedOut) return "Its password is checked out: check it in first.";
  if (account.status === "conflict" && entries.notFailed > 0)
    return "Its passwords are in conflict: settle them first, by 'gatehouse managed conflicts --settle'.";
  return undefined;
}
