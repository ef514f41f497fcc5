import { createHmac } from "node:crypto";

import { expect, it } from "vitest";

import type { SqlRow } from "../sql/sql.ts";
import { contentHash, hasContentHash, type HashKeys } from "./audit-content.ts";

const keys: HashKeys = {
  fingerprint: (purpose, text) => createHmac("sha256", purpose).update(text).digest("hex"),
  isFingerprint: (purpose, text, fingerprint) => keys.fingerprint(purpose, text) === fingerprint,
};

/** The columns that version 2 has hashed, in its order. */
const hashedBefore = [
  "key",
  "sessid",
  "seq",
  "time",
  "node",
  "module",
  "operation",
  "result",
  "actor",
  "recipient",
  "ident",
  "targetSystem",
  "account",
  "batchId",
  "ip",
  "requestId",
  "message",
  "day",
  "durationMs",
  "calls",
  "changes",
  "lastUpdatedModule",
  "lastUpdatedNode",
  "version",
];
const row: SqlRow = { key: "k", sessid: "s", operation: "RQDC", result: "S", batchId: "r", calls: 1, version: 1 };
const before: SqlRow = {
  ...row,
  requested: null,
  contentHash: `2.${keys.fingerprint("audit row", JSON.stringify(hashedBefore.map((column) => row[column] ?? null)))}`,
};

it("verifies rows from before they told what was asked for, and nothing that was written into them since", () => {
  expect(hasContentHash(keys, before)).toBe(true);
  expect(hasContentHash(keys, { ...before, requested: 'add to group, group "finance"' })).toBe(false);
  expect(hasContentHash(keys, { ...before, batchId: "q" })).toBe(false);
});

it("covers what was asked for", () => {
  const told: SqlRow = { ...row, requested: 'add to group, group "finance"' };
  const written: SqlRow = { ...told, contentHash: contentHash(keys, told) };
  expect(String(written["contentHash"])).toMatch(/^3\./);
  expect(hasContentHash(keys, written)).toBe(true);
  expect(hasContentHash(keys, { ...written, requested: 'add to group, group "sales"' })).toBe(false);
  expect(hasContentHash(keys, { ...written, requested: null })).toBe(false);
});
