import type { Command } from "commander";

import { type ActionCommand, addAction, seen } from "./action-command.ts";

const phase = {
  flag: "--phase <number>",
  description: "sequence of the phase",
  required: true,
  gives: "number",
} as const;
const comment = { flag: "--comment <text>", description: "reason", required: false };

const actions: Readonly<Record<string, ActionCommand>> = {
  decide: {
    description: "Approve or deny the open phase of a request, or abstain",
    given: { decision: "approve, deny or abstain" },
    options: {
      phase,
      comment,
      operations: {
        flag: "--operation <number>",
        description: "sequence of an operation (can be repeated); by default all that you have not decided",
        required: false,
        gives: "number",
        repeats: true,
      },
      expect: seen,
    },
    done: "Decided: {decision}.",
    example: ["approve --phase 1", "boss"],
  },
  unapprove: {
    description: "Withdraw your decision while its phase is open",
    options: { phase },
    done: "Taken back.",
    example: ["--phase 1", "boss"],
  },
  override: {
    description: "Override the approvers of a phase (superusers only)",
    given: { decision: "approve or deny" },
    options: { phase, comment: { ...comment, required: true }, expect: seen },
    done: "Decided in the place of the authorizers: {decision}.",
    example: ['approve --phase 1 --comment "all of them are away"', "root"],
  },
  escalate: {
    description: "Escalate a request to the approver's manager",
    options: {
      phase,
      userKey: {
        flag: "--authorizer <key>",
        description: "key of the approver to escalate; by default yourself",
        required: false,
      },
    },
    done: "Whoever is above is asked.",
    example: ["--phase 1", "boss"],
  },
  comment: {
    description: "Comment on a request",
    given: { text: "what is said" },
    done: "Said.",
    example: ['"the contract follows on Monday"', "anna"],
  },
  ask: {
    description: "Ask the requester a question, as an approver",
    given: { text: "what is asked" },
    done: "Asked.",
    example: ['"for how long?"', "boss"],
  },
  answer: {
    description: "Reply to a question, as the requester ('gatehouse request show' lists the questions)",
    given: { text: "the answer" },
    options: { question: { flag: "--question <key>", description: "key of the question", required: true } },
    done: "Answered.",
    example: ['"until June" --question 77a1…', "anna"],
  },
  "resolve-hold": {
    action: "resolveHold",
    description: "Release, reassign, or deny a request on hold, or a task without implementer, as a workflow manager",
    given: { decision: "release (all are asked whom its phase names), deny, or assign (others decide the phase)" },
    options: {
      reason: { flag: "--reason <text>", description: "reason", required: true },
      userKeys: {
        flag: "--authorizer <key>",
        description: "key of a new approver of the phase, or implementer of the task, with assign (can be repeated)",
        required: false,
        repeats: true,
      },
      minApprovals: {
        flag: "--min-approvals <number>",
        description: "number of approvals that are required from them; by default 1",
        required: false,
        gives: "number",
      },
    },
    done: "Decided about the request on hold: {decision}.",
    example: ['assign --authorizer 0d7c… --reason "the plug-in is away"', "root"],
  },
  "send-back": {
    action: "sendBack",
    description: "Send a request back to its requester, who can edit and resubmit it or cancel it",
    options: { phase, comment: { ...comment, description: "what should be changed", required: true } },
    done: "Sent back.",
    example: ['--phase 1 --comment "which department?"', "boss"],
  },
  edit: {
    description: "Edit the operations of a request that was sent back to you, or whose phase allows edits",
    options: {
      operations: {
        flag: "--operation <json>",
        description: "operation by its sequence, as in the REST API (can be repeated)",
        required: true,
        gives: "object",
        repeats: true,
      },
    },
    done: "Changed.",
    example: [`--operation '{"sequence":1,"attributes":{"department":"IT"}}'`, "anna"],
  },
  resubmit: {
    description: "Resubmit a request that was sent back to you",
    options: { comment: { ...comment, description: "what was changed", required: true } },
    done: "Resubmitted.",
    example: ['--comment "it is IT"', "anna"],
  },
  cancel: {
    description: "Cancel a request before its approval ends, or while it is scheduled",
    done: "Cancelled.",
    example: ["", "anna"],
  },
};

/** Adds the commands by which users decide, discuss and cancel requests. */
export function addRequestActions(request: Command): void {
  for (const [name, action] of Object.entries(actions)) addAction(request, name, action);
}
