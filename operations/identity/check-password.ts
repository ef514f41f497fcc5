import type { Secret } from "#connectors/contract/index.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { mayGetTokens } from "./may-get-tokens.ts";
import type { TokenRefusal } from "./token-set.ts";
import { clearFailures, countFailure, refusalOf } from "./user-state.ts";

/** A user whose password was compared, before anything was decided. */
export interface CheckedPassword {
  readonly user: Row<"users"> | undefined;
  readonly verified: boolean;
}

/**
 * Compares a password. An unknown user costs as much as a wrong password. Not to be called inside a transaction.
 * @throws SIGN_IN_BUSY
 */
export async function checkPassword(
  context: CallContext,
  { username, password }: { readonly username: string; readonly password: Secret },
): Promise<CheckedPassword> {
  const [user] = await context.store.select("users", { where: { id: username }, limit: 1 });
  const verified = await context.passwords.verify(user?.passwordHash ?? null, password, context.caller.ip);
  return { user, verified };
}

/** Admits the user whose password was compared, or says why not, in the current transaction; counts what was wrong. */
export async function admitByPassword(
  context: CallContext,
  { user: before, verified }: CheckedPassword,
): Promise<{ readonly admitted: Row<"users"> } | TokenRefusal> {
  const user = before && (await context.store.lock("users", before.key));
  if (user === undefined) return { refused: "INVALID_GRANT", reason: "unknown user" };
  const unchanged = user.passwordHash === before?.passwordHash;
  if (!verified || !unchanged) {
    await countFailure(context, user);
    return { refused: "INVALID_GRANT", reason: "wrong password", userKey: user.key };
  }
  const refusal = await whyNoTokens(context, user);
  if (refusal !== undefined) return refusal;
  await clearFailures(context, user);
  return { admitted: user };
}

/** Why a user who is known to be the right one gets no tokens; undefined when nothing is against it. */
export async function whyNoTokens(context: CallContext, user: Row<"users">): Promise<TokenRefusal | undefined> {
  const refused = refusalOf(user, context.clock.now());
  if (refused !== undefined) return { refused, reason: "the user's state", userKey: user.key };
  const decision = await mayGetTokens(context, user);
  if (decision.allowed) return undefined;
  return { refused: "INVALID_GRANT", reason: decision.reason, userKey: user.key };
}
