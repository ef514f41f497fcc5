import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import type { DiscoveryChunk } from "#domain/discovery/discovery.ts";
import { discoveryChunkBytesMax } from "#domain/limits.ts";

import { readItems } from "./read-items.ts";

function chunkOf(text: string, part: Partial<DiscoveryChunk> = {}): DiscoveryChunk {
  const bytes = gzipSync(text);
  return {
    operationKey: "run",
    sends: 1,
    number: 0,
    type: "account",
    cursor: null,
    last: true,
    token: null,
    items: text === "" ? 0 : text.split("\n").length,
    hash: createHash("sha256").update(bytes).digest("base64url"),
    data: bytes.toString("base64"),
    ...part,
  };
}

const object = { kind: "object", id: "1", name: "ada", attributes: { mail: ["a@b"] } };

test("items come in their order, each with its line", async () => {
  const wanted = [
    object,
    { ...object, enabled: true, locked: false, passwordExpired: true, expiresAt: "2026-11-21T00:00:00Z" },
    { kind: "same", id: "3" },
    { kind: "member", group: "g", name: "ada" },
    { kind: "gone", id: "2" },
  ];
  const lines = wanted.map((item) => JSON.stringify(item));
  const items = await readItems(chunkOf(lines.join("\n")));
  expect(items.map(({ item }) => item)).toEqual(wanted);
  expect(items.map(({ line }) => line)).toEqual(lines);
  expect(await readItems(chunkOf(""))).toEqual([]);
});

test.each([
  ["another hash", chunkOf("", { hash: "wrong" }), /hash/],
  [
    "no compression",
    chunkOf("", { data: "AAAA", hash: createHash("sha256").update(Buffer.from("AAAA", "base64")).digest("base64url") }),
    /compressed/,
  ],
  ["another number of lines", chunkOf(JSON.stringify(object), { items: 2 }), /1 lines instead of 2/],
  ["a line that is not JSON", chunkOf("{"), /not JSON/],
  ["a name that is too long", chunkOf(JSON.stringify({ ...object, name: "x".repeat(191) })), /name/],
  [
    "an attribute without a list",
    chunkOf(JSON.stringify({ ...object, attributes: { mail: "a@b" } })),
    /ada: attributes/,
  ],
  [
    "a value within a value",
    chunkOf(JSON.stringify({ ...object, attributes: { mail: [["a@b"]] } })),
    /ada: attributes/,
  ],
  [
    "an attribute without a name",
    chunkOf(JSON.stringify({ ...object, attributes: { "": ["a@b"] } })),
    /ada: attributes/,
  ],
  ["an empty id", chunkOf(JSON.stringify({ ...object, id: "" })), /ada: id/],
  ["a state that is no truth value", chunkOf(JSON.stringify({ ...object, locked: 1 })), /ada: locked/],
  ["an object without attributes", chunkOf(JSON.stringify({ ...object, attributes: undefined })), /ada: attributes/],
  ["an id that is too long", chunkOf(JSON.stringify({ ...object, id: "x".repeat(401) })), /ada: id/],
  ["an unknown field", chunkOf(JSON.stringify({ ...object, password: "x" })), /ada: password/],
  ["a moment that is no text", chunkOf(JSON.stringify({ ...object, expiresAt: 1 })), /ada: expiresAt/],
  [
    "an unknown kind",
    chunkOf(JSON.stringify({ ...object, kind: "toString" })),
    /ada: kind must be one of object, same/,
  ],
  [
    "a kind in a list",
    chunkOf(JSON.stringify({ ...object, kind: ["object"] })),
    /ada: kind must be one of object, same/,
  ],
  ["a member without its group", chunkOf(JSON.stringify({ kind: "member", name: "ada" })), /ada: group/],
  ["a list in place of an object", chunkOf("[]"), /an object: kind/],
  ["nothing in place of an object", chunkOf("null"), /an object: must be/],
  ["more than a chunk may hold", chunkOf(" ".repeat(discoveryChunkBytesMax + 1), { items: 1 }), /compressed/],
])("%s is refused", async (_what, chunk, words) => {
  await expect(readItems(chunk)).rejects.toMatchObject({
    code: "LISTING_INVALID",
    message: expect.stringMatching(words),
  });
});
