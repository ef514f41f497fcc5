import { stampOf } from "#domain/replication/stamp.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";

const node = "berlin";

/** Adds a user to whom another node has given the ID of a user of this one, as that node's change of a number would; returns the key. */
export async function addTwin(
  { store, ids, clock }: Pick<ServiceContext, "store" | "ids" | "clock">,
  { id, displayName, seq = 1 }: { readonly id: string; readonly displayName: string; readonly seq?: number },
): Promise<string> {
  const [known] = await store.select("nodes", { where: { id: node } });
  if (known === undefined)
    await store.transaction(() => store.add("nodes", { key: ids.guid(), id: node, registeredAt: 0 }));
  const key = ids.guid();
  const stamps = { key: stampOf({ ms: clock.now() + 1, counter: 0, writer: 1, node }) };
  const change = {
    origin: `${node}:0`,
    seq,
    schema: 1,
    table: "users",
    key,
    operation: "insert",
    life: "",
  } as const;
  const answer = { from: node, logEpoch: 0, secrets: [], position: 1, vector: {} };
  await store.replication.apply({ ...answer, changes: [{ ...change, values: { key, id, displayName }, stamps }] });
  return key;
}
