import { chmodSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createLogger } from "#platform/log.ts";

import { runPlugin } from "./run-plugin.ts";
import { changeablePlugin } from "./trusted-plugins.ts";

const log = createLogger({ module: "test", level: "silent" });
let folder = "";

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-plugins-")));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("echo.mjs", "export const run = (request, services) => { services.log('called'); return { got: request }; };");
  write("curious.mjs", "export const run = () => Object.keys(process.env);");
  write("endless.mjs", "export const run = () => { for (;;); };");
  write("silent.mjs", "export const run = () => new Promise(() => undefined);");
  write("failing.mjs", "export const run = () => { throw new Error('in its own words'); };");
  write("exiting.mjs", "export const run = () => process.exit(0);");
  write(
    "greedy.mjs",
    "export const run = () => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); };",
  );
  write("nothing.mjs", "export const other = 1;");
  write("typed.ts", "export const run = (request: { id: string }): string => request.id;");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (name: string, withinMs = 20_000) => runPlugin({ folder, name, request: { id: "x" }, withinMs, log });

test("a plug-in gets its request and gives a patch", async () => {
  expect(await call("echo.mjs")).toEqual({ got: { id: "x" } });
  expect(await call("typed.ts")).toBe("x");
});

test("a plug-in sees nothing of the environment, where secrets may be", async () => {
  expect(await call("curious.mjs")).toEqual([]);
});

test.each([
  ["endless.mjs", /took longer than 1000 ms/, 1000],
  ["silent.mjs", /took longer than|ended without/, 1000],
  ["failing.mjs", /it failed/, 20_000],
  ["exiting.mjs", /ended without an answer/, 20_000],
  ["greedy.mjs", /it failed/, 20_000],
  ["nothing.mjs", /it failed/, 20_000],
  ["absent.mjs", /no such file/, 20_000],
  ["../echo.mjs", /no such file/, 20_000],
  ["/etc/passwd", /no such file/, 20_000],
])("%s is refused, and the service goes on", async (name, message, withinMs) => {
  const error = await call(name, withinMs).then(String, (thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "PLUGIN_UNUSABLE", target: name, message: expect.stringMatching(message) });
});

test("a plug-in that others may change is not run, nor one in a folder to which they may add", async () => {
  const at = (path: string, mode: number) => chmodSync(path, mode);
  const file = join(folder, "echo.mjs");
  const linked = join(folder, "linked.mjs");
  symlinkSync(file, linked);
  for (const [name, path, open, closed] of [
    ["echo.mjs", file, 0o646, 0o644],
    ["linked.mjs", file, 0o646, 0o644],
    ["echo.mjs", folder, 0o1777, 0o700],
  ] as const) {
    at(path, open);
    const error = await call(name).then(String, (thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "PLUGIN_UNUSABLE", detail: expect.stringContaining(`chmod go-w ${path}`) });
    expect((error as Error).message).not.toContain(folder);
    expect(changeablePlugin(folder)).toContain(`chmod go-w ${path}`);
    at(path, closed);
    expect(await call(name)).toEqual({ got: { id: "x" } });
    expect(changeablePlugin(folder)).toBeUndefined();
  }
  expect(changeablePlugin(join(folder, "absent"))).toBeUndefined();
});

test("what a plug-in says of its failure is for the log only", async () => {
  const error = await call("failing.mjs").then(String, (thrown: unknown) => thrown);
  expect(error).toMatchObject({ detail: "in its own words" });
  expect((error as Error).message).not.toContain("own words");
});
