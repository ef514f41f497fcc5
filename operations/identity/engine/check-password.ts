import type { Secret } from "#connectors/contract/index.ts";
import type { PolicyDecision } from "#policies/engine.ts";
import type { Row } from "#store/tables.ts";

import type { PasswordAlone } from "../../chains/engine/require-password-alone.ts";
import type { CallContext } from "../../kernel/context.ts";
import { namedUser } from "../../kernel/named-user.ts";
import { clearFailures, passwordRefusalOf, refusalOf } from "../../proofs/user-state.ts";
import { countWrong } from "./count-wrong.ts";
import { writeDecoy } from "./decoy-write.ts";
import { maySignIn, type SignInGift } from "./may-sign-in.ts";
import { invalidGrant, type TokenRefusal } from "./token-set.ts";
import { verifyPasswordAtTarget, forgetQuestion } from "./verify-password-at-target.ts";

/** A user whose password was compared, before any decision. */
export interface CheckedPassword {
  /** ID of the user; the given name if no user has it. */
  readonly username: string;
  readonly user: Row<"users"> | undefined;
  readonly verified: boolean;
  /** True if the user has a password with which the given one was compared. */
  readonly hasPassword: boolean;
  /** Key of the check at a target; null if none was asked. */
  readonly question: string | null;
}

const nobody = { key: "", id: "", superuser: false };

/**
 * Compares a password with the service's own or, if a setting names a target and the own one does not match, by asking there. An unknown
 * user costs as much as a wrong password. Not to be called inside a transaction.
 * @throws SIGN_IN_BUSY, SIGN_IN_TARGET_AWAY
 */
export async function checkPassword(
  context: CallContext,
  { username, password }: { readonly username: string; readonly password: Secret },
): Promise<CheckedPassword> {
  const user = await namedUser(context, username);
  const passwordHash = user?.passwordHash ?? null;
  const isOurs = await context.passwords.verify(passwordHash, password, context.caller.ip);
  const asked = isOurs ? undefined : await verifyPasswordAtTarget(context, user, password);
  return {
    username: user?.id ?? username,
    user,
    verified: isOurs || asked?.isRight === true,
    hasPassword: passwordHash !== null || asked?.account !== undefined,
    question: asked?.key ?? null,
  };
}

/** Admitted user, or the refusal. */
type Admission = { readonly admitted: Row<"users"> } | TokenRefusal;

/**
 * Admits the user whose password was compared, if the chain asks for nothing else, or returns the refusal, in the current transaction.
 * Counts a wrong password; a right one clears the count.
 */
export async function admitByPassword(
  context: CallContext,
  checked: CheckedPassword,
  { gift }: { readonly gift: SignInGift; readonly alone: PasswordAlone },
): Promise<Admission> {
  const answer = await proveByPassword(context, checked, gift);
  if ("admitted" in answer) await clearFailures(context, answer.admitted);
  return answer;
}

/**
 * Admits a user by password like `admitByPassword`, but without clearing earlier failures, because the chain may ask for more: else anyone
 * who knows the password could try codes without end. Every refusal that a stranger could meet runs the same statements.
 */
export async function proveByPassword(
  context: CallContext,
  checked: CheckedPassword,
  gift: SignInGift | null,
): Promise<Admission> {
  const { username, user: before, verified, question } = checked;
  const user = await context.store.lock("users", before?.key ?? nobody.key);
  // In the same transaction as the count, or concurrent attempts would exceed the limit.
  if (question !== null) await forgetQuestion(context, question);
  const decision = await maySignIn(context, user ?? nobody, gift);
  const right = verified && user?.passwordHash === before?.passwordHash;
  if (user === undefined || !right) return refuseWrong(context, checked, user);
  const refused = passwordRefusalOf(user, context);
  if (refused !== undefined) return { refused, reason: "right password", userKey: user.key };
  if (!decision.allowed) {
    await writeDecoy(context, username);
    return invalidGrant(decision.reason, user.key);
  }
  return { admitted: user };
}

async function refuseWrong(
  context: CallContext,
  { username, hasPassword }: CheckedPassword,
  user: Row<"users"> | undefined,
): Promise<TokenRefusal> {
  await countWrong(context, username, hasPassword ? user : undefined);
  return user === undefined ? invalidGrant("unknown user") : invalidGrant("wrong password", user.key);
}

/**
 * Finds the reason to refuse a user whose identity is proved; undefined if there is none. The policy about tokens is asked unless a
 * decision is given.
 */
export async function whyNotAdmitted(
  context: CallContext,
  user: Pick<Row<"users">, "key" | "id" | "superuser" | "locked" | "lockedBy" | "disabled" | "startsAt" | "endsAt">,
  known?: PolicyDecision,
): Promise<TokenRefusal | undefined> {
  const refused = refusalOf(user, context.clock.now());
  if (refused !== undefined) return { refused, reason: "the user's state", userKey: user.key };
  const decision = known ?? (await maySignIn(context, user, "tokens"));
  if (decision.allowed) return undefined;
  return invalidGrant(decision.reason, user.key);
}
