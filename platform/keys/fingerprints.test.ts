import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { keyRingFileName } from "./key-ring-file.ts";
import { createKeyRing, type KeyRing } from "./keys.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-fingerprints-"));
let ring: KeyRing;
beforeAll(() => {
  ring = createKeyRing({ folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a fingerprint", () => {
  it("is the same for the same text and purpose, and another one for any other", () => {
    const one = ring.fingerprint("audit row", "text");
    expect(ring.fingerprint("audit row", "text")).toBe(one);
    expect(ring.fingerprint("audit row", "texu")).not.toBe(one);
    expect(ring.fingerprint("audit chain", "text")).not.toBe(one);
    expect(one).not.toContain("text");
  });

  it("is known again for its text, also after a rotation of the keys and in another process", async () => {
    const before = ring.fingerprint("audit row", "text");
    await ring.rotate();
    const after = ring.fingerprint("audit row", "text");
    expect(after).not.toBe(before);
    const other = createKeyRing({ folder });
    for (const fingerprint of [before, after]) expect(other.isFingerprint("audit row", "text", fingerprint)).toBe(true);
  });

  it.each([
    ["another text", (text: string) => ["audit row", `${text}!`] as const],
    ["another purpose", (text: string) => ["audit chain", text] as const],
  ])("is not that of %s", (_name, other) => {
    const [purpose, text] = other("text");
    expect(ring.isFingerprint(purpose, text, ring.fingerprint("audit row", "text"))).toBe(false);
  });

  it.each(["", ".", "nobody.abc", "x"])("is not %j", (text) => {
    expect(ring.isFingerprint("audit row", "text", text)).toBe(false);
  });

  it("of a key that nobody has does not have the file read again, which strangers could ask for without an end", () => {
    const own = mkdtempSync(join(tmpdir(), "gatehouse-fingerprints-"));
    try {
      const path = join(own, keyRingFileName);
      createKeyRing({ folder: own });
      utimesSync(path, 1, 1);
      const opened = createKeyRing({ folder: own });
      // Unreadable, and by all that tells of a change the same file.
      writeFileSync(path, "x".repeat(statSync(path).size));
      utimesSync(path, 1, 1);
      expect(opened.isFingerprint("audit row", "text", "nobody.abc")).toBe(false);
      utimesSync(path, 2, 2);
      expect(() => opened.isFingerprint("audit row", "text", "nobody.abc")).toThrow();
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });

  it("is not known in another spelling of the same bytes", () => {
    const fingerprint = ring.fingerprint("audit row", "text");
    expect(ring.isFingerprint("audit row", "text", `${fingerprint}=`)).toBe(false);
    expect(ring.isFingerprint("audit row", "text", `${fingerprint}.`)).toBe(false);
  });
});
