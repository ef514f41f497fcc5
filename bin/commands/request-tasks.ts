import type { Command } from "commander";

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
}
