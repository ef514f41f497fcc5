import { setTimeout as sleep } from "node:timers/promises";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { checkAnswer, passwordCheckWorkflow } from "#domain/identity/password-check.ts";
import { busyRefusalMs, passwordQueueMax } from "#domain/limits.ts";
import { passwordCheckMs, passwordChecksAtOnceMax } from "#domain/people-limits.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { chosenProxy } from "../../requests/engine/serving-proxy.ts";
import { unable } from "../../requests/engine/unable.ts";
import { createNetworkStandings, type NetworkStandings } from "./network-standing.ts";
import { createTurns, type InTurn } from "./password-turns.ts";
import { isPasswordLocked } from "./user-state.ts";

type User = Row<"users">;

/** What the target of `SIGN_IN_TARGET` is asked, and what it has said. */
export interface AskedTarget {
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
export async function askTarget(
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
    const account = await accountOf(context, target.id, user);
    const isRight = await opens(context, target, { accountKey: account?.key ?? null, password });
    if (isRight) standings.succeeded(ip);
    return { account, isRight };
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
 * of whom the target's administrators would be masters; none of whoever has a password of ours, or is locked by wrong ones, so that
 * nobody who tries names out locks accounts there.
 */
async function accountOf(
  context: CallContext,
  targetSystemKey: string,
  user: User | undefined,
): Promise<Row<"accounts"> | undefined> {
  const accounts = await context.store.select("accounts", { where: { targetSystemKey, userKey: user?.key ?? "" } });
  if (user === undefined || user.superuser || user.passwordHash !== null) return undefined;
  if (isPasswordLocked(user, context)) return undefined;
  return accounts.length === 1 ? accounts[0] : accounts.find(({ shortId }) => shortId === user.id);
}

async function opens(
  context: CallContext,
  target: Row<"targetSystems">,
  { accountKey, password }: { readonly accountKey: string | null; readonly password: Secret },
): Promise<boolean> {
  const { store, clock, ids, caller, nudge } = context;
  const key = ids.guid();
  const proxyServer = await chosenProxy(context, target);
  await store.transaction(async () => {
    const sealed = store.seal(password, { table: "passwordChecks", key, column: "password" });
    const expiresAt = clock.now() + passwordCheckMs;
    const asked = { key, targetSystemKey: target.id, proxyServer, accountKey, requestId: caller.requestId };
    await store.add("passwordChecks", { ...asked, password: sealed, expiresAt });
    await store.outbox.add({ workflowType: passwordCheckWorkflow, workflowId: key });
  });
  nudge();
  try {
    const answer = await answerTo(store, key);
    if (answer === "away") throw away(context, target.id, "its proxy has not said whether the password is right");
    return answer === "right";
  } finally {
    await store.transaction(() => store.remove("passwordChecks", key));
  }
}

const pollMs = { shortest: 10, longest: 160 } as const;

async function answerTo(store: Store, key: string): Promise<"right" | "wrong" | "away"> {
  const endMs = performance.now() + passwordCheckMs;
  for (
    let pauseMs: number = pollMs.shortest;
    performance.now() < endMs;
    pauseMs = Math.min(2 * pauseMs, pollMs.longest)
  ) {
    await sleep(pauseMs);
    const check = await store.get("passwordChecks", key);
    if (check === undefined) return "away";
    const answer = checkAnswer(check);
    if (answer !== undefined) return answer;
  }
  return "away";
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
  readonly standings: NetworkStandings;
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
    standings: createNetworkStandings(() => performance.now()),
  };
  known.set(store, made);
  return made;
}
