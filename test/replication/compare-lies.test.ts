import type { IncomingMessage } from "node:http";

import { afterAll, beforeAll, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { nodePaths, type RangesCall } from "#domain/nodes/node-call.ts";
import { proxyCallHeaders } from "#domain/proxies/proxy-call.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";
import { expelNode } from "#operations/nodes/change-nodes.ts";
import { compareNode } from "#operations/nodes/compare-node.ts";
import { requireOwnKeys } from "#operations/nodes/engine/own-node.ts";
import { signAnswer } from "#operations/nodes/engine/signed-answers.ts";
import { callNode } from "#platform/nodes/node-client.ts";
import { makeNodeKeys, type NodeKeys } from "#platform/nodes/node-keys.ts";
import { pack, packing, unpack } from "#platform/nodes/packing.ts";
import { writeAnswer } from "#platform/nodes/write-answer.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import { type Liar, openLiar } from "./liar.ts";
import { joinByInvitation, openNode, type RoomNode } from "./node-room.ts";
import { settleNodes } from "./settle-nodes.ts";

let first: RoomNode;
let second: RoomNode;
let liar: Liar;
let keys: NodeKeys;
let caller: NodeKeys;

beforeAll(async () => {
  first = await openNode("n1", { isReal: true });
  second = await openNode("n2", { isReal: true, isInstalled: false });
  await joinByInvitation(first, second);
  await settleNodes(first, second);
  [keys, caller] = [await requireOwnKeys(first.context), await requireOwnKeys(second.context)];
  liar = await openLiar();
});
afterAll(async () => {
  liar.close();
  await second.close();
  await first.close();
});

/** Calls the first node as the second one; returns the text of the answer, or the code of the refusal. */
async function call(path: string, body: object): Promise<string> {
  const parts = { address: first.address, path, name: "n2", keys: caller, body, maxBytes: 10_000_000, waitMs: 0 };
  try {
    const { bytes, encoding } = await callNode(second.context, parts);
    return (encoding === packing ? await unpack(bytes) : bytes).toString("utf8");
  } catch (error) {
    return String((error as { readonly code?: string }).code);
  }
}

test("a node gets no rows of tables that stay at theirs, and no secret of the others", async () => {
  for (const table of ["nodeKeys", "nodeLinks", "persistedGrants", "keyedSessions", "nodeCounters", "sqlite_master"]) {
    expect(await call(nodePaths.rows, { table, after: "", upTo: null, max: 10 })).toBe("INPUT_INVALID");
    expect(await call(nodePaths.ranges, { table, after: "", ends: [null] })).toBe("INPUT_INVALID");
  }
  const { store, ids } = first.context;
  const key = ids.guid();
  const secret = store.seal(new Secret("a webhook secret"), { table: "webhooks", key, column: "secret" });
  await store.transaction(() => store.add("webhooks", { key, url: "https://one.example/", secret, createdAt: 0 }));
  const rows = await call(nodePaths.rows, { table: "webhooks", after: "", upTo: null, max: 10 });
  expect(rows).toContain("https://one.example/");
  expect(rows).not.toContain(secret);
  expect(rows).not.toContain("a webhook secret");
  expect(rows).toContain("[secret]");
});

test("calls that are too large, for too much, or no calls, are refused", async () => {
  const refused = ["INPUT_INVALID", "BODY_TOO_LARGE", "NODE_AWAY"];
  const range = { table: "users", after: "" };
  const bodies: readonly [string, object][] = [
    [nodePaths.rows, { ...range, upTo: null, max: 1_000_000 }],
    [nodePaths.rows, { ...range, upTo: "x".repeat(1_048_576), max: 1 }],
    [nodePaths.rows, { ...range, upTo: { $ne: null }, max: 1 }],
    [nodePaths.ranges, { ...range, ends: [] }],
    [nodePaths.ranges, { ...range, ends: Array.from({ length: 100_000 }, () => null) }],
    [nodePaths.ranges, { ...range, ends: [null, "a"] }],
    [nodePaths.ranges, { ...range, ends: ["x".repeat(1_048_576)] }],
  ];
  for (const [path, body] of bodies) expect(refused).toContain(await call(path, body));
});

type Answer = (nonce: string, path: string, body: string) => Promise<Buffer | string> | Buffer | string;

/** Compares with a liar that answers; returns the reason of the failure. */
async function comparedWith(answer: Answer): Promise<string> {
  liar.answer = (request, response) => {
    void (async () => {
      const body = await readBody(request);
      const nonce = String(request.headers[proxyCallHeaders.nonce]);
      const path = request.url ?? "";
      const isRows = path.endsWith(nodePaths.rows);
      response.writeHead(200, isRows ? { "content-encoding": packing } : {});
      response.end(await answer(nonce, path, body));
    })();
  };
  const { store } = second.context;
  const { key, publicAddress } = await second.node("n1");
  await store.transaction(async () => {
    await store.save("nodes", { key, publicAddress: liar.address });
    await store.save("nodeLinks", { name: "n1", comparison: null });
  });
  const before = await store.count("users");
  const result = await second.run(compareNode, { key });
  await store.transaction(() => store.save("nodes", { key, publicAddress }));
  expect(await store.count("users")).toBe(before);
  expect(result.left).toBe(false);
  const last = (await store.get("nodeLinks", "n1"))?.comparison?.last;
  expect(last?.state).toBe(result.state);
  return `${result.state}: ${result.reason ?? ""}`;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

const hash = "A".repeat(22);
const ranges = (nonce: string, part: object = {}, by = keys) =>
  JSON.stringify(
    signAnswer(
      "ranges",
      { nonce, from: "n1", to: "n2", schema: schemaVersion(), vector: {}, hashes: [hash], ...part },
      by,
    ),
  );

test("lying hashes are refused and named", async () => {
  const lies: Readonly<Record<string, Answer>> = {
    signature: (nonce) => ranges(nonce, {}, makeNodeKeys()),
    "another node": (nonce) => ranges(nonce, { from: "n3" }),
    "for another": (nonce) => ranges(nonce, { to: "n3" }),
    "another call": () => ranges("of before"),
    "more hashes": (nonce) => ranges(nonce, { hashes: [hash, hash] }),
    form: () => "x".repeat(1_048_576),
    "form is not": (nonce) => ranges(nonce, { hashes: ["short"] }),
  };
  for (const [words, lie] of Object.entries(lies)) {
    const reason = await comparedWith(lie);
    expect(reason).toMatch(/^failed: /);
    if (words !== "form") expect(reason).toContain(words);
  }
});

test("lying rows are refused, and none is written", async () => {
  const row: ReplicatedChange = {
    origin: "compared:0",
    seq: 1,
    schema: 1,
    table: "users",
    key: "planted",
    operation: "insert",
    values: { key: "planted", id: "planted", superuser: 1 },
    stamps: { key: "" },
    life: "",
  };
  const rows = (nonce: string, part: object = {}, by = keys) =>
    pack(
      writeAnswer(
        {
          from: "n1",
          to: "n2",
          schema: 1,
          epoch: 0,
          nonce,
          changes: [],
          position: 0,
          vector: {},
          secrets: null,
          ...part,
        },
        by,
      ),
    );
  /** Answers as an honest node would, but that users differ, and calls for their rows with the lie. */
  const withRows =
    (lie: (nonce: string) => Promise<Buffer>): Answer =>
    async (nonce, path, body) => {
      if (path.endsWith(nodePaths.rows)) return lie(nonce);
      const { table, after, ends } = JSON.parse(body) as RangesCall;
      const { comparison } = second.context.store.replication;
      const honest = await comparison.hashes({ table: table as never, after }, ends);
      return ranges(nonce, {
        vector: await comparison.settled(),
        hashes: table === "users" ? ends.map(() => hash) : honest,
      });
    };
  const lies: Readonly<Record<string, (nonce: string) => Promise<Buffer>>> = {
    signature: (nonce) => rows(nonce, {}, makeNodeKeys()),
    nonce: () => rows("of before"),
    shape: (nonce) => rows(nonce, { changes: [{ ...row, table: "clients" }] }),
    "shape ": (nonce) => rows(nonce, { changes: [row, { ...row, seq: 2, key: "before" }] }),
    secrets: (nonce) => rows(nonce, { changes: [row], secrets: "a.b.c.d.e" }),
    count: (nonce) => rows(nonce, { position: 1 }),
    hole: (nonce) => rows(nonce, { changes: [{ ...row, seq: 7 }] }),
  };
  for (const [reason, lie] of Object.entries(lies))
    expect(await comparedWith(withRows(lie))).toContain(`(${reason.trim()})`);
  // A row that is made up is listed, and no more.
  const { comparison } = second.context.store.replication;
  const madeUp = async (nonce: string) => rows(nonce, { changes: [row], vector: await comparison.settled() });
  expect(await comparedWith(withRows(madeUp))).toMatch(/^different/);
  expect(await second.context.store.get("users", "planted")).toBeUndefined();
});

test("an expelled node gets neither hashes nor rows, and is not compared", async () => {
  const { key } = await first.node("n2");
  await first.run(expelNode, { key });
  const range = { table: "users", after: "" };
  expect(await call(nodePaths.ranges, { ...range, ends: [null] })).toBe("NODE_EXPELLED");
  expect(await call(nodePaths.rows, { ...range, upTo: null, max: 1 })).toBe("NODE_EXPELLED");
  expect(await first.refusal(compareNode, { key })).toBe("NODE_EXPELLED");
});
