import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

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

const input = { id: "Ada", type: "account", targetSystemKey: "HR" };
const tried = (name: string, request: object | string = input, kind = "newIdCase") => {
  const text = typeof request === "string" ? request : JSON.stringify(request);
  const program = createProgram().exitOverride();
  for (const command of program.commands.flatMap((one) => [one, ...one.commands]))
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  return program.parseAsync(["plugin", "try", join(folder, name), "--kind", kind, "--input", text], { from: "user" });
};

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
  ["a field that is missing", { id: "Ada", type: "account" }, /^--input does not fit: targetSystemKey: /],
  ["a field of another type", { ...input, type: "role" }, /^--input does not fit: type: .*"account"/],
  ["a field that is unknown", { ...input, colour: "red" }, /^--input does not fit: .*colour/],
])("an input with %s ends with 2, the field and its rule", async (_, request, words) => {
  await expect(tried("upper.mjs", request)).rejects.toMatchObject({
    ...{ exitCode: 2, message: expect.stringMatching(words) },
  });
});

test("a kind that there is not is refused with those that there are", async () => {
  await expect(tried("upper.mjs", input, "other")).rejects.toMatchObject({
    ...{ exitCode: 2, message: "--kind: there is no kind 'other' of plug-ins; there are: newIdCase." },
  });
});
