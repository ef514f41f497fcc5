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

/** What a sign-in remembers that has just begun. */
export const nothingYet = {
  state: null,
  asked: null,
  sessions: {},
  proofs: [],
  kept: [],
  hasSelected: false,
} as const satisfies Partial<AttemptMemory>;

/** The row of a sign-in with its memory unsealed, and its chain. */
export async function attemptOf(context: CallContext, row: AttemptRow): Promise<Attempt> {
  const text = context.store.unseal(row.memory, placeOf(row.key)).use((plain) => plain);
  return {
    row,
    memory: { ...nothingYet, ...(JSON.parse(text) as AttemptMemory) },
    chain: await chainAt(context, row.chain, row.chainNumber),
  };
}

/** Seals what a sign-in remembers to its row. */
export function sealMemory({ store }: Pick<CallContext, "store">, key: string, memory: AttemptMemory): string {
  return store.seal(new Secret(JSON.stringify(memory)), placeOf(key));
}

function placeOf(key: string) {
  return { table: "signInAttempts", key, column: "memory" };
}

/** By what a sign-in is known, and what it may aim at where it is answered. */
interface ShownAttempt {
  readonly handle: Secret;
  readonly cookie: Secret;
  readonly aims: readonly AttemptAim[];
}

/**
 * The sign-in of a handle, shown by the browser that has begun it, at a door of its aim.
 * @throws SIGN_IN_ATTEMPT_OVER when it is unknown, over, another browser's, or another door's
 */
export async function openAttempt(context: CallContext, { handle, cookie, aims }: ShownAttempt): Promise<Attempt> {
  const [row] = await context.store.select("signInAttempts", { where: { handleHash: hashOf(handle) }, limit: 1 });
  const isShown = row?.cookieHash === hashOf(cookie) && aims.includes(row.aim);
  if (row === undefined || !isShown || !goesOn(context, row)) throw attemptOver(whyNot(row));
  return attemptOf(context, row);
}

/** The refusal of a sign-in with which nobody goes on here; the reason stands in the audit alone. */
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
 * Locks a sign-in in the current transaction, where it still stands as it was seen.
 * @throws SIGN_IN_ATTEMPT_MOVED when another answer has come first
 */
export async function lockAttempt(context: CallContext, { row: { key, turn } }: Attempt): Promise<void> {
  const now = await context.store.lock("signInAttempts", key);
  if (now === undefined || !goesOn(context, now)) throw attemptOver(whyNot(now));
  if (now.turn !== turn) throw new ServiceError("SIGN_IN_ATTEMPT_MOVED");
}

/**
 * Locks a sign-in that goes on in the current transaction, however it stands.
 * @throws SIGN_IN_ATTEMPT_OVER
 */
export async function lockedAttempt(context: CallContext, key: string): Promise<Attempt> {
  const row = await context.store.lock("signInAttempts", key);
  if (row === undefined || !goesOn(context, row)) throw attemptOver(whyNot(row));
  return attemptOf(context, row);
}

/** The step at which a sign-in is. */
export function stepOf(attempt: Attempt): StepAtHand {
  const { row, memory, chain } = attempt;
  const { configuration = {}, outcomes = {} } = chain.steps[row.step] ?? {};
  return { attempt, aim: row.aim, name: row.step, configuration, outcomes, state: memory.state };
}

/** What selectors may ask of a sign-in, as it was known when its chain was chosen. */
export function factsOf({ memory: { facts, userName } }: Pick<Attempt, "memory">): FactsAtDoor {
  return userName === null ? facts : { ...facts, userName };
}

/** Of which purpose the chains are that lead to an aim. */
export function purposeOfAttempt({ row }: Attempt): ChainPurpose {
  return purposeOf(row.aim);
}
