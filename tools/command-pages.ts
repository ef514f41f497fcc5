import type { Command } from "commander";

import { loadCommands } from "#bin/command-groups.ts";
import { createProgram } from "#bin/program.ts";

import { writtenByDocs } from "./markdown.ts";

const all = await loadCommands();

/** Writes the page of all commands: description, arguments, options and examples of each, as `--help` prints them. */
export function commandPage(): string {
  const commands = leavesOf(createProgram(all));
  const list = commands.map((command) => `- [\`${nameOf(command)}\`](#${anchorOf(command)}): ${command.description()}`);
  const sections = commands.map((command) => {
    const examples = examplesBeside(command);
    const more = examples.length === 0 ? "" : `\n\nExamples:\n${examples.join("\n")}`;
    return `## ${nameOf(command)}\n\n\`\`\`text\n${helpOf(command).trim()}${more}\n\`\`\`\n`;
  });
  return `# Commands\n\n${writtenByDocs}\n\n${introduction}\n\n${list.join("\n")}\n\n${sections.join("\n")}`;
}

/** Returns the commands without subcommands, in the order of the help. */
export function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

// The printed help, in a width that does not depend on the terminal.
function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 120 });
  command.outputHelp();
  return text;
}

/** Returns the words by which a command is called. */
export function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

// A command without an example in its help gets those of its parent, otherwise the call itself.
function examplesBeside(command: Command): string[] {
  const name = nameOf(command);
  if (examplesIn(command, name).length > 0) return [];
  const above = command.parent === null ? [] : examplesIn(command.parent, name);
  if (above.length > 0) return above;
  const values = command.registeredArguments.filter(({ required }) => required).map((argument) => argument.name());
  return [`  ${[name, ...values.map((value) => samples[value] ?? value), ...(changes[name] ?? [])].join(" ")}`];
}

function examplesIn(command: Command, name: string): string[] {
  const [, examples = ""] = helpOf(command).split(/\nExamples?:\n/);
  const found = examples.replaceAll("\\\n", "\\\u0000").split("\n");
  return found.filter((line) => line.includes(name)).map((line) => line.replaceAll("\u0000", "\n"));
}

// Sample values for arguments, and sample changes for commands that have only options.
const samples: Readonly<Record<string, string>> = { id: "portal", key: "0d7c…" };
const changes: Readonly<Record<string, readonly string[]>> = {
  "gatehouse client update": ["--name", '"The portal"'],
  "gatehouse import-rule update": ["--number", "5"],
  "gatehouse user class update": ["--description", '"IT and support"'],
};

function anchorOf(command: Command): string {
  return nameOf(command).replaceAll(" ", "-");
}

const introduction = `Every command of \`gatehouse\`, as \`--help\` tells it; in a checkout it is \`npm run gatehouse --\`. Exit codes: 0 done, 1 failed or refused, 2 wrong call or setting,
3 the service does not answer, 130 ended by Ctrl-C. Where settings come from: [settings.md](settings.md). How to call commands from another machine:
[operating.md](operating.md#commands-from-another-machine).`;
