import { z } from "zod";

import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { mayAcceptAgain, passwordTime } from "#domain/requests/task-password.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { answerTask, continueWork } from "./engine/answer-task.ts";
import { findTask } from "./engine/find-task.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { requireSeen } from "./engine/seen-request.ts";
import { answeredTask, type AnsweredTask, taskAudit, taskFields, taskPolicies } from "./engine/task-input.ts";

/**
 * Accepts the task of an operation: from now on it waits for the caller alone. The caller who has accepted it may accept it again once its
 * password was shown, or can be shown no longer: then another one is made.
 * @throws NOT_FOUND, REQUEST_FINAL, OPERATION_UNKNOWN, TASK_UNKNOWN, TASK_CLOSED, TASK_TAKEN, TASK_ACCEPTED, NOT_AN_IMPLEMENTER,
 * EXPECTATION_MISSING, EXPECTATION_FAILED, OPERATION_TYPE_UNKNOWN
 */
export const acceptTask = defineOperation({
  name: "requests.acceptTask",
  input: z.strictObject(taskFields),
  policies: taskPolicies("acceptTask"),
  callers: ["user"],
  offered: offeredOn.taskAsked,
  audit: { operation: "RQTA", describe: taskAudit },
  async run(context, { key, operation, expect }): Promise<AnsweredTask> {
    const found = await findTask(context, key, operation);
    await requireSeen(context, found.request, { decision: Decision.Approve, expect });
    const reader = { userKey: context.caller.key ?? "", now: context.clock.now() };
    if (mayAcceptAgain(found.operation, reader)) return answeredTask(await renewPassword(context, found.operation));
    const accepted = await answerTask(context, found, { answer: "accepted", reason: null });
    await continueWork(context, found.request, { hasEnded: false });
    return answeredTask(accepted);
  },
});

/** Makes another password possible; since when the task is accepted stays, so that nobody keeps escalations away by it. */
function renewPassword({ store, clock }: CallContext, operation: Row<"requestOperations">) {
  const { key, code } = operation;
  const passwordUntil = passwordTime(code, operation, clock.now());
  return store.save("requestOperations", { key, passwordUntil, passwordShownAt: null });
}
