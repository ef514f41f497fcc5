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
import { addNextOrders } from "./next-orders.ts";
import { afterSend, type OrderStep } from "./order-step.ts";
import { ordersInFlight } from "./orders-in-flight.ts";
import { wakeStranded } from "./stranded-orders.ts";
import { type AcknowledgedEntries, acknowledgedEntries, waitsForNode } from "./wait-for-node.ts";

type Order = Row<"vaultOrders">;
type Run = Row<"runs">;
type Policy = Row<"managedSystemPolicies">;

/** An order of the vault with its account, which is locked too. */
export type VaultOperation = LockedOperation & {
  readonly row: Order;
  readonly run: Run;
  readonly policy: Policy;
  readonly held: AccountTree;
  /** Dependent that it is about; undefined if it is about the account itself, or the dependent was removed. */
  readonly dependant: DependantRow | undefined;
  readonly acknowledged: AcknowledgedEntries;
  /** Returns the objects for connectors of all accounts that were locked together, read once. */
  objects(): Promise<ReadonlyMap<string, OrderObject>>;
};

/** Orders of runs over managed accounts, as a source of orders. */
export const vaultOrders = {
  lock,
  order,
  record,
  proxyBegun: wakeStranded,
} satisfies OrderSource<VaultOperation>;

/** Locks orders behind their accounts, like everyone who creates orders. */
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
  const acknowledged = acknowledgedEntries(context, rows);
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
      acknowledged,
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
  if (await waitsForNode(context, operation)) return undefined;
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
  // A password that was sent before is not set again until the target was asked which one opens: with one try left, only that is done.
  const isSet = isToBeSet(row, entry) && (wanted !== 1 || older.length === 0);
  const content = { object, attributes: {}, ...contentOf(store, operation, { isSet, entry, given }) };
  return { sends, content, audit: { recipient: null, batchId: run.key, requestId: run.requestId } };
}

/** Returns the other entries that may open the account until this one does; for a dependent none is known. */
function olderThan({ key }: Entry, { row, held }: VaultOperation): readonly Entry[] {
  const isOnAccount = row.dependantKey === null && row.act !== "verify";
  return isOnAccount ? held.tree.giveOut.filter((one) => one.key !== key) : [];
}

/**
 * Reports whether an order sets its password, or only tries it. A new one that turned out to be active, or to have failed, is not set
 * anymore: the account may have another password since.
 */
function isToBeSet({ act }: Order, { status }: Entry): boolean {
  return act === "set" ? status === "U" : act !== "verify";
}

async function objectOf({ row, held, dependant, objects }: VaultOperation): Promise<OrderObject | undefined> {
  const accountKey = row.dependantKey === null ? held.account.accountKey : dependant?.accountKey;
  return (await objects()).get(accountKey ?? "");
}

/** Returns the columns of a sent order; they clear the rest of an earlier attempt, which must not pass for the outcome of this one. */
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

/** Reports whether an order may be sent now: a paused or stopped run sends nothing. */
export function isOpen({ row, run }: VaultOperation, now: number): boolean {
  return row.result === null && (row.nextTryAt ?? 0) <= now && (run.state === "queued" || run.state === "running");
}

interface GivenEntries {
  /** True if the password is set, false if it is only tried. */
  readonly isSet: boolean;
  readonly entry: AccountTree["entries"][number];
  /** Older entries that may open the account until then. */
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

/** Reports whether a dependent is told the confirmed password again: it may have refused the new one, and still have the confirmed one. */
const isToldAgain = ({ act, dependantKey }: Order) => act === "restore" && dependantKey !== null;

interface NextSend {
  readonly sends: number;
  /** Number of other passwords that may open the account. */
  readonly older: number;
  readonly now: number;
}

/** Returns the number of passwords that a send may try, and the time: with too few tries left it tries only the likeliest one. */
function triesOf({ row, policy, held, dependant }: VaultOperation, { sends, older, now }: NextSend) {
  const triedAt = (row.dependantKey === null ? held.account.triedAt : dependant?.triedAt) ?? [];
  const at = (wanted: number) => (wanted === 0 ? null : triesLeftAt(wanted, triedAt, policy, now));
  const wanted = sends === 1 && isToldAgain(row) ? 1 : triesWanted(row.act, sends, { older, policy });
  const triesAt = at(wanted);
  return wanted > 1 && triesAt !== null && at(1) === null ? { wanted: 1, triesAt: null } : { wanted, triesAt };
}

/**
 * Returns the number of wrong passwords that the proxy may try. A password that was just set opens; each other may be wrong, and the last
 * try is never made.
 */
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
    (await ordersInFlight(context.store, accountKeys, context.clock.now())).map(({ entryKey }) => entryKey),
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
  await addNextOrders(context, going, after);
  return recorded;
}

type Reported = SourcedOutcome<VaultOperation>;

/**
 * Computes the effect of an outcome.
 * @throws OUTCOME_REFUSED if the outcome does not answer the latest send of an open order
 */
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

/** Returns the changes by the target's statements about the account's entries; those about other accounts are ignored. */
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
  // The deadline stays until the first of several sends can do nothing anymore.
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

/** Returns the target's own words; for a dependent with its place, so that readers know which one failed. */
function wordsOf({ row, dependant }: VaultOperation, words: string | undefined): string | null {
  if (words === undefined) return null;
  const where = dependant && `Dependant ${dependant.sequence} (${dependant.plugin ?? row.targetSystemKey}): `;
  return `${where ?? ""}${words}`.slice(0, 400);
}
