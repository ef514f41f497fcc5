import type { Secret } from "#connectors/contract/index.ts";
import { passwordHistoryMax } from "#domain/limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { saveAndEndTokens } from "./end-tokens.ts";

const newestFirst = [
  ["setAt", "desc"],
  ["key", "desc"],
] as const;

function earlierOf({ store }: Pick<ServiceContext, "store">, userKey: string): Promise<Row<"earlierPasswords">[]> {
  return store.select("earlierPasswords", { where: { userKey }, orderBy: newestFirst });
}

/**
 * Returns the place of a password in a user's history: 1 is the present one; null if it was never set. Of a password set by an older
 * version only the hash is known. Not to be called inside a transaction.
 * @throws SIGN_IN_BUSY
 */
export async function ownUsedBefore(
  context: CallContext,
  { key, passwordHash }: Pick<Row<"users">, "key" | "passwordHash">,
  password: Secret,
): Promise<number | null> {
  const earlier = await earlierOf(context, key);
  const place = earlier.findIndex(({ markHash }) => context.store.isPasswordMark(key, password, markHash));
  if (place >= 0) return place + 1;
  if (earlier.length > 0 || passwordHash === null) return null;
  return (await context.passwords.verify(passwordHash, password, context.caller.ip)) ? 1 : null;
}

/** A password of the service itself, with the hash made before the transaction. */
export interface HashedPassword {
  readonly password: Secret;
  readonly passwordHash: string;
}

/**
 * Sets the password with which a user signs in to the service itself, in the current transaction. It is added to the history, and all
 * sessions of the user end.
 */
export async function setOwnPassword(
  context: Pick<ServiceContext, "store" | "clock" | "ids">,
  user: Pick<Row<"users">, "key" | "tokenVersion">,
  { password, passwordHash }: HashedPassword,
): Promise<void> {
  await saveAndEndTokens(context, user, { passwordHash });
  await rememberOwnPassword(context, user.key, password);
}

/** Stores a mark of a user's new password, in the current transaction, and keeps as many as a policy can ask about. */
export async function rememberOwnPassword(
  context: Pick<ServiceContext, "store" | "clock" | "ids">,
  userKey: string,
  password: Secret,
): Promise<void> {
  const { store, clock, ids } = context;
  const markHash = store.passwordMark(userKey, password);
  const spent = (await earlierOf(context, userKey)).slice(passwordHistoryMax - 1);
  for (const { key } of spent) await store.remove("earlierPasswords", key);
  await store.add("earlierPasswords", { key: ids.guid(), userKey, markHash, setAt: clock.now() });
}
