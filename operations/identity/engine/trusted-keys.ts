import { eq } from "#domain/query/condition.ts";
import { isSignedByNode } from "#platform/nodes/node-keys.ts";
import type { TrustedNode } from "#platform/nodes/nodes.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type Kept = Pick<ServiceContext, "store" | "nodes">;

/** A key whose tokens count here. */
export type TrustedKey = Row<"signingKeys"> & {
  /** True if this node signs with it, false for that of another node. */
  readonly isOwn: boolean;
};

const newestFirst = [
  ["createdAt", "desc"],
  ["kid", "asc"],
] as const;

/** Returns the rows of signing keys whose home is this node, the newest first, whoever has written them. */
async function rowsHere({ store }: Pick<Kept, "store">): Promise<Row<"signingKeys">[]> {
  return store.select("signingKeys", { where: await store.homes.here(), orderBy: newestFirst });
}

/**
 * Returns the signing keys of this node, the newest first. Once other nodes know it, they could write rows in its name: only what this node
 * has signed is its own.
 */
export async function ownSigningKeys({ store, nodes }: Kept): Promise<Row<"signingKeys">[]> {
  const rows = await rowsHere({ store });
  const node = (await store.homes.isShared()) ? await nodes.own() : undefined;
  return node === undefined ? rows : rows.filter((row) => isCertified(node, row));
}

/**
 * Returns the keys whose tokens count here: those of this node, and those of the others that take part. Each node has signed its own, so no
 * node can bring in a key for another one, and none of an expelled node is left.
 */
export async function trustedKeys(context: Kept): Promise<readonly TrustedKey[]> {
  const { store, nodes } = context;
  const own = (await ownSigningKeys(context)).map((row) => ({ ...row, isOwn: true }));
  if (!(await store.homes.isShared())) return own;
  const trusted: TrustedKey[] = own;
  for (const node of await nodes.trusted()) {
    const rows = await store.select("signingKeys", { where: eq("homeNode", node.name), orderBy: newestFirst });
    for (const row of rows) if (isCertified(node, row)) trusted.push({ ...row, isOwn: false });
  }
  return trusted;
}

function isCertified(
  { name, signingKey }: TrustedNode,
  row: Pick<Row<"signingKeys">, "kid" | "publicKey" | "nodeSignature">,
): boolean {
  return isSignedByNode({ signingKey }, certifiedText(name, row), row.nodeSignature ?? "");
}

/** Removes keys in the name of this node that it has not signed, in the current transaction, so that they keep no place. */
export async function dropForgedKeys(context: Kept): Promise<void> {
  const { store } = context;
  const own = new Set((await ownSigningKeys(context)).map(({ kid }) => kid));
  for (const { kid } of await rowsHere({ store })) if (!own.has(kid)) await store.remove("signingKeys", kid);
}

/** Returns the signature of this node for one of its signing keys; null before it has a key as a node. */
export function certify({ store, nodes }: Kept, key: Pick<Row<"signingKeys">, "kid" | "publicKey">) {
  return nodes.sign(certifiedText(store.node, key));
}

/**
 * Signs the keys of this node that were made before it had keys as a node, in the current transaction, and only before another one can have
 * written any.
 */
export async function certifyOwnKeys(context: Kept): Promise<void> {
  if (await context.store.homes.isShared()) return;
  for (const row of await rowsHere(context))
    if (row.nodeSignature === null)
      await context.store.save("signingKeys", { kid: row.kid, nodeSignature: await certify(context, row) });
}

function certifiedText(node: string, { kid, publicKey: { n, e } }: Pick<Row<"signingKeys">, "kid" | "publicKey">) {
  return JSON.stringify(["gatehouse-signing-key-1", node, kid, n, e]);
}
