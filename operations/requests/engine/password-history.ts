import { createHmac, randomBytes } from "node:crypto";

import { Secret } from "#connectors/contract/index.ts";
import { passwordHistoryMax } from "#domain/limits.ts";
import { comparedChangesMax } from "#domain/password-sender-limits.ts";
import { allOf, anyOf, eq, gt, oneOf } from "#domain/query/condition.ts";
import { operationCodesWhere } from "#domain/requests/operation-codes.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import type { SealedAt, Store } from "#store/store.ts";
import type { Row, Save } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

const secretBytes = 32;
const digestBytes = 18;

/** Returns the place of a password in the history of an account: 1 is the present one; null if it is not among the known ones. */
export async function usedBefore(
  context: Pick<ServiceContext, "store">,
  accountKey: string,
  password: Secret,
): Promise<number | null> {
  const [place = null] = await placesOf(context, [accountKey], password);
  return place;
}

const newestFirst = [
  ["number", "desc"],
  ["key", "desc"],
] as const;

/**
 * Returns the place of a password in the history of each of some accounts, as `usedBefore` does. The statements are the same whichever
 * account has it, and two for any number of accounts.
 */
export async function placesOf(
  { store }: Pick<ServiceContext, "store">,
  accountKeys: readonly string[],
  password: Secret,
): Promise<readonly (number | null)[]> {
  if (accountKeys.length === 0) return [];
  const where = oneOf("accountKey", accountKeys);
  const histories = await store.select("passwordHistories", { where });
  const rows = Map.groupBy(
    await store.select("passwordDigests", { where, orderBy: newestFirst }),
    ({ accountKey }) => accountKey,
  );
  const places = new Map(
    histories.map((history) => {
      const wanted = digest(secretOf(store, history), password);
      const place = (rows.get(history.accountKey) ?? []).findIndex(({ digestHash }) => digestHash === wanted);
      return [history.accountKey, place < 0 ? null : place + 1];
    }),
  );
  return accountKeys.map((key) => places.get(key) ?? null);
}

/** Codes of the operations that set a password of an account which exists. */
const settingCodes = operationCodesWhere(({ password }) => password === "set");

/** Condition on the operations that set passwords of accounts and have not ended. */
const openOn = (accountKeys: readonly string[]) =>
  allOf(
    oneOf("accountKey", accountKeys),
    oneOf("code", settingCodes),
    anyOf(eq("result", null), eq("result", OperationResult.Pending)),
  );

/** Condition on the rows of mass resets that have not ended and have a new password for one of some accounts. */
const openResetsOn = (accountKeys: readonly string[]) =>
  allOf(oneOf("accountKey", accountKeys), gt("turn", 0), eq("result", null));

/** Returns true if an operation or a mass reset that has not ended sets a password on one of some accounts. */
export async function isBeingSet(
  { store }: Pick<ServiceContext, "store">,
  accountKeys: readonly string[],
  wanted: Secret,
): Promise<boolean> {
  if (accountKeys.length === 0) return false;
  const operations = await store.select("requestOperations", { where: openOn(accountKeys) });
  const resets = await store.select("massResetAccounts", { where: openResetsOn(accountKeys) });
  // Each is compared, so that the time does not tell which one it was.
  const same = [
    ...operations.map(({ key, password }) =>
      holds({ store }, { table: "requestOperations", key, sealed: password }, wanted),
    ),
    ...resets.map(({ key, password }) =>
      holds({ store }, { table: "massResetAccounts", key, sealed: password }, wanted),
    ),
  ];
  return same.includes(true);
}

/** Sealed password of a row. */
export interface SealedPasswordOf {
  readonly table: "requestOperations" | "passwordQueue" | "massResetAccounts";
  readonly key: string;
  readonly sealed: string | null;
}

/** Returns true if a row holds a password; null is one that nobody knows. */
export function holds(
  { store }: { readonly store: Pick<Store, "unseal"> },
  { table, key, sealed }: SealedPasswordOf,
  password: Secret | null,
): boolean {
  if (sealed === null || password === null) return false;
  const own = store.unseal(sealed, { table, key, column: "password" });
  return own.use((text) => password.use((other) => text === other));
}

/**
 * Returns true if a password of one of some accounts is being set now: by an operation that has not begun, or by an operation or a mass reset
 * that its target has not answered. One that waits for its next try does not count, because a newer operation takes its place, nor does one
 * that repeats a reported change. With `forUpdate` they stay locked until the current transaction ends.
 */
export async function isChangingNow(
  { store }: Pick<ServiceContext, "store">,
  accountKeys: readonly string[],
  { forUpdate }: { readonly forUpdate: boolean },
): Promise<boolean> {
  if (accountKeys.length === 0) return false;
  const open = await store.select("requestOperations", { where: openOn(accountKeys), forUpdate });
  // The turns settle which of two changes comes last. A sender that reports without end would keep people from every change.
  if (open.some(({ nextTryAt, reportedAccountKey }) => nextTryAt === null && reportedAccountKey === null)) return true;
  const sent = allOf(openResetsOn(accountKeys), gt("sends", 0), eq("nextTryAt", null));
  return (await store.select("massResetAccounts", { where: sent, forUpdate })).length > 0;
}

/** Stores a digest of the password that an operation has set, in the current transaction (`rememberPasswords`). */
export async function rememberPassword(
  context: Pick<ServiceContext, "store" | "ids">,
  { key, password, passwordTurn }: Row<"requestOperations">,
  accountKey: string,
): Promise<void> {
  if (password === null) return;
  const set = context.store.unseal(password, { table: "requestOperations", key, column: "password" });
  await rememberPasswords(context, [{ accountKey, password: set, turn: passwordTurn ?? 0, senderKey: null }]);
}

/**
 * Stores a digest of the password of an operation that was sent and whose place a newer change has taken, in the current transaction: its
 * target system may have set it, and a sender there reports it then. It is no later one than those that are known.
 */
export async function rememberReplaced(
  context: Pick<ServiceContext, "store" | "ids">,
  { key, password, passwordTurn, accountKey, sends }: Row<"requestOperations">,
): Promise<void> {
  if (password === null || accountKey === null || sends === 0) return;
  const set = context.store.unseal(password, { table: "requestOperations", key, column: "password" });
  const change = { accountKey, password: set, turn: passwordTurn ?? 0, senderKey: null, isReplaced: true };
  await rememberPasswords(context, [change]);
}

/** Change that has set a password of an account. */
export interface ChangeOrigin {
  /** Number of the change among those of the account; 0 if it has none. */
  readonly turn: number;
  /** Key of the sender that reported it; null for a change by the service. */
  readonly senderKey: string | null;
}

/** Password that a change has set on an account. */
export interface SetPassword extends ChangeOrigin {
  readonly accountKey: string;
  readonly password: Secret;
  /** True if a newer change has taken its place. */
  readonly isReplaced?: boolean;
}

/**
 * Stores digests of passwords that were set, one for each account, in the current transaction, and keeps as many as a policy can ask about.
 * A digest is keyed by a secret of the account, so that it is quick to compare here and useless for guessing elsewhere.
 */
export async function rememberPasswords(
  { store, ids }: Pick<ServiceContext, "store" | "ids">,
  passwords: readonly SetPassword[],
): Promise<void> {
  const where = oneOf(
    "accountKey",
    passwords.map(({ accountKey }) => accountKey),
  );
  const rows = await store.select("passwordHistories", { where, orderBy: [["accountKey", "asc"]], forUpdate: true });
  const histories = new Map(rows.map((row) => [row.accountKey, row]));
  const digests = Map.groupBy(
    await store.select("passwordDigests", { where, orderBy: newestFirst }),
    ({ accountKey }) => accountKey,
  );
  const added: Save<"passwordDigests">[] = [];
  for (const { accountKey, password, turn, senderKey, isReplaced = false } of passwords) {
    const secret = secretOf(store, histories.get(accountKey) ?? (await newHistory(store, accountKey)));
    const known = digests.get(accountKey) ?? [];
    for (const spent of known.slice(passwordHistoryMax - 1)) await store.remove("passwordDigests", spent.key);
    const number = isReplaced ? 0 : (known[0]?.number ?? 0) + 1;
    const digestHash = digest(secret, password);
    added.push({ key: ids.guid(), accountKey, number, digestHash, turn, senderKey });
  }
  await store.addAll("passwordDigests", added);
}

/**
 * Adds the secret of an account's history. Of two processes that do it at once the later one takes the secret of the other: digests under a
 * secret that was overwritten would be known to nobody.
 */
function newHistory(store: Store, accountKey: string): Promise<Row<"passwordHistories">> {
  const secret = new Secret(randomBytes(secretBytes).toString("base64url"));
  return store.addOnce("passwordHistories", { accountKey, secret: store.seal(secret, placeOf(accountKey)) });
}

/** A password in the history of an account, newest first. */
export interface RememberedTurn extends ChangeOrigin {
  /** True if it is the compared password. */
  readonly isSame: boolean;
}

/** Returns the newest changes in the history of an account compared with a password; none is the same as an unknown one. */
export async function rememberedTurns(
  { store }: Pick<ServiceContext, "store">,
  accountKey: string,
  password: Secret | null,
): Promise<readonly RememberedTurn[]> {
  const history = await store.get("passwordHistories", accountKey);
  if (history === undefined) return [];
  const wanted = password === null ? null : digest(secretOf(store, history), password);
  const digests = await store.select("passwordDigests", {
    where: { accountKey },
    orderBy: newestFirst,
    limit: comparedChangesMax,
  });
  return digests.map(({ turn, senderKey, digestHash }) => ({ turn, senderKey, isSame: digestHash === wanted }));
}

function secretOf(store: Store, { accountKey, secret }: Row<"passwordHistories">): Secret {
  return store.unseal(secret, placeOf(accountKey));
}

function placeOf(accountKey: string): SealedAt {
  return { table: "passwordHistories", key: accountKey, column: "secret" };
}

function digest(secret: Secret, password: Secret): string {
  const whole = secret.use((key) => password.use((text) => createHmac("sha256", key).update(text).digest()));
  return whole.subarray(0, digestBytes).toString("base64url");
}
