import { afterAll, beforeAll, expect, test } from "vitest";

import { compareNode, type ComparedNode } from "#operations/nodes/compare-node.ts";
import { listDifferences } from "#operations/nodes/list-differences.ts";
import { repairNode } from "#operations/nodes/repair-node.ts";
import { showNodeStatus } from "#operations/nodes/show-node-status.ts";
import { withDatabase } from "#store/database.ts";
import { comparedTables } from "#store/replication/comparison.ts";

import { joinByInvitation, openNode, type RoomNode } from "./node-room.ts";
import { settleNodes } from "./settle-nodes.ts";

let first: RoomNode;
let second: RoomNode;

beforeAll(async () => {
  first = await openNode("n1", { isReal: true });
  second = await openNode("n2", { isReal: true, isInstalled: false });
  const { store, ids } = first.context;
  await store.transaction(async () => {
    for (let count = 0; count < 450; count += 1)
      await store.save("users", { key: ids.guid(), id: `user${count}`, displayName: `User ${count}` });
  });
  await joinByInvitation(first, second);
  await settle();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const settle = () => settleNodes(first, second);

async function compare(by: RoomNode, other: string): Promise<ComparedNode> {
  const { key } = await by.node(other);
  // The audit row of another comparison may not have arrived.
  await settle();
  for (;;) {
    const result = await by.run(compareNode, { key });
    if (!result.left) return result;
  }
}

async function repair(by: RoomNode, other: string) {
  const { key } = await by.node(other);
  return by.run(repairNode, { key });
}

/** Writes a row into the database of a node past its service, whose watch must not notice it. */
const plant = (node: RoomNode, key: string, ...statements: readonly string[]) =>
  withDatabase({ databaseUrl: node.databaseUrl }, (database) =>
    database.transactions.run(async () => {
      for (const statement of statements) await database.write(statement);
      await database.write("DELETE FROM `rowWatch` WHERE `rowKey` = ?", [key]);
    }),
  );

const listed = async (node: RoomNode) =>
  (await node.run(listDifferences, {})).differences.map(({ node: of, table, key, kind, columns }) =>
    [of, table, key, kind, columns].join(" "),
  );
const userOf = async (node: RoomNode, id: string) => (await node.context.store.select("users", { where: { id } }))[0];

test("nodes that know the same changes have the same rows, whatever each keeps for itself", async () => {
  const { store, ids } = second.context;
  const user = await userOf(second, "user7");
  await store.transaction(async () => {
    await store.save("users", { key: String(user?.key), failures: 3 });
    await store.save("targetGroups", { id: "second", description: "of the second node" });
    await store.add("users", { key: ids.guid(), id: "made at the second" });
  });
  await settle();
  const result = await compare(first, "n2");
  expect(result).toMatchObject({ state: "equal", differences: 0, undecided: 0, orphans: 0, reason: null });
  expect(result.rows).toBeGreaterThan(450);
  expect(await compare(second, "n1")).toMatchObject({ state: "equal", differences: 0 });
});

test("rows that differ are found and listed, superusers are told, and a repair makes all nodes equal", async () => {
  const { store, ids } = first.context;
  await store.transaction(() => store.save("users", { key: ids.guid(), id: "root", superuser: true }));
  await settle();
  const [changed, lost, gone] = await Promise.all(
    ["user1", "user2", "user3"].map(async (id) => String((await userOf(first, id))?.key)),
  );
  await plant(second, String(changed), `UPDATE \`users\` SET \`displayName\` = 'planted' WHERE \`key\` = '${changed}'`);
  await plant(second, String(lost), `DELETE FROM \`users\` WHERE \`key\` = '${lost}'`);
  await plant(first, String(gone), `DELETE FROM \`users\` WHERE \`key\` = '${gone}'`);
  const result = await compare(first, "n2");
  expect(result).toMatchObject({ state: "different", differences: 3, undecided: 0 });
  const found = [
    `n2 users ${changed} differs displayName`,
    `n2 users ${lost} missingThere `,
    `n2 users ${gone} missingHere `,
  ];
  expect((await listed(first)).toSorted()).toEqual(found.toSorted());
  expect(await store.count("notices", { kind: "nodeDifferences" })).toBeGreaterThan(0);
  expect((await first.run(showNodeStatus, {})).nodes[0]?.comparison?.last).toMatchObject({ state: "different" });

  expect(await repair(first, "n2")).toMatchObject({ repaired: 2, elsewhere: 1, left: false });
  await settle();
  expect(await userOf(second, "user1")).toMatchObject({ displayName: "User 1" });
  expect(await userOf(second, "user2")).toMatchObject({ key: lost, displayName: "User 2" });
  // What the repair has replaced is listed.
  expect(
    await second.context.store.count("replicationConflicts", { key: String(changed), column: "displayName" }),
  ).toBe(1);
  // What only the other node has is repaired there.
  expect(await compare(second, "n1")).toMatchObject({ state: "different", differences: 1 });
  expect(await repair(second, "n1")).toMatchObject({ repaired: 1, elsewhere: 0 });
  await settle();
  expect(await userOf(first, "user3")).toMatchObject({ key: gone, displayName: "User 3" });
  expect(await compare(first, "n2")).toMatchObject({ state: "equal", differences: 0 });
  expect(await compare(second, "n1")).toMatchObject({ state: "equal", differences: 0 });
  expect([await listed(first), await listed(second)]).toEqual([[], []]);
});

test("nodes that do not know the same changes are not compared, and it is said which do not", async () => {
  const { store, ids } = second.context;
  await settle();
  await store.transaction(() => store.save("users", { key: ids.guid(), id: "not fetched yet" }));
  const { key } = await first.node("n2");
  const result = await first.run(compareNode, { key });
  expect(result).toMatchObject({ state: "waiting", left: false, differences: 0 });
  expect(result.reason).toContain("n2");
  await settle();
  expect(await compare(first, "n2")).toMatchObject({ state: "equal" });
});

test("a comparison that was stopped goes on where it was", async () => {
  const { store } = first.context;
  await settle();
  const users = (await store.select("users")).map(({ key }) => key).toSorted();
  const half = users[Math.floor(users.length / 2)] ?? "";
  const running = { startedAt: 1, table: "users", after: half, rows: 7, differences: 0, undecided: 0, orphans: 0 };
  await store.transaction(() => store.save("nodeLinks", { name: "n2", comparison: { running, last: null } }));
  const before = String(users[0]);
  const { version } = (await second.context.store.get("users", before)) ?? {};
  await plant(second, before, `UPDATE \`users\` SET \`displayName\` = 'planted' WHERE \`key\` = '${before}'`);
  // What was compared before is not compared once more, until the next comparison.
  expect(await compare(first, "n2")).toMatchObject({ state: "equal" });
  expect(await compare(first, "n2")).toMatchObject({ state: "different", differences: 1 });
  expect(version).toBeDefined();
  await repair(first, "n2");
  await settle();
  expect(await compare(first, "n2")).toMatchObject({ state: "equal" });
});

test("rows whose parent is missing are listed, and count as no difference", async () => {
  const { store, ids } = first.context;
  const [userKey, key] = [ids.guid(), ids.guid()];
  await store.transaction(async () => {
    await store.save("users", { key: userKey, id: "parent" });
    await store.save("userClassMembers", { key, userKey, userClassId: "_EXPLICIT_REST_API_USERS_" });
  });
  await settle();
  for (const node of [first, second]) await plant(node, userKey, `DELETE FROM \`users\` WHERE \`key\` = '${userKey}'`);
  expect(await compare(first, "n2")).toMatchObject({ state: "equal", differences: 0, orphans: 1 });
  expect(await listed(first)).toEqual([` userClassMembers ${key} orphan userKey`]);
  await store.transaction(() => store.remove("userClassMembers", key));
  expect(await compare(first, "n2")).toMatchObject({ state: "equal", orphans: 0 });
  expect(await listed(first)).toEqual([]);
});

test("an owned row is repaired at its home alone", async () => {
  const { store, ids } = first.context;
  const kid = ids.guid();
  await store.transaction(() =>
    store.add("signingKeys", { kid, publicKey: { kty: "RSA" }, state: "retired", createdAt: 1 }),
  );
  await settle();
  await plant(second, kid, `UPDATE \`signingKeys\` SET \`createdAt\` = 2 WHERE \`kid\` = '${kid}'`);
  expect(await compare(second, "n1")).toMatchObject({ state: "different", differences: 1 });
  expect(await repair(second, "n1")).toMatchObject({ repaired: 0, elsewhere: 1 });
  expect(await compare(first, "n2")).toMatchObject({ state: "different", differences: 1 });
  expect(await repair(first, "n2")).toMatchObject({ repaired: 1, elsewhere: 0 });
  await settle();
  expect((await second.context.store.get("signingKeys", kid))?.createdAt).toBe(1);
  expect(await compare(second, "n1")).toMatchObject({ state: "equal" });
});

test("each table that leaves its node is compared, and no other one", () => {
  expect(comparedTables).toContain("users");
  for (const table of ["nodeKeys", "nodeLinks", "keyedSessions", "persistedGrants", "signInAttempts"])
    expect(comparedTables).not.toContain(table);
});

test("a node that has not exchanged changes yet is not compared, and its keys are not pinned by that", async () => {
  const { store, ids } = first.context;
  const key = ids.guid();
  const keys = { signingKey: "s".repeat(43), sealingKey: "k".repeat(43) };
  await store.transaction(() =>
    store.add("nodes", { key, id: "n9", registeredAt: 1, publicAddress: "http://127.0.0.1:9", ...keys }),
  );
  expect(await first.run(compareNode, { key })).toMatchObject({
    state: "waiting",
    reason: "This node has not exchanged changes with n9 yet.",
    left: false,
  });
  expect(await store.get("nodeLinks", "n9")).toBeUndefined();
});

test("a node repairs nothing while another one has another version: its whole rows would lack what that has more", async () => {
  const { store } = first.context;
  const schemaVersion = (await store.get("nodeLinks", "n2"))?.schemaVersion ?? null;
  expect(schemaVersion).not.toBeNull();
  const tell = (version: number | null) =>
    store.transaction(() => store.save("nodeLinks", { name: "n2", schemaVersion: version }));
  await tell(1);
  const { key } = await first.node("n2");
  expect(await first.refusal(repairNode, { key })).toBe("NODE_VERSION");
  await tell(schemaVersion);
  expect(await first.refusal(repairNode, { key })).toBe("done");
});
