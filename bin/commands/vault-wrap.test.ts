import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { keyRingFileName } from "#platform/keys/key-ring-file.ts";
import { callCommand } from "#test/support/commands.ts";
import { runGatehouse } from "#test/support/gatehouse.ts";
import { openTestStore, type TestStore } from "#test/support/store.ts";

const at = { table: "passwordChecks", key: "00000000-0000-4000-8000-000000000001", column: "password" };
const passphrase = "words of the ring";
let opened: TestStore;
let elsewhere: string;

beforeEach(async () => {
  elsewhere = mkdtempSync(join(tmpdir(), "gatehouse-vault-wrap-"));
  opened = await openTestStore({ dialect: "sqlite" });
  const password = opened.store.seal(new Secret("x"), at);
  await opened.store.transaction(() =>
    opened.store.save("passwordChecks", {
      key: at.key,
      targetSystemKey: "T",
      proxyServer: "P",
      requestId: "r",
      expiresAt: 1,
      password,
    }),
  );
});
afterEach(async () => {
  await opened.close();
  rmSync(elsewhere, { recursive: true });
});

const within = (env: Record<string, string>) => ({
  env: { GATEHOUSE_DATA: opened.folder, DATABASE_URL: opened.databaseUrl, LOG_LEVEL: "silent", ...env },
});
const gatehouse = (words: string[], env: Record<string, string> = {}) => callCommand(words, within(env));
/** Runs a command in a process of its own: it starts a server, or a program that writes to its error output. */
const apart = (words: string[], env: Record<string, string> = {}) => runGatehouse(words, within(env));
const ring = () => readFileSync(join(opened.folder, keyRingFileName), "utf8");

function fileWith(words: string, name = "passphrase") {
  const file = join(elsewhere, name);
  writeFileSync(file, words, { mode: 0o600 });
  return file;
}

it("a ring is wrapped by a file, goes on so through a rotation, opens by no other start, and is unwrapped", async () => {
  const file = { GATEHOUSE_KEY_RING_PASSPHRASE_FILE: fileWith(passphrase) };
  expect((await gatehouse(["vault", "wrap"])).output).toContain("The settings name no passphrase");
  expect((await gatehouse(["vault", "status"], file)).output).toContain("clear    no passphrase");
  const wrapped = await gatehouse(["vault", "wrap"], file);
  expect(wrapped).toMatchObject({ code: 0, output: expect.stringContaining("wrapped  by the passphrase") as string });
  expect(await gatehouse(["vault", "rotate-key"], file)).toMatchObject({ code: 0 });
  expect((await gatehouse(["vault", "status"], file)).output).toContain("wrapped  only its passphrase");
  expect(await gatehouse(["vault", "verify"], file)).toMatchObject({ code: 0 });
  const without = await apart(["api"]);
  expect(without.code).toBe(1);
  expect(without.output).toContain("is wrapped by a passphrase, and the settings name none. Set GATEHOUSE_KEY_RING_");
  const wrong = await apart(["hub"], { GATEHOUSE_KEY_RING_PASSPHRASE_FILE: fileWith("other words", "wrong") });
  expect(wrong.code).toBe(1);
  expect(wrong.output).toContain("wrong does not open the key ring");
  expect(await gatehouse(["vault", "unwrap"], file)).toMatchObject({ code: 0 });
  expect(await gatehouse(["vault", "verify"])).toMatchObject({ code: 0 });
  for (const operation of ["VKWR", "VKUW"]) {
    const rows = await opened.store.select("sesslog_full", { where: { operation } });
    expect(rows.map(({ result }) => result)).toContain("S");
  }
});

it("a command gives the passphrase: its words for people are passed on, and what it prints stays unseen", async () => {
  const program = `console.error("words for people"); console.log(${JSON.stringify(passphrase)})`;
  const setting = JSON.stringify([process.execPath, "-e", program]);
  const env = { GATEHOUSE_KEY_RING_PASSPHRASE_COMMAND: setting, LOG_LEVEL: "trace" };
  const wrapped = await apart(["vault", "wrap"], env);
  expect(wrapped.output).toContain("words for people\n");
  expect(wrapped.output).not.toContain(passphrase);
  const status = await gatehouse(["vault", "status"], { GATEHOUSE_KEY_RING_PASSPHRASE_FILE: fileWith(passphrase) });
  expect(status.output).toContain("wrapped  only");
  const failing = {
    GATEHOUSE_KEY_RING_PASSPHRASE_COMMAND: JSON.stringify([process.execPath, "-e", "process.exit(7)"]),
  };
  expect((await gatehouse(["vault", "status"], failing)).output).toContain("It ended with 7.");
});

it("a passphrase gives way to another one, which a file brings", async () => {
  const before = { GATEHOUSE_KEY_RING_PASSPHRASE_FILE: fileWith(passphrase) };
  await gatehouse(["vault", "wrap"], before);
  const next = fileWith("next words", "next");
  const changed = await gatehouse(["vault", "wrap", "--passphrase-file", next], before);
  expect(changed.output).toContain("Put that passphrase now where the settings look for it");
  expect(await gatehouse(["vault", "verify"], before)).toMatchObject({ code: 1 });
  expect(await gatehouse(["vault", "verify"], { GATEHOUSE_KEY_RING_PASSPHRASE_FILE: next })).toMatchObject({ code: 0 });
});

it("what cannot be used is refused with the way out, and leaves the ring as it is", async () => {
  const content = ring();
  const inside = join(opened.folder, "passphrase");
  writeFileSync(inside, passphrase, { mode: 0o600 });
  const file = fileWith(passphrase);
  for (const [env, words] of [
    [{ GATEHOUSE_KEY_RING_PASSPHRASE_FILE: inside }, "Move the file elsewhere"],
    [{ GATEHOUSE_KEY_RING_PASSPHRASE_FILE: fileWith("", "empty") }, "It is empty"],
    [{ GATEHOUSE_KEY_RING_PASSPHRASE_FILE: file, GATEHOUSE_KEY_RING_PASSPHRASE_COMMAND: "/bin/true" }, "give one"],
    [{ GATEHOUSE_KEY_RING_PASSPHRASE_COMMAND: "cat words" }, "must be the full path of a program"],
  ] as const) {
    const { code, output } = await gatehouse(["vault", "wrap"], env);
    expect(code).not.toBe(0);
    expect(output).toContain(words);
  }
  expect(ring()).toBe(content);
});
