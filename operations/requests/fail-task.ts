import { z } from "zod";

import { Decision } from "#domain/requests/phase-rules/decision.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { answerTask, continueWork } from "./engine/answer-task.ts";
import { findTask } from "./engine/find-task.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { recordFailedWork } from "./engine/record-outcome.ts";
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
 * Closes the task of an operation that cannot be completed, with the reason: the operation has failed.
 * @throws NOT_FOUND, REQUEST_FINAL, OPERATION_UNKNOWN, TASK_UNKNOWN, TASK_CLOSED, TASK_TAKEN, NOT_AN_IMPLEMENTER, EXPECTATION_FAILED,
 * OPERATION_TYPE_UNKNOWN
 */
export const failTask = defineOperation({
  name: "requests.failTask",
  input: z.strictObject({ ...taskFields, reason: taskReason }),
  policies: taskPolicies("failTask"),
  callers: ["user"],
  offered: offeredOn.taskHeld,
  audit: { operation: "RQTF", describe: taskAudit },
  async run(context, { key, operation, reason, expect }): Promise<AnsweredTask> {
    const found = await findTask(context, key, operation);
    await requireSeen(context, found.request, { decision: Decision.Abstain, expect });
    const closed = await answerTask(context, found, { answer: "failed", reason });
    await recordFailedWork(context, closed, reason);
    await continueWork(context, found.request, { hasEnded: true });
    return answeredTask(closed);
  },
});
