import type { Secret } from "#connectors/contract/index.ts";
import { comparedChangesMax } from "#domain/password-sender-limits.ts";
import type { ChangeState, KnownChange } from "#domain/password-sync/judge-report.ts";
import { allOf, anyOf, eq, gt, oneOf } from "#domain/query/condition.ts";
import { definitionOf, isOperationCode } from "#domain/requests/operation-codes.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { decideTurn, type PasswordChange, type TurnDecision } from "#domain/requests/password-turn.ts";
import { isOutcomeUnknown } from "#domain/requests/retry-schedule.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { holds, type RememberedTurn, rememberedTurns } from "./password-history.ts";

type Operation = Row<"requestOperations">;
type Store = Pick<CallContext["store"], "select" | "selectColumns" | "lock" | "nextNumber" | "nextNumbers">;

/** Entry of the password queue that a new operation tries, with the number of its change. */
export type TriedEntry = Pick<Row<"passwordQueue">, "key" | "turn">;

type TurnOf = Pick<Operation, "key" | "accountKey" | "passwordTurn" | "passwordQueueKey">;

interface TurnTaker {
  readonly code: string;
  readonly accountKey?: string | null | undefined;
  readonly tries?: TriedEntry | undefined;
  readonly reportedAccountKey?: string | null | undefined;
}

/**
 * Returns the columns about the turn of a new operation, in the current transaction: each change of the password of an account gets the next
 * number, and a try of a queued change that of the change.
 */
export async function turnColumns(
  { store }: { readonly store: Store },
  { code, accountKey, tries, reportedAccountKey = null }: TurnTaker,
): Promise<Pick<Operation, "passwordTurn" | "passwordQueueKey" | "reportedAccountKey">> {
  if (tries !== undefined) return { passwordTurn: tries.turn, passwordQueueKey: tries.key, reportedAccountKey };
  const isChange = isOperationCode(code) && definitionOf(code).harm === "password";
  const passwordTurn = isChange && accountKey ? await nextTurn({ store }, accountKey) : null;
  return { passwordTurn, passwordQueueKey: null, reportedAccountKey };
}

/** Returns the number of the next change of the password of an account, in the current transaction. */
export function nextTurn({ store }: { readonly store: Store }, accountKey: string): Promise<number> {
  return store.nextNumber(counterOf(accountKey));
}

/** Returns the numbers of the next changes of the passwords of different accounts, by their keys, as `nextTurn` does. */
export async function nextTurns(
  { store }: { readonly store: Store },
  accountKeys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const numbers = await store.nextNumbers(accountKeys.map(counterOf));
  return new Map(accountKeys.map((key) => [key, numbers.get(counterOf(key)) ?? 0]));
}

const counterOf = (accountKey: string) => `password ${accountKey}`;

/**
 * Decides whether an operation that changes the password of an account may be sent now, and locks the account, so that no other one is sent
 * before the current transaction ends. A try whose entry was dropped is superseded. Other operations may be sent, and so may those from before
 * there were turns.
 */
export async function turnOf(
  { store }: { readonly store: Store },
  { key, accountKey, passwordTurn: turn, passwordQueueKey }: TurnOf,
): Promise<TurnDecision> {
  if (turn === null || accountKey === null) return "go";
  await store.lock("accounts", accountKey);
  const [entry] = await store.select("passwordQueue", { where: { accountKey }, limit: 1 });
  if (passwordQueueKey !== null && entry?.key !== passwordQueueKey) return "superseded";
  const isOpen = anyOf(eq("result", null), eq("result", OperationResult.Pending));
  const changes = await store.select("requestOperations", {
    // Tasks of implementers are with no proxy, and nobody can tell when they are done.
    where: allOf(
      eq("accountKey", accountKey),
      gt("passwordTurn", 0),
      eq("task", null),
      anyOf(isOpen, gt("passwordTurn", turn)),
    ),
  });
  const own = { key, turn, isTry: passwordQueueKey !== null };
  const others = [...changes.map(changeOf), ...(await massChanges(store, [accountKey], turn))];
  const reported = (await lastReportedTurns({ store }, [accountKey])).get(accountKey) ?? 0;
  return decideTurn(own, others, madeTurn(entry?.turn, reported));
}

/** Returns the changes of accounts by mass resets that may stand in the way of one of this number. */
async function massChanges(
  store: Pick<Store, "selectColumns">,
  accountKeys: readonly string[],
  turn: number,
): Promise<readonly (PasswordChange & { readonly accountKey: string })[]> {
  const columns = ["key", "accountKey", "turn", "sends", "nextTryAt", "result", "errorCode"] as const;
  const rows = await store.selectColumns("massResetAccounts", columns, {
    where: allOf(oneOf("accountKey", accountKeys), gt("turn", 0), anyOf(eq("result", null), gt("turn", turn))),
  });
  return rows.map((row) => {
    const { key, accountKey, sends, nextTryAt } = row;
    return { key, accountKey, turn: row.turn ?? 0, result: resultOf(row), sends, nextTryAt };
  });
}

/** Returns the result of a reset by a mass reset, as an operation would have it. */
function resultOf({
  result,
  errorCode,
  sends,
}: Pick<Row<"massResetAccounts">, "result" | "errorCode" | "sends">): OperationResult | null {
  if (result === null) return sends > 0 ? OperationResult.Pending : null;
  const isUnknown = (sends > 1 && errorCode !== "strength") || (errorCode !== null && isOutcomeUnknown(errorCode));
  return result === "F" && sends > 0 && isUnknown ? OperationResult.Unknown : result;
}

/** Returns the higher of the numbers of a queued and of a reported change; null if there is none of the two. */
function madeTurn(queued: number | undefined, reported: number): number | null {
  const made = Math.max(queued ?? 0, reported);
  return made === 0 ? null : made;
}

/** Returns the number of the last change of each account that was made on its target system and reported. */
async function lastReportedTurns(
  { store }: { readonly store: Pick<Store, "select"> },
  accountKeys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const reports = await store.select("passwordReports", { where: oneOf("accountKey", accountKeys) });
  const byAccount = Map.groupBy(reports, ({ accountKey }) => accountKey);
  return new Map([...byAccount].map(([key, own]) => [key, Math.max(...own.map(({ reportedTurn }) => reportedTurn))]));
}

/** Change of a locked account by a mass reset. */
export interface MassChange {
  readonly key: string;
  readonly accountKey: string;
  readonly turn: number;
}

/** Decides about changes of locked accounts by a mass reset as `turnOf` does about operations, in four statements for all. */
export async function turnsOf(
  { store }: { readonly store: Store },
  own: readonly MassChange[],
): Promise<ReadonlyMap<string, TurnDecision>> {
  const keys = [...new Set(own.map(({ accountKey }) => accountKey))];
  const accountKeys = oneOf("accountKey", keys);
  const isOpen = anyOf(eq("result", null), eq("result", OperationResult.Pending));
  const oldest = Math.min(...own.map(({ turn }) => turn));
  const changes = Map.groupBy(
    await store.select("requestOperations", {
      where: allOf(accountKeys, gt("passwordTurn", 0), eq("task", null), anyOf(isOpen, gt("passwordTurn", oldest))),
    }),
    ({ accountKey }) => accountKey,
  );
  const queued = new Map(
    (await store.select("passwordQueue", { where: accountKeys })).map(({ accountKey, turn }) => [accountKey, turn]),
  );
  const reported = await lastReportedTurns({ store }, keys);
  const resets = Map.groupBy(await massChanges(store, keys, oldest), ({ accountKey }) => accountKey);
  return new Map(
    own.map(({ key, accountKey, turn }) => {
      // An older one that is over does not count; of the chunk's oldest account it may have been read.
      const others = [...(changes.get(accountKey) ?? []).map(changeOf), ...(resets.get(accountKey) ?? [])];
      return [
        key,
        decideTurn(
          { key, turn, isTry: false },
          others,
          madeTurn(queued.get(accountKey), reported.get(accountKey) ?? 0),
        ),
      ];
    }),
  );
}

function changeOf({ key, passwordTurn, result, sends, nextTryAt }: Operation): PasswordChange {
  return { key, turn: passwordTurn ?? 0, result, sends, nextTryAt };
}

type ChangeReader = Pick<CallContext, "store" | "clock">;

/**
 * Returns the changes of the password of an account that are known and that its target system has not refused, compared with a password;
 * none is the same as an unknown one.
 */
export async function knownChanges(
  { store, clock }: ChangeReader,
  accountKey: string,
  password: Secret | null,
): Promise<readonly KnownChange[]> {
  const remembered = await rememberedTurns({ store }, accountKey, password);
  const byTurn = new Map(remembered.map((one) => [one.turn, one]));
  const operations = await store.select("requestOperations", {
    where: allOf(
      eq("accountKey", accountKey),
      gt("passwordTurn", 0),
      eq("task", null),
      anyOf(eq("result", null), oneOf("result", known)),
    ),
    orderBy: [["passwordTurn", "desc"]],
    limit: comparedChangesMax,
  });
  const resets = await store.select("massResetAccounts", {
    where: allOf(eq("accountKey", accountKey), gt("turn", 0)),
    orderBy: [["turn", "desc"]],
    limit: comparedChangesMax,
  });
  const [queued] = await store.select("passwordQueue", { where: { accountKey }, limit: 1 });
  const reports = await store.select("passwordReports", { where: { accountKey } });
  const compared: Compared = { password, byTurn, now: clock.now() };
  const listed = [
    ...operations.flatMap((operation) => operationChange({ store }, operation, compared)),
    ...resets.flatMap((reset) => resetChange({ store }, reset, compared)),
    ...(queued === undefined ? [] : [queuedChange({ store }, queued, compared)]),
    ...reports.filter(({ reportedTurn }) => reportedTurn > 0).map((report) => reportedChange(report, compared)),
  ];
  // The later one of a change replaces the earlier: a queued one is tried by operations.
  const changes = new Map(listed.map((change) => [`${change.senderKey ?? "service"} ${change.turn}`, change]));
  return [...changes.values(), ...remembered.flatMap((one, index) => olderChange(one, index, changes))];
}

interface Compared {
  readonly password: Secret | null;
  readonly byTurn: ReadonlyMap<number, RememberedTurn>;
  readonly now: number;
}

type Opener = { readonly store: Pick<CallContext["store"], "unseal"> };

function operationChange(context: Opener, operation: Operation, compared: Compared): readonly KnownChange[] {
  const { key, passwordTurn, accountKey, createdAt, finishedAt, reportedAccountKey, password: sealed } = operation;
  const state = stateOf(operation);
  if (state === undefined) return [];
  const isSame = isSameAs(
    context,
    { table: "requestOperations", key, sealed },
    { state, turn: passwordTurn, compared },
  );
  const isOwnReport = reportedAccountKey === accountKey;
  return [{ ...ofService(passwordTurn, state, isSame), isOwnReport, ...ages(compared, createdAt, finishedAt) }];
}

function resetChange(context: Opener, reset: Row<"massResetAccounts">, compared: Compared): readonly KnownChange[] {
  const { key, turn, begunAt, createdAt, endedAt, password: sealed } = reset;
  const state = stateOf({ ...reset, result: resultOf(reset) });
  if (state === undefined) return [];
  const isSame = isSameAs(context, { table: "massResetAccounts", key, sealed }, { state, turn, compared });
  return [{ ...ofService(turn, state, isSame), isOwnReport: false, ...ages(compared, begunAt ?? createdAt, endedAt) }];
}

function queuedChange(context: Opener, queued: Row<"passwordQueue">, compared: Compared): KnownChange {
  const { key, turn, accountKey, queuedAt, reportedAccountKey, password: sealed } = queued;
  const isSame = holds(context, { table: "passwordQueue", key, sealed }, compared.password);
  const isOwnReport = reportedAccountKey === accountKey;
  return { ...ofService(turn, "tried", isSame), isOwnReport, ...ages(compared, queuedAt, null) };
}

function reportedChange(report: Row<"passwordReports">, compared: Compared): KnownChange {
  const { senderKey, reportedTurn: turn, reportedAt } = report;
  const isSame = compared.byTurn.get(turn)?.isSame ?? false;
  return { turn, state: "reported", senderKey, isSame, isOwnReport: true, ...ages(compared, reportedAt, null) };
}

function ofService(turn: number | null, state: ChangeState, isSame: boolean) {
  return { turn: turn ?? 0, state, senderKey: null, isSame } as const;
}

function ages({ now }: Compared, acceptedAt: number, endedAt: number | null) {
  return { acceptedMsAgo: now - acceptedAt, endedMsAgo: endedAt === null ? null : now - endedAt };
}

interface SetBy {
  readonly state: ChangeState;
  readonly turn: number | null;
  readonly compared: Compared;
}

/** Returns true if a change sets the compared password; one that has ended no longer has its own, and the history is compared. */
function isSameAs(
  context: Opener,
  row: Parameters<typeof holds>[1],
  { state, turn, compared: { password, byTurn } }: SetBy,
): boolean {
  if (state === "set") return byTurn.get(turn ?? 0)?.isSame ?? false;
  return holds(context, row, password);
}

/** Results of operations whose password the target system has, may have or will get. */
const known = [OperationResult.Pending, OperationResult.Success, OperationResult.Unknown];

/** Returns a change of the history whose operation or report is no longer known. */
function olderChange(
  { turn, senderKey, isSame }: RememberedTurn,
  index: number,
  others: ReadonlyMap<string, KnownChange>,
): readonly KnownChange[] {
  if (others.has(`${senderKey ?? "service"} ${turn}`)) return [];
  const state: ChangeState = senderKey === null ? "set" : "reported";
  // Of those without a number the first is the newest.
  const unknown = { isOwnReport: false, acceptedMsAgo: null, endedMsAgo: null } as const;
  return [{ turn: turn === 0 ? -index : turn, state, senderKey, isSame, ...unknown }];
}

/** Returns the progress of a change; undefined if its target system has refused it, or it came to nothing. */
function stateOf({
  result,
  sends,
  nextTryAt,
}: Pick<Operation, "result" | "sends" | "nextTryAt">): ChangeState | undefined {
  if (result === OperationResult.Success) return "set";
  if (result === OperationResult.Unknown) return "unknown";
  if (result !== null && result !== OperationResult.Pending) return undefined;
  if (sends === 0) return "accepted";
  return nextTryAt === null ? "sent" : "tried";
}
