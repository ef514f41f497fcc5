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
  SourcedOrder,
  SourcedOutcome,
} from "../../proxies/engine/order-source.ts";
import { turnsOf } from "../../requests/engine/password-turns.ts";
import { accountObjects } from "../../vault/engine/account-objects.ts";
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
  /** Returns what is known about all rows that were locked together, read once. */
  facts(): Promise<Facts>;
};

/** Facts about rows that were locked together. */
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
  const where = oneOf("key", keys);
  const seen = await store.select("massResetAccounts", { where });
  const accountKeys = oneOf("key", [...new Set(seen.map(({ accountKey }) => accountKey))]);
  const accounts = new Map(
    (await store.select("accounts", { where: accountKeys, orderBy: [["key", "asc"]], forUpdate: true })).map((row) => [
      row.key,
      row,
    ]),
  );
  const rows = await store.select("massResetAccounts", { where, orderBy: [["key", "asc"]], forUpdate: true });
  const runKeys = [...new Set(rows.map(({ runKey }) => runKey))];
  const runs = new Map((await store.select("runs", { where: oneOf("key", runKeys) })).map((run) => [run.key, run]));
  const massResets = new Map(
    (await store.select("massResets", { where: oneOf("key", runKeys) })).map((row) => [row.key, row]),
  );
  let read: Promise<Facts> | undefined;
  const facts = () => (read ??= factsOf(context, rows));
  return rows.flatMap((row): ResetOperation[] => {
    const [run, massReset] = [runs.get(row.runKey), massResets.get(row.runKey)];
    if (run === undefined || massReset === undefined) return [];
    const { key, targetSystemKey, proxyServer } = row;
    const { mustChange } = massReset;
    return [{ key, targetSystemKey, proxyServer, row, run, mustChange, account: accounts.get(row.accountKey), facts }];
  });
}

async function factsOf(context: CallContext, rows: readonly Item[]): Promise<Facts> {
  const { store } = context;
  const keys = rows.map(({ accountKey }) => accountKey);
  const subjects = rows.map(({ accountKey, userKey }) => ({ accountKey, userKey }));
  const managed = await store.select("managedAccounts", { where: oneOf("accountKey", keys) });
  const changes = rows.map(({ key, accountKey, turn }) => ({ key, accountKey, turn: turn ?? 0 }));
  return {
    objects: await accountObjects(store, keys),
    turns: await turnsOf(context, changes),
    managed: new Set(managed.filter(isKeptByVault).map(({ accountKey }) => accountKey)),
    blocked: await blockedAccounts(context, subjects),
    verifying: await verifyingTargets(context, rows),
  };
}

const verifies: readonly Capability[] = ["adminVerify", "verify"];

async function verifyingTargets(context: CallContext, rows: readonly Item[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(rows.map(({ targetSystemKey }) => targetSystemKey))];
  const targets = await context.store.select("targetSystems", { where: oneOf("id", ids) });
  const able = new Set<string>();
  for (const capability of verifies) for (const id of await targetsThatCan(context, targets, capability)) able.add(id);
  return able;
}

async function order(
  context: CallContext,
  operation: ResetOperation,
  { prepared }: Pick<OrderAsker, "prepared">,
): Promise<SourcedOrder | undefined> {
  const { store, clock } = context;
  const { key, row, run, mustChange } = operation;
  const kept = passwordOf(store, row);
  if (kept === undefined || !isOpen(operation, clock.now())) return undefined;
  const password = await judgedPassword(context, { operation, kept, prepared });
  if (password === undefined) return undefined;
  const facts = await operation.facts();
  const turn = facts.turns.get(key) ?? "go";
  if (turn !== "go") return withoutTurn(context, operation, turn);
  const sends = row.sends + 1;
  await store.save("massResetAccounts", { key, ...sent(sends, context) });
  const failure = failureNow(operation, facts, sends);
  if (failure !== undefined) return { sends, failure };
  const object = facts.objects.get(row.accountKey);
  if (object === undefined) return { sends, failure: { code: "notFound", message: "The account is gone." } };
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

interface Judged {
  readonly operation: ResetOperation;
  readonly kept: Secret;
  readonly prepared: PreparedOrder | undefined;
}

/** Returns the password that plug-ins have accepted, if they judge it; undefined where they refuse all, and the row ends with their words. */
async function judgedPassword(
  context: CallContext,
  { operation: { key, row, run }, kept, prepared }: Judged,
): Promise<Secret | undefined> {
  if (prepared === undefined || row.sends > 0) return kept;
  // Another password was made while plug-ins judged the one before: the next call has it judged.
  if (row.password !== prepared.of) return undefined;
  if ("refusal" in prepared) {
    const refused = { result: "F", errorCode: "policy", message: prepared.refusal } as const;
    await endItems(context, run, [{ item: row, ...refused }]);
    return undefined;
  }
  if (prepared.password === kept) return kept;
  const password = sealedPassword(context.store, key, prepared.password);
  await context.store.save("massResetAccounts", { key, password });
  return prepared.password;
}

/** Reports whether a row may be sent now: a paused or stopped mass reset sends nothing. */
function isOpen({ row, run }: ResetOperation, now: number): boolean {
  if (row.result !== null || row.act !== "set" || row.openAccountKey === null) return false;
  return (row.nextTryAt ?? 0) <= now && (run.state === "queued" || run.state === "running");
}

/** Lets a change wait for others of its account, or ends it because a newer one has taken its place. */
async function withoutTurn(
  context: CallContext,
  { key, row, run }: ResetOperation,
  turn: Exclude<TurnDecision, "go">,
): Promise<undefined> {
  if (turn === "wait") {
    await context.store.save("massResetAccounts", { key, nextTryAt: context.clock.now() + turnPauseMs });
    return;
  }
  await endItems(context, run, [{ item: row, result: "F", errorCode: supersededCode, message: supersededWords }]);
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
  { key, row, run, facts }: ResetOperation,
  { result, errorCode }: OrderStep,
): Promise<string | undefined> {
  if (result !== "F" || errorCode !== "strength" || row.sends >= refusedCandidatesMax) return undefined;
  if (row.sharedBy !== null || run.state === "stopped") return undefined;
  if (!(await facts()).verifying.has(row.targetSystemKey)) return undefined;
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
  const { verifying } = await operation.facts();
  const confirmWithoutVerify = !verifying.has(targetSystemKey);
  return afterSend({ entryKey: key, act: "set", outcome, confirmWithoutVerify, now });
}
