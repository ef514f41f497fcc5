import { nodeAskedMs } from "../node-limits.ts";
import type { ToldState } from "../node-states.ts";

/** Facts about another node that takes part. */
export interface AskedNode {
  readonly name: string;
  /** State that it has told this node in its last answer; null for none. */
  readonly toldState: ToldState | null;
  /** Milliseconds UTC at which it was asked last, with an answer or without. */
  readonly lastPullAt: number | null;
}

/**
 * Returns the reason for which a node performs nothing at target systems; undefined if it may. Another node that has paused or expelled it
 * may have taken its work over. One that comes back does not know that before it has asked.
 */
export function standsBy(others: readonly AskedNode[], now: number): string | undefined {
  const told = others.find(({ toldState }) => toldState !== null);
  if (told !== undefined) return `node ${told.name} says that this node is ${told.toldState} there`;
  // A time that lies ahead is from before the clock was set back.
  const isAsked = ({ lastPullAt }: AskedNode) => lastPullAt !== null && Math.abs(now - lastPullAt) <= nodeAskedMs;
  if (others.length === 0 || others.some(isAsked)) return undefined;
  return "the hub of this node has not asked another node for minutes, or not yet";
}
