import { mkdtempSync, readFileSync, rmSync, statSync, chmodSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { inspect } from "node:util";

import { afterEach, beforeEach, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { withFileLock } from "../processes/file-lock.ts";
import { keyRingFileName, keyRingIds, openKeyRingFile } from "./key-ring-file.ts";
import { createKeyRing, KeyRingError } from "./keys.ts";

const at = { table: "targetSystemCredentials", key: "k1", column: "password" };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-keys-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function reveal(secret: Secret): string {
  return secret.use((plaintext) => plaintext);
}

test("a sealed secret opens again at its own place", () => {
  const ring = createKeyRing({ folder });
  const sealed = ring.seal(new Secret("pä$$|word"), at);
  expect(sealed.split("|")).toHaveLength(6);
  expect(sealed).toMatch(/^v1\|/);
  expect(sealed).not.toContain("word");
  expect(reveal(ring.unseal(sealed, at))).toBe("pä$$|word");
});

test("the same secret sealed twice gives two texts", () => {
  const ring = createKeyRing({ folder });
  expect(ring.seal(new Secret("x"), at)).not.toBe(ring.seal(new Secret("x"), at));
});

test.each([
  ["table", { ...at, table: "clients" }],
  ["row", { ...at, key: "k2" }],
  ["column", { ...at, column: "runAs" }],
])("a text moved to another %s does not open", (_, other) => {
  const ring = createKeyRing({ folder });
  const sealed = ring.seal(new Secret("x"), at);
  expect(() => ring.unseal(sealed, other)).toThrow(KeyRingError);
});

test("a text with any part altered does not open", () => {
  const ring = createKeyRing({ folder });
  const parts = ring.seal(new Secret("some secret"), at).split("|");
  for (const index of parts.keys()) {
    const altered = parts.map((part, place) =>
      place === index ? (part.startsWith("A") ? "B" : "A") + part.slice(1) : part,
    );
    expect(() => ring.unseal(altered.join("|"), at), `part ${index}`).toThrow(KeyRingError);
  }
  for (const text of ["", "v1", "v2|a|b|c|d|e", `${parts.join("|")}|x`]) {
    expect(() => ring.unseal(text, at)).toThrow(KeyRingError);
  }
});

test("a shortened authentication tag is refused", () => {
  const ring = createKeyRing({ folder });
  const parts = ring.seal(new Secret("x"), at).split("|");
  parts[4] = Buffer.from(parts[4] ?? "", "base64url")
    .subarray(0, 4)
    .toString("base64url");
  expect(() => ring.unseal(parts.join("|"), at)).toThrow(KeyRingError);
});

test("the file is made once, belongs to its owner alone, and a later start opens what an earlier one sealed", () => {
  const sealed = createKeyRing({ folder }).seal(new Secret("x"), at);
  const path = join(folder, keyRingFileName);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const before = readFileSync(path, "utf8");
  expect(reveal(createKeyRing({ folder }).unseal(sealed, at))).toBe("x");
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("a file that others may read, or that is no key ring, is refused", () => {
  createKeyRing({ folder });
  const path = join(folder, keyRingFileName);
  chmodSync(path, 0o644);
  expect(() => createKeyRing({ folder })).toThrow("chmod 600");
  chmodSync(path, 0o600);
  writeFileSync(path, "{}");
  expect(() => createKeyRing({ folder })).toThrow("not a key ring");
});

test("a rotation rewraps only the key, and another process learns the new key", async () => {
  const ring = createKeyRing({ folder });
  const other = createKeyRing({ folder });
  const sealed = ring.seal(new Secret("x"), at);
  const kid = await ring.rotate();
  expect(ring.needsRewrap(sealed)).toBe(true);
  const rewrapped = ring.rewrap(sealed, at);
  expect(ring.needsRewrap(rewrapped)).toBe(false);
  expect(rewrapped.split("|")[1]).toBe(kid);
  expect(rewrapped.split("|").slice(3)).toEqual(sealed.split("|").slice(3));
  expect(reveal(other.unseal(rewrapped, at))).toBe("x");
  expect(reveal(other.unseal(sealed, at))).toBe("x");
});

test("a rotation waits for another process that changes the ring, and keeps what that one has made", async () => {
  const ring = openKeyRingFile({ folder });
  const kids = () => keyRingIds(folder);
  const path = join(folder, keyRingFileName);
  const isOver = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const other = withFileLock(`${path}.lock`, async () => {
    const before = readFileSync(path, "utf8");
    isHeld.resolve();
    await isOver.promise;
    // What the other one has read it writes again, with a key of its own beside it.
    const { active, keys } = JSON.parse(before) as { active: string; keys: Record<string, object> };
    writeFileSync(path, JSON.stringify({ active, keys: { ...keys, other: keys[active] } }));
  });
  await isHeld.promise;
  const rotated = ring.rotate();
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(kids()).toHaveLength(1);
  isOver.resolve();
  await other;
  expect(kids()).toContain("other");
  const kid = await rotated;
  expect(kids()).toHaveLength(3);
  expect(kids()).toEqual(expect.arrayContaining(["other", kid]));
});

test("a key that the ring does not hold is named, and no key is ever printed", () => {
  const ring = createKeyRing({ folder });
  const elsewhere = mkdtempSync(join(folder, "other-"));
  const sealed = createKeyRing({ folder: elsewhere }).seal(new Secret("x"), at);
  expect(() => ring.unseal(sealed, at)).toThrow(/no key [0-9a-f]{12}/);
  const stored = JSON.parse(readFileSync(join(folder, keyRingFileName), "utf8")) as {
    keys: Record<string, { key: string }>;
  };
  expect(Object.keys(stored.keys)).toHaveLength(1);
  for (const { key } of Object.values(stored.keys)) expect(inspect(ring, { depth: 9 })).not.toContain(key);
});
