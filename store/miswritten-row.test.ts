import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, it } from "vitest";

import { createKeyRing } from "#platform/keys/keys.ts";
import { miswrittenRow } from "#test/support/miswritten-row.ts";

import { hasContentHash } from "./audit/audit-content.ts";
import { isMiswritten } from "./miswritten-row.ts";
import type { SqlRow } from "./sql/sql.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-miswritten-"));
const keys = createKeyRing({ folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (hashed: SqlRow, stored: SqlRow) => miswrittenRow(keys, hashed, stored);

const ways: readonly (readonly [string, SqlRow, SqlRow])[] = [
  ["a list of one", { targetSystem: ["T1"] }, { targetSystem: "T1" }],
  [
    "an empty list and one of two, which moved what stands behind",
    { recipient: [], ident: "x", account: ["a", "b"] },
    { recipient: "x", targetSystem: "a", account: "b" },
  ],
  ["a list with a number", { ident: [7] }, { ident: "7.0" }],
  ["a number", { account: 5 }, { account: "5" }],
  ["a list as JSON", { account: ["a", { b: 1 }] }, { account: '["a",{"b":1}]' }],
  ["a truth", { targetSystem: true, recipient: true }, { targetSystem: "1", recipient: "1" }],
  ["half a character", { ident: "a\uD812b" }, { ident: "a\uFFFDb" }],
];

it.each(ways)("is found by its own hash: %s", (_name, hashed, stored) => {
  expect(isMiswritten(keys, written(hashed, stored))).toBe(true);
});

it.each(ways)("is not what somebody has changed since: %s", (_name, hashed, stored) => {
  const row = written(hashed, stored);
  for (const changed of [{ actor: "eve" }, { ident: "another" }, { message: "words" }, { time: 6 }, { result: "S" }])
    expect(isMiswritten(keys, { ...row, ...changed })).toBe(false);
});

it("is no row that was given more calls than one since", () => {
  const row = written({}, {});
  expect(hasContentHash(keys, row)).toBe(true);
  for (const calls of [0, 2]) {
    expect(hasContentHash(keys, { ...row, calls })).toBe(false);
    expect(isMiswritten(keys, { ...row, calls })).toBe(false);
  }
});

it("is no row with a hash of a later version, and none that was put in by another hand", () => {
  const row = written({ targetSystem: ["T1"] }, { targetSystem: "T1" });
  expect(isMiswritten(keys, { ...row, contentHash: `2.${String(row["contentHash"]).slice(2)}` })).toBe(false);
  expect(isMiswritten(keys, { ...row, contentHash: "1.abc.def" })).toBe(false);
});
