import { Secret } from "#connectors/contract/index.ts";
import { type AttemptAim, purposeOf } from "#domain/chains/attempt-aims.ts";
import type { ChainPurpose } from "#domain/chains/auth-chain.ts";
import { ServiceError } from "#domain/errors.ts";

import type { FactsAtDoor } from "../../chains/engine/facts-at-door.ts";
import { chainAt } from "../../chains/engine/stored-chains.ts";
import { hashOf } from "../../identity/engine/client.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { Attempt, AttemptMemory } from "./attempt.ts";
import type { StepAtHand } from "./component.ts";

type AttemptRow = Attempt["row"];

/** Memory of a new sign-in. */
export const nothingYet = {
  state: null,
  asked: null,
  sessions: {},
  proofs: [],
  kept: [],
  hasSelected: false,
} as const satisfies Partial<AttemptMemory>;

/** Returns a sign-in with its memory unsealed and its chain. */
export async function attemptOf(context: CallContext, row: AttemptRow): Promise<Attempt> {
  const text = context.store.unseal(row.memory, placeOf(row.key)).use((plain) => plain);
  return {
    row,
    memory: { ...nothingYet, ...(JSON.parse(text) as AttemptMemory) },
    chain: await chainAt(context, row.chain, row.chainNumber),
  };
}

/** Seals the memory of a sign-in to its row. */
export function sealMemory({ store }: Pick<CallContext, "store">, key: string, memory: AttemptMemory): string {
  return store.seal(new Secret(JSON.stringify(memory)), placeOf(key));
}

function placeOf(key: string) {
  return { table: "signInAttempts", key, column: "memory" };
}

/** Handle and cookie that identify a sign-in, and the aims accepted by the endpoint that answers it. */
interface ShownAttempt {
  readonly handle: Secret;
  readonly cookie: Secret;
  readonly aims: readonly AttemptAim[];
}

/**
 * Finds the sign-in of a handle. The browser that began it must show it, at an endpoint of its aim.
 * @throws SIGN_IN_ATTEMPT_OVER if it is unknown, over, of another browser or of another endpoint
 */
export async function openAttempt(context: CallContext, { handle, cookie, aims }: ShownAttempt): Promise<Attempt> {
  const [row] = await context.store.select("signInAttempts", { where: { handleHash: hashOf(handle) }, limit: 1 });
  const isShown = row?.cookieHash === hashOf(cookie) && aims.includes(row.aim);
  if (row === undefined || !isShown || !goesOn(context, row)) throw attemptOver(whyNot(row));
  return attemptOf(context, row);
}

/** Makes the refusal of a sign-in that cannot continue here; only the audit holds the reason. */
export function attemptOver(reason: string): ServiceError {
  return new ServiceError("SIGN_IN_ATTEMPT_OVER", { target: "attempt", detail: reason });
}

function whyNot(row: AttemptRow | undefined): string {
  if (row === undefined) return "unknown";
  return row.end === null ? "too old, or another browser's or door's" : `ended: ${row.end}`;
}

function goesOn({ clock }: Pick<CallContext, "clock">, { end, expiresAt }: AttemptRow): boolean {
  return end === null && clock.now() < expiresAt;
}

/**
 * Locks a sign-in in the current transaction, if it has not changed since it was read.
 * @throws SIGN_IN_ATTEMPT_MOVED if another answer came first
 */
export async function lockAttempt(context: CallContext, { row: { key, turn } }: Attempt): Promise<void> {
  const now = await context.store.lock("signInAttempts", key);
  if (now === undefined || !goesOn(context, now)) throw attemptOver(whyNot(now));
  if (now.turn !== turn) throw new ServiceError("SIGN_IN_ATTEMPT_MOVED");
}

/**
 * Locks a sign-in that has not ended, in any state, in the current transaction.
 * @throws SIGN_IN_ATTEMPT_OVER
 */
export async function lockedAttempt(context: CallContext, key: string): Promise<Attempt> {
  const row = await context.store.lock("signInAttempts", key);
  if (row === undefined || !goesOn(context, row)) throw attemptOver(whyNot(row));
  return attemptOf(context, row);
}

/** Returns the current step of a sign-in. */
export function stepOf(attempt: Attempt): StepAtHand {
  const { row, memory, chain } = attempt;
  const { configuration = {}, outcomes = {} } = chain.steps[row.step] ?? {};
  return { attempt, aim: row.aim, name: row.step, configuration, outcomes, state: memory.state };
}

/** Returns the facts for selectors about a sign-in, as its memory holds them. */
export function factsOf({ memory: { facts, userName } }: Pick<Attempt, "memory">): FactsAtDoor {
  return userName === null ? facts : { ...facts, userName };
}

/** Returns the purpose of the chains for an attempt's aim. */
export function purposeOfAttempt({ row }: Attempt): ChainPurpose {
  return purposeOf(row.aim);
}
