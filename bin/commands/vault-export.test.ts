import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { keyRingFileName } from "#platform/keys/key-ring-file.ts";
import { createKeyRing } from "#platform/keys/keys.ts";
import { callCommand } from "#test/support/commands.ts";
import { openTestStore, type TestStore } from "#test/support/store.ts";

const at = { table: "passwordChecks", key: "k1", column: "password" };
let opened: TestStore;
let elsewhere: string;

beforeEach(async () => {
  opened = await openTestStore({ dialect: "sqlite" });
  elsewhere = mkdtempSync(join(tmpdir(), "gatehouse-vault-export-"));
});
afterEach(async () => {
  await opened.close();
  rmSync(elsewhere, { recursive: true });
});

const pathOf = (name: string) => join(elsewhere, name);
const vault = (words: string[], env: Record<string, string> = {}) =>
  callCommand(["vault", ...words], {
    env: { GATEHOUSE_DATA: opened.folder, DATABASE_URL: opened.databaseUrl, LOG_LEVEL: "silent", ...env },
  });
/** Opens an export without an installation. */
const open = (...words: string[]) =>
  callCommand(["vault", "open-export", pathOf("vault.export"), ...words], {
    env: { GATEHOUSE_DATA: pathOf("nothing"), LOG_LEVEL: "silent" },
  });
const keysIn = (text: string) => Object.values((JSON.parse(text) as { keys: Record<string, { key: string }> }).keys);

it("an export of a wrapped ring is sealed to a public key and opened elsewhere with the private one", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(pathOf("public.pem"), publicKey.export({ format: "pem", type: "spki" }));
  writeFileSync(pathOf("private.pem"), privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
  writeFileSync(pathOf("passphrase"), "words of the ring", { mode: 0o600 });
  const env = { GATEHOUSE_KEY_RING_PASSPHRASE_FILE: pathOf("passphrase") };
  const sealed = opened.store.seal(new Secret("x"), at);
  await vault(["wrap"], env);
  const made = await vault(["export", pathOf("vault.export"), "--recipient", pathOf("public.pem")], env);
  expect(made).toMatchObject({
    code: 0,
    output: expect.stringMatching(/exported {2}\S+ {2}.*\nentries {3}0\nkey {7}[\w-]{43}\n$/) as string,
  });
  expect(statSync(pathOf("vault.export")).mode & 0o777).toBe(0o600);
  const [row] = await opened.store.select("sesslog_full", { where: { operation: "VKEX" } });
  expect(made.output).toContain(`exported  ${row?.ident}  `);
  const to = pathOf("opened");
  expect(await open("--to", to, "--key", pathOf("private.pem"))).toMatchObject({ code: 0 });
  expect(statSync(join(to, keyRingFileName)).mode & 0o777).toBe(0o600);
  // As the key ring file of a data folder it opens the sealed texts, without the passphrase.
  expect(
    createKeyRing({ folder: to })
      .unseal(sealed, at)
      .use((text) => text),
  ).toBe("x");
  const again = await open("--to", to, "--key", pathOf("private.pem"));
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("is there already") as string });
});

it("an export to shares is opened by as many as were asked for, and by no fewer", async () => {
  const file = pathOf("vault.export");
  const made = await vault(["export", file, "--shares", "3", "--threshold", "2"]);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining("2 of 3 open it") as string });
  const shares = [1, 2, 3].map((number) => `${file}.share-${number}`);
  const ring = readFileSync(join(opened.folder, keyRingFileName), "utf8");
  expect(keysIn(ring).length).toBeGreaterThan(0);
  for (const path of [file, ...shares]) {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const { key } of keysIn(ring)) expect(readFileSync(path, "utf8")).not.toContain(key);
  }
  const to = pathOf("opened");
  const few = await open("--to", to, "--share", shares[0] ?? "");
  expect(few).toMatchObject({
    code: 1,
    output: expect.stringContaining("2 of the 3 shares open this export") as string,
  });
  const twice = await open("--to", to, "--share", shares[1] ?? "", shares[1] ?? "");
  expect(twice.output).toContain("is the same share as");
  expect(existsSync(to)).toBe(false);
  expect(await open("--to", to, "--share", shares[2] ?? "", shares[0] ?? "")).toMatchObject({ code: 0 });
  expect(readFileSync(join(to, keyRingFileName), "utf8")).toBe(ring);
});

it("what is not said, cannot be or would replace a file is refused before anything is sealed", async () => {
  const file = pathOf("vault.export");
  writeFileSync(`${file}.share-2`, "mine");
  for (const [flags, words] of [
    [[], "--recipient, or --shares with --threshold"],
    [["--shares", "3"], "--recipient, or --shares with --threshold"],
    [["--shares", "1", "--threshold", "1"], "shares"],
    [["--shares", "many", "--threshold", "2"], "Give a whole number"],
    [["--recipient", pathOf("none.pem")], "cannot be read"],
    [["--shares", "3", "--threshold", "2"], "share-2 is there already"],
  ] as const) {
    const { code, output } = await vault(["export", file, ...flags]);
    expect(code).not.toBe(0);
    expect(output).toContain(words);
  }
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(`${file}.share-2`, "utf8")).toBe("mine");
  const rows = await opened.store.select("sesslog_full", { where: { operation: "VKEX" } });
  expect(rows.filter(({ result }) => result === "S")).toEqual([]);
});
