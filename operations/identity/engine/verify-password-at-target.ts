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

/** What the target of `SIGN_IN_TARGET` was asked, and what it has said. */
export interface AskedTarget {
  /** The row of the question; as long as it is there the try counts as one that is under way. */
  readonly key: string;
  /** The account by which the user signs in there; undefined = nobody was meant. */
  readonly account: Row<"accounts"> | undefined;
  readonly isRight: boolean;
}

/**
 * Asks the target that a setting names whether a password opens the account of a user; undefined where no setting names one. Of a
 * name that nobody has, and of a user who may not sign in so, it is asked all the same, for an account that it cannot have: neither
 * the answer nor its time tells who is known here. Not to be called inside a transaction.
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
    // Whoever answers for an account that there cannot be vouches for nobody.
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
 * The account whose password is the user's: the only one there, or of several the one that bears the user's id. None of a superuser,
 * of whom the target's administrators would be masters; none of whoever has a password of ours, or is locked by wrong ones or would
 * be by those under way, so that nobody who tries names out locks accounts there.
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

/** How often the target may still be asked about an account before wrong passwords lock its user. */
async function triesLeftFor(
  { store, settings, clock }: CallContext,
  user: User | undefined,
  accountKey: string,
): Promise<number> {
  const isUnderWay = allOf(eq("accountKey", accountKey), gt("expiresAt", clock.now()));
  const failures = user === undefined || user.locked ? 0 : user.failures;
  return settings.userAuthFailuresMax - failures - (await store.count("passwordChecks", isUnderWay));
}

/** The user is locked meanwhile, so that of tries that come together each sees the others. */
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

/** Forgets what a target was asked, in the current transaction. */
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

// Belongs to the store: all doors of a process ask together.
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
