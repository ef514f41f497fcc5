import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";

import { implementersOf } from "../abilities/implementers-of.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { notice } from "../notices/engine/notice.ts";
import { answerTask, continueWork } from "./engine/answer-task.ts";
import { type FoundTask, findTask } from "./engine/find-task.ts";
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
import { noteOffered } from "./engine/task-rows.ts";

/**
 * Hands the task of an operation on to another implementer, to whom alone it is offered then; superusers name anybody.
 * @throws NOT_FOUND, REQUEST_FINAL, OPERATION_UNKNOWN, TASK_UNKNOWN, TASK_CLOSED, TASK_TAKEN, NOT_AN_IMPLEMENTER, IMPLEMENTER_UNFIT,
 * REASON_REQUIRED, EXPECTATION_FAILED, OPERATION_TYPE_UNKNOWN
 */
export const handOnTask = defineOperation({
  name: "requests.handOnTask",
  input: z.strictObject({ ...taskFields, userKey: keyInput, reason: taskReason.nullish() }),
  policies: taskPolicies("handOnTask"),
  callers: ["user"],
  offered: offeredOn.taskHeld,
  audit: {
    operation: "RQTH",
    describe: ({ key, operation, userKey }) => ({ ...taskAudit({ key, operation }), recipient: userKey }),
  },
  async run(context, { key, operation, userKey, reason = null, expect }): Promise<AnsweredTask> {
    const found = await findTask(context, key, operation);
    await requireSeen(context, found.request, { decision: Decision.Abstain, expect });
    await requireFit(context, found, userKey);
    const offers = await offeredTo(context, found, userKey);
    const handed = await answerTask(context, { ...found, offers }, { answer: "handedOn", to: userKey, reason });
    noteOffered(context, { operation: handed, offers });
    notice(context, "taskOffered", { requestKey: key, to: [userKey], facts: { operation } });
    await continueWork(context, found.request, { hasEnded: false });
    return answeredTask(handed);
  },
});

/** Requires somebody who may have the task; a superuser may name anybody but the recipient. */
async function requireFit(context: CallContext, { request, operation, offers }: FoundTask, userKey: string) {
  const { store, caller } = context;
  const user = await store.get("users", userKey);
  const isOut = user === undefined || user.disabled || userKey === request.recipientKey || userKey === caller.key;
  if (!isOut && (caller.superuser || offers.some((one) => one.userKey === userKey))) return;
  const { people } = await implementersOf(context, operation, request.recipientKey);
  if (isOut || !people.some((one) => one.userKey === userKey))
    throw new ServiceError("IMPLEMENTER_UNFIT", { target: "userKey" });
}

/** Returns the people of a task with the one to whom it is handed on; who has declined it before is asked again. */
async function offeredTo(context: CallContext, { request, operation, offers }: FoundTask, userKey: string) {
  const { store, ids, clock, caller } = context;
  const known = offers.find((one) => one.userKey === userKey);
  const via = [...new Set([...(known?.via ?? []), `handedOn:${caller.key ?? ""}`])];
  const asked = { via, askedAt: clock.now(), declinedAt: null, escalatedAt: null };
  const row = known
    ? await store.save("requestAuthorizers", { key: known.key, ...asked })
    : await store.add("requestAuthorizers", {
        key: ids.guid(),
        requestKey: request.key,
        requestPhaseKey: operation.key,
        userKey,
        ...asked,
      });
  return [...offers.filter((one) => one !== known), row];
}
