import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import type { DiscoveryOrder, KnownHashes } from "#domain/discovery/discovery.ts";
import { createLogger } from "#platform/logs/log.ts";

import type { KnownHashesCall } from "./client.ts";
import { knownObjects } from "./known-objects.ts";

const log = createLogger({ module: "test", level: "silent" });
const { signal } = new AbortController();
const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

function asked(pages: readonly KnownHashes[], hashSalt = "") {
  const calls: KnownHashesCall[] = [];
  const client = {
    knownHashes: async (call: KnownHashesCall) => {
      calls.push(call);
      return pages[calls.length - 1] ?? { hashes: [], after: null };
    },
  };
  const order = { operationKey: "run", sends: 2, hashSalt } as DiscoveryOrder;
  return { calls, known: knownObjects({ client, order, log, signal }, { type: "account" }) };
}

test("all pages are asked for, each behind the one before", async () => {
  const { calls, known } = asked([
    { hashes: [hashOf("one")], after: "id 1" },
    { hashes: [hashOf("two")], after: null },
  ]);
  const { has } = await known;
  expect(["one", "two", "three"].map((line) => has(line))).toEqual([true, true, false]);
  expect(calls).toEqual([
    { operationKey: "run", sends: 2, type: "account", after: null },
    { operationKey: "run", sends: 2, type: "account", after: "id 1" },
  ]);
});

test("an object that was loaded under other definitions is not known", async () => {
  const page = { hashes: [hashOf("old salt\none")], after: null };
  expect((await asked([page], "old salt\n").known).has("one")).toBe(true);
  expect((await asked([page], "new salt\n").known).has("one")).toBe(false);
});
