import { nodeAskedMs } from "../node-limits.ts";
import type { HeldChange } from "../node-link-facts.ts";
import type { ToldState } from "../node-states.ts";
import { needsUpgrade } from "../replication/held-changes.ts";

/** Facts about another node that takes part. */
export interface AskedNode {
  readonly name: string;
  /** Reason to have no work that it has told this node; null for none. */
  readonly toldState: ToldState | null;
  /** Milliseconds UTC at which it was asked last, with an answer or without. */
  readonly lastPullAt: number | null;
}

const toldWords: Readonly<Record<ToldState, (node: string) => string>> = {
  paused: (node) => `node ${node} says that this node is paused there`,
  expelled: (node) => `node ${node} says that this node is expelled there`,
  apart: (node) =>
    `this node was away, and cannot apply what node ${node}, which has another version, has changed meanwhile: upgrade the older one`,
};

/**
 * Returns the reason for which a node performs nothing at target systems; undefined if it may. Another node that has paused or expelled it
 * may have taken its work over. One that comes back does not know that before it has asked, and applied the answer.
 */
export function standsBy(others: readonly AskedNode[], now: number): string | undefined {
  const told = others.find(({ toldState }) => toldState !== null);
  if (told?.toldState) return toldWords[told.toldState](told.name);
  // A time that lies ahead is from before the clock was set back.
  const isAsked = ({ lastPullAt }: AskedNode) => lastPullAt !== null && Math.abs(now - lastPullAt) <= nodeAskedMs;
  if (others.length === 0 || others.some(isAsked)) return undefined;
  return "the hub of this node has not asked another node for minutes, or not yet";
}

/** Facts about an answer of another node, and about the time before it. */
export interface AnsweredPull {
  readonly toldState: ToldState | null;
  /** Milliseconds UTC of the answer before; null if there was none. */
  readonly lastSuccessAt: number | null;
  /** Changes that are held since an answer of that node. */
  readonly held: readonly Pick<HeldChange, "reason">[];
}

/**
 * Returns what an answer of another node that has this one for active tells of its work. Among changes of a newer version that cannot be
 * applied there may be that this node's work was taken over while it was away or paused; so it begins none before it has been upgraded.
 */
export function toldBy({ toldState, lastSuccessAt, held }: AnsweredPull, now: number): ToldState | null {
  if (!held.some(({ reason }) => needsUpgrade(reason))) return null;
  return toldState !== null || wasAway(lastSuccessAt, now) ? "apart" : null;
}

/** Returns what a refusal of another node, or of its answer, tells of the work of this one; undefined if what it has told before still holds. */
export function toldByRefusal(
  { code, lastSuccessAt }: Pick<AnsweredPull, "lastSuccessAt"> & { readonly code: string | null | undefined },
  now: number,
): ToldState | undefined {
  if (code === "NODE_EXPELLED") return "expelled";
  if (code === "NODE_PAUSED") return "paused";
  return code === "NODE_VERSION_APART" && wasAway(lastSuccessAt, now) ? "apart" : undefined;
}

const wasAway = (lastSuccessAt: number | null, now: number): boolean =>
  lastSuccessAt !== null && Math.abs(now - lastSuccessAt) > nodeAskedMs;
