import { type NodeState, takesPart } from "../node-states.ts";

/** A node of the installation, as another one tells a proxy of it. */
export interface NodeOfProxy {
  readonly name: string;
  readonly state: NodeState;
  /** Public half of its Ed25519 key, as base64url. */
  readonly signingKey: string;
}

/** Facts that a node tells a proxy of itself and of the others, signed with its key. */
export interface ToldNode {
  readonly name: string;
  /** Reason for which it hands out no work; null if it does. */
  readonly standsBy: string | null;
  /** True if it has work left for the proxy. */
  readonly isBusy: boolean;
  /** All nodes that it knows, itself among them. */
  readonly nodes: readonly NodeOfProxy[];
}

/** Answer at an address of a proxy: what the node there tells, or why there is none. */
export type AskedAddress = { readonly told: ToldNode } | { readonly why: string };

/** Choice of a proxy: the place of the address that it works at, null for none, and the reason in words. */
export interface ChosenAddress {
  readonly index: number | null;
  readonly reason: string;
}

/** Facts for the choice. */
interface ChoiceFacts {
  /** Name of the node at the first address, the home of the proxy. */
  readonly home: string;
  /** Place of the address at which it works now; null for none. */
  readonly current: number | null;
}

/**
 * Chooses the node that a proxy works for. Its home is the node at the first address. Another one is chosen only while the home is of no use
 * and that node has paused or expelled the home, so that it may have taken its work over: a home that the proxy alone does not reach goes on
 * with its work. Nobody is chosen whom another node that answers has paused or expelled. The proxy works at home again once the other node
 * has no work left for it.
 */
export function chosenAddress(asked: readonly AskedAddress[], { home, current }: ChoiceFacts): ChosenAddress {
  const problems = asked.map((one, index) => problemAt(asked, one, index));
  const [atHome = null] = problems;
  const isAway = current !== null && current > 0 && problems[current] === null;
  if (atHome === null) {
    const stays = isAway && isBusy(asked[current]);
    return stays
      ? { index: current, reason: `node '${home}' is back, and this one still has work for the proxy` }
      : { index: 0, reason: "it is the home of this proxy" };
  }
  if (isAway) return { index: current, reason: atHome };
  const index = asked.findIndex(
    (one, at) => at > 0 && problems[at] === null && "told" in one && endedBy(one.told, home),
  );
  if (index > 0) return { index, reason: `${atHome}, and node '${home}' is paused or expelled here` };
  return { index: null, reason: `${atHome}, and no other node that answers has paused or expelled '${home}'` };
}

const isBusy = (one: AskedAddress | undefined): boolean => one !== undefined && "told" in one && one.told.isBusy;

/** Returns the reason for which the node at an address is of no use; null for none. */
function problemAt(asked: readonly AskedAddress[], one: AskedAddress, index: number): string | null {
  if ("why" in one) return one.why;
  const { name, standsBy } = one.told;
  if (standsBy !== null) return `node '${name}' stands by: ${standsBy}`;
  const by = asked.find((other, at) => at !== index && "told" in other && endedBy(other.told, name));
  return by !== undefined && "told" in by ? `node '${by.told.name}' has paused or expelled node '${name}'` : null;
}

function endedBy({ nodes }: ToldNode, name: string): boolean {
  const known = nodes.find((node) => node.name === name);
  return known !== undefined && !takesPart(known.state);
}
