import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { loadCommands } from "#bin/command-groups.ts";
import { createProgram } from "#bin/program.ts";

import { leavesOf, nameOf } from "../../tools/command-pages.ts";
import { projectRoot } from "../support/source-files.ts";

const page = readFileSync(join(projectRoot, "docs", "commands.md"), "utf8");
const commands = leavesOf(createProgram(await loadCommands())).map((command) => ({ name: nameOf(command), command }));

describe.each(commands)("$name", ({ name, command }) => {
  it("stands in docs/commands.md with its description and every option", () => {
    const [, section = ""] = page.split(`\n## ${name}\n`);
    const own = section.split("\n## ")[0] ?? "";
    expect(own.replaceAll(/\s+/g, " ")).toContain(command.description().replaceAll(/\s+/g, " "));
    // An option that is only refused, such as an address for a local command, is described in prose.
    for (const { flags, hidden } of command.options) if (!hidden) expect(own).toContain(flags);
  });

  it("has an example that calls it, with options that it has", () => {
    const [, section = ""] = page.split(`\n## ${name}\n`);
    const [, examples = ""] = (section.split("\n## ")[0] ?? "").split(/\nExamples?:\n/);
    expect(examples).toContain(name);
    const own = examples
      .replaceAll("\\\n", " ")
      .split("\n")
      .filter((line) => line.includes(name));
    const used = own.flatMap((line) => line.match(/(?<= )--[a-z-]+/g) ?? []);
    const known = command.options.flatMap(({ long, hidden }) => (hidden ? [] : long));
    expect(used.filter((option) => !known.includes(option))).toEqual([]);
  });
});

it("the page names no machine: what it says does not depend on where it was written", () => {
  expect(page).not.toContain(projectRoot);
});
