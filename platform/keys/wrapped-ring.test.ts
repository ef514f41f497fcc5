import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { keyRingFileName, keyRingIds } from "./key-ring-file.ts";
import { createKeyRing, type KeyRing } from "./keys.ts";
import { passphraseOfFile } from "./ring-passphrase.ts";

const at = { table: "webhooks", key: "k1", column: "secret" };
const takenWithinMs = 2_000;
/** The longest pause after a wrong passphrase, on a machine that is busy. */
const afterPauseMs = 25_000;
let folder: string;
let data: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-wrapped-"));
  data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  file = join(data, keyRingFileName);
  say("first", "first words");
});
afterEach(() => rmSync(folder, { recursive: true }));

const pathOf = (name: string) => join(folder, name);
const say = (name: string, words: string) => writeFileSync(pathOf(name), words, { mode: 0o600 });
const open = (name?: string): KeyRing =>
  createKeyRing({ folder: data, ...(name === undefined ? {} : { passphrase: passphraseOfFile(pathOf(name), data) }) });
const stored = () => JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
const wordsOf = (ring: KeyRing, sealed: string) => ring.unseal(sealed, at).use((text) => text);

/** All bytes of the keys of a ring that is in clear. */
const keysOf = () => Object.values(stored()["keys"] as Record<string, { key: string }>).map(({ key }) => key);

describe("a ring", () => {
  it("is wrapped, opens by its passphrase alone, and is written in clear again", async () => {
    const ring = open("first");
    await ring.unwrap();
    const keys = keysOf();
    const sealed = ring.seal(new Secret("x"), at);
    expect(await ring.wrap()).toBe(`the file ${pathOf("first")}`);
    expect(keys).toHaveLength(1);
    for (const key of keys) expect(readFileSync(file, "utf8")).not.toContain(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(ring.isWrapped()).toBe(true);
    expect(wordsOf(open("first"), sealed)).toBe("x");
    expect(() => open()).toThrow(
      /keys\.json is wrapped by a passphrase.* Set GATEHOUSE_KEY_RING_PASSPHRASE_FILE or GATEHOUSE_KEY_RING_PASSPHRASE_COMMAND/,
    );
    say("wrong", "other words");
    expect(() => open("wrong")).toThrow(/wrong does not open the key ring .*keys\.json/);
    await open("first").unwrap();
    expect(keysOf()).toEqual(keys);
    expect(wordsOf(open(), sealed)).toBe("x");
  });

  it("that is made with a passphrase is wrapped from its first byte, and tells its ids without it", () => {
    const ring = open("first");
    expect(Object.keys(stored())).toEqual(["wrap", "kids", "ring"]);
    expect(keyRingIds(data)).toEqual([ring.current()]);
  });

  it("is not wrapped by a passphrase that the next start would not find", async () => {
    await expect(open().wrap(pathOf("first"))).rejects.toThrow("nothing would open the key ring at the next start");
    expect(open().isWrapped()).toBe(false);
  });

  it("keeps its wrap through additions and removals of keys", async () => {
    const ring = open("first");
    const old = ring.current();
    const kid = await ring.rotate();
    expect(ring.isWrapped()).toBe(true);
    await ring.remove(old);
    expect(
      open("first")
        .facts()
        .map(({ state }) => state),
    ).toEqual(["removed", "current"]);
    expect(keyRingIds(data)).toEqual([old, kid]);
    expect(() => open()).toThrow("wrapped by a passphrase");
  });

  it.each(["salt", "iv", "tag", "passes", "kids", "ring"])("of which the %s was altered does not open", (part) => {
    open("first");
    const content = stored();
    const wrap = content["wrap"] as Record<string, unknown>;
    if (part === "kids") content["kids"] = ["0".repeat(12)];
    else if (part === "passes") wrap["passes"] = 1;
    else {
      const holder = part === "ring" ? content : wrap;
      const text = holder[part] as string;
      holder[part] = (text.startsWith("A") ? "B" : "A") + text.slice(1);
    }
    writeFileSync(file, JSON.stringify(content));
    expect(() => open("first")).toThrow("or the file was altered");
  });
});

describe("another process", () => {
  it("takes in a new key within two seconds, whether the ring was wrapped, wrapped anew or unwrapped meanwhile", async () => {
    const [ring, other] = [open("first"), open("first")];
    await ring.wrap();
    const first = await ring.rotate();
    await expect.poll(() => other.current(), { timeout: takenWithinMs }).toBe(first);
    await ring.unwrap();
    await ring.wrap();
    await ring.rotate();
    expect(wordsOf(other, ring.seal(new Secret("x"), at))).toBe("x");
    await ring.unwrap();
    const last = await ring.rotate();
    await expect.poll(() => other.current(), { timeout: takenWithinMs }).toBe(last);
  });

  it("goes on while it has the old passphrase, and takes the new one as soon as it lies there", async () => {
    const [ring, other] = [open("first"), open("first")];
    say("second", "second words");
    await ring.wrap(pathOf("second"));
    expect(() => open("first")).toThrow("does not open");
    const kid = await open("second").rotate();
    await sleep(700);
    expect(other.current()).not.toBe(kid);
    say("first", "second words");
    await expect.poll(() => other.current(), { timeout: afterPauseMs }).toBe(kid);
    expect(open("first").current()).toBe(kid);
  }, 60_000);

  it("that is killed while it wraps and unwraps leaves a ring that opens", async () => {
    const ring = open("first");
    const sealed = ring.seal(new Secret("x"), at);
    const program = `
      import { createKeyRing } from "#platform/keys/keys.ts";
      import { passphraseOfFile } from "#platform/keys/ring-passphrase.ts";
      const [folder, file] = process.argv.slice(1);
      const ring = createKeyRing({ folder, passphrase: passphraseOfFile(file, folder) });
      for (;;) { await ring.unwrap(); await ring.wrap(); }`;
    for (let kill = 0; kill < 8; kill++) {
      const events = watch(data)[Symbol.asyncIterator]();
      const child = spawn(process.execPath, ["--input-type=module", "-e", program, data, pathOf("first")]);
      // Each file that comes, is renamed or goes is an event: each kill hits another moment of the exchange.
      for (let seen = 0; seen < kill + 1; seen++) await events.next();
      child.kill("SIGKILL");
      await Promise.all([once(child, "close"), events.return?.()]);
      expect(wordsOf(open("first"), sealed)).toBe("x");
    }
    await ring.rotate();
    expect(wordsOf(open("first"), sealed)).toBe("x");
  }, 60_000);
});
