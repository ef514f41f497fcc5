import { type NodeState, takesPart } from "../node-states.ts";

/** Next step of the workflow that pulls from a node. */
export type PullStep =
  | { readonly do: "finished" }
  | { readonly do: "deliver" }
  /** Wait for `waitMs` milliseconds, or until a wake. */
  | { readonly do: "wait"; readonly waitMs: number };

/** Facts by which the next step is decided. */
export interface PullFacts {
  /** State of the other node; undefined if there is no such node. */
  readonly state: NodeState | undefined;
  /** Time at which it may be asked again, milliseconds UTC. */
  readonly nextPullAt: number;
  readonly now: number;
}

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** Returns the next step of a pull: a paused node is looked at again, because a wake can be lost. */
export function pullStep({ state, nextPullAt, now }: PullFacts): PullStep {
  if (state === undefined || state === "expelled") return { do: "finished" };
  if (!takesPart(state)) return { do: "wait", waitMs: longestPauseMs };
  // A clock that was set back must not keep the node waiting.
  const waitMs = Math.min(nextPullAt - now, longestPauseMs);
  return waitMs > 0 ? { do: "wait", waitMs } : { do: "deliver" };
}

/** Returns the pause after a number of failed pulls in a row: 1 second first, then twice as long each time, at most a minute. */
export function pauseAfter(failures: number): number {
  return Math.min(firstPauseMs * 2 ** Math.max(0, Math.min(failures, 30) - 1), longestPauseMs);
}
