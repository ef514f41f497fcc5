import type { Capability, Secret } from "#connectors/contract/index.ts";
import { errors, ServiceError } from "#domain/errors.ts";
import { endedWordsMax, refusedCandidatesMax, turnPauseMs } from "#domain/mass-reset-limits.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { OrderObject, Outcome } from "#domain/requests/order.ts";
import { supersededCode, supersededWords } from "#domain/requests/password-queue.ts";
import type { TurnDecision } from "#domain/requests/password-turn.ts";
import type { Row, Save } from "#store/tables.ts";

import { blockedAccounts } from "../../abilities/blocked-resets.ts";
import { isKeptByVault } from "../../abilities/unable.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { Run } from "../../kernel/run-kind.ts";
import type {
  LockedOperation,
  OrderAsker,
  OrderContent,
  OrderSource,
  PreparedOrder,
  PreparedOrders,
  SourcedOrder,
  SourcedOutcome,
} from "../../proxies/engine/order-source.ts";
import { turnsOf } from "../../requests/engine/password-turns.ts";
import { objectsOf } from "../../vault/engine/account-objects.ts";
import { afterSend, type OrderStep } from "../../vault/engine/order-step.ts";
import { endItems, type EndedItem } from "./end-items.ts";
import { wakeHeld } from "./held-items.ts";
import { type Item, passwordOf, sealedPassword, sent } from "./items.ts";
import { targetsThatCan } from "./judge-accounts.ts";
import { isJudged, judgePasswords } from "./judge-passwords.ts";
import { passwordMaker } from "./new-passwords.ts";

/** A row of a mass reset, locked with its account. */
export type ResetOperation = LockedOperation & {
  readonly row: Item;
  readonly run: Run;
  readonly mustChange: boolean;
  readonly account: Row<"accounts"> | undefined;
  /** Returns the ids of target systems whose connectors can verify passwords, of all rows that were locked together, read once. */
  verifying(): Promise<ReadonlySet<string>>;
  /** Counts the next sends of all rows that were locked together, once, and returns those that are sent, by the keys of the rows. */
  sentTogether(prepared: PreparedOrders): Promise<ReadonlyMap<string, SourcedOrder>>;
};

/** Facts about rows that are sent together. */
interface Facts {
  /** Objects for connectors, by account key. */
  readonly objects: ReadonlyMap<string, OrderObject>;
  /** Decisions about the turns of the changes, by the key of the row. */
  readonly turns: ReadonlyMap<string, TurnDecision>;
  /** Keys of accounts that the vault manages by now. */
  readonly managed: ReadonlySet<string>;
  /** Keys of accounts whose resets a block bars by now. */
  readonly blocked: ReadonlySet<string>;
  /** Ids of target systems whose connectors can verify passwords. */
  readonly verifying: ReadonlySet<string>;
}

/** Rows of mass resets that proxies carry out, as a source of orders. */
export const resetOrders = {
  prepare: judgePasswords,
  lock,
  order,
  record,
  proxyBegun: wakeHeld,
} satisfies OrderSource<ResetOperation>;

/** Locks rows behind their accounts, like the operations of requests that change passwords. */
async function lock(context: CallContext, keys: readonly string[]): Promise<readonly ResetOperation[]> {
  const { store } = context;
  const seen = await store.selectColumns("massResetAccounts", ["accountKey"], { where: oneOf("key", keys) });
  const accountKeys = [...new Set(seen.map(({ accountKey }) => accountKey))];
  const accounts = new Map((await store.lockAll("accounts", accountKeys)).map((row) => [row.key, row]));
  const rows = await store.lockAll("massResetAccounts", keys);
  const runKeys = [...new Set(rows.map(({ runKey }) => runKey))];
  const runs = new Map((await store.select("runs", { where: oneOf("key", runKeys) })).map((run) => [run.key, run]));
  const massResets = new Map(
    (await store.select("massResets", { where: oneOf("key", runKeys) })).map((row) => [row.key, row]),
  );
  let read: Promise<ReadonlySet<string>> | undefined;
  const verifying = () => (read ??= verifyingTargets(context, rows));
  let sending: Promise<ReadonlyMap<string, SourcedOrder>> | undefined;
  const sentTogether = (prepared: PreparedOrders) => (sending ??= sendAll(context, locked, prepared));
  const locked = rows.flatMap((row): ResetOperation[] => {
    const [run, massReset] = [runs.get(row.runKey), massResets.get(row.runKey)];
    if (run === undefined || massReset === undefined) return [];
    const { key, targetSystemKey, proxyServer } = row;
    const { mustChange } = massReset;
    const account = accounts.get(row.accountKey);
    return [{ key, targetSystemKey, proxyServer, row, run, mustChange, account, verifying, sentTogether }];
  });
  return locked;
}

async function factsOf(context: CallContext, operations: readonly ResetOperation[]): Promise<Facts> {
  const { store } = context;
  const rows = operations.map(({ row }) => row);
  const keys = rows.map(({ accountKey }) => accountKey);
  const subjects = rows.map(({ accountKey, userKey }) => ({ accountKey, userKey }));
  const managed = await store.select("managedAccounts", { where: oneOf("accountKey", keys) });
  const changes = rows.map(({ key, accountKey, turn }) => ({ key, accountKey, turn: turn ?? 0 }));
  return {
    objects: await objectsOf(
      store,
      operations.flatMap(({ account }) => account ?? []),
    ),
    turns: await turnsOf(context, changes),
    managed: new Set(managed.filter(isKeptByVault).map(({ accountKey }) => accountKey)),
    blocked: await blockedAccounts(context, subjects),
    verifying: (await operations[0]?.verifying()) ?? new Set(),
  };
}

const verifies: readonly Capability[] = ["adminVerify", "verify"];

async function verifyingTargets(context: CallContext, rows: readonly Item[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(rows.map(({ targetSystemKey }) => targetSystemKey))];
  const targets = await context.store.select("targetSystems", { where: oneOf("id", ids) });
  return new Set(await targetsThatCan(context, targets, verifies));
}

async function order(
  _context: CallContext,
  operation: ResetOperation,
  { prepared }: Pick<OrderAsker, "prepared">,
): Promise<SourcedOrder | undefined> {
  return (await operation.sentTogether(prepared)).get(operation.key);
}

/** Counts the next sends of rows that may be sent now, in the current transaction; those that have to wait, or are superseded, are not. */
async function sendAll(
  context: CallContext,
  operations: readonly ResetOperation[],
  prepared: PreparedOrders,
): Promise<ReadonlyMap<string, SourcedOrder>> {
  const { store, clock } = context;
  const now = clock.now();
  const due = operations.filter((operation) => isOpen(operation, now));
  const judgements = judgementsOf(due, prepared);
  const open = await withoutRefused(context, due, judgements);
  const facts = await factsOf(context, open);
  const turnOf = ({ key }: ResetOperation) => facts.turns.get(key) ?? "go";
  const going = open.filter((operation) => turnOf(operation) === "go");
  const waiting = open.filter((operation) => turnOf(operation) === "wait");
  const passwords = new Map(
    going.map((operation) => [operation.key, passwordToSend(context, operation, judgements.get(operation.key))]),
  );
  await store.saveAll("massResetAccounts", [
    ...waiting.map(({ key }) => ({ key, nextTryAt: now + turnPauseMs })),
    ...going.map(({ key, row }) => {
      const made = passwords.get(key)?.sealed;
      return { key, ...sent(row.sends + 1, context), ...(made !== undefined && { password: made }) };
    }),
  ]);
  const superseded = open.filter((operation) => turnOf(operation) === "superseded");
  await endTogether(context, superseded, () => ({ errorCode: supersededCode, message: supersededWords }));
  return new Map(
    going.map((operation) => {
      const { key } = operation;
      return [key, orderOf(operation, facts, passwords.get(key)?.password)];
    }),
  );
}

/** Ends rows as failed, those of each run together. */
async function endTogether(
  context: CallContext,
  operations: readonly ResetOperation[],
  failureOf: (operation: ResetOperation) => Pick<EndedItem, "errorCode" | "message">,
): Promise<void> {
  for (const [run, ended] of Map.groupBy(operations, (operation) => operation.run))
    await endItems(
      context,
      run,
      ended.map((operation) => ({ item: operation.row, result: "F", ...failureOf(operation) })),
    );
}

/** Returns what the plug-ins that judge passwords say, by the keys of their rows: they are asked before the first send of a row alone. */
function judgementsOf(operations: readonly ResetOperation[], prepared: PreparedOrders): PreparedOrders {
  const first = operations.filter(({ row }) => row.sends === 0).map(({ key }) => [key, prepared.get(key)] as const);
  return new Map(first.flatMap(([key, judgement]) => (judgement === undefined ? [] : [[key, judgement] as const])));
}

/**
 * Leaves out the rows whose passwords plug-ins refuse, which end with the words of these, and rows that have got another password while plug-ins
 * judged the one before: the next call has it judged.
 */
async function withoutRefused(
  context: CallContext,
  operations: readonly ResetOperation[],
  judgements: PreparedOrders,
): Promise<readonly ResetOperation[]> {
  const refusals = new Map<string, string>();
  const accepted: ResetOperation[] = [];
  const refused: ResetOperation[] = [];
  for (const operation of operations) {
    const { key, row } = operation;
    const judgement = judgements.get(key);
    if (judgement === undefined) accepted.push(operation);
    else if (judgement.of !== row.password) continue;
    else if ("refusal" in judgement) {
      refusals.set(key, judgement.refusal);
      refused.push(operation);
    } else accepted.push(operation);
  }
  await endTogether(context, refused, ({ key }) => ({ errorCode: "policy", message: refusals.get(key) ?? null }));
  return accepted;
}

/** Password of a row, and the sealed one if plug-ins have accepted another than the row has. */
interface PasswordToSend {
  readonly password: Secret | undefined;
  readonly sealed?: string;
}

function passwordToSend(
  { store }: CallContext,
  { key, row }: ResetOperation,
  judgement: PreparedOrder | undefined,
): PasswordToSend {
  const kept = passwordOf(store, row);
  if (judgement === undefined || "refusal" in judgement) return { password: kept };
  const { password } = judgement;
  const isKept = password.use((judged) => kept?.use((text) => text === judged));
  return isKept ? { password } : { password, sealed: sealedPassword(store, key, password) };
}

/** Returns the order of a row whose send has been counted, or the reason why it must not be sent any more. */
function orderOf(operation: ResetOperation, facts: Facts, password: Secret | undefined): SourcedOrder {
  const { key, row, run, mustChange } = operation;
  const sends = row.sends + 1;
  const failure = failureNow(operation, facts, sends);
  if (failure !== undefined) return { sends, failure };
  const object = facts.objects.get(row.accountKey);
  if (object === undefined || password === undefined)
    return { sends, failure: { code: "notFound", message: "The account is gone." } };
  const content: OrderContent = {
    requestId: run.requestId,
    // As the vault does: the target is asked whether the new password opens the account.
    code: "RAND",
    object,
    attributes: {},
    password,
    passwordKey: key,
    ...(mustChange && { mustChange: true as const }),
    ...(!facts.verifying.has(row.targetSystemKey) && { confirmWithoutVerify: true as const }),
  };
  return { sends, content, audit: { recipient: row.userKey, batchId: run.key, requestId: run.requestId } };
}

/** Reports whether a row may be sent now: a paused or stopped mass reset sends nothing. */
function isOpen({ row, run }: ResetOperation, now: number): boolean {
  if (row.result !== null || row.act !== "set" || row.openAccountKey === null || row.password === null) return false;
  return (row.nextTryAt ?? 0) <= now && (run.state === "queued" || run.state === "running");
}

/** Returns the failure of a row that must not be sent any more; an earlier send may have been performed. */
function failureNow(
  { row, account }: ResetOperation,
  { managed, blocked }: Facts,
  sends: number,
): Pick<Outcome, "code" | "message"> | undefined {
  const code = sends === 1 ? "policy" : "internal";
  if (account !== undefined && account.userKey !== row.userKey)
    return { code, message: "The account has another owner since the start." };
  if (managed.has(row.accountKey)) return { code, message: errors.ACCOUNT_MANAGED.message };
  if (blocked.has(row.accountKey)) return { code, message: errors.PASSWORD_RESET_BLOCKED.message };
  return undefined;
}

type Reported = SourcedOutcome<ResetOperation>;

async function record(context: CallContext, outcomes: readonly Reported[]): Promise<readonly Reported[]> {
  const { store, clock } = context;
  const recorded = outcomes.filter(
    ({ operation: { row }, outcome, signature }) => row.outcomeSignature !== signature || row.sends !== outcome.sends,
  );
  const now = clock.now();
  const again: Save<"massResetAccounts">[] = [];
  const ending = new Map<Run, EndedItem[]>();
  for (const reported of recorded) {
    const { operation, outcome, signature } = reported;
    const step = await stepOf(reported, now);
    const { key, row, run } = operation;
    const { result, errorCode, nextTryAt } = step;
    const message = outcome.message ?? null;
    const told = { key, errorCode, message: message?.slice(0, endedWordsMax) ?? null, outcomeSignature: signature };
    const candidate = await nextCandidate(context, operation, step);
    if (candidate !== undefined)
      again.push({ ...told, password: candidate, nextTryAt: now, deadlineAt: null, steadyDeadline: null });
    else if (result === null) again.push({ ...told, nextTryAt });
    else ending.set(run, [...(ending.get(run) ?? []), { item: row, result, errorCode, message, signature }]);
  }
  await store.saveAll("massResetAccounts", again);
  for (const [run, ends] of ending) await endItems(context, run, ends);
  return recorded;
}

/**
 * Makes another password for a row whose target system refuses the first ones as too weak, and returns it sealed; undefined where the row ends
 * with the refusal. Accounts that share a password keep it, because others may have it already. A target system that cannot say which
 * password opens the account gets one only, so that there is never a doubt which.
 */
async function nextCandidate(
  context: CallContext,
  { key, row, run, verifying }: ResetOperation,
  { result, errorCode }: OrderStep,
): Promise<string | undefined> {
  if (result !== "F" || errorCode !== "strength" || row.sends >= refusedCandidatesMax) return undefined;
  if (row.sharedBy !== null || run.state === "stopped") return undefined;
  if (!(await verifying()).has(row.targetSystemKey)) return undefined;
  const made = await madeAnew(context, row);
  return made === undefined ? undefined : sealedPassword(context.store, key, made);
}

/** Makes another password for a row; undefined where plug-ins judge it, which are asked before the first send alone. */
async function madeAnew(context: CallContext, row: Item): Promise<Secret | undefined> {
  const massReset = await context.store.get("massResets", row.runKey);
  if (massReset === undefined || (await isJudged(context, row, massReset))) return undefined;
  const made = await (await passwordMaker(context, massReset, [row]))([row]);
  return "secret" in made ? made.secret : undefined;
}

/**
 * Computes the effect of an outcome: success is what the target system has confirmed.
 * @throws OUTCOME_REFUSED if the outcome does not answer the latest send of an open row
 */
async function stepOf({ operation, outcome }: Reported, now: number): Promise<OrderStep> {
  const { key, result, sends, openAccountKey, targetSystemKey } = operation.row;
  if (result !== null || sends !== outcome.sends || openAccountKey === null)
    throw new ServiceError("OUTCOME_REFUSED", { target: key });
  const confirmWithoutVerify = !(await operation.verifying()).has(targetSystemKey);
  return afterSend({ entryKey: key, act: "set", outcome, confirmWithoutVerify, now });
}
