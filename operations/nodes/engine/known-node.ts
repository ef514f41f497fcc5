import type { NodeState } from "#domain/node-states.ts";
import type { PublicNodeKeys } from "#platform/nodes/node-keys.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { nodeNamed } from "./own-node.ts";

/** Another node, as this one knows it. */
export interface KnownNode extends PublicNodeKeys {
  readonly name: string;
  readonly nodeKey: string;
  readonly state: NodeState;
  readonly publicAddress: string | null;
  /** True if its keys are pinned here. */
  readonly isPinned: boolean;
}

/** Returns the state of a node; an expelled one stays expelled, whatever was written into its row later. */
export async function stateOfNode(
  { store }: Pick<ServiceContext, "store">,
  { id, state }: Pick<Row<"nodes">, "id" | "state">,
): Promise<NodeState> {
  return (await store.get("nodeExpulsions", id)) === undefined ? state : "expelled";
}

/**
 * Returns another node by its name; undefined if there is none with keys. The keys with which it was met first stay: a row that another node
 * has changed replaces none of them.
 */
export async function knownNode(context: Pick<ServiceContext, "store">, name: string): Promise<KnownNode | undefined> {
  const { store } = context;
  if (name === store.node) return undefined;
  const link = await store.get("nodeLinks", name);
  const row = await nodeNamed(context, name);
  const keys = link ?? keysOf(row);
  if (keys === undefined) return undefined;
  // A node that has just joined knows the others by their links alone.
  const state = await stateOfNode(context, row ?? { id: name, state: "active" });
  const { nodeKey, signingKey, sealingKey } = keys;
  const publicAddress = row?.publicAddress ?? link?.metAt ?? null;
  return { name, nodeKey, state, publicAddress, signingKey, sealingKey, isPinned: link !== undefined };
}

/** Returns the keys in the row of a node; undefined if it has none. */
function keysOf(row: Row<"nodes"> | undefined): Pick<KnownNode, "nodeKey" | "signingKey" | "sealingKey"> | undefined {
  if (row === undefined || row.signingKey === null || row.sealingKey === null) return undefined;
  return { nodeKey: row.key, signingKey: row.signingKey, sealingKey: row.sealingKey };
}

/** Pins the keys of a node at its first call or pull. */
export async function pinNode(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  node: KnownNode,
): Promise<void> {
  if (node.isPinned) return;
  const { name, nodeKey, signingKey, sealingKey, publicAddress } = node;
  const link = { name, nodeKey, signingKey, sealingKey, metAt: publicAddress, pinnedAt: clock.now() };
  await store.save("nodeLinks", link);
}

/** Returns the names of all other nodes that are known here. */
export async function otherNodes({ store }: Pick<ServiceContext, "store">): Promise<readonly string[]> {
  const rows = await store.select("nodes", { orderBy: [["registeredAt", "asc"]] });
  const links = await store.select("nodeLinks", { orderBy: [["pinnedAt", "asc"]] });
  const names = new Set([...rows.map(({ id }) => id), ...links.map(({ name }) => name)]);
  names.delete(store.node);
  return [...names];
}
