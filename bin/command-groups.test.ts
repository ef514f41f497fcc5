import { expect, test } from "vitest";

import { commandGroups, loadCommands } from "./command-groups.ts";
import { createProgram } from "./program.ts";

const namesOf = async (...given: Parameters<typeof loadCommands>) =>
  createProgram(await loadCommands(...given)).commands.map((command) => command.name());

test.each(commandGroups)(
  "the words of $words are those of the commands that their file adds",
  async ({ words, load }) => {
    expect(createProgram([await load()]).commands.map((command) => command.name())).toEqual(words);
  },
);

test("a word loads its own commands alone, and what is no command all of them", async () => {
  const all = commandGroups.flatMap(({ words }) => words);
  expect(await namesOf("restore")).toEqual(["backup", "restore", "restored"]);
  expect(await namesOf()).toEqual(all);
  expect(await namesOf("--help")).toEqual(all);
  expect(await namesOf("tempral")).toEqual(all);
  expect(await namesOf("--version")).toEqual([]);
});
