import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { answerMaxBytes, packedMaxBytes } from "#domain/node-limits.ts";
import { proxyCallHeaders } from "#domain/proxies/proxy-call.ts";
import { pullChanges } from "#operations/nodes/pull-changes.ts";
import { makeNodeKeys, type NodeKeys } from "#platform/nodes/node-keys.ts";
import { pack } from "#platform/nodes/packing.ts";
import { type AnswerParts, writeAnswer } from "#platform/nodes/write-answer.ts";

import type { Liar } from "./liar.ts";
import { openLiedToNode } from "./lied-to-node.ts";
import type { RoomNode } from "./node-room.ts";

let honest: RoomNode;
let asking: RoomNode;
let liar: Liar;
let keys: NodeKeys;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ honest, asking, liar, keys, close } = await openLiedToNode());
});
afterAll(() => close());

let before: number;
beforeEach(() => {
  before = asking.replication.log.length;
});

type Lie = (nonce: string) => Promise<Buffer> | Buffer;

const parts = (nonce: string, part: Partial<AnswerParts> = {}): AnswerParts => ({
  from: "n1",
  to: "n2",
  schema: 1,
  epoch: 0,
  nonce,
  changes: [],
  position: 1_000,
  vector: {},
  secrets: null,
  ...part,
});
const signed = (nonce: string, part: Partial<AnswerParts> = {}, by = keys) => pack(writeAnswer(parts(nonce, part), by));
let earlier: Buffer;

const lies: Readonly<Record<string, readonly [reason: string, lie: Lie]>> = {
  "signed by a stranger": ["signature", (nonce) => signed(nonce, {}, makeNodeKeys())],
  "meant for somebody else": ["addressee", (nonce) => signed(nonce, { to: "n3" })],
  "of another node": ["sender", (nonce) => signed(nonce, { from: "n3" })],
  "with secrets for somebody else": ["secrets", (nonce) => signed(nonce, { secrets: "no.secrets.at.all." })],
  "with a hole": ["hole", (nonce) => signed(nonce, { changes: [{ ...changeOf(), seq: 999 }] })],
  "that was given before": ["nonce", () => earlier],
  "that is a bomb": ["tooLarge", () => pack("0".repeat(2 * answerMaxBytes))],
  "that is cut": ["cut", async (nonce) => (await signed(nonce)).subarray(0, 60)],
  "that is no answer": ["cut", () => pack("hello\n")],
};

test.each(Object.entries(lies))("an answer %s is refused, and nothing of it applied", async (_what, [reason, lie]) => {
  earlier = await signed("an earlier nonce");
  liar.answer = (request, response) => {
    const nonce = String(request.headers[proxyCallHeaders.nonce]);
    request.resume().on("end", () => {
      void Promise.resolve(lie(nonce)).then((bytes) =>
        response.writeHead(200, { "content-encoding": "zstd" }).end(bytes),
      );
    });
  };
  await expect(pulled()).rejects.toMatchObject({ code: "NODE_ANSWER_REFUSED", detail: reason });
  expect(asking.replication.log).toHaveLength(before);
});

test("a body that does not end is left where it is too long", async () => {
  liar.answer = (request, response) => {
    request.resume();
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1_048_576)));
    };
    response.on("drain", pour);
    pour();
  };
  await expect(pulled()).rejects.toMatchObject({ code: "NODE_ANSWER_REFUSED", detail: "tooLarge" });
  expect(packedMaxBytes).toBeLessThan(answerMaxBytes);
});

test("an answer that breaks off, a redirect and a page are no answers", async () => {
  liar.answer = (request, response) => {
    request.resume();
    response.writeHead(200, { "content-length": "500" }).write("half");
    setImmediate(() => response.destroy());
  };
  await expect(pulled()).rejects.toMatchObject({ code: "NODE_AWAY" });
  liar.answer = (_request, response) => void response.writeHead(302, { location: honest.address }).end();
  await expect(pulled()).rejects.toMatchObject({ code: "NODE_AWAY" });
  liar.answer = (_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>");
  await expect(pulled()).rejects.toMatchObject({ code: "NODE_ANSWER_REFUSED" });
  expect(asking.replication.log).toHaveLength(before);
});

const pulled = () => asking.run(pullChanges, { name: "n1", waitSeconds: 0 });
const changeOf = () => ({ ...honest.replication.write(), key: "lie" });
