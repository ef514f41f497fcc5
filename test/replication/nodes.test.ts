import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { beginJoin, makeOwnKeys } from "#operations/nodes/begin-join.ts";
import { expelNode, pauseNode, resumeNode, updateNode } from "#operations/nodes/change-nodes.ts";
import { inviteNode } from "#operations/nodes/invite-node.ts";
import { nextPullStep } from "#operations/nodes/next-pull-step.ts";
import { pullChanges } from "#operations/nodes/pull-changes.ts";
import { recordFailedPull } from "#operations/nodes/record-failed-pull.ts";
import { showNodeStatus } from "#operations/nodes/show-node-status.ts";
import { install } from "#operations/setup/install.ts";

import { openNode, openTwoNodes, type RoomNode } from "./node-room.ts";

const open: RoomNode[] = [];
const opened = async (...nodes: readonly Promise<RoomNode>[]) => {
  for (const node of nodes) open.push(await node);
  return open;
};
afterEach(async () => {
  for (const node of open.splice(0)) await node.close();
});

const pull = { waitSeconds: 0 };

describe("joining", () => {
  test("lets both nodes know each other's keys and addresses, and everything arrives", async () => {
    const [first, second] = await openTwoNodes();
    open.push(first, second);
    const [one, two] = [await first.node("n1"), await first.node("n2")];
    expect(two).toMatchObject({ state: "joining", publicAddress: second.address });
    expect(await second.context.store.get("nodeLinks", "n1")).toMatchObject({
      nodeKey: one.key,
      signingKey: one.signingKey,
      sealingKey: one.sealingKey,
      metAt: first.address,
    });
    expect((await second.context.store.get("nodeKeys", "n2"))?.signingKey).toBe(two.signingKey);
    expect(await second.node("n2")).toMatchObject({ key: two.key, state: "active" });
    expect(await second.refusal(install, {})).toBe("done");
    const status = await second.run(showNodeStatus, {});
    expect(status).toMatchObject({
      name: "n2",
      state: "active",
      nodes: [{ name: "n1", state: "active", failures: 0 }],
    });
  });

  test("is refused with the words that lead on", async () => {
    const [first, second] = (await opened(openNode("n1"), openNode("n2", { isInstalled: false }))) as [
      RoomNode,
      RoomNode,
    ];
    const { token } = await first.run(inviteNode, { name: "n2" });
    const text = token.use((plain) => plain);
    const join = (node: RoomNode, given: string, address = first.address) =>
      node.refusal(beginJoin, { address, token: given, publicAddress: node.address });
    expect(await join(second, text)).toBe("NODE_WITHOUT_KEYS");
    await second.run(makeOwnKeys, {});
    expect(await join(second, "nothing")).toBe("NODE_TOKEN_INVALID");
    expect(await join(second, `${"A".repeat(43)}.${text.split(".")[1]}`)).toBe("NODE_TOKEN_INVALID");
    expect(await join(second, text, "http://iam.example")).toBe("INPUT_INVALID");
    expect(await join(second, text, "http://127.0.0.1:1")).toBe("NODE_AWAY");
    // The answer comes from a node whose key is not the one of the token.
    expect(await join(second, `${text.split(".")[0]}.${"A".repeat(43)}`)).toBe("NODE_ANSWER_REFUSED");
    expect(await second.context.store.count("nodeLinks")).toBe(0);
    // The same keys may repeat the call, others may not.
    expect(await join(second, text)).toBe("done");
    expect(await second.refusal(install, {})).toBe("NODE_JOINING");
    const thief = await openNode("n2", { isInstalled: false });
    open.push(thief);
    await thief.run(makeOwnKeys, {});
    expect(await join(thief, text)).toBe("NODE_TOKEN_INVALID");
    const { token: again } = await first.run(inviteNode, { name: "n2" });
    expect(await again.use((plain) => join(thief, plain))).toBe("NODE_NAME_TAKEN");
  });

  test("refuses a database that is not fresh, and a name that is taken", async () => {
    const [first, second] = (await opened(openNode("n1"), openNode("n2"))) as [RoomNode, RoomNode];
    const { token } = await first.run(inviteNode, { name: "n2" });
    const input = { address: first.address, token: token.use((text) => text), publicAddress: null };
    expect(await second.refusal(beginJoin, input)).toBe("NODE_NOT_FRESH");
    expect(await first.context.store.count("nodes")).toBe(1);
    expect(await first.refusal(inviteNode, { name: "n1" })).toBe("NODE_NAME_TAKEN");
    expect(await first.refusal(inviteNode, { name: "no such name" })).toBe("INPUT_INVALID");
  });

  test("ends with the time of the token, of which only a hash is kept", async () => {
    const [first, second] = (await opened(openNode("n1"), openNode("n2", { isInstalled: false }))) as [
      RoomNode,
      RoomNode,
    ];
    await second.run(makeOwnKeys, {});
    const { token, expiresAt } = await first.run(inviteNode, { name: "n2" });
    const text = token.use((plain) => plain);
    const row = await first.context.store.get("nodeInvitations", "n2");
    expect(JSON.stringify(row)).not.toContain(text.split(".")[0]);
    await first.context.store.transaction(() =>
      first.context.store.save("nodeInvitations", { name: "n2", expiresAt: expiresAt - 3_600_000 }),
    );
    const input = { address: first.address, token: text, publicAddress: second.address };
    expect(await second.refusal(beginJoin, input)).toBe("NODE_TOKEN_INVALID");
  });
});

describe("two nodes", () => {
  let first: RoomNode;
  let second: RoomNode;
  beforeEach(async () => {
    [first, second] = await openTwoNodes();
    open.push(first, second);
  });
  const key = async (name = "n2") => (await first.node(name)).key;

  test("bring each other's changes and secrets", async () => {
    const change = first.replication.write();
    const { origin, seq } = change;
    const secret = new Secret("the password of a host");
    first.replication.secrets.push({ origin, seq, column: "password", secret });
    expect(await second.run(pullChanges, { name: "n1", ...pull })).toMatchObject({ received: 1, applied: 1, held: 0 });
    expect(second.replication.applied.at(-1)).toEqual(change);
    const [arrived] = second.replication.secrets;
    expect(arrived?.secret.use((text) => text)).toBe("the password of a host");
    expect(await second.run(pullChanges, { name: "n1", ...pull })).toMatchObject({ received: 0, isCaughtUp: true });
    second.replication.write();
    expect(await first.run(pullChanges, { name: "n2", ...pull })).toMatchObject({ applied: 1 });
    expect(await first.context.store.get("nodeLinks", "n2")).toMatchObject({ failures: 0, lastError: null });
  });

  test("wait for changes without a transaction, and a commit ends the wait", async () => {
    await second.run(pullChanges, { name: "n1", ...pull });
    // The log of the stand-in is short, so the position is behind the one of the store's log: each pull looks at once.
    const { store } = first.context;
    const position = await store.changeLog.position();
    const { changesAfter } = await import("#operations/nodes/engine/changes-after.ts");
    const waiting = changesAfter(first.context, position, 60_000);
    await store.transaction(() => store.save("targetGroups", { id: "DEFAULT", description: "changed" }));
    await waiting;
    expect(await store.changeLog.position()).toBeGreaterThan(position);
  });

  test("refuse each other while one is paused, and for ever after it was expelled", async () => {
    await first.run(pauseNode, { key: await key() });
    first.replication.write();
    expect(await second.refusal(pullChanges, { name: "n1", ...pull })).toBe("NODE_PAUSED");
    expect(await first.refusal(pullChanges, { name: "n2", ...pull })).toBe("NODE_PAUSED");
    expect(await first.run(nextPullStep, { id: "replicate/n2" })).toEqual({ do: "wait", waitMs: 60_000 });
    await first.run(resumeNode, { key: await key() });
    expect(await second.run(pullChanges, { name: "n1", ...pull })).toMatchObject({ applied: 1 });
    await first.run(expelNode, { key: await key() });
    first.replication.write();
    expect(await second.refusal(pullChanges, { name: "n1", ...pull })).toBe("NODE_EXPELLED");
    expect(second.replication.applied).toHaveLength(second.replication.log.length - 0);
    expect(await first.run(nextPullStep, { id: "replicate/n2" })).toEqual({ do: "finished" });
    // What the expelled node writes about itself makes no difference.
    const { store } = first.context;
    const row = await key();
    await store.transaction(() => store.save("nodes", { key: row, state: "active" }));
    expect(await second.refusal(pullChanges, { name: "n1", ...pull })).toBe("NODE_EXPELLED");
    expect(await first.refusal(resumeNode, { key: row })).toBe("NODE_STATE");
    expect(await first.refusal(inviteNode, { name: "n2" })).toBe("NODE_EXPELLED");
  });

  test("keep the keys with which they met", async () => {
    const { store } = first.context;
    const row = await key();
    await second.run(pullChanges, { name: "n1", ...pull });
    await store.transaction(() =>
      store.save("nodes", { key: row, signingKey: "A".repeat(43), sealingKey: "B".repeat(43) }),
    );
    first.replication.write();
    expect(await second.run(pullChanges, { name: "n1", ...pull })).toMatchObject({ applied: 1 });
  });

  test("are not changed by themselves, nor to an address in clear", async () => {
    const own = await key("n1");
    for (const operation of [pauseNode, resumeNode, expelNode])
      expect(await first.refusal(operation, { key: own })).toBe("NODE_OWN");
    const update = (publicAddress: string) => first.refusal(updateNode, { key: own, publicAddress });
    expect(await update("http://iam.example")).toBe("INPUT_INVALID");
    expect(await update("https://u:p@iam.example")).toBe("INPUT_INVALID");
    expect(await update("https://iam.example/gatehouse")).toBe("done");
  });

  test("tell a failed pull, and ask again later", async () => {
    await second.run(recordFailedPull, { name: "n1", error: "x".repeat(1_000) });
    await second.run(recordFailedPull, { name: "n1", error: "it does not answer" });
    const [link] = (await second.run(showNodeStatus, {})).nodes;
    expect(link).toMatchObject({ failures: 2, lastError: "it does not answer" });
    const step = await second.run(nextPullStep, { id: "replicate/n1" });
    expect(step.do === "wait" && step.waitMs > 0 && step.waitMs <= 2_000).toBe(true);
    await second.run(pullChanges, { name: "n1", ...pull });
    expect(await second.run(nextPullStep, { id: "replicate/n1" })).toEqual({ do: "deliver" });
    expect(await second.run(nextPullStep, { id: "replicate/n7" })).toEqual({ do: "finished" });
    expect(await second.run(nextPullStep, { id: "of another kind" })).toEqual({ do: "finished" });
  });

  test("hold a stamp of the year 9999 and a foreign origin, and go on with others", async () => {
    const stamp = `${(253_370_764_800_000).toString(16).padStart(12, "0")}${"0".repeat(12)}n1`;
    first.replication.write({ stamps: { key: stamp } });
    first.replication.write({ origin: "n9:0", seq: 1 });
    expect(await second.run(pullChanges, { name: "n1", ...pull })).toMatchObject({ applied: 0, held: 2 });
    const [link] = (await second.run(showNodeStatus, {})).nodes;
    expect(link?.held.map(({ reason }) => reason)).toEqual(["aheadOfTime", "unknownOrigin"]);
  });
});
