import { z } from "zod";

import { objectNameMaxCharacters, stableIdMaxCharacters } from "#domain/limits.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { filledText } from "../kernel/text-input.ts";
import { answerTask } from "./engine/answer-task.ts";
import { findTask } from "./engine/find-task.ts";
import { finishTask } from "./engine/finish-task.ts";
import { madeObject } from "./engine/made-object.ts";
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
 * Completes the task of an operation, with the IDs of a new account or group: the operation ends as if a connector had performed it. A
 * superuser who is no implementer of it gives a reason.
 * @throws NOT_FOUND, REQUEST_FINAL, OPERATION_UNKNOWN, TASK_UNKNOWN, TASK_CLOSED, TASK_TAKEN, NOT_AN_IMPLEMENTER, REASON_REQUIRED,
 * OPERATION_FIELD_UNFIT, OPERATION_FIELD_MISSING, TASK_OBJECT_TAKEN, EXPECTATION_MISSING, EXPECTATION_FAILED, OPERATION_TYPE_UNKNOWN
 */
export const completeTask = defineOperation({
  name: "requests.completeTask",
  input: z.strictObject({
    ...taskFields,
    /** Name of the new account or group; by default the one that was requested. */
    shortId: filledText(objectNameMaxCharacters).nullish(),
    /** Immutable ID of the new account or group; by default its name. */
    stableId: filledText(stableIdMaxCharacters).nullish(),
    reason: taskReason.nullish(),
  }),
  policies: taskPolicies("completeTask"),
  callers: ["user"],
  offered: offeredOn.taskHeld,
  audit: { operation: "RQTC", describe: taskAudit },
  async run(
    context,
    { key, operation, shortId = null, stableId = null, reason = null, expect },
  ): Promise<AnsweredTask> {
    const found = await findTask(context, key, operation);
    await requireSeen(context, found.request, { decision: Decision.Approve, expect });
    const closed = await answerTask(context, found, { answer: "completed", reason });
    const object = await madeObject(context, found, { shortId, stableId });
    return answeredTask(await finishTask(context, found.request, { closed, object, words: reason }));
  },
});
