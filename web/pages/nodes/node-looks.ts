import type { NodeLink } from "../../api/model.ts";
import type { StateLook } from "../../components/state-label.tsx";

/** State of a node as the page shows it: an active one that cannot be read is out of reach. */
export type ShownNodeState = NodeLink["state"] | "away" | "held";

/** Looks of the states. */
export const nodeLooks: Readonly<Record<ShownNodeState, StateLook>> = {
  active: "success",
  joining: "info",
  paused: "warning",
  expelled: "custom",
  away: "danger",
  held: "danger",
};

/** Returns the state of another node as the page shows it. */
export function shownState({ state, failures, held }: Pick<NodeLink, "state" | "failures" | "held">): ShownNodeState {
  if (state !== "active") return state;
  if (held.length > 0) return "held";
  return failures > 0 ? "away" : "active";
}
