import { Command } from "commander";
import { expect, test } from "vitest";

import { addPolicyCommand } from "./policy.ts";

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

test("every command has help with an example that names it", () => {
  const program = new Command("gatehouse");
  addPolicyCommand(program);
  const [policy] = program.commands;
  const commands = policy?.commands ?? [];
  expect(commands.map((command) => command.name()).toSorted()).toEqual([
    "check",
    "diff",
    "dry-run",
    "explain",
    "list",
    "reload",
    "reset",
    "rollback",
    "set",
    "show",
    "versions",
  ]);
  for (const command of commands) {
    const help = helpOf(command);
    expect(help).toMatch(/Usage: gatehouse policy \S+/);
    expect(help).toMatch(new RegExp(`Examples?:\\n  gatehouse policy ${command.name()}\\b`));
  }
});
