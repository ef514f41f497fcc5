import { latestStamp } from "./replication/column-stamps.ts";
import type { HeldBecause } from "./replication/held-changes.ts";
import type { ReplicatedChange } from "./replication/replicated-change.ts";
import { stampedAt } from "./replication/stamp.ts";

/** Change that a node holds, with the reason. */
export interface HeldChange {
  readonly origin: string;
  readonly seq: number;
  readonly reason: HeldBecause;
}

/** Times that the changes of an answer took from their stamp to their arrival, in milliseconds. */
export interface LagFigures {
  readonly changes: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

const half = 0.5;
const mostOf = 0.95;

/** Returns the times that changes took to arrive by the clock here; null if there are none. A clock that is ahead gives no negative time. */
export function lagOf(changes: readonly Pick<ReplicatedChange, "stamps">[], now: number): LagFigures | null {
  // A change of what each node has of its own has no stamp.
  const stamped = changes.map(({ stamps }) => latestStamp(stamps)).filter((stamp) => stamp !== "");
  if (stamped.length === 0) return null;
  const took = stamped.map((stamp) => Math.max(0, now - stampedAt(stamp))).toSorted((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? 0;
  return { changes: took.length, p50: at(half), p95: at(mostOf), max: at(1) };
}
