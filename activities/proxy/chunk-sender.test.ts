import { createHash, randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import type { DiscoveryChunk, DiscoveryOrder } from "#domain/discovery/discovery.ts";
import { bodyMaxBytes } from "#domain/limits.ts";
import { createLogger } from "#platform/logs/log.ts";

import { createChunkSender } from "./chunk-sender.ts";
import { ProxyCallError } from "./signed-calls.ts";

const log = createLogger({ module: "test", level: "silent" });
const { signal } = new AbortController();
const order = { operationKey: "run", sends: 1, chunkObjects: 2 } as DiscoveryOrder;
const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("base64url");

function senderTo(take: (chunk: DiscoveryChunk) => Promise<void>) {
  const client = { chunk: take };
  return createChunkSender({ client, order, type: "account", from: { chunks: 3, chain: "before" }, log, signal });
}

const textOf = ({ data }: DiscoveryChunk): string => gunzipSync(Buffer.from(data, "base64")).toString();

test("lines that are as large compressed as before go in as many chunks as the API takes, and only behind the last one a listing can go on", async () => {
  const taken: DiscoveryChunk[] = [];
  const sender = senderTo(async (chunk) => void taken.push(chunk));
  const lines = Array.from({ length: 2 }, () => randomBytes(390_000).toString("base64"));
  for (const line of lines) await sender.add(line);
  await sender.page("behind");
  await sender.end(null);
  expect(taken.flatMap((chunk) => textOf(chunk).split("\n")).filter((line) => line !== "")).toEqual(lines);
  for (const chunk of taken) expect(JSON.stringify(chunk).length).toBeLessThan(bodyMaxBytes);
  expect(taken.map(({ cursor }) => cursor)).toEqual([null, "behind", null]);
});

test("chunks are numbered and chained, and end at pages behind which a listing can go on", async () => {
  const taken: DiscoveryChunk[] = [];
  const sender = senderTo(async (chunk) => void taken.push(chunk));
  for (const page of [["a"], ["b", "c"], ["d"]]) {
    for (const line of page) await sender.add(line);
    await sender.page(page.at(-1));
  }
  await sender.end("token");
  expect(
    taken.map((chunk) => [chunk.number, textOf(chunk), chunk.items, chunk.cursor, chunk.last, chunk.token]),
  ).toEqual([
    [3, "a\nb\nc", 3, "c", false, null],
    [4, "d", 1, null, true, "token"],
  ]);
  for (const chunk of taken) expect(chunk.hash).toBe(sha256(Buffer.from(chunk.data, "base64")));
  const chain = taken.reduce((before, { hash }) => sha256(`${before}${hash}`), "before");
  expect(sender.report()).toEqual({ chunks: 5, chain });
});

test("one chunk is on its way while the next one gathers, and no more", async () => {
  const open: (() => void)[] = [];
  const sender = senderTo(() => new Promise<void>((resolve) => open.push(resolve)));
  const gather = async (line: string): Promise<void> => {
    await sender.add(line);
    await sender.add(line);
    await sender.page(line);
  };
  await gather("first");
  let waits = true;
  const second = gather("second").then(() => (waits = false));
  while (open.length === 0) await new Promise(setImmediate);
  expect([open.length, waits, sender.report().chunks]).toEqual([1, true, 3]);
  open[0]?.();
  await second;
  while (open.length === 1) await new Promise(setImmediate);
  open[1]?.();
  await sender.settled();
  expect(sender.report().chunks).toBe(5);
});

test("a refusal reaches who goes on, and who only waits", async () => {
  const refusal = new ProxyCallError(409, "LISTING_REFUSED", "no");
  const sender = senderTo(() => Promise.reject(refusal));
  await sender.add("a");
  await sender.add("b");
  await sender.page("b");
  await expect(sender.settled()).rejects.toBe(refusal);
  await expect(sender.end(null)).rejects.toBe(refusal);
  expect(sender.report().chunks).toBe(3);
});
