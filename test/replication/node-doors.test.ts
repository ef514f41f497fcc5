import { createHash } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { pullBodyMaxBytes } from "#domain/node-limits.ts";
import { nodePaths, type PullCall } from "#domain/nodes/node-call.ts";
import { proxyCallHeaders, proxyCallText } from "#domain/proxies/proxy-call.ts";
import { requireOwnKeys } from "#operations/nodes/engine/own-node.ts";
import { makeNodeKeys, type NodeKeys, signAsNode } from "#platform/nodes/node-keys.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import { openTwoNodes, type RoomNode } from "./node-room.ts";

let first: RoomNode;
let second: RoomNode;
let keys: NodeKeys;
beforeAll(async () => {
  [first, second] = await openTwoNodes();
  keys = await requireOwnKeys(second.context);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const asked: PullCall = {
  logEpoch: 0,
  position: 0,
  vector: {},
  without: [],
  max: 10,
  waitSeconds: 0,
  schema: schemaVersion(),
};

interface Call {
  readonly name?: string;
  readonly by?: NodeKeys;
  readonly nonce?: string;
  readonly body?: string;
  /** Body that is signed, where it is another one. */
  readonly signedBody?: string;
  readonly timeMs?: number;
  readonly path?: string;
}

async function call({ name = "n2", by = keys, body = JSON.stringify(asked), signedBody = body, ...more }: Call = {}) {
  const { nonce = second.context.ids.token(16), timeMs = Date.now(), path = nodePaths.changes } = more;
  const bodyHash = createHash("sha256").update(signedBody).digest("base64url");
  const text = proxyCallText({ proxyId: name, method: "POST", path, timeMs, nonce, bodyHash });
  const answer = await fetch(`${first.address}${nodePaths.changes}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [proxyCallHeaders.proxy]: name,
      [proxyCallHeaders.time]: String(timeMs),
      [proxyCallHeaders.nonce]: nonce,
      [proxyCallHeaders.bodyHash]: bodyHash,
      [proxyCallHeaders.signature]: signAsNode(by, text),
    },
    body,
  });
  const read = await answer.text();
  const toldMs = Number(answer.headers.get(proxyCallHeaders.time));
  expect(Math.abs(toldMs - first.context.clock.now()), "the time that an answer tells").toBeLessThan(60_000);
  return answer.ok ? "taken" : `${answer.status} ${(JSON.parse(read) as { error: { code: string } }).error.code}`;
}

test("only a node that signs with its key gets changes", async () => {
  expect(await call()).toBe("taken");
  expect(await call({ by: makeNodeKeys() })).toBe("401 PROXY_SIGNATURE_INVALID");
  expect(await call({ name: "n3" })).toBe("401 PROXY_SIGNATURE_INVALID");
  // A node does not call itself: whoever has a backup of its keys is no peer.
  expect(await call({ name: "n1", by: await requireOwnKeys(first.context) })).toBe("401 PROXY_SIGNATURE_INVALID");
  expect(await call({ timeMs: Date.now() - 600_000 })).toBe("401 PROXY_SIGNATURE_INVALID");
  expect(await call({ path: nodePaths.join })).toBe("401 PROXY_SIGNATURE_INVALID");
  expect(await call({ signedBody: "{}" })).toBe("401 PROXY_SIGNATURE_INVALID");
  const plain = await fetch(`${first.address}${nodePaths.changes}`, { method: "POST", body: "{}" });
  expect(plain.status).toBe(401);
});

test("a call is taken once", async () => {
  const nonce = second.context.ids.token(16);
  expect(await call({ nonce })).toBe("taken");
  expect(await call({ nonce })).toBe("401 PROXY_SIGNATURE_INVALID");
});

test("what a node has is recorded before its call waits for changes: a new password may wait for that word", async () => {
  const position = await first.context.store.changeLog.position();
  const vector = { "n1:0": 7 };
  const waiting = call({ body: JSON.stringify({ ...asked, position: position + 10, vector, waitSeconds: 20 }) });
  let isAnswered = false;
  const answered = waiting.finally(() => (isAnswered = true));
  await expect.poll(() => first.replication.acknowledged.get("n2")).toEqual(vector);
  expect(isAnswered).toBe(false);
  // A commit ends the wait.
  await first.context.store.transaction(() => first.context.store.save("userPlaces", { key: "p1", department: "a" }));
  expect(await answered).toBe("taken");
});

test("the largest wrong bodies are refused", async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`n1:${at}`, 1]));
  expect(await call({ body: JSON.stringify({ ...asked, vector: many }) })).toBe("taken");
  expect(await call({ body: JSON.stringify({ ...asked, max: 100_000 }) })).toBe("400 INPUT_INVALID");
  expect(await call({ body: JSON.stringify({ ...asked, waitSeconds: 3_600 }) })).toBe("400 INPUT_INVALID");
  expect(await call({ body: JSON.stringify({ ...asked, vector: { "no origin": 1 } }) })).toBe("400 INPUT_INVALID");
  expect(await call({ body: "[".repeat(100_000) })).toMatch(/^400 /);
  expect(await call({ body: "x".repeat(pullBodyMaxBytes + 1) })).toMatch(/^413 /);
});

test("a node that calls too often is told to wait, and has few calls open", async () => {
  const { takeTurn } = await import("#operations/nodes/engine/node-turns.ts");
  const ends = Array.from({ length: 4 }, () => takeTurn(first.context, { name: "n2", call: "changes" }));
  expect(await call()).toBe("429 TOO_MANY");
  for (const end of ends) end();
  expect(await call()).toBe("taken");
  for (let made = 0; made < 600; made += 1) {
    try {
      takeTurn(first.context, { name: "n2", call: "changes" })();
    } catch {
      break;
    }
  }
  expect(await call()).toBe("429 TOO_MANY");
});
