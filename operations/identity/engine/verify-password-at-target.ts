import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { checkAnswer, passwordCheckWorkflow } from "#domain/identity/password-check.ts";
import { busyRefusalMs, passwordQueueMax } from "#domain/limits.ts";
import { passwordCheckMs, passwordChecksAtOnceMax } from "#domain/people-limits.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import { chosenProxy } from "../../abilities/serving-proxy.ts";
import { unable } from "../../abilities/unable.ts";
import type { CallContext } from "../../kernel/context.ts";
import { composedPassword } from "../../kernel/inputs/password-input.ts";
import { withDeadline } from "../../kernel/with-deadline.ts";
import { createTurns, type InTurn } from "../../proofs/password-turns.ts";
import { createQueuePriorities, type QueuePriorities } from "../../proofs/sign-in-queue-priority.ts";
import { isPasswordLocked } from "../../proofs/user-state.ts";

type User = Row<"users">;

/** Check of a password by the target of `SIGN_IN_TARGET`, with its answer. */
export interface AskedTarget {
  /** Key of the check's row; while the row exists, the attempt counts as in progress. */
  readonly key: string;
  /** Account with which the user signs in there; undefined if the check is for no account. */
  readonly account: Row<"accounts"> | undefined;
  readonly isRight: boolean;
}

/**
 * Asks the target of a setting whether a password is right for a user's account; undefined if the setting names no target. For an unknown
 * name, or a user who may not sign in this way, it asks about an account that cannot exist. So neither the answer nor its time reveals who
 * is known here. Not to be called inside a transaction.
 * @throws SIGN_IN_TARGET_AWAY, SIGN_IN_BUSY
 */
export async function verifyPasswordAtTarget(
  context: CallContext,
  user: User | undefined,
  password: Secret,
): Promise<AskedTarget | undefined> {
  const { store, settings, caller } = context;
  if (settings.signInTarget === null) return undefined;
  const { inTurn, standings } = turnsOf(store);
  const { ip = "" } = caller;
  return inTurn(standings.arrived(ip), async () => {
    const target = await askedTarget(context, settings.signInTarget ?? "");
    const question = await noteQuestion(context, target, {
      userKey: user?.key ?? "",
      password: composedPassword(password),
    });
    const answer = await answerTo(context, target, question.key);
    // An answer for an account that cannot exist proves no one.
    const isRight = answer === "right" && question.account !== undefined;
    if (isRight) standings.succeeded(ip);
    return { ...question, isRight };
  });
}

async function askedTarget(context: CallContext, id: string): Promise<Row<"targetSystems">> {
  const target = await context.store.get("targetSystems", id);
  if (!target?.enabled) throw away(context, id, "there is no such target system, or it is disabled");
  const inability = await unable(context, target, { code: "PWVF" });
  if (inability !== undefined) throw away(context, id, inability.message ?? inability.code);
  return target;
}

/**
 * Finds the account whose password is the user's: the only one there, or of several the one with the user's ID. Superusers have none,
 * because the target's administrators would control them. Users with a password of the service have none, nor do users who are locked or
 * would be by the attempts in progress, so that guessing locks no accounts there.
 */
async function accountOf(
  context: CallContext,
  targetSystemKey: string,
  user: User | undefined,
): Promise<Row<"accounts"> | undefined> {
  const accounts = await context.store.select("accounts", { where: { targetSystemKey, userKey: user?.key ?? "" } });
  const account = accounts.length === 1 ? accounts[0] : accounts.find(({ shortId }) => shortId === user?.id);
  const triesLeft = await triesLeftFor(context, user, account?.key ?? "");
  if (user === undefined || user.superuser || user.passwordHash !== null) return undefined;
  return isPasswordLocked(user, context) || triesLeft <= 0 ? undefined : account;
}

/** Returns the number of checks that the target may still get about an account before wrong passwords lock its user. */
async function triesLeftFor(
  { store, settings, clock }: CallContext,
  user: User | undefined,
  accountKey: string,
): Promise<number> {
  const isUnderWay = allOf(eq("accountKey", accountKey), gt("expiresAt", clock.now()));
  const failures = user === undefined || user.locked ? 0 : user.failures;
  return settings.userAuthFailuresMax - failures - (await store.count("passwordChecks", isUnderWay));
}

/** Adds the row of a check. The user is locked meanwhile, so that concurrent attempts see each other. */
async function noteQuestion(
  context: CallContext,
  target: Row<"targetSystems">,
  { userKey, password }: { readonly userKey: string; readonly password: Secret },
): Promise<Pick<AskedTarget, "key" | "account">> {
  const { store, clock, ids, caller, nudge } = context;
  const key = ids.guid();
  const proxyServer = await chosenProxy(context, target);
  const account = await store.transaction(async () => {
    const meant = await accountOf(context, target.id, await store.lock("users", userKey));
    const sealed = store.seal(password, { table: "passwordChecks", key, column: "password" });
    const place = { targetSystemKey: target.id, proxyServer, accountKey: meant?.key ?? null };
    const expiresAt = clock.now() + passwordCheckMs;
    await store.add("passwordChecks", { key, ...place, requestId: caller.requestId, password: sealed, expiresAt });
    await store.outbox.add({ workflowType: passwordCheckWorkflow, workflowId: key });
    return meant;
  });
  nudge();
  return { key, account };
}

/** Deletes the check of a target, in the current transaction. */
export async function forgetQuestion({ store }: Pick<CallContext, "store">, key: string): Promise<void> {
  await store.remove("passwordChecks", key);
}

async function answerTo(context: CallContext, target: Row<"targetSystems">, key: string): Promise<"right" | "wrong"> {
  const { store } = context;
  try {
    const answer = await awaitedAnswer(store, key);
    if (answer !== "away") return answer;
    throw away(context, target.id, "its proxy has not said whether the password is right");
  } catch (error) {
    await store.transaction(() => forgetQuestion(context, key));
    throw error;
  }
}

async function awaitedAnswer(store: Store, key: string): Promise<"right" | "wrong" | "away"> {
  const answer = await withDeadline(passwordCheckMs, async () => {
    const check = await store.get("passwordChecks", key);
    return check === undefined ? "away" : checkAnswer(check);
  });
  return answer ?? "away";
}

function away({ log, caller }: CallContext, targetSystem: string, reason: string): ServiceError {
  log.warn(
    { targetSystem, requestId: caller.requestId, reason },
    "The target that signs people in could not be asked.",
  );
  return new ServiceError("SIGN_IN_TARGET_AWAY", { detail: `${targetSystem}: ${reason}` });
}

interface Turns {
  readonly inTurn: InTurn;
  readonly standings: QueuePriorities;
}

// Belongs to the store: all entry points of a process share one queue.
const known = new WeakMap<Store, Turns>();

function turnsOf(store: Store): Turns {
  const made = known.get(store) ?? {
    inTurn: createTurns({
      parallelMax: passwordChecksAtOnceMax,
      queueMax: passwordQueueMax,
      refusedAfterMs: busyRefusalMs,
    }),
    standings: createQueuePriorities(() => performance.now()),
  };
  known.set(store, made);
  return made;
}
