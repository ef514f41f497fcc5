import { Command } from "commander";
import { expect, test } from "vitest";

import { addGroupCommand } from "./group.ts";

test("the help has an example of every command", () => {
  const program = new Command("gatehouse");
  addGroupCommand(program);
  const [group] = program.commands;
  let text = "";
  group?.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  const names = group?.commands.map((command) => command.name()) ?? [];
  expect(names).toEqual(["manage", "unmanage", "trial", "give-back"]);
  for (const name of names) expect(text).toContain(`  gatehouse group ${name} `);
});
