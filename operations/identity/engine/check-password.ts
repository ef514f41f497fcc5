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

/** A user whose password was compared, before anything was decided. */
export interface CheckedPassword {
  /** The id of the user; the name that was given where it means nobody. */
  readonly username: string;
  readonly user: Row<"users"> | undefined;
  readonly verified: boolean;
  /** Whether there is a password of the user that the given one was compared with. */
  readonly hasPassword: boolean;
  /** What a target was asked about it; null = none was. */
  readonly question: string | null;
}

const nobody = { key: "", id: "", superuser: false };

/**
 * Compares a password, with the service's own or, where a setting names a target and the own one is not it, by asking there. An
 * unknown user costs as much as a wrong password. Not to be called inside a transaction.
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

/** The user who is admitted, or why nobody is. */
type Admission = { readonly admitted: Row<"users"> } | TokenRefusal;

/**
 * Admits the user whose password was compared, where the chain asks for nothing else, or says why not, in the current transaction; counts what was
 * wrong, and forgets it where the password is right.
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
 * The same where something else may be asked behind the password: what was wrong before is not forgotten yet, or whoever knows the
 * password could try codes without end. Every refusal that a stranger could meet runs the same statements.
 */
export async function proveByPassword(
  context: CallContext,
  checked: CheckedPassword,
  gift: SignInGift | null,
): Promise<Admission> {
  const { username, user: before, verified, question } = checked;
  const user = await context.store.lock("users", before?.key ?? nobody.key);
  // With what it counts for, or tries that come together would be more than are allowed.
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
 * Why a user who is known to be the right one is given nothing; undefined when nothing is against it. The policy about tokens is asked
 * unless a decision is known.
 */
export async function whyNotAdmitted(
  context: CallContext,
  user: Pick<Row<"users">, "key" | "id" | "superuser" | "locked" | "lockedBy" | "disabled">,
  known?: PolicyDecision,
): Promise<TokenRefusal | undefined> {
  const refused = refusalOf(user);
  if (refused !== undefined) return { refused, reason: "the user's state", userKey: user.key };
  const decision = known ?? (await maySignIn(context, user, "tokens"));
  if (decision.allowed) return undefined;
  return invalidGrant(decision.reason, user.key);
}
