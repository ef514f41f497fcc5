import { appliedAtOnceMax, valuesAtOnceMax } from "#domain/node-limits.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";

import { isKilled, isRefusedRow } from "../database-errors.ts";

/** Part of an answer that is applied in one transaction. */
export interface Portion {
  readonly changes: readonly ReplicatedChange[];
  /** True for the last part, with which the cursor moves. */
  readonly isLast: boolean;
}

/** Divides changes into parts that keep others waiting for a moment only; the last one may be empty. */
export function portionsOf(changes: readonly ReplicatedChange[]): readonly Portion[] {
  const portions: Portion[] = [];
  let part: ReplicatedChange[] = [];
  let values = 0;
  for (const change of changes) {
    if (part.length === appliedAtOnceMax || values >= valuesAtOnceMax) {
      portions.push({ changes: part, isLast: false });
      [part, values] = [[], 0];
    }
    part.push(change);
    values += Object.keys(change.values).length;
  }
  return [...portions, { changes: part, isLast: true }];
}

/** Reason of a database for not applying a change. */
export type DatabaseReason = "refused" | "killed";

/** Functions that carry out an apply. */
export interface ApplyWays {
  apply(portion: Portion): Promise<void>;
  /** Holds a change, with everything behind it of its origin. */
  hold(change: ReplicatedChange, reason: DatabaseReason, error: unknown): Promise<void>;
  rest(ms: number): Promise<unknown>;
  /** True if a change whose transaction the database kills time and again is held (NoKillRetry). */
  readonly endsKilled: boolean;
}

const killedTriesMax = 5;
const shortestPauseMs = 100;

/**
 * Applies a part whole, or what the database does not take of it in halves, until the one change is found. A part that the database kills
 * is tried five times first, with growing pauses, and so is the one change; without NoKillRetry the error is thrown, and the caller tries
 * again for ever.
 * @throws the error of the database
 */
export async function applyInPortions(portion: Portion, ways: ApplyWays): Promise<void> {
  await inHalves(portion, ways, killedTriesMax);
}

async function inHalves(portion: Portion, ways: ApplyWays, tries: number): Promise<void> {
  const { changes, isLast } = portion;
  const [first] = changes;
  try {
    await tried(portion, ways, changes.length === 1 ? killedTriesMax : tries);
  } catch (error) {
    const reason = reasonOf(error, ways);
    if (reason === undefined || first === undefined) throw error;
    if (changes.length === 1) {
      await ways.hold(first, reason, error);
      await ways.apply({ changes: [], isLast });
      return;
    }
    const half = Math.ceil(changes.length / 2);
    await inHalves({ changes: changes.slice(0, half), isLast: false }, ways, 1);
    await inHalves({ changes: changes.slice(half), isLast }, ways, 1);
  }
}

async function tried(portion: Portion, ways: ApplyWays, triesMax: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await ways.apply(portion);
      return;
    } catch (error) {
      if (tries >= triesMax || reasonOf(error, ways) !== "killed") throw error;
      await ways.rest(shortestPauseMs * 2 ** (tries - 1));
    }
  }
}

function reasonOf(error: unknown, { endsKilled }: ApplyWays): DatabaseReason | undefined {
  if (isRefusedRow(error)) return "refused";
  return endsKilled && isKilled(error) ? "killed" : undefined;
}
