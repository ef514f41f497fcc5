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
 * The how-manieth password of a user before this one was the same: 1 = the present one; null = none of those that were set. Of one that
 * an older version has set nothing but its hash is known. Not to be called inside a transaction.
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

/** A password of the service itself with its hash, which was made before the transaction. */
export interface HashedPassword {
  readonly password: Secret;
  readonly passwordHash: string;
}

/** Sets the password by which a user signs in to the service itself, in the current transaction: it is remembered, and whoever was signed in is not anymore. */
export async function setOwnPassword(
  context: Pick<ServiceContext, "store" | "clock" | "ids">,
  user: Pick<Row<"users">, "key" | "tokenVersion">,
  { password, passwordHash }: HashedPassword,
): Promise<void> {
  await saveAndEndTokens(context, user, { passwordHash });
  await rememberOwnPassword(context, user.key, password);
}

/** Keeps a mark of a password that a user has got, in the current transaction; so many as a policy can ask about. */
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
