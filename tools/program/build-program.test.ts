import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { currentProgram } from "#bin/built-program.ts";

import { buildProgram } from "./build-program.ts";

let root: string;

const modules = {
  "package.json": JSON.stringify({ type: "module", imports: { "#domain/*": "./domain/*" } }),
  "bin/command-line.ts": `import { Refusal } from "../connectors/contract/refusal.ts";
import { greeting } from "#domain/greeting.ts";
const { later } = await import("./later.ts");
const { thrown } = await import(new URL("../custom.ts", import.meta.url).href);
console.log(greeting, later(), thrown instanceof Refusal, \`import.meta.url\`, import.meta.url);
if (process.argv[2] === "fail") throw new Error("planted");
`,
  "bin/later.ts": `import { greeting } from "#domain/greeting.ts";\nexport const later = (): string => greeting + " later";\n`,
  "domain/greeting.ts": `export const greeting: string = "good morning";\n`,
  "connectors/contract/refusal.ts": `export class Refusal extends Error {}\n`,
  "custom.ts": `import { Refusal } from "./connectors/contract/refusal.ts";\nexport const thrown = new Refusal();\n`,
};

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gatehouse-program-"));
  for (const [path, text] of Object.entries(modules)) write(path, text);
});
afterEach(() => rmSync(root, { recursive: true }));

const build = () => buildProgram(root, { program: ["bin/command-line.ts"] });

/** Runs the built program, or its sources if it is not current; returns its output. */
function run(...words: string[]): string {
  const program = currentProgram(root) ?? join(root, "bin", "command-line.ts");
  return execFileSync(process.execPath, ["--enable-source-maps", program, ...words], {
    encoding: "utf8",
    stdio: "pipe",
  });
}

test("a built program does the same as its sources, with their addresses and shared classes", async () => {
  const before = run();
  await build();
  expect(currentProgram(root)).toBe(join(root, "build", "0", "program.mjs"));
  expect(run()).toBe(before);
  expect(before).toBe(
    `good morning good morning later true import.meta.url file://${join(root, "bin", "command-line.ts")}\n`,
  );
});

test("an error of a built program names file and line of its source", async () => {
  await build();
  expect(() => run("fail")).toThrow(`${join(root, "bin", "command-line.ts")}:6:`);
});

test("a changed source is found, also with the same size and time, and the next program has it", async () => {
  await build();
  const file = join(root, "domain", "greeting.ts");
  const { atime, mtime } = statSync(file);
  writeFileSync(file, modules["domain/greeting.ts"].replace("morning", "evening"));
  utimesSync(file, atime, mtime);
  expect(currentProgram(root)).toBeUndefined();
  expect(run()).toContain("good evening");
  await build();
  expect(currentProgram(root)).toBe(join(root, "build", "1", "program.mjs"));
  expect(run()).toContain("good evening");
  expect(existsSync(join(root, "build", "0", "program.mjs"))).toBe(true);
});

test.each<[string, () => void]>([
  ["a source is missing", () => rmSync(join(root, "bin", "later.ts"))],
  ["the imports of the package are others", () => write("package.json", `${modules["package.json"]} `)],
  ["a built file is missing", () => rmSync(join(root, "build", "0", "later.mjs"))],
  ["a built file is cut off", () => write("build/0/program.mjs", "import")],
  [
    "the note is cut off",
    () => write("build/program.json", readFileSync(join(root, "build/program.json"), "utf8").slice(9)),
  ],
  ["the note is empty", () => write("build/program.json", "{}")],
])("a built program is not used when %s", async (_, change) => {
  await build();
  change();
  expect(currentProgram(root)).toBeUndefined();
});

test("a built program is not used in another folder, whose paths it does not have", async () => {
  await build();
  const moved = `${root}-moved`;
  renameSync(root, moved);
  expect(currentProgram(moved)).toBeUndefined();
  renameSync(moved, root);
});

test("a current program is not built again, and one of eight before stays for what runs it", async () => {
  await build();
  const first = statSync(join(root, "build", "0", "program.mjs")).mtimeMs;
  await build();
  expect(statSync(join(root, "build", "0", "program.mjs")).mtimeMs).toBe(first);
  for (let turn = 1; turn <= 8; turn += 1) {
    write("domain/greeting.ts", `export const greeting: string = "turn ${turn}";\n`);
    await build();
  }
  expect(currentProgram(root)).toBe(join(root, "build", "0", "program.mjs"));
  expect(run()).toContain("turn 8");
});

test("where nothing can be written, the error says so and the sources run", async () => {
  write("build", "");
  await expect(build()).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(run()).toContain("good morning");
});
