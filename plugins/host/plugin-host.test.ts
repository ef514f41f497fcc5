import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { pluginFailurePauseMs, pluginFailureShownMs, pluginLogLinesMax } from "#domain/plugin-limits.ts";
import { ManualClock } from "#platform/clock.ts";
import { createLogger } from "#platform/logs/log.ts";

import { ada } from "./kinds/sample-request.ts";
import { createPluginHost, type PluginHost } from "./plugin-host.ts";
import { sourcesOf } from "./service-table.ts";
import { changeablePlugin } from "./trusted-plugins.ts";

const lines: Record<string, unknown>[] = [];
// The level that an installation has unless it is told otherwise.
const log = createLogger({ module: "test", destination: { write: (line) => void lines.push(JSON.parse(line)) } });
const clock = new ManualClock();
let folder = "";
let host: PluginHost;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-plugins-")));
  host = createPluginHost({ folder, log, clock });
  write(
    "upper.mjs",
    "export const run = ({ id }, services) => { services.log('called'); return { id: id.toUpperCase() }; };",
  );
  write("curious.mjs", "export const run = ({ id }) => { if (Object.keys(process.env).length === 0) return { id }; };");
  write("endless.mjs", "export const run = () => { for (;;); };");
  write("silent.mjs", "export const run = () => new Promise(() => undefined);");
  write("failing.mjs", "\nexport const run = () => { throw new Error('in its own words'); };");
  write("broken.mjs", "export const run = ({ id }) => ({ id: ;");
  write("exiting.mjs", "export const run = () => process.exit(0);");
  write(
    "greedy.mjs",
    "export const run = () => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); };",
  );
  write("late.mjs", "export const run = () => new Promise(() => setTimeout(() => { throw new Error('late'); }, 1));");
  write("other.mjs", "export const kind = 'notifier'; export const run = ({ id }) => ({ id });");
  write(
    "counting.mjs",
    "let calls = 0; export const run = ({ id }, { log }) => { log(String(++calls)); return { id }; };",
  );
  write(
    "noisy.mjs",
    "export const run = ({ id }, { log }) => { for (let n = 0; n < 1e5; n++) log(n); return { id }; };",
  );
  write(
    "stray.mjs",
    "export const run = ({ id }) => { setTimeout(() => { throw new Error('x'); }, 1); return { id }; };",
  );
  write("nothing.mjs", "export const other = 1;");
  write("empty.mjs", "export const run = () => undefined;");
  write("renaming.mjs", "export const run = () => ({ id: 'somebody-else' });");
  write("typed.ts", "export const run = (request: { id: string }): { id: string } => request;");
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  lines.length = 0;
  clock.advance(pluginFailurePauseMs);
});

const request = { id: "Ada", type: "account", targetSystemKey: "T1" } as const;
const patient = { withinMs: 20_000, services: sourcesOf() };
const call = (name: string, withinMs = patient.withinMs) =>
  host.ask({ ...patient, name, kind: "newIdCase", request, withinMs });
const refused = (name: string, withinMs?: number) => call(name, withinMs).then(String, (thrown: unknown) => thrown);

test("a plug-in gets its request and gives a patch", async () => {
  expect(await call("upper.mjs")).toEqual({ id: "ADA" });
  expect(lines).toMatchObject([{ level: "info", plugin: "upper.mjs", kind: "newIdCase", msg: "called" }]);
  expect(await call("typed.ts")).toEqual({ id: "Ada" });
});

test("one that comes with the service needs no process, however busy the machine is, and gives a secret as one", async () => {
  const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, "utf8");
  const before = children();
  const asked = { account: { targetSystemKey: "T1", id: "root" }, user: ada };
  const patch = await host.ask({
    kind: "disclosure",
    name: "display",
    services: sourcesOf(),
    withinMs: 0,
    request: {
      ...asked,
      endsAt: "2030-01-31T12:00:00Z",
      password: new Secret("a-password"),
    },
  });
  expect(patch).toMatchObject({ how: "display", content: expect.any(Secret) });
  expect((patch.content as Secret).use((plaintext) => plaintext)).toBe("a-password");
  expect(await call("lower-case", 0)).toEqual({ id: "ada" });
  expect(children()).toBe(before);
});

test("a plug-in sees nothing of the environment, where secrets may be", async () => {
  expect(await call("curious.mjs")).toEqual({ id: "Ada" });
});

test.each([
  ["endless.mjs", /took longer than 1000 ms/, 1000],
  ["silent.mjs", /took longer than|ended without/, 1000],
  ["failing.mjs", /it failed/, 20_000],
  ["exiting.mjs", /ended without an answer/, 20_000],
  ["greedy.mjs", /it took more memory than it may \(64 MiB\), or crashed/, 20_000],
  ["late.mjs", /it failed/, 20_000],
  ["nothing.mjs", /it failed/, 20_000],
  ["empty.mjs", /what it returns does not fit \(must be an object\)/, 20_000],
  ["renaming.mjs", /what it returns does not fit \(id: it is another one/, 20_000],
  ["absent.mjs", /no such file/, 20_000],
  ["../upper.mjs", /no such file/, 20_000],
  ["/etc/passwd", /no such file/, 20_000],
])("%s is refused, the service goes on, and the log says why", async (name, message, withinMs) => {
  expect(await refused(name, withinMs)).toMatchObject({
    code: "PLUGIN_UNUSABLE",
    target: name,
    message: expect.stringMatching(message),
  });
  expect(lines).toMatchObject([
    { level: "error", plugin: name, kind: "newIdCase", reason: expect.stringMatching(message) },
  ]);
});

test("one whose process ends time and again is started less and less often, and a changed one at once", async () => {
  const text = "export const run = () => process.exit(0);";
  write("crashing.mjs", text);
  const words = async (withinMs: number) => String(await refused("crashing.mjs", withinMs));
  const [waits, hasNoTime] = [20_000, 1];
  await words(waits);
  expect(await words(hasNoTime)).toMatch(
    /ended without an answer \(such calls in a row: 1\); it is asked again in 1 s/,
  );
  // It may wait, and so ends its process once more.
  expect(await words(waits)).not.toContain("asked again");
  expect(await words(hasNoTime)).toContain("in a row: 2");
  write("crashing.mjs", `${text}\n`);
  expect(await words(waits)).toContain("ended without an answer");
  expect(await words(hasNoTime)).toContain("in a row: 1");
});

test("a plug-in that others may change is not run, nor one in a folder to which they may add", async () => {
  const at = (path: string, mode: number) => chmodSync(path, mode);
  const file = join(folder, "upper.mjs");
  const linked = join(folder, "linked.mjs");
  symlinkSync(file, linked);
  for (const [name, path, open, closed] of [
    ["upper.mjs", file, 0o646, 0o644],
    ["linked.mjs", file, 0o646, 0o644],
    ["upper.mjs", folder, 0o1777, 0o700],
  ] as const) {
    at(path, open);
    const error = await call(name).then(String, (thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "PLUGIN_UNUSABLE", detail: expect.stringContaining(`chmod go-w ${path}`) });
    expect((error as Error).message).not.toContain(folder);
    expect(changeablePlugin(folder)).toContain(`chmod go-w ${path}`);
    at(path, closed);
    expect(await call(name)).toEqual({ id: "ADA" });
    expect(changeablePlugin(folder)).toBeUndefined();
  }
  expect(changeablePlugin(join(folder, "absent"))).toBeUndefined();
});

test.each([
  ["failing.mjs", "in its own words (line 2)"],
  ["broken.mjs", "Unexpected token ';'"],
  ["nothing.mjs", "it exports no function named run"],
])("what %s says of its failure stands in the log and not in the answer", async (name, own) => {
  const error = await refused(name);
  expect(lines).toMatchObject([{ own: expect.stringContaining(own) }]);
  expect(error).toMatchObject({ detail: expect.stringContaining(own) });
  expect((error as Error).message).toMatch(/it failed, and the log says how/);
  expect((error as Error).message).not.toContain(own);
});

test("of many failures of one plug-in the log tells once a minute, and how many went unsaid", async () => {
  for (const name of ["absent.mjs", "absent.mjs", "absent.mjs", "missing.mjs"]) await refused(name);
  expect(lines.map(({ plugin, unsaid }) => [plugin, unsaid])).toEqual([
    ["absent.mjs", undefined],
    ["missing.mjs", undefined],
  ]);
  clock.advance(pluginFailurePauseMs);
  await refused("absent.mjs");
  expect(lines.at(-1)).toMatchObject({ plugin: "absent.mjs", unsaid: 2 });
});

test("a plug-in stays loaded between its calls, and a file that has changed is loaded anew", async () => {
  for (const calls of ["1", "2"]) {
    await call("counting.mjs");
    expect(lines.at(-1)).toMatchObject({ msg: calls });
  }
  write("counting.mjs", "export const run = ({ id }, { log }) => { log('changed'); return { id }; };");
  await call("counting.mjs");
  expect(lines.at(-1)).toMatchObject({ msg: "changed" });
});

test("calls side by side get each its own answer, while another plug-in hangs", async () => {
  const hanging = refused("endless.mjs", 1500);
  const ids = Array.from({ length: 20 }, (_, index) => `ada-${index}`);
  const answers = ids.map((id) =>
    host.ask({ ...patient, kind: "newIdCase", name: "upper.mjs", request: { ...request, id } }),
  );
  expect(await Promise.all(answers)).toEqual(ids.map((id) => ({ id: id.toUpperCase() })));
  expect(await hanging).toMatchObject({ code: "PLUGIN_UNUSABLE" });
});

test("calls that wait for a plug-in that hangs end in their time too", async () => {
  const waiting = Array.from({ length: 5 }, () => refused("silent.mjs", 1000));
  for (const error of await Promise.all(waiting))
    expect(error).toMatchObject({ message: expect.stringContaining("it took longer than 1000 ms") });
});

test("one that fails is told of until it answers again, or an hour has passed", async () => {
  const mending = (text: string) => write("mending.mjs", text);
  mending("export const run = () => ({});");
  await refused("mending.mjs");
  const message = "It cannot be used: what it returns does not fit (id: is missing).";
  const shown = { plugin: "mending.mjs", kind: "newIdCase", message };
  expect(host.failed()).toContainEqual(shown);
  mending("export const run = ({ id }) => ({ id, });");
  await call("mending.mjs");
  expect(host.failed()).not.toContainEqual(shown);
  mending("export const run = () => ({});");
  await refused("mending.mjs");
  clock.advance(pluginFailureShownMs);
  expect(host.failed()).toEqual([]);
});

test("a plug-in that names another kind is not asked", async () => {
  expect(await refused("other.mjs")).toMatchObject({
    message: expect.stringContaining("it is a plug-in of another kind than newIdCase"),
    detail: "kind is notifier",
  });
});

test("of what one call writes to the log, the first lines are taken, and how many there were besides", async () => {
  await call("noisy.mjs");
  expect(lines).toHaveLength(pluginLogLinesMax + 1);
  expect(lines.at(-1)).toMatchObject({ msg: `${1e5 - pluginLogLinesMax} more lines of this call are not shown.` });
});

test("one that fails after its answer is told of, and its next call is answered", async () => {
  await call("stray.mjs");
  await expect.poll(() => lines).toMatchObject([{ level: "error", plugin: "stray.mjs" }]);
  expect(await call("stray.mjs")).toEqual({ id: "Ada" });
});
