import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

import { pluginKindNames, pluginKinds } from "#plugins/host/plugin-kinds.ts";
import { exampleOf } from "#plugins/kit/new-plugin.ts";

import { loadCommands } from "../command-groups.ts";
import { createProgram } from "../program.ts";

let folder = "";
const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
const said = vi.spyOn(console, "error").mockImplementation(() => undefined);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plugin-command-"));
  const upper = "export const run = ({ id }, { log }) => { log('called'); return { id: id.toUpperCase() }; };";
  writeFileSync(join(folder, "upper.mjs"), upper);
  writeFileSync(join(folder, "failing.mjs"), "export const run = () => { throw new Error('in its own words'); };");
  writeFileSync(join(folder, "renaming.mjs"), "export const run = () => ({ id: 'x' });");
});
afterEach(() => vi.clearAllMocks());
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const commands = await loadCommands("plugin");
const input = { id: "Ada", type: "account", targetSystemKey: "HR" };
const called = (...command: string[]) => {
  const program = createProgram(commands).exitOverride();
  for (const one of program.commands.flatMap((part) => [part, ...part.commands]))
    one.exitOverride().configureOutput({ writeErr: () => undefined });
  return program.parseAsync(["plugin", ...command], { from: "user" });
};
const tried = (name: string, request: object | string = input, kind = "newIdCase", more: readonly string[] = []) => {
  const text = typeof request === "string" ? request : JSON.stringify(request);
  return called("try", join(folder, name), "--kind", kind, "--input", text, ...more);
};
const lines = () => printed.mock.calls.map(([line]) => String(line));

test("prints what the plug-in returns, and what it says to the log on the other stream", async () => {
  await tried("upper.mjs");
  expect(printed.mock.calls).toEqual([['{\n  "id": "ADA"\n}']]);
  expect(said.mock.calls).toEqual([["log: called"]]);
});

test.each([
  ["failing.mjs", /failing\.mjs cannot be used: it failed: in its own words \(line 1\)$/],
  ["renaming.mjs", /renaming\.mjs cannot be used: what it returns does not fit \(id: it is another one/],
  ["absent.mjs", /absent\.mjs cannot be used: there is no such file$/],
  ["upper.txt", /upper\.txt cannot be used: its name /],
])("%s ends with 1 and why", async (name, words) => {
  await expect(tried(name)).rejects.toMatchObject({ exitCode: 1, message: expect.stringMatching(words) });
  expect(printed).not.toHaveBeenCalled();
});

test.each([
  ["no JSON", "{", /^--input is no JSON \(.*\)\. A request of the kind newIdCase looks like \{"id":/],
  ["a field that is missing", { id: "Ada", type: "account" }, /^--input does not fit \(targetSystemKey: is missing\)/],
  [
    "a field of another type",
    { ...input, type: "role" },
    /^--input does not fit \(type: must be one of: account, group\)/,
  ],
  ["a field that is unknown", { ...input, colour: "red" }, /^--input does not fit \(.*colour/],
])("an input with %s ends with 2, the field and its rule", async (_, request, words) => {
  await expect(tried("upper.mjs", request)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(words),
  });
});

test("a kind that there is not is refused with those that there are", async () => {
  const all = pluginKindNames.join(", ");
  await expect(tried("upper.mjs", input, "other")).rejects.toMatchObject({
    exitCode: 2,
    message: `--kind: there is no kind 'other' of plug-ins; there are: ${all}.`,
  });
});

test("answers of services are given by --services, and checked", async () => {
  const asking = "async ({ id }, { targetSystem }) => ({ id: await targetSystem('HR') ? id.toUpperCase() : id })";
  writeFileSync(join(folder, "asking.mjs"), `export const kind = "newIdCase"; export const run = ${asking};`);
  const known = { id: "HR", type: "ldap", description: "Directory", targetGroup: "DEFAULT" };
  for (const targetSystem of [null, known])
    await called(
      "try",
      join(folder, "asking.mjs"),
      "--input",
      JSON.stringify(input),
      "--services",
      JSON.stringify({ targetSystem }),
    );
  expect(lines().map((line) => JSON.parse(line) as unknown)).toEqual([{ id: "Ada" }, { id: "ADA" }]);
  const wrong = tried("asking.mjs", input, "newIdCase", ["--services", '{"targetSystem": {"id": "HR"}}']);
  await expect(wrong).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining("type: is missing") });
  const other = tried("asking.mjs", input, "newIdCase", ["--services", '{"membersOf": []}']);
  await expect(other).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining("and no membersOf") });
});

test("a file that names no kind, and is told none, is asked for nothing", async () => {
  const refused = called("try", join(folder, "upper.mjs"), "--input", "{}");
  await expect(refused).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining("name it by --kind") });
});

test("plugin list shows the kinds, the built-in plug-ins and the files, and why one cannot be used", async () => {
  const own = mkdtempSync(join(folder, "list-"));
  writeFileSync(join(own, "case.mjs"), 'export const kind = "newIdCase"; export const run = ({ id }) => ({ id });');
  writeFileSync(join(own, "case.test.mjs"), "throw new Error('a test is no plug-in');");
  await called("list", "--folder", own);
  expect(lines()).toContainEqual(expect.stringMatching(/^newIdCase +upper-case +built-in$/));
  expect(lines()).toContainEqual(expect.stringMatching(/^newIdCase +case\.mjs +usable$/));
  for (const kind of pluginKindNames) expect(lines()).toContainEqual(expect.stringContaining(pluginKinds[kind].title));
  expect(process.exitCode).toBeUndefined();
  writeFileSync(join(own, "broken.mjs"), "export const run = 4711;");
  await called("list", "--folder", own);
  expect(lines()).toContainEqual(expect.stringMatching(/^\? +broken\.mjs +cannot be used: .*no function named run$/));
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
});

test("plugin new writes the example of a kind with a test, over nothing that is there", async () => {
  const own = mkdtempSync(join(folder, "new-"));
  for (const kind of pluginKindNames) {
    await called("new", kind, "--kind", kind, "--folder", own);
    expect(readFileSync(join(own, `${kind}.ts`), "utf8")).toBe(exampleOf(kind));
    expect(exampleOf(kind)).toContain(`import type { Plugin } from "gatehouse/plugin";`);
    expect(readFileSync(join(own, `${kind}.test.ts`), "utf8")).toContain(`./${kind}.ts`);
  }
  vi.clearAllMocks();
  for (const [name, words] of [
    ["notifier", "is there already"],
    ["no/path", "must be letters"],
    ["no.dots", "must be"],
  ] as const) {
    await called("new", name, "--kind", "notifier", "--folder", own);
    expect(lines().at(-1)).toContain(words);
    expect(process.exitCode).toBe(2);
  }
  expect(readdirSync(own)).toHaveLength(2 * pluginKindNames.length);
  process.exitCode = undefined;
});

test("plugin test ends with 0 where every rule holds, with 1 where one does not, and 2 where a case is none", async () => {
  const cases = join(folder, "cases.json");
  const withPatch = (patch: object) => writeFileSync(cases, JSON.stringify([{ request: input, patch }]));
  const tested = () => called("test", join(folder, "upper.mjs"), "--kind", "newIdCase", "--cases", cases);
  withPatch({ id: "ADA" });
  await tested();
  expect(lines().at(-1)).toMatch(/^\d+ passed, 0 failed$/);
  expect(process.exitCode).toBe(0);
  withPatch({ id: "ada" });
  await tested();
  expect(lines().at(-1)).toMatch(/^\d+ passed, 1 failed$/);
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
  writeFileSync(cases, JSON.stringify([{ request: { id: "x" } }]));
  await expect(tested()).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/^case 1 does not fit \(type: .*--cases$/),
  });
});
