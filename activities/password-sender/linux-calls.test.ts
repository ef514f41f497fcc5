import { mkdtempSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { createLogger } from "#platform/logs/log.ts";

import type { Changes, Verdict } from "./changes.ts";
import { linuxCall, serveLinux } from "./linux-calls.ts";
import { listenLocally, type LocalSocket } from "./local-socket.ts";
import { createTurns } from "./turns.ts";

const log = createLogger({ module: "test", level: "silent" });
let folder: string;
let listening: LocalSocket | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linux-calls-"));
});
afterEach(async () => {
  await listening?.close();
  listening = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Listens with changes that are judged as given, and returns what was judged and reported. */
async function listen(verdict: Verdict = { allowed: true }, isBroken = false) {
  const seen: [string, string, string][] = [];
  const clear = (password: Secret | string) =>
    typeof password === "string" ? `(${password})` : password.use((text) => text);
  const changes: Changes = {
    async judge({ shortId = "" }, password) {
      seen.push(["judge", shortId, clear(password)]);
      return verdict;
    },
    async keep({ shortId = "" }, password) {
      seen.push(["keep", shortId, clear(password)]);
      if (!verdict.allowed) return verdict;
      const made = () => {
        if (isBroken) throw new Error("no space left on device");
        seen.push(["made", shortId, ""]);
      };
      return { allowed: true, kept: { number: 1, made, refused: () => undefined, uncertain: () => undefined } };
    },
  };
  listening = await listenLocally(join(folder, "socket"), serveLinux({ changes, turns: createTurns(20), log }));
  return seen;
}

function ask(call: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(join(folder, "socket"));
    socket.on("error", reject).on("end", () => resolve(answer));
    socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
    socket.end(call);
  });
}

test.each([
  ["spaces", "  two words "],
  ["quotes, backslashes and dollars", `"'\\$(id)\`id\`%s%n`],
  ["other scripts", "Пароль 密码 🔑"],
  ["a line break at the end", "ends with a break\n"],
  ["a byte order mark", "\ufeffmark"],
  ["127 characters", "ä".repeat(127)],
])("a password arrives as it was given: %s", async (_, password) => {
  const seen = await listen();
  for (const step of ["judge", "report"] as const)
    expect(await ask(linuxCall(step, "ada", new Secret(password)))).toBe("ok\n");
  expect(seen).toEqual([
    ["judge", "ada", password],
    ["keep", "ada", password],
    ["made", "ada", ""],
  ]);
});

test("a refusal has a line for each message, whatever stands in them", async () => {
  await listen({ allowed: false, messages: ["At least 12 characters.", "Not\nok\r\nat all"] });
  const refused = "refused\nAt least 12 characters.\nNot ok at all\n";
  expect(await ask(linuxCall("judge", "ada", new Secret("x")))).toBe(refused);
  expect(await ask(linuxCall("report", "ada", new Secret("x")))).toBe(refused);
});

test.each([
  ["nothing", ""],
  ["text", "hello"],
  ["another protocol", "2\0judge\0ada\0x\0"],
  ["another step", "1\0set\0ada\0x\0"],
  ["no account", "1\0judge\0\0x\0"],
  ["a missing end", "1\0judge\0ada\0x"],
  ["a further field", "1\0judge\0ada\0x\0y\0"],
  ["a name beyond all bounds", `1\0judge\0${"a".repeat(3_000)}\0x\0`],
])("a call with %s is answered, and means nothing", async (_, call) => {
  const seen = await listen();
  expect(await ask(Buffer.from(call))).toBe("wrong\n");
  expect(seen).toEqual([]);
});

test("a password that is not UTF-8 is not judged, and is reported as unreadable", async () => {
  const seen = await listen();
  const call = (step: string) => Buffer.concat([Buffer.from(`1\0${step}\0ada\0`), Buffer.from([0xff, 0xfe, 0])]);
  expect([await ask(call("judge")), await ask(call("report"))]).toEqual(["ok\n", "ok\n"]);
  expect(seen).toEqual([
    ["keep", "ada", "(unreadable)"],
    ["made", "ada", ""],
  ]);
});

test("a disk that fails while a change is kept ends the call, and nothing else", async () => {
  await listen({ allowed: true }, true);
  expect(await ask(linuxCall("report", "ada", new Secret("x")))).toBe("wrong\n");
  expect(await ask(linuxCall("judge", "ada", new Secret("x")))).toBe("ok\n");
});

test("a call beyond all bounds is cut off", async () => {
  const seen = await listen();
  const far = Buffer.from(`1\0judge\0ada\0${"x".repeat(1_000_000)}\0`);
  expect(await ask(far).catch(() => "")).toBe("");
  expect(seen).toEqual([]);
});

test("the owner alone can use the socket, and one that was left behind is replaced", async () => {
  await listen();
  expect(statSync(join(folder, "socket")).mode & 0o777).toBe(0o600);
  const before = listening;
  await listen();
  expect(await ask(linuxCall("judge", "ada", new Secret("x")))).toBe("ok\n");
  await before?.close();
  await expect(listenLocally(join(folder, "x".repeat(120)), () => undefined)).rejects.toThrow("too long");
});
