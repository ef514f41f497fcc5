import { z } from "zod";

import { Decision } from "#domain/requests/phase-rules/decision.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { answerTask, continueWork, tellReturned } from "./engine/answer-task.ts";
import { findTask } from "./engine/find-task.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { requireSeen } from "./engine/seen-request.ts";
import {
  answeredTask,
  type AnsweredTask,
  taskAudit,
  taskFields,
  taskPolicies,
  taskReason,
} from "./engine/task-input.ts";

/**
 * Declines the task of an operation, or gives back one that the caller has accepted: it is offered to the others. Without any other the
 * request is on hold.
 * @throws NOT_FOUND, REQUEST_FINAL, OPERATION_UNKNOWN, TASK_UNKNOWN, TASK_CLOSED, TASK_TAKEN, NOT_AN_IMPLEMENTER, EXPECTATION_FAILED,
 * OPERATION_TYPE_UNKNOWN
 */
export const declineTask = defineOperation({
  name: "requests.declineTask",
  input: z.strictObject({ ...taskFields, reason: taskReason.nullish() }),
  policies: taskPolicies("declineTask"),
  callers: ["user"],
  offered: offeredOn.taskAsked,
  audit: { operation: "RQTD", describe: taskAudit },
  async run(context, { key, operation, reason = null, expect }): Promise<AnsweredTask> {
    const found = await findTask(context, key, operation);
    await requireSeen(context, found.request, { decision: Decision.Abstain, expect });
    const declined = await answerTask(context, found, { answer: "declined", reason });
    if (found.operation.implementerKey === context.caller.key) await tellReturned(context, found);
    await continueWork(context, found.request, { hasEnded: false });
    return answeredTask(declined);
  },
});
