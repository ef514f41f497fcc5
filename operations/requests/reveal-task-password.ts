import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import { taskPasswordProblem } from "#domain/requests/task-password.ts";

import { makePassword } from "../abilities/breached-passwords.ts";
import { targetPasswordRules } from "../abilities/target-password-rules.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { findTask } from "./engine/find-task.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { taskAudit, taskFields, taskPolicies } from "./engine/task-input.ts";

/** Password for a new account, as the implementer who makes the account gets it; it is not stored. */
export interface TaskPassword {
  readonly requestKey: string;
  /** Number of the operation. */
  readonly operation: number;
  readonly password: Secret;
}

/**
 * Makes a password for the account of a task by the password policy of its target system, and shows it to the implementer who has accepted the
 * task: once, within a time. Nothing stores it.
 * @throws NOT_FOUND, REQUEST_FINAL, OPERATION_UNKNOWN, TASK_UNKNOWN, TASK_PASSWORD_NONE, TASK_NOT_ACCEPTED, TASK_PASSWORD_OVER,
 * TASK_PASSWORD_IMPOSSIBLE, BREACHED_LIST_UNAVAILABLE, OPERATION_TYPE_UNKNOWN
 */
export const revealTaskPassword = defineOperation({
  name: "requests.revealTaskPassword",
  input: z.strictObject({ key: taskFields.key, operation: taskFields.operation }),
  policies: taskPolicies("revealTaskPassword"),
  callers: ["user"],
  offered: offeredOn.passwordHeld,
  audit: { operation: "RQTP", describe: taskAudit },
  async run(context, { key, operation: sequence }): Promise<TaskPassword> {
    const { store, clock, caller } = context;
    const { operation, request } = await findTask(context, key, sequence);
    const now = clock.now();
    const problem = taskPasswordProblem(operation, { userKey: caller.key ?? "", now });
    if (problem !== undefined) throw new ServiceError(problem, { target: "operation" });
    const rules = await targetPasswordRules(context, targetKeyOf(operation), request.recipientKey);
    const password = await makePassword(context, rules);
    if (password === undefined) throw new ServiceError("TASK_PASSWORD_IMPOSSIBLE", { target: "operation" });
    await store.save("requestOperations", { key: operation.key, passwordUntil: null, passwordShownAt: now });
    return { requestKey: key, operation: sequence, password };
  },
});
