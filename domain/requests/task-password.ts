import { taskPasswordMinutes } from "../task-limits.ts";
import { definitionOf, type OperationCode, operationCodesWhere } from "./operation-codes.ts";
import type { Task } from "./task.ts";

/** Codes of the operations that need an initial password: those that create an account. */
export const codesWithPassword: readonly OperationCode[] = operationCodesWhere(
  ({ password }) => password === "created",
);

/** Task of an operation with what is known of its password. */
export interface TaskWithPassword extends Task {
  readonly code: OperationCode;
  /** Time since which the task has its state; null if there is no task. */
  readonly taskSince: number | null;
  /** Time at which its password was shown since the task was accepted; null if it was not. */
  readonly passwordShownAt: number | null;
}

/** Reader of the password of a task. */
interface PasswordReader {
  readonly userKey: string;
  /** Present time in milliseconds UTC. */
  readonly now: number;
}

/** Refusal to show the password of a task. */
export type TaskPasswordProblem = "TASK_PASSWORD_NONE" | "TASK_NOT_ACCEPTED" | "TASK_PASSWORD_OVER";

const minuteMs = 60_000;

/** Returns the reason why a person is not shown the password of a task; undefined if they are. */
export function taskPasswordProblem(
  operation: TaskWithPassword,
  { userKey, now }: PasswordReader,
): TaskPasswordProblem | undefined {
  if (definitionOf(operation.code).password !== "created") return "TASK_PASSWORD_NONE";
  if (operation.task !== "accepted" || operation.implementerKey !== userKey) return "TASK_NOT_ACCEPTED";
  return isPasswordOver(operation, now) ? "TASK_PASSWORD_OVER" : undefined;
}

/** Reports whether a task that was accepted shows no password any longer: it has been shown, or its time is over. */
export function isPasswordOver(
  { passwordShownAt, taskSince }: Pick<TaskWithPassword, "passwordShownAt" | "taskSince">,
  now: number,
): boolean {
  return passwordShownAt !== null || now >= (taskSince ?? 0) + taskPasswordMinutes * minuteMs;
}

/** Reports whether its implementer may accept a task again, so that another password is made. */
export function mayAcceptAgain(operation: TaskWithPassword, reader: PasswordReader): boolean {
  return taskPasswordProblem(operation, reader) === "TASK_PASSWORD_OVER";
}
