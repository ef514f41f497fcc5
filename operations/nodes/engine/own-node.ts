import { ServiceError } from "#domain/errors.ts";
import { makeNodeKeys, type NodeKeys } from "#platform/nodes/node-keys.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";

type Kept = Pick<ServiceContext, "store" | "clock">;

const column = (id: string, name: "signingSecret" | "sealingSecret") =>
  ({ table: "nodeKeys", key: id, column: name }) as const;

/** Returns the keys of this node; undefined if it has none. */
export async function ownKeys({ store }: Pick<ServiceContext, "store">): Promise<NodeKeys | undefined> {
  const row = await store.get("nodeKeys", store.node);
  if (row === undefined) return undefined;
  const { id, signingKey, sealingKey } = row;
  return {
    signingKey,
    sealingKey,
    signingSecret: store.unseal(row.signingSecret, column(id, "signingSecret")),
    sealingSecret: store.unseal(row.sealingSecret, column(id, "sealingSecret")),
  };
}

/**
 * Returns the keys of this node.
 * @throws NODE_WITHOUT_KEYS
 */
export async function requireOwnKeys(context: Pick<ServiceContext, "store">): Promise<NodeKeys> {
  const keys = await ownKeys(context);
  if (keys === undefined) throw new ServiceError("NODE_WITHOUT_KEYS");
  return keys;
}

/** Returns the keys of this node, which are made at the first call, in the current transaction. */
export async function keepOwnKeys(context: Kept): Promise<NodeKeys> {
  const known = await ownKeys(context);
  if (known !== undefined) return known;
  const { store, clock } = context;
  const keys = makeNodeKeys();
  const id = store.node;
  await store.add("nodeKeys", {
    id,
    signingKey: keys.signingKey,
    sealingKey: keys.sealingKey,
    signingSecret: store.seal(keys.signingSecret, column(id, "signingSecret")),
    sealingSecret: store.seal(keys.sealingSecret, column(id, "sealingSecret")),
    createdAt: clock.now(),
  });
  return keys;
}

/** Returns the row of this node; undefined before it is set up. */
export async function ownNode({ store }: Pick<ServiceContext, "store">): Promise<Row<"nodes"> | undefined> {
  return nodeNamed({ store }, store.node);
}

/** Returns the row of the node with a name, the one that has had it first. */
export async function nodeNamed(
  { store }: Pick<ServiceContext, "store">,
  id: string,
): Promise<Row<"nodes"> | undefined> {
  const [row] = await store.select("nodes", { where: { id }, orderBy: [["registeredAt", "asc"]], limit: 1 });
  return row;
}

/**
 * Records this node with its keys, its address and the version of its schema; writes only what has changed.
 * @throws NODE_JOINING on a node that has joined and does not have everything yet: the initial rows would replace those of the others
 */
export async function registerOwnNode(context: CallContext): Promise<void> {
  const { store, ids, clock, settings } = context;
  const { signingKey, sealingKey } = await keepOwnKeys(context);
  const facts = { signingKey, sealingKey, schemaVersion: schemaVersion() };
  const known = await ownNode(context);
  const isJoining = known === undefined ? (await store.count("nodeLinks")) > 0 : known.state === "joining";
  if (isJoining) throw new ServiceError("NODE_JOINING");
  if (known === undefined) {
    const publicAddress = settings.publicAddress;
    await store.add("nodes", { key: ids.guid(), id: store.node, registeredAt: clock.now(), publicAddress, ...facts });
    return;
  }
  const isSame = Object.entries(facts).every(([name, value]) => known[name as keyof typeof facts] === value);
  const lacksAddress = known.publicAddress === null && settings.publicAddress !== null;
  if (isSame && !lacksAddress) return;
  const publicAddress = known.publicAddress ?? settings.publicAddress;
  await store.save("nodes", { key: known.key, publicAddress, ...facts });
}
