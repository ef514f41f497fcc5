import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, it } from "vitest";

import type { ConfigurationDocument } from "./document.ts";
import { kinds } from "./kinds.ts";
import { writeFolder } from "./write-folder.ts";
import { plainOf, readYaml } from "./yaml-file.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-export-"));
afterAll(() => rmSync(folder, { recursive: true }));

const groups = kinds.filter(({ name }) => name === "targetGroups");
const [kind] = groups;
function group(id: string, description: string): ConfigurationDocument {
  if (kind === undefined) throw new Error("target groups are configuration");
  return { kind, id, values: { id, description }, secrets: {}, children: [] };
}

const texts = [
  "no",
  "0755",
  "1e3",
  "~",
  "null",
  "2026-12-01",
  " blanks ",
  "two\nlines\n",
  "\n\nbefore",
  "windows\r\nlines",
  "tab\tin",
  "- item",
  "a: b # c",
  "&x *y !z",
  "'single' \"double\"",
  "{{ template }}",
  "${HOME} $secret",
  "\u0085\u2028\u0007\u001b[31m",
  "Über 😀",
  "x".repeat(300),
  "---",
  "...",
  "%YAML 1.1",
  "=",
  "<<",
];

it("writes each text so that it is read again as it is", () => {
  const documents = texts.map((text, at) => group(`G${at + 100}`, text));
  writeFolder(folder, groups, documents, { replace: true });
  const names = readdirSync(join(folder, "targetGroups")).toSorted();
  const read = names.map((name) => {
    const given = readYaml(readFileSync(join(folder, "targetGroups", name), "utf8"));
    return "faults" in given ? given.faults : plainOf(given.value);
  });
  expect(read).toEqual(texts.map((description, at) => ({ id: `G${at + 100}`, description })));
});

it("writes what readers of YAML 1.1 would take for something else in quotes", () => {
  writeFolder(folder, groups, [group("NO", "on")], { replace: true });
  expect(readFileSync(join(folder, "targetGroups", "NO.yaml"), "utf8")).toBe('id: "NO"\ndescription: "on"\n');
  expect(readdirSync(join(folder, "targetGroups"))).toEqual(["NO.yaml"]);
});

it("replaces nothing unless it is told to", () => {
  expect(() => writeFolder(folder, groups, [group("X", "x")], { replace: false })).toThrow(
    "holds configuration already",
  );
  expect(readdirSync(join(folder, "targetGroups"))).toEqual(["NO.yaml"]);
});
