import { z } from "zod";

import { commentMaxCharacters, requestOperationsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { TaskState } from "#domain/requests/task.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { keyInput } from "../../kernel/inputs/operation-input.ts";
import { filledText } from "../../kernel/text-input.ts";
import { requestFacts, taskFacts } from "./request-facts.ts";
import { expectationInput } from "./seen-request.ts";

/** Fields by which every action on a task names it. */
export const taskFields = {
  key: keyInput,
  /** Number of the operation in the request. */
  operation: z.int().min(1).max(requestOperationsMax),
  expect: expectationInput,
};

/** Schema of the reason of an answer. */
export const taskReason = filledText(commentMaxCharacters);

interface NamedTask {
  readonly key: string;
  readonly operation: number;
}

/** Returns the policies of an action on a task, the request first. */
export function taskPolicies(action: string) {
  return [
    { name: policyOf.get("requests"), facts: (context: CallContext, { key }: NamedTask) => requestFacts(context, key) },
    {
      name: policyOf.action(`requests/${action}`),
      facts: (context: CallContext, { key, operation }: NamedTask) => taskFacts(context, key, operation),
    },
  ];
}

/** Returns the words of an action on a task for the audit. */
export function taskAudit({ key, operation }: NamedTask) {
  return { batchId: key, message: `task ${operation}` };
}

/** Task after an answer. */
export interface AnsweredTask {
  readonly requestKey: string;
  /** Number of the operation. */
  readonly operation: number;
  readonly task: TaskState | null;
}

/** Returns a task as the actions on it answer. */
export function answeredTask({ requestKey, sequence, task }: Row<"requestOperations">): AnsweredTask {
  return { requestKey, operation: sequence, task };
}
