import { ServiceError } from "#domain/errors.ts";
import { connectorCallMs } from "#domain/limits.ts";
import { allOf, gt, matching, oneOf } from "#domain/query/condition.ts";
import type { OrderObject, PasswordCandidate } from "#domain/requests/order.ts";
import { valuesByName } from "#domain/values-by-name.ts";
import { triesLeftAt, withTry } from "#domain/vault/may-try-now.ts";
import { settledBy } from "#domain/vault/settle.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import type {
  LockedOperation,
  OrderContent,
  OrderSource,
  SourcedOrder,
  SourcedOutcome,
} from "../../proxies/engine/order-source.ts";
import { attributeRows } from "../../requests/engine/object-rows.ts";
import { type AccountTree, lockTrees, raiseEntries, type Rise, secretOf } from "./entries.ts";
import { afterSend, type OrderStep } from "./order-step.ts";

/** Time after a send within which its proxy or its target may still set the password, with room for a slow hand-out. */
const lateMs = 2 * connectorCallMs;

type Order = Row<"vaultOrders">;
type Run = Row<"vaultRuns">;
type Policy = Row<"managedSystemPolicies">;

/** An order of the vault with its account, which is locked too. */
type VaultOperation = LockedOperation & {
  readonly row: Order;
  readonly run: Run;
  readonly policy: Policy;
  readonly held: AccountTree;
};

/** What runs over managed accounts do to their passwords, as a source of orders. */
export const vaultOrders: OrderSource<VaultOperation> = { lock, order, record };

/** Accounts are locked before their orders, as by whoever makes orders. */
async function lock(context: CallContext, keys: readonly string[]): Promise<readonly VaultOperation[]> {
  const { store } = context;
  const where = oneOf("key", keys);
  const seen = await store.select("vaultOrders", { where });
  const trees = await lockTrees(context, [...new Set(seen.map(({ managedAccountKey }) => managedAccountKey))]);
  const rows = await store.select("vaultOrders", { where, orderBy: [["key", "asc"]], forUpdate: true });
  const runs = new Map<string, Run | undefined>();
  const policies = new Map<string, Policy | undefined>();
  const locked: VaultOperation[] = [];
  for (const row of rows) {
    const held = trees.get(row.managedAccountKey);
    if (held === undefined) continue;
    if (!runs.has(row.runKey)) runs.set(row.runKey, await store.get("vaultRuns", row.runKey));
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
    });
  }
  return locked;
}

async function order(context: CallContext, operation: VaultOperation): Promise<SourcedOrder | undefined> {
  const { store, clock } = context;
  const { key, row, run, policy, held } = operation;
  const entry = held.entries.find((one) => one.key === row.entryKey);
  if (entry === undefined || !isOpen(operation, clock.now())) return undefined;
  const sends = row.sends + 1;
  const older = row.act === "set" ? held.tree.giveOut.filter((one) => one.key !== entry.key) : [];
  const wanted = triesWanted(row.act, sends, { older: older.length, policy });
  const triesAt = wanted === 0 ? null : triesLeftAt(wanted, held.account.triedAt ?? [], policy, clock.now());
  if (typeof triesAt === "number") {
    await store.save("vaultOrders", { key, nextTryAt: triesAt });
    return undefined;
  }
  // What an earlier try left behind must not pass for the outcome of this one.
  const left = { nextTryAt: null, errorCode: null, message: null, outcomeSignature: null };
  await store.save("vaultOrders", { key, sends, deadlineAt: clock.now() + lateMs, ...left });
  if (triesAt === undefined)
    return { sends, failure: { code: "permission", message: "Another wrong password would lock the account." } };
  const object = await objectOf(store, held.account.accountKey);
  if (object === undefined) return { sends, failure: { code: "notFound", message: "The account is gone." } };
  const given = older.slice(0, Math.max(wanted - 1, 0));
  const content = { object, attributes: {}, ...contentOf(store, operation, { entry, given }) };
  return { sends, content, audit: { recipient: null, batchId: run.key, requestId: run.requestId } };
}

/** A run that is paused or was stopped sends nothing. */
function isOpen({ row, run }: VaultOperation, now: number): boolean {
  return row.result === null && (row.nextTryAt ?? 0) <= now && (run.state === "queued" || run.state === "running");
}

interface GivenEntries {
  readonly entry: AccountTree["entries"][number];
  /** Older ones that may open the account until then. */
  readonly given: AccountTree["entries"];
}

function contentOf(
  store: CallContext["store"],
  { row, run, policy }: VaultOperation,
  { entry, given }: GivenEntries,
): Omit<OrderContent, "object" | "attributes"> {
  return {
    requestId: run.requestId,
    code: row.act === "set" ? "RAND" : "PWVF",
    password: secretOf(store, entry),
    passwordKey: entry.key,
    ...(given.length > 0 && { olderPasswords: given.map((one) => candidateOf(store, one)) }),
    ...(policy.confirmWithoutVerify && { confirmWithoutVerify: true as const }),
  };
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

async function objectOf(store: CallContext["store"], accountKey: string): Promise<OrderObject | undefined> {
  const account = await store.get("accounts", accountKey);
  if (account === undefined) return undefined;
  const attributes = valuesByName(await attributeRows(store, { type: "account", key: account.key }));
  return { id: account.stableId, name: account.shortId, attributes };
}

async function record(
  context: CallContext,
  outcomes: readonly SourcedOutcome<VaultOperation>[],
): Promise<readonly SourcedOutcome<VaultOperation>[]> {
  const recorded = outcomes.filter(
    ({ operation: { row }, outcome, signature }) => row.outcomeSignature !== signature || row.sends !== outcome.sends,
  );
  const late = await lateEntries(context, recorded);
  const rises: Rise[] = [];
  const trees = new Map<string, AccountTree>();
  for (const { operation, outcome, signature } of recorded) {
    const { row, held, policy } = operation;
    if (row.result !== null || row.sends !== outcome.sends || row.entryKey === null)
      throw new ServiceError("OUTCOME_REFUSED", { target: row.key });
    const now = context.clock.now();
    const { entryKey, act } = row;
    const step = afterSend({ entryKey, act, outcome, confirmWithoutVerify: policy.confirmWithoutVerify, now });
    rises.push(...risesOf(operation, step, { message: outcome.message, now, late }));
    trees.set(held.account.key, { ...held, account: await countTries(context, held, step.tries) });
    await saveOrder(context, operation, { step, signature, message: outcome.message });
  }
  await raiseEntries(context, trees, rises);
  for (const one of recorded) await auditEnd(context, one);
  return recorded;
}

/** Entries that an earlier order of these accounts may still set. */
async function lateEntries(
  { store, clock }: CallContext,
  recorded: readonly SourcedOutcome<VaultOperation>[],
): Promise<ReadonlySet<string>> {
  const accounts = recorded.map(({ operation }) => operation.held.account.key);
  const where = allOf(oneOf("managedAccountKey", accounts), gt("deadlineAt", clock.now()), matching({ act: "set" }));
  const rows = accounts.length === 0 ? [] : await store.select("vaultOrders", { where });
  return new Set(rows.flatMap(({ entryKey }) => entryKey ?? []));
}

interface Told {
  readonly message?: string | undefined;
  readonly now: number;
  readonly late: ReadonlySet<string>;
}

/** What the target has said of the account's entries; of another account's nothing is taken. */
function risesOf(
  { row, held: { entries } }: VaultOperation,
  step: OrderStep,
  { message = "", now, late }: Told,
): Rise[] {
  const known = new Set(entries.map(({ key }) => key));
  const findings = step.findings.filter(({ key }) => known.has(key));
  const settled = settledBy(entries, findings, ({ key }) =>
    key === row.entryKey ? step.mayStillBeSet : late.has(key),
  );
  if (!step.wasNotTaken || row.entryKey === null) return settled;
  return [...settled, { key: row.entryKey, status: "failed", settledAt: now, refusal: message.slice(0, 400) }];
}

async function countTries({ store, clock }: CallContext, { account }: AccountTree, tries: number) {
  if (tries === 0) return account;
  let triedAt = account.triedAt ?? [];
  for (let count = 0; count < tries; count += 1) triedAt = withTry(triedAt, clock.now());
  return store.save("managedAccounts", { key: account.key, triedAt: [...triedAt] });
}

interface ReportedStep {
  readonly step: OrderStep;
  readonly signature: string;
  readonly message: string | undefined;
}

async function saveOrder(
  { store, clock }: CallContext,
  { key }: VaultOperation,
  reported: ReportedStep,
): Promise<void> {
  const { step, signature, message } = reported;
  await store.save("vaultOrders", {
    key,
    result: step.result,
    errorCode: step.errorCode,
    message: message?.slice(0, 400) ?? null,
    nextTryAt: step.nextTryAt,
    outcomeSignature: signature,
    ...(step.result !== null && { endedAt: clock.now(), openAccountKey: null }),
  });
}

/** One row for each order that has ended, with the target's words. */
async function auditEnd({ store, caller }: CallContext, { operation }: SourcedOutcome<VaultOperation>): Promise<void> {
  const { key, run, targetSystemKey, held, proxyServer } = operation;
  const row = await store.get("vaultOrders", key);
  if (row === undefined || row.result === null) return;
  await store.audit({
    sessid: caller.sessid,
    operation: row.act === "set" ? "RAND" : "PWVF",
    result: row.result === "F" ? "F" : "S",
    actor: proxyServer,
    ident: held.account.key,
    batchId: run.key,
    requestId: run.requestId,
    targetSystem: targetSystemKey,
    message: row.message,
  });
}
