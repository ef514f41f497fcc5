import { z } from "zod";

import { objectNameMaxCharacters, stableIdMaxCharacters } from "#domain/limits.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { filledText } from "../kernel/text-input.ts";
import { answerTask, continueWork } from "./engine/answer-task.ts";
import { isConfirmable } from "./engine/confirm-tasks.ts";
import { findTask } from "./engine/find-task.ts";
import { madeObject } from "./engine/made-object.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { recordWork, type Work } from "./engine/record-outcome.ts";
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
    const isAwaited = await isConfirmedLater(context, closed);
    const completed = isAwaited ? await awaitDiscovery(context, closed, { object, words: reason }) : closed;
    if (!isAwaited) await recordWork(context, closed, { object, words: reason });
    await continueWork(context, found.request, { hasEnded: !isAwaited });
    return answeredTask(completed);
  },
});

/** Reports whether the next discovery of the target system has to show what was completed. */
async function isConfirmedLater({ store }: CallContext, { code, targetSystemKey }: Row<"requestOperations">) {
  const target = await store.get("targetSystems", targetSystemKey);
  return target?.confirmBy === "discovery" && target.type !== null && isConfirmable(code);
}

/** Leaves a completed operation pending until a discovery shows it, with the IDs by which that finds it. */
function awaitDiscovery({ store }: CallContext, { key, code }: Row<"requestOperations">, { object, words }: Work) {
  const { creates } = definitionOf(code);
  return store.save("requestOperations", {
    key,
    task: "unconfirmed",
    errorCode: null,
    errorMessage: words,
    ...(object && { stableId: object.id, [creates === "account" ? "accountName" : "groupName"]: object.name }),
  });
}
