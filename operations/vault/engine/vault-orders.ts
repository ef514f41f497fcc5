import { ServiceError } from "#domain/errors.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { OrderObject, PasswordCandidate, TriedPassword } from "#domain/requests/order.ts";
import { vaultOrderLateMs } from "#domain/vault-run-limits.ts";
import { triesLeftAt, withTries } from "#domain/vault/may-try-now.ts";
import { waitsForDependants } from "#domain/vault/next-dependant-act.ts";
import { settledBy } from "#domain/vault/settle.ts";
import { nextWordAt } from "#domain/vault/word-time.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type {
  LockedOperation,
  OrderContent,
  OrderSource,
  SourcedOrder,
  SourcedOutcome,
} from "../../proxies/engine/order-source.ts";
import { accountObjects } from "./account-objects.ts";
import { type DependantRow, dependantsAfter, dependantsOf, dependantsOfOrders, noTarget } from "./dependants.ts";
import { auditOrders } from "./end-orders.ts";
import { type AccountTree, type Entry, lockTrees, raiseEntries, type Rise, secretOf } from "./entries.ts";
import { goOn } from "./go-on.ts";
import { lateOrders } from "./late-orders.ts";
import { afterSend, type OrderStep } from "./order-step.ts";
import { wakeStranded } from "./stranded-orders.ts";

type Order = Row<"vaultOrders">;
type Run = Row<"runs">;
type Policy = Row<"managedSystemPolicies">;

/** An order of the vault with its account, which is locked too. */
export type VaultOperation = LockedOperation & {
  readonly row: Order;
  readonly run: Run;
  readonly policy: Policy;
  readonly held: AccountTree;
  /** What it is about beside the account; undefined where it is about the account, or where that depends on it no more. */
  readonly dependant: DependantRow | undefined;
  /** What connectors are told of the accounts that were locked together, read once. */
  objects(): Promise<ReadonlyMap<string, OrderObject>>;
};

/** What runs over managed accounts do to their passwords, as a source of orders. */
export const vaultOrders = {
  lock,
  order,
  record,
  proxyBegun: wakeStranded,
} satisfies OrderSource<VaultOperation>;

/** Accounts are locked before their orders, as by whoever makes orders. */
async function lock(context: CallContext, keys: readonly string[]): Promise<readonly VaultOperation[]> {
  const { store } = context;
  const where = oneOf("key", keys);
  const seen = await store.select("vaultOrders", { where });
  const trees = await lockTrees(context, [...new Set(seen.map(({ managedAccountKey }) => managedAccountKey))]);
  const rows = await store.select("vaultOrders", { where, orderBy: [["key", "asc"]], forUpdate: true });
  const dependants = await dependantsOfOrders(context, rows);
  const runs = new Map<string, Run | undefined>();
  const policies = new Map<string, Policy | undefined>();
  let read: Promise<ReadonlyMap<string, OrderObject>> | undefined;
  const objects = () =>
    (read ??= accountObjects(store, [
      ...[...trees.values()].map(({ account }) => account.accountKey),
      ...[...dependants.values()].flatMap(({ accountKey }) => accountKey ?? []),
    ]));
  const locked: VaultOperation[] = [];
  for (const row of rows) {
    const held = trees.get(row.managedAccountKey);
    if (held === undefined) continue;
    if (!runs.has(row.runKey)) runs.set(row.runKey, await store.get("runs", row.runKey));
    const { policyId } = held.account;
    if (!policies.has(policyId)) policies.set(policyId, await store.get("managedSystemPolicies", policyId));
    const [run, policy] = [runs.get(row.runKey), policies.get(policyId)];
    if (!run || !policy) continue;
    locked.push({
      key: row.key,
      targetSystemKey: row.targetSystemKey,
      proxyServer: row.proxyServer,
      row,
      run,
      policy,
      held,
      dependant: dependants.get(row.dependantKey ?? ""),
      objects,
    });
  }
  return locked;
}

async function order(context: CallContext, operation: VaultOperation): Promise<SourcedOrder | undefined> {
  const { store, clock } = context;
  const { key, row, run, held } = operation;
  const entry = held.entries.find((one) => one.key === row.entryKey);
  if (entry === undefined || row.targetSystemKey === noTarget || !isOpen(operation, clock.now())) return undefined;
  const sends = row.sends + 1;
  const older = olderThan(entry, operation);
  const { wanted, triesAt } = triesOf(operation, { sends, older: older.length, now: clock.now() });
  if (typeof triesAt === "number") {
    await store.save("vaultOrders", { key, nextTryAt: triesAt });
    return undefined;
  }
  await store.save("vaultOrders", { key, ...sent(sends, context), doubts: held.account.doubts });
  if (triesAt === undefined)
    return { sends, failure: { code: "permission", message: "Another wrong password would lock the account." } };
  const object = await objectOf(operation);
  if (object === undefined) return { sends, failure: { code: "notFound", message: "The account is gone." } };
  const given = older.slice(0, Math.max(wanted - 1, 0));
  // What was sent before is not set again before it was asked what opens: with one try left that is all that is done.
  const isSet = isToBeSet(row, entry) && (wanted !== 1 || older.length === 0);
  const content = { object, attributes: {}, ...contentOf(store, operation, { isSet, entry, given }) };
  return { sends, content, audit: { recipient: null, batchId: run.key, requestId: run.requestId } };
}

/** The others that may open the account until this one does; of a dependant none is known. */
function olderThan({ key }: Entry, { row, held }: VaultOperation): readonly Entry[] {
  const isOnAccount = row.dependantKey === null && row.act !== "verify";
  return isOnAccount ? held.tree.giveOut.filter((one) => one.key !== key) : [];
}

/**
 * Whether an order sets its password, or only tries it. A new one that has turned out meanwhile to be in force, or never to have come, is
 * not set any more: the account may have got another password since.
 */
function isToBeSet({ act }: Order, { status }: Entry): boolean {
  return act === "set" ? status === "U" : act !== "verify";
}

async function objectOf({ row, held, dependant, objects }: VaultOperation): Promise<OrderObject | undefined> {
  const accountKey = row.dependantKey === null ? held.account.accountKey : dependant?.accountKey;
  return (await objects()).get(accountKey ?? "");
}

/** What is written of an order that is sent: what an earlier try left behind must not pass for the outcome of this one. */
export function sent(
  sends: number,
  { clock, store }: Pick<CallContext, "clock" | "store">,
): Omit<Save<"vaultOrders">, "key"> {
  const left = { nextTryAt: null, errorCode: null, message: null, outcomeSignature: null };
  const deadline = {
    deadlineAt: clock.now() + vaultOrderLateMs,
    steadyDeadline: store.steadyTime.endOf(vaultOrderLateMs),
  };
  return { sends, ...deadline, ...left };
}

/** Whether an order may be sent now: a run that is paused or was stopped sends nothing. */
export function isOpen({ row, run }: VaultOperation, now: number): boolean {
  return row.result === null && (row.nextTryAt ?? 0) <= now && (run.state === "queued" || run.state === "running");
}

interface GivenEntries {
  /** Whether the password is set, or only tried. */
  readonly isSet: boolean;
  readonly entry: AccountTree["entries"][number];
  /** Older ones that may open the account until then. */
  readonly given: AccountTree["entries"];
}

function contentOf(
  store: CallContext["store"],
  { row, run, policy }: VaultOperation,
  { isSet, entry, given }: GivenEntries,
): Omit<OrderContent, "object" | "attributes"> {
  return {
    requestId: run.requestId,
    code: isSet ? "RAND" : "PWVF",
    password: secretOf(store, entry),
    passwordKey: entry.key,
    ...(isToldAgain(row) && { looksFirst: true as const }),
    ...(given.length > 0 && { olderPasswords: given.map((one) => candidateOf(store, one)) }),
    ...(policy.confirmWithoutVerify && { confirmWithoutVerify: true as const }),
  };
}

/** A dependant that is told the confirmed password again may have refused the new one, and have the confirmed one still. */
const isToldAgain = ({ act, dependantKey }: Order) => act === "restore" && dependantKey !== null;

interface NextSend {
  readonly sends: number;
  /** How many other passwords may open the account. */
  readonly older: number;
  readonly now: number;
}

/** How many passwords a send may try, and when: with fewer tries left than it wants it tries the likeliest one alone. */
function triesOf({ row, policy, held, dependant }: VaultOperation, { sends, older, now }: NextSend) {
  const triedAt = (row.dependantKey === null ? held.account.triedAt : dependant?.triedAt) ?? [];
  const at = (wanted: number) => (wanted === 0 ? null : triesLeftAt(wanted, triedAt, policy, now));
  const wanted = sends === 1 && isToldAgain(row) ? 1 : triesWanted(row.act, sends, { older, policy });
  const triesAt = at(wanted);
  return wanted > 1 && triesAt !== null && at(1) === null ? { wanted: 1, triesAt: null } : { wanted, triesAt };
}

/** How many wrong passwords the proxy may come upon: what was just set opens; of others each may be wrong, and the last try is never made. */
function triesWanted(
  act: Order["act"],
  sends: number,
  { older, policy: { lockoutTries } }: { readonly older: number; readonly policy: Policy },
): number {
  if (act === "verify") return 1;
  if (sends === 1) return 0;
  return lockoutTries === 0 ? 1 + older : Math.max(1, Math.min(1 + older, lockoutTries - 1));
}

function candidateOf(store: CallContext["store"], entry: AccountTree["entries"][number]): PasswordCandidate {
  return { key: entry.key, secret: secretOf(store, entry) };
}

async function record(
  context: CallContext,
  outcomes: readonly SourcedOutcome<VaultOperation>[],
): Promise<readonly SourcedOutcome<VaultOperation>[]> {
  const recorded = outcomes.filter(
    ({ operation: { row }, outcome, signature }) => row.outcomeSignature !== signature || row.sends !== outcome.sends,
  );
  const accountKeys = recorded.map(({ operation }) => operation.held.account.key);
  const late = new Set(
    (await lateOrders(context.store, accountKeys, context.clock.now())).map(({ entryKey }) => entryKey),
  );
  const now = context.clock.now();
  const dependants = await dependantsOf(context.store, accountKeys);
  const steps = recorded.map((reported) => {
    const { account } = reported.operation.held;
    return { ...reported, step: stepOf(reported, now), now, dependants: dependants.get(account.key) ?? [] };
  });
  const rises = steps.flatMap((reported) => risesOf(reported.operation, { ...reported, late }));
  const saved = await context.store.saveAll("vaultOrders", steps.map(orderAfter));
  const trees = new Map<string, AccountTree>();
  for (const { operation, outcome } of steps) {
    const { held } = operation;
    trees.set(held.account.key, { ...held, account: await countTries(context, operation, outcome.tried) });
  }
  const after = await dependantsAfter(context, dependants, saved);
  await auditOrders(
    context,
    steps.map(({ operation: { run } }, index) => ({ run, order: saved[index] as Order })),
  );
  const raised = await raiseEntries(context, trees, rises);
  const going = steps.flatMap(({ operation: { run, held } }, index) => {
    const [ended, tree] = [saved[index] as Order, raised.get(held.account.key)];
    return ended.result === null || tree === undefined ? [] : [{ order: ended, run, held: tree }];
  });
  await goOn(context, going, after);
  return recorded;
}

type Reported = SourcedOutcome<VaultOperation>;

/** @throws OUTCOME_REFUSED where the outcome is not of the latest send of an open order */
function stepOf({ operation: { row, policy }, outcome }: Reported, now: number): OrderStep {
  const { key, act, entryKey, result, sends } = row;
  if (result !== null || sends !== outcome.sends || entryKey === null)
    throw new ServiceError("OUTCOME_REFUSED", { target: key });
  const done = act === "verify" || act === "test" ? "verify" : "set";
  return afterSend({ entryKey, act: done, outcome, confirmWithoutVerify: policy.confirmWithoutVerify, now });
}

interface Told extends Pick<Reported, "outcome"> {
  readonly step: OrderStep;
  readonly now: number;
  readonly late: ReadonlySet<string | null>;
  readonly dependants: readonly DependantRow[];
}

/** What the target has said of the account's entries; of another account's nothing is taken. */
function risesOf(
  { row, held: { entries } }: VaultOperation,
  { step, outcome: { message = "" }, now, late, dependants }: Told,
): Rise[] {
  if (row.dependantKey !== null) return [];
  const known = new Set(entries.map(({ key }) => key));
  const findings = step.findings
    .filter(({ key }) => known.has(key))
    .map((finding) => ({ ...finding, at: nextWordAt(entries, finding.at) }));
  const settled = settledBy(
    entries,
    findings,
    ({ key }) => (key === row.entryKey && row.act === "set" ? step.mayStillBeSet : late.has(key)),
    (entry) => waitsForDependants(entry, dependants),
  ).map((rise) => (rise.openedAt === undefined || !row.doubts ? rise : { ...rise, sureOf: row.doubts }));
  if (!step.wasNotTaken || row.entryKey === null || row.act !== "set") return settled;
  return [...settled, { key: row.entryKey, status: "failed", settledAt: now, refusal: message.slice(0, 400) }];
}

async function countTries(
  { store, clock }: CallContext,
  { row, held: { account }, dependant }: VaultOperation,
  tried: readonly TriedPassword[] = [],
) {
  if (!tried.some(({ counts }) => counts)) return account;
  const after = (triedAt: readonly number[] | null = null) => [...withTries(triedAt ?? [], tried, clock.now())];
  if (row.dependantKey === null)
    return store.save("managedAccounts", { key: account.key, triedAt: after(account.triedAt) });
  if (dependant !== undefined)
    await store.save("managedAccountDependants", { key: dependant.key, triedAt: after(dependant.triedAt) });
  return account;
}

interface ReportedStep extends Reported {
  readonly step: OrderStep;
  readonly now: number;
  readonly dependants: readonly DependantRow[];
}

function orderAfter({ operation, outcome, step, signature, now, dependants }: ReportedStep): Save<"vaultOrders"> {
  const { key, row } = operation;
  // What is undone later is not undone before the first of several sends can do nothing any more.
  const mayBeLate = step.mayStillBeSet || (dependants.length > 0 && row.sends > 1);
  return {
    key,
    result: step.result,
    errorCode: step.errorCode,
    message: wordsOf(operation, outcome.message),
    nextTryAt: step.nextTryAt,
    outcomeSignature: signature,
    ...(step.result !== null && { endedAt: now, openAccountKey: null }),
    ...(step.result !== null && !mayBeLate && { deadlineAt: null, steadyDeadline: null }),
  };
}

/** The target's own words; of a dependant with its place, so that whoever reads of a failure knows by which. */
function wordsOf({ row, dependant }: VaultOperation, words: string | undefined): string | null {
  if (words === undefined) return null;
  const where = dependant && `Dependant ${dependant.sequence} (${dependant.plugin ?? row.targetSystemKey}): `;
  return `${where ?? ""}${words}`.slice(0, 400);
}
