import { afterAll, beforeAll, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { expelNode } from "#operations/nodes/change-nodes.ts";
import { pullChanges } from "#operations/nodes/pull-changes.ts";
import { showNodeStatus } from "#operations/nodes/show-node-status.ts";
import { install } from "#operations/setup/install.ts";
import type { Row } from "#store/tables.ts";

import { loadAccounts } from "./loaded-accounts.ts";
import { joinByInvitation, openNode, type RoomNode } from "./node-room.ts";
import { openSets } from "./open-sets.ts";
import { settleNodes } from "./settle-nodes.ts";

let first: RoomNode;
let second: RoomNode;

beforeAll(async () => {
  first = await openNode("n1", { isReal: true });
  second = await openNode("n2", { isReal: true, isInstalled: false });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const settle = () => settleNodes(first, second);

const userOf = async ({ context: { store } }: RoomNode, id: string): Promise<Row<"users"> | undefined> =>
  (await store.select("users", { where: { id } }))[0];
const save = ({ context: { store } }: RoomNode, values: Partial<Row<"users">> & { readonly key: string }) =>
  store.transaction(() => store.save("users", values as never));

const at = (key: string) => ({ table: "webhooks", key, column: "secret" }) as const;

// @specification 1.replication
test("a node joins, has everything of the first one, and both bring each other's changes and secrets", async () => {
  const { store } = first.context;
  const [anna, hook] = [first.context.ids.guid(), first.context.ids.guid()];
  await save(first, { key: anna, id: "anna", displayName: "Anna" });
  await store.transaction(async () => {
    await store.save("targetGroups", { id: "DEFAULT", description: "Ours" });
    const secret = store.seal(new Secret("a secret of the first node"), at(hook));
    await store.add("webhooks", { key: hook, url: "https://one.example/", secret, createdAt: 0 });
  });
  const words = await joinByInvitation(first, second);
  expect(words).toMatch(/^Node 'n2' joined: \d+ rows and \d+ changes of 'n1'/);
  expect(await userOf(second, "anna")).toMatchObject({ key: anna, displayName: "Anna" });
  expect(await second.context.store.get("targetGroups", "DEFAULT")).toMatchObject({ description: "Ours" });
  const row = await second.context.store.get("webhooks", hook);
  expect(row?.secret).not.toBe((await store.get("webhooks", hook))?.secret);
  expect(second.context.store.unseal(row?.secret ?? "", at(hook)).use((text) => text)).toBe(
    "a secret of the first node",
  );

  // The initial rows of an installation are there already, so none is written anew over those of the first node.
  expect(await second.refusal(install, {})).toBe("done");
  expect(await second.context.store.get("targetGroups", "DEFAULT")).toMatchObject({ description: "Ours" });
  await settle();
  expect((await first.node("n2")).state).toBe("active");

  await save(second, { key: anna, displayName: "Anna at the second node" });
  await settle();
  expect(await userOf(first, "anna")).toMatchObject({ displayName: "Anna at the second node" });
  const [link] = (await first.run(showNodeStatus, {})).nodes;
  expect(link).toMatchObject({ name: "n2", state: "active", held: [], failures: 0 });
  expect(link?.lag?.changes).toBeGreaterThan(0);
});

test("what stands behind many changes travels while they are applied, and one call has all of it", async () => {
  const { store, ids } = first.context;
  await settle();
  const users = Array.from({ length: 900 }, (_, number) => ({ key: ids.guid(), id: `many${number}` }));
  await store.transaction(async () => {
    for (const user of users) await store.add("users", user);
  });
  const pulled = await second.run(pullChanges, { name: "n1", waitSeconds: 0 });
  expect(pulled).toMatchObject({ received: 900, applied: 900, held: 0, isCaughtUp: true });
  const arrived = await second.context.store.select("users", {});
  expect(
    arrived
      .filter(({ id }) => id.startsWith("many"))
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(users.map(({ key }) => key).toSorted());
});

test("a small edit does not wait for a load that was committed before it, and one call brings both", async () => {
  const { store } = first.context;
  const load = async (from: number, count: number) => {
    const { database, sets } = await openSets(first.databaseUrl, "n1", first.context.clock);
    await loadAccounts({ database, sets }, from, count);
    await database.close();
  };
  await load(0, 1);
  await settle();
  // Each account comes with a grant of its owner.
  await load(1, 3_000);
  await store.transaction(() => store.save("userPlaces", { key: "edited", department: "sales" }));
  const arrived: string[] = [];
  const unfollow = second.context.store.changeLog.onCommit(({ table }) => arrived.push(table));
  const pulled = await second.run(pullChanges, { name: "n1", waitSeconds: 0 });
  unfollow();
  expect(pulled).toMatchObject({ received: 6_001, applied: 6_001, held: 0, isLoading: false });
  expect([arrived[0], arrived.filter((table) => table === "accounts").length]).toEqual(["userPlaces", 3_000]);
});

test("what each node keeps for itself stops no change behind it", async () => {
  const key = first.context.ids.guid();
  await save(first, { key, id: "bea" });
  await settle();
  // A wrong password, and a link for another one.
  await save(first, { key, failures: 1 });
  await save(first, { key, passwordLinkHash: "hash", passwordLinkExpiresAt: 1 });
  await save(first, { key, displayName: "Bea" });
  await settle();
  expect(await userOf(second, "bea")).toMatchObject({ displayName: "Bea", failures: 0, passwordLinkHash: null });
});

test("an expelled node learns nothing new, and nothing of it is taken", async () => {
  const { key } = await first.node("n2");
  await first.run(expelNode, { key });
  await save(first, { key: first.context.ids.guid(), id: "later" });
  await save(second, { key: second.context.ids.guid(), id: "of the expelled" });
  expect(await second.refusal(pullChanges, { name: "n1", waitSeconds: 0 })).toBe("NODE_EXPELLED");
  expect(await first.refusal(pullChanges, { name: "n2", waitSeconds: 0 })).toBe("NODE_EXPELLED");
  expect([await userOf(second, "later"), await userOf(first, "of the expelled")]).toEqual([undefined, undefined]);
});
