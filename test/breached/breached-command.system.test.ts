import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { sha1Of } from "../support/breached-lists.ts";
import { callCommand } from "../support/commands.ts";
import { startGatehouse } from "../support/gatehouse.ts";

let folder: string;
let env: Readonly<Record<string, string>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "breached-command-"));
  env = { GATEHOUSE_DATA: folder };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const breached = (...words: string[]) => callCommand(["breached", ...words], { env });
const hashes = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `${sha1Of(`word-${from + index}`)}:${index + 1}\n`).join("");

test("a list is built, verified and shown, and a changed byte is found", async () => {
  const list = join(folder, "breached-passwords.list");
  expect(await breached("status")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/no list.*gatehouse breached build/),
  });
  writeFileSync(join(folder, "a.txt"), hashes(3_000));
  writeFileSync(join(folder, "b.txt"), `${hashes(1_000, 2_500)}${sha1Of("padding")}:0\n`);
  const built = await breached("build", join(folder, "a.txt"), join(folder, "b.txt"));
  expect(built).toMatchObject({ code: 0, output: expect.stringContaining("3,500 passwords") });
  expect(built.output).toContain("1 padding lines left out");
  expect((await breached("verify")).output).toContain("is whole: 3,500 passwords");
  expect((await breached("status")).output).toContain("is ready: 3,500 passwords");
  const { output } = await breached("status", "--json");
  expect(JSON.parse(output)).toMatchObject({ path: list, state: "ready", count: 3_500, bytes: statSync(list).size });
  const bytes = readFileSync(list);
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 0x10;
  writeFileSync(list, bytes);
  expect(await breached("verify")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/damaged: the prefixes of the range/),
  });
});

test("a file that is none is refused with its line, and the list stays", async () => {
  const list = join(folder, "kept.list");
  writeFileSync(list, "as before");
  writeFileSync(join(folder, "ntlm.txt"), "32ED87BDB5FDC5E9CBA88547376818D4:9\n");
  const { code, output } = await breached("build", join(folder, "ntlm.txt"), "--out", list);
  expect([code, readFileSync(list, "utf8")]).toEqual([1, "as before"]);
  expect(output).toMatch(/ntlm\.txt, line 1: .*NTLM/);
});

test("Ctrl-C ends a build and leaves nothing of it", async () => {
  const file = join(folder, "long.txt");
  writeFileSync(file, hashes(200_000).repeat(10));
  const list = join(folder, "stopped.list");
  const running = startGatehouse(["breached", "build", file, "--out", list], { env });
  await expect.poll(() => existsSync(`${list}.building`)).toBe(true);
  running.child.kill("SIGINT");
  expect(await running.ended()).toBe(130);
  expect(readdirSync(folder).filter((name) => name.startsWith("stopped"))).toEqual([]);
});
