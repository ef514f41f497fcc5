import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { keyRingFileName } from "./key-ring-file.ts";
import { createKeyRing, type KeyRing, KeyRingError } from "./keys.ts";

const at = { table: "webhooks", key: "k1", column: "secret" };
const takenWithinMs = 2_000;
let folder: string;
let file: string;
let ring: KeyRing;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-removed-keys-"));
  file = join(folder, keyRingFileName);
  ring = createKeyRing({ folder });
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("a removed key", () => {
  it("opens nothing and leaves what checks fingerprints and signatures", async () => {
    const old = ring.current();
    const sealed = ring.seal(new Secret("x"), at);
    const fingerprint = ring.fingerprint("audit row", "text");
    const signature = ring.sign("request ledger", "text");
    const publicKey = ring.publicKeyOf("request ledger", signature);
    const stored = JSON.parse(readFileSync(file, "utf8")) as { keys: Record<string, { key: string }> };
    await ring.rotate();
    await ring.remove(old);
    expect(readFileSync(file, "utf8")).not.toContain(stored.keys[old]?.key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const reader of [ring, createKeyRing({ folder })]) {
      expect(() => reader.unseal(sealed, at)).toThrow(KeyRingError);
      expect(reader.isFingerprint("audit row", "text", fingerprint)).toBe(true);
      expect(reader.isFingerprint("audit row", "texu", fingerprint)).toBe(false);
      expect(reader.isFingerprint("audit chain", "text", fingerprint)).toBe(false);
      expect(reader.fingerprintWith(old, "audit row", "text")).toBe(fingerprint);
      expect(reader.isSignature("request ledger", "text", signature)).toBe(true);
      expect(reader.isSignature("request ledger", "texu", signature)).toBe(false);
      expect(reader.publicKeyOf("request ledger", signature)).toEqual(publicKey);
    }
    expect(ring.facts().map(({ kid, state }) => [kid, state])).toEqual([
      [old, "removed"],
      [ring.current(), "current"],
    ]);
  });

  it("is never the current one", async () => {
    const before = readFileSync(file, "utf8");
    await ring.remove(ring.current());
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});

describe("a process", () => {
  it("seals with the key that another one has added, within two seconds", async () => {
    const other = createKeyRing({ folder });
    const kid = await ring.rotate();
    await expect.poll(() => other.current(), { timeout: takenWithinMs }).toBe(kid);
    expect(ring.needsRewrap(other.seal(new Secret("x"), at))).toBe(false);
  });

  it("goes on with what it has while the file is broken, and takes in what comes after", async () => {
    const other = createKeyRing({ folder });
    const content = readFileSync(file, "utf8");
    const kid = other.current();
    writeFileSync(file, "{}");
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(other.current()).toBe(kid);
    writeFileSync(file, content);
    const next = await ring.rotate();
    await expect.poll(() => other.current(), { timeout: takenWithinMs }).toBe(next);
  });
});
