import type { RequestStep } from "#domain/requests/request-step.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { pullChanges } from "#operations/nodes/pull-changes.ts";
import { decide } from "#operations/requests/decide.ts";
import { nextStep } from "#operations/requests/next-step.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";

import type { OrganisationSketch } from "../support/organisation.ts";
import { furnishRoom, type RequestRoom } from "../support/request-room.ts";
import { joinByInvitation, openNode, type RoomNode } from "./node-room.ts";

/** Requests at one of several nodes, which have one organization and one clock. */
export interface OwnedNode extends RoomNode {
  decide(id: string, request: { readonly key: string }, part: object): Promise<unknown>;
  /** Returns the next hub step of a request, as a workflow of this node would request it. */
  step(request: { readonly key: string }): Promise<RequestStep>;
  request(request: { readonly key: string }): Promise<Row<"reqbatch"> | undefined>;
}

/** Two nodes with real stores, the second of which has joined the first. */
export interface OwnedRoom {
  readonly first: OwnedNode & RequestRoom;
  readonly second: OwnedNode;
  readonly clock: ManualClock;
  /** Opens one more node, which joins the first. */
  join(name: string): Promise<OwnedNode>;
  /** Lets nodes pull from each other until none has anything more; without names all of them. */
  settle(...nodes: readonly OwnedNode[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the nodes with an organization, which the first of them has made. */
export async function openOwnedRoom(sketch: Partial<OrganisationSketch>): Promise<OwnedRoom> {
  // Nodes tell each other the time by the clock of the machine.
  const clock = new ManualClock(Date.now());
  const opened = await openNode("n1", { isReal: true, clock });
  const furnished = await furnishRoom(opened, clock, sketch);
  const first = { ...furnished, ...requestsAt(opened, furnished) };
  const nodes: OwnedNode[] = [first];

  async function join(name: string): Promise<OwnedNode> {
    const node = await openNode(name, { isReal: true, isInstalled: false, clock });
    await joinByInvitation(first, node);
    const owned = { ...node, ...requestsAt(node, furnished) };
    nodes.push(owned);
    await settle();
    // Those that heard of it before they knew it ask once more.
    clock.advance(10_000);
    await settle();
    return owned;
  }

  async function settle(...some: readonly OwnedNode[]): Promise<void> {
    const asked = some.length === 0 ? nodes : some;
    for (let round = 0; round < 20; round += 1) {
      let received = 0;
      for (const node of asked)
        for (const other of asked)
          if (node !== other) {
            const pulled = await node.run(pullChanges, { name: other.name, waitSeconds: 0 });
            received += pulled.received;
          }
      if (received === 0) return;
    }
    throw new Error("the nodes do not come to rest");
  }

  const second = await join("n2");
  return {
    first,
    second,
    clock,
    join,
    settle,
    async close() {
      for (const node of nodes.toReversed()) await node.close();
    },
  };
}

function requestsAt({ context }: RoomNode, { as }: Pick<RequestRoom, "as">) {
  const ordinals = new Map<string, number>();
  return {
    decide: (id: string, { key }: { readonly key: string }, part: object) =>
      invoke(decide, context, as(id), { key, ...part }),
    step({ key }: { readonly key: string }) {
      const ordinal = ordinals.get(key) ?? 0;
      ordinals.set(key, ordinal + 1);
      const input = { key, run: `run at ${context.store.node}`, ordinal, wakes: 0, ended: [], held: [] };
      return invoke(nextStep, context, engineCaller("idwfm", key), input);
    },
    request: ({ key }: { readonly key: string }) => context.store.get("reqbatch", key),
  };
}
