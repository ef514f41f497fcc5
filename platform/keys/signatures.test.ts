import { createPublicKey, verify } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { createKeyRing } from "./keys.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-signatures-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a signature holds for its text and its purpose alone, also after a rotation", async () => {
  const ring = createKeyRing({ folder });
  const signature = ring.sign("request ledger", "text");
  await ring.rotate();
  expect(ring.isSignature("request ledger", "text", signature)).toBe(true);
  expect(ring.isSignature("request ledger", "another text", signature)).toBe(false);
  expect(ring.isSignature("other" as never, "text", signature)).toBe(false);
  expect(ring.sign("request ledger", "text")).not.toBe(signature);
});

test("a signature with any character changed does not hold", () => {
  const ring = createKeyRing({ folder });
  const signature = ring.sign("request ledger", "text");
  for (let at = 0; at < signature.length; at++) {
    const changed = signature.slice(0, at) + (signature[at] === "A" ? "B" : "A") + signature.slice(at + 1);
    expect(ring.isSignature("request ledger", "text", changed), `character ${at}`).toBe(false);
  }
});

test("others check it with the public key", () => {
  const ring = createKeyRing({ folder });
  const signature = ring.sign("request ledger", "text");
  const key = createPublicKey({ key: ring.publicKeyOf("request ledger", signature) ?? {}, format: "jwk" });
  const bytes = Buffer.from(signature.split(".")[1] ?? "", "base64url");
  expect(verify(null, Buffer.from("text"), key, bytes)).toBe(true);
  expect(JSON.stringify(ring.publicKeyOf("request ledger", signature))).not.toContain('"d"');
  expect(ring.publicKeyOf("request ledger", "000000000000.x")).toBeUndefined();
});
