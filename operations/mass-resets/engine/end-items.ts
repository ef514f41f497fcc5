import { endedWordsMax } from "#domain/mass-reset-limits.ts";
import { openCount } from "#domain/mass-resets/pauses.ts";
import { allOf, eq, noneOf, oneOf } from "#domain/query/condition.ts";
import { isOutcomeUnknown, isRetryable } from "#domain/requests/retry-schedule.ts";
import type { Row } from "#store/tables.ts";

import { saveAndEndTokens } from "../../identity/engine/end-tokens.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { Run } from "../../kernel/run-kind.ts";
import { rememberPasswords } from "../../requests/engine/password-history.ts";
import { endQueued } from "../../requests/engine/password-queue.ts";
import { askWhatOpens } from "../../vault/engine/ask-what-opens.ts";
import { doubtAccounts } from "../../vault/engine/doubt-accounts.ts";
import { deliverToOwners, isToOwners } from "./deliver.ts";
import { type Item, passwordOf } from "./items.ts";
import { endedOwners, ownersWith } from "./owners-ended.ts";
import { tellOwners } from "./tell-mass-reset.ts";

type MassReset = Row<"massResets">;

/** The end of a row. */
export interface EndedItem {
  readonly item: Item;
  readonly result: "S" | "F" | "X";
  readonly errorCode: string | null;
  readonly message: string | null;
  /** Signature of the report that ends it; undefined if none does. */
  readonly signature?: string;
}

/**
 * Ends rows of a mass reset, in the current transaction, with everything that follows: its counts, the accounts, their histories, the audit,
 * older changes that wait, and the sessions of the owners. The password is deleted unless it is still to be delivered. A row that has ended
 * already stays as it is.
 */
export async function endItems(context: CallContext, run: Run, ending: readonly EndedItem[]): Promise<void> {
  if (ending.length === 0) return;
  const { store, clock } = context;
  const massReset = await massResetOf(context, run);
  if (massReset === undefined) return;
  const ends = await stillOpen(context, ending);
  const now = clock.now();
  await store.saveAll(
    "massResetAccounts",
    ends.map(({ item, result, errorCode, message, signature }) => ({
      key: item.key,
      result,
      errorCode,
      message: message?.slice(0, endedWordsMax) ?? null,
      endedAt: now,
      nextTryAt: null,
      openAccountKey: null,
      outcomeSignature: signature ?? item.outcomeSignature,
      password: result === "S" && massReset.delivery !== "none" ? item.password : null,
    })),
  );
  await raiseCounts(context, run, ends);
  const changed = ends.filter(({ item, result }) => result === "S" && item.act === "set");
  await followChanges(context, massReset, changed);
  await followOwners(context, massReset, { ends, changed });
  const doubtful = ends.filter((end) => end.item.act === "set" && mayBeSet(end));
  await forgetOlder(context, [...changed, ...doubtful]);
  await doubtManaged(context, [...changed, ...doubtful]);
  await audit(context, { run, massReset }, ends);
}

/**
 * Returns the mass reset of a run. One that delivers to owners is locked: of two accounts of an owner that end at once the later one sees the
 * other, so that the delivery is made.
 */
async function massResetOf({ store }: CallContext, { key }: Run): Promise<MassReset | undefined> {
  const known = await store.get("massResets", key);
  return known !== undefined && isToOwners(known) ? store.lock("massResets", key) : known;
}

/** Returns the ends of those rows that nobody has ended meanwhile, as the rows are now. */
async function stillOpen({ store }: CallContext, ending: readonly EndedItem[]): Promise<readonly EndedItem[]> {
  const keys = [...new Set(ending.map(({ item }) => item.key))];
  const rows = await store.lockAll("massResetAccounts", keys);
  const open = new Map(rows.filter(({ result }) => result === null).map((row) => [row.key, row]));
  return ending.flatMap((end) => {
    const item = open.get(end.item.key);
    return item === undefined ? [] : [{ ...end, item }];
  });
}

/** Reports whether a target system may have the password of a row that failed. */
function mayBeSet({ item, result, errorCode }: EndedItem): boolean {
  // One that asks which password opens the account, and then refuses the new one, has none of the new ones.
  if (result !== "F" || item.sends === 0 || errorCode === "strength") return false;
  return item.sends > 1 || errorCode === null || isOutcomeUnknown(errorCode) || isRetryable(errorCode);
}

async function raiseCounts({ store }: CallContext, run: Run, ends: readonly EndedItem[]): Promise<void> {
  const targetSystemKeys = [...new Set(ends.map(({ item }) => item.targetSystemKey))];
  const where = allOf(eq("runKey", run.key), oneOf("targetSystemKey", targetSystemKeys));
  const targets = await store.select("massResetTargets", { where, orderBy: [["key", "asc"]], forUpdate: true });
  for (const target of targets) {
    const own = ends.filter(({ item }) => item.targetSystemKey === target.targetSystemKey);
    const count = (result: EndedItem["result"], some = own) => some.filter((end) => end.result === result).length;
    const canaries = own.filter(({ item }) => item.isCanary);
    await store.save("massResetTargets", {
      key: target.key,
      done: target.done + count("S"),
      failed: target.failed + count("F"),
      leftOut: target.leftOut + count("X"),
      canariesEnded: target.canariesEnded + canaries.length,
      canariesFailed: target.canariesFailed + count("F", canaries),
    });
    // Each row is counted where it is planned, and once where it ends.
    if (openCount(target) < own.length)
      throw new RangeError(`more rows of ${target.targetSystemKey} end than there are`);
  }
}

/** Writes down what follows from passwords that target systems have confirmed. */
async function followChanges(context: CallContext, massReset: MassReset, ends: readonly EndedItem[]): Promise<void> {
  if (ends.length === 0) return;
  const { store, clock } = context;
  await rememberPasswords(
    context,
    ends.flatMap(({ item }) => {
      const password = passwordOf(store, item);
      return password === undefined
        ? []
        : [{ accountKey: item.accountKey, password, turn: item.turn ?? 0, senderKey: null }];
    }),
  );
  const accounts = await store.lockAll("accounts", [...new Set(ends.map(({ item }) => item.accountKey))]);
  // The next discovery reads the end of the new password.
  const end = { passwordExpired: massReset.mustChange, passwordExpiresAt: null };
  const now = { lastPasswordChange: clock.now(), ...end, discoveredHash: null };
  await store.saveAll(
    "accounts",
    accounts.map(({ key }) => ({ key, ...now })),
  );
}

interface EndedTogether {
  readonly ends: readonly EndedItem[];
  /** Rows among them whose passwords target systems have confirmed. */
  readonly changed: readonly EndedItem[];
}

async function followOwners(
  context: CallContext,
  massReset: MassReset,
  { ends, changed }: EndedTogether,
): Promise<void> {
  if (massReset.endSessions) await endSessions(context, massReset, changed);
  const owners = await endedOwners(context, massReset, ownersOf(ends));
  tellOwners(context, massReset, owners);
  await deliverToOwners(context, massReset, owners);
}

const ownersOf = (ends: readonly EndedItem[]) => [...new Set(ends.flatMap(({ item }) => item.userKey ?? []))];

/** Ends the sessions and tokens of owners whose first account has been reset. */
async function endSessions(context: CallContext, massReset: MassReset, ends: readonly EndedItem[]): Promise<void> {
  const { store, clock } = context;
  const now = oneOf(
    "key",
    ends.map(({ item }) => item.key),
  );
  const userKeys = ownersOf(ends);
  const before = await ownersWith(context, massReset, { userKeys, where: allOf(eq("result", "S"), noneOf(now)) });
  const where = oneOf(
    "key",
    userKeys.filter((key) => !before.has(key)),
  );
  for (const user of await store.select("users", { where, orderBy: [["key", "asc"]], forUpdate: true }))
    await saveAndEndTokens({ store, clock }, user, {});
}

/** Ends older changes that wait in the queue of failed password changes: their passwords must not come after the new ones. */
async function forgetOlder(context: CallContext, ends: readonly EndedItem[]): Promise<void> {
  const turns = new Map(ends.map(({ item }) => [item.accountKey, item.turn ?? 0]));
  const where = oneOf("accountKey", [...turns.keys()]);
  const waiting = await context.store.select("passwordQueue", { where, orderBy: [["key", "asc"]], forUpdate: true });
  for (const entry of waiting)
    if (entry.turn < (turns.get(entry.accountKey) ?? 0)) await endQueued(context, entry, "superseded");
}

/** Records a doubt about accounts that the vault has come to manage while they were reset. */
async function doubtManaged(context: CallContext, ends: readonly EndedItem[]): Promise<void> {
  const where = oneOf(
    "accountKey",
    ends.map(({ item }) => item.accountKey),
  );
  const managed = await context.store.select("managedAccounts", { where });
  if (managed.length === 0) return;
  const doubted = await doubtAccounts(
    context,
    managed.map(({ key }) => key),
    "set",
  );
  await askWhatOpens(context, doubted);
}

interface Audited {
  readonly run: Run;
  readonly massReset: MassReset;
}

async function audit(context: CallContext, { run, massReset }: Audited, ends: readonly EndedItem[]): Promise<void> {
  const { store, caller } = context;
  const told = ends.filter(({ item, result }) => item.act === "set" && (result === "S" || item.sends > 0));
  await store.auditAll(
    told.map(({ item, result, message }) => ({
      sessid: caller.sessid,
      operation: result === "S" ? "ACHG" : "PWRS",
      result: result === "S" ? "S" : "F",
      actor: massReset.startedByKey ?? massReset.requesterKey ?? caller.id,
      recipient: item.userKey,
      targetSystem: item.targetSystemKey,
      account: item.accountName,
      ident: item.key,
      batchId: run.key,
      requestId: run.requestId,
      message: message?.slice(0, endedWordsMax) ?? null,
    })),
  );
}
