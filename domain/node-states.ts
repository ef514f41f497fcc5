/** States of a node: it takes part, is still fetching the record for the first time, was paused, or was expelled for ever. */
export const nodeStates = ["active", "joining", "paused", "expelled"] as const;

/** State of a node. */
export type NodeState = (typeof nodeStates)[number];

/** Change of a node's state that an operator can make. */
export type NodeStep = "pause" | "resume" | "expel";

const steps: Readonly<Record<NodeStep, { readonly from: readonly NodeState[]; readonly to: NodeState }>> = {
  pause: { from: ["active", "joining", "paused"], to: "paused" },
  resume: { from: ["active", "paused"], to: "active" },
  expel: { from: ["active", "joining", "paused", "expelled"], to: "expelled" },
};

/** Returns the state of a node after a step; undefined if the step is not possible. An expelled node never comes back. */
export function stateAfter(state: NodeState, step: NodeStep): NodeState | undefined {
  return steps[step].from.includes(state) ? steps[step].to : undefined;
}

/** Returns true if a node in this state gives and gets changes. */
export function takesPart(state: NodeState): boolean {
  return state === "active" || state === "joining";
}

/**
 * Reasons for which a node has no work, as the answers of another one have told: it is paused or expelled there, or it was away, and cannot
 * apply what that node has changed meanwhile, because their versions are apart.
 */
export const toldStates = ["paused", "expelled", "apart"] as const;

/** Reason for which a node has no work, as another one has told it. */
export type ToldState = (typeof toldStates)[number];
