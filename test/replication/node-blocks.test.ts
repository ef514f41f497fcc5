import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { blockSubjectsMax } from "#domain/node-limits.ts";
import { type BlockCheckAnswer, nodePaths } from "#domain/nodes/node-call.ts";
import { proxyCallHeaders } from "#domain/proxies/proxy-call.ts";
import { expelNode, pauseNode, resumeNode } from "#operations/nodes/change-nodes.ts";
import { requireOwnKeys } from "#operations/nodes/engine/own-node.ts";
import { signAnswer } from "#operations/nodes/engine/signed-answers.ts";
import { checkBlocks } from "#operations/password-blocks/engine/check-blocks.ts";
import { makeNodeKeys, type NodeKeys } from "#platform/nodes/node-keys.ts";

import { type Liar, openLiar } from "./liar.ts";
import { openTwoNodes, type RoomNode } from "./node-room.ts";

let asked: RoomNode;
let asking: RoomNode;
let liar: Liar;
let keys: NodeKeys;
const [ada, bob] = ["aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002"];

beforeAll(async () => {
  [asked, asking] = await openTwoNodes();
  Object.assign(asking.context.settings, { blockCheckAllNodes: true });
  keys = await requireOwnKeys(asked.context);
  liar = await openLiar();
  const { store, ids, clock } = asked.context;
  // The other node has not pulled it yet.
  await store.transaction(() =>
    store.save("passwordBlocks", {
      key: ids.guid(),
      userKey: ada,
      reason: "a stranger has called",
      createdAt: clock.now(),
    }),
  );
});
afterAll(async () => {
  liar.close();
  await asking.close();
  await asked.close();
});
beforeEach(() => askAt(asked.address));

async function askAt(publicAddress: string): Promise<void> {
  const { store } = asking.context;
  const { key } = await asking.node("n1");
  await store.transaction(() => store.save("nodes", { key, publicAddress }));
}

/** Checks the blocks of a user at the asking node; returns the code of its refusal, or the names in its warnings. */
async function check(userKey: string): Promise<string> {
  try {
    const warnings = await checkBlocks(asking.context, [{ userKey, accountKey: null }]);
    return warnings.map(({ message }) => /'(.+?)'/.exec(message)?.[1]).join();
  } catch (error) {
    return String((error as { readonly code?: string }).code);
  }
}

test("a block at another node stops a reset, and one of somebody else does not", async () => {
  expect(await check(ada)).toBe("PASSWORD_RESET_BLOCKED");
  expect(await check(bob)).toBe("");
  const many = Array.from({ length: blockSubjectsMax + 1 }, () => ({ userKey: bob, accountKey: null }));
  const last = { userKey: ada, accountKey: null };
  expect(await checkBlocks(asking.context, many)).toEqual([]);
  await expect(checkBlocks(asking.context, [...many, last])).rejects.toMatchObject({ code: "PASSWORD_RESET_BLOCKED" });
});

test("a paused node is not asked, which is a warning", async () => {
  const { key } = await asking.node("n1");
  await asking.run(pauseNode, { key });
  expect(await check(ada)).toBe("n1");
  await asking.run(resumeNode, { key });
  expect(await check(ada)).toBe("PASSWORD_RESET_BLOCKED");
});

const isFree = (nonce: string, part: Partial<BlockCheckAnswer> = {}, by = keys): object =>
  signAnswer("blocks", { nonce, from: "n1", to: "n2", blocked: false, ...part }, by);
const unsigned = (content: object) => ({ content: JSON.stringify(content), signature: "" });

test.each<[string, (nonce: string) => object | string | undefined]>([
  ["gives no answer", () => undefined],
  ["gives an empty one", () => ""],
  ["signs with another key", (nonce) => isFree(nonce, {}, makeNodeKeys())],
  ["does not sign", (nonce) => unsigned({ nonce, from: "n1", to: "n2", blocked: true })],
  ["answers another call", () => isFree("another nonce")],
  ["answers another node", (nonce) => isFree(nonce, { to: "n3" })],
  ["speaks for another node", (nonce) => isFree(nonce, { from: "n3" })],
  ["says neither yes nor no", (nonce) => isFree(nonce, { blocked: "no" as never })],
  ["signs the answer to another kind of call", (nonce) => signAnswer("join", JSON.parse(contentOf(nonce)), keys)],
  ["answers without an end", () => "x".repeat(1_048_576)],
])("a node that %s is a warning", async (_words, lie) => {
  liar.answer = (request, response) => {
    const told = lie(String(request.headers[proxyCallHeaders.nonce]));
    if (told !== undefined) response.end(typeof told === "string" ? told : JSON.stringify(told));
  };
  await askAt(liar.address);
  expect(await check(ada)).toBe("n1");
});

const contentOf = (nonce: string) => (isFree(nonce) as { readonly content: string }).content;

test("the liar's server is believed when it tells the truth", async () => {
  liar.answer = (request, response) => {
    expect(request.url).toBe(nodePaths.blocks);
    response.end(JSON.stringify(isFree(String(request.headers[proxyCallHeaders.nonce]))));
  };
  await askAt(liar.address);
  expect(await check(ada)).toBe("");
});

test("a node is available while it takes part and was heard a moment ago", async () => {
  const { store, nodes, clock } = asking.context;
  const heardAt = async (lastSeenAt: number | null) => {
    await store.transaction(() => store.save("nodeLinks", { name: "n1", lastSeenAt, lastSuccessAt: null }));
    return [...(await nodes.available())];
  };
  expect(await heardAt(clock.now())).toEqual(["n2", "n1"]);
  expect(await heardAt(clock.now() - 100_000)).toEqual(["n2"]);
  expect(await heardAt(clock.now() + 3_600_000)).toEqual(["n2"]);
  expect(await heardAt(null)).toEqual(["n2"]);
  const { key } = await asking.node("n1");
  await asking.run(pauseNode, { key });
  expect(await heardAt(clock.now())).toEqual(["n2"]);
  await asking.run(resumeNode, { key });
});

test("a node that is away is a warning, and an expelled one is none", async () => {
  await askAt("http://127.0.0.1:1");
  expect(await check(ada)).toBe("n1");
  const { key } = await asking.node("n1");
  await asking.run(expelNode, { key });
  expect(await check(ada)).toBe("");
});
