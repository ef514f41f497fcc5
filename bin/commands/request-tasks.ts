import type { Command } from "commander";

import { CliError, ExitCode } from "../cli-error.ts";
import { entityPath } from "../entity-path.ts";
import { wholeNumber } from "../option-values.ts";
import { addSignInOptions, restClientOf, type SignInOptions } from "../sign-in-options.ts";
import { type ActionCommand, addAction, seen } from "./action-command.ts";

const operation = {
  flag: "--operation <number>",
  description: "sequence of the operation whose task it is",
  required: true,
  gives: "number",
} as const;
const reason = { flag: "--reason <text>", description: "reason", required: false };

const tasks: Readonly<Record<string, ActionCommand>> = {
  "accept-task": {
    action: "acceptTask",
    description: "Accept a task that is offered to you",
    options: { operation, expect: seen },
    done: "Task {operation} accepted.",
    example: ["--operation 1", "desk"],
  },
  "decline-task": {
    action: "declineTask",
    description: "Decline a task, or give back one that you have accepted",
    options: { operation, reason, expect: seen },
    done: "Task {operation} declined.",
    example: ['--operation 1 --reason "no blank cards"', "desk"],
  },
  "complete-task": {
    action: "completeTask",
    description: "Complete a task, with the IDs of a new account or group",
    options: {
      operation,
      shortId: {
        flag: "--name <text>",
        description: "name of the new account or group; by default as requested",
        required: false,
      },
      stableId: {
        flag: "--id <text>",
        description: "immutable ID of the new account or group; by default its name",
        required: false,
      },
      reason: { ...reason, description: "words about the work; superusers must give a reason" },
      expect: seen,
    },
    done: "Task {operation} completed.",
    example: ["--operation 1 --name 4711", "desk"],
  },
  "fail-task": {
    action: "failTask",
    description: "Close a task that cannot be completed",
    options: { operation, reason: { ...reason, required: true }, expect: seen },
    done: "Task {operation} closed as failed.",
    example: ['--operation 1 --reason "the printer is broken"', "desk"],
  },
  "hand-on-task": {
    action: "handOnTask",
    description: "Hand a task on to another implementer",
    options: {
      operation,
      userKey: { flag: "--to <key>", description: "key of the user to whom it is offered then", required: true },
      reason,
      expect: seen,
    },
    done: "Task {operation} handed on.",
    example: ["--operation 1 --to 0d7c…", "desk"],
  },
};

/** Adds the commands by which implementers answer their tasks. */
export function addRequestTasks(request: Command): void {
  for (const [name, action] of Object.entries(tasks)) addAction(request, name, action);
  addTaskPassword(request);
}

interface PasswordOptions extends SignInOptions {
  readonly operation: number;
  readonly raw?: true;
}

/** Adds `task-password`, which prints the password that the service makes for the account of a task. */
function addTaskPassword(request: Command): void {
  const words =
    "Print the password for the new account of a task that you have accepted (once; on a terminal, or with --raw)";
  addSignInOptions(request.command("task-password").description(words))
    .argument("<key>", "key of the request")
    .requiredOption(operation.flag, operation.description, wholeNumber)
    .option("--raw", "prints it into a file or to another program, too")
    .addHelpText("after", passwordExample)
    .action(async (key: string, { operation: number, raw, ...options }: PasswordOptions) => {
      if (raw !== true && !process.stdout.isTTY)
        throw new CliError(
          "A password is printed on a terminal alone. Say --raw to have it anywhere else.",
          ExitCode.Usage,
        );
      const rest = await restClientOf(options);
      const path = `${entityPath("requests", key)}/revealTaskPassword`;
      const { body } = await rest.post<{ readonly password: string }>(path, { operation: number });
      process.stdout.write(`${body.password}\n`);
    });
}

const passwordExample = `
Example:
  gatehouse request task-password 5b1f… --operation 1 --user desk --password-file desk.txt
`;
