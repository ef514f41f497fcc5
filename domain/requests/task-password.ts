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
  /** Time until which a password can be shown to its implementer; null if none can, because one was shown or the task is not accepted. */
  readonly passwordUntil: number | null;
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
  { code, task, implementerKey, passwordUntil }: TaskWithPassword,
  { userKey, now }: PasswordReader,
): TaskPasswordProblem | undefined {
  if (!needsPassword(code)) return "TASK_PASSWORD_NONE";
  if (task !== "accepted" || implementerKey !== userKey) return "TASK_NOT_ACCEPTED";
  return isPasswordOver(passwordUntil, now) ? "TASK_PASSWORD_OVER" : undefined;
}

/** Reports whether no password can be shown any longer: one has been shown, or its time is over. */
export function isPasswordOver(passwordUntil: number | null, now: number): boolean {
  return passwordUntil === null || now >= passwordUntil;
}

/** Returns the time until which a password can be shown for a task that is saved in a state now; null if none can. */
export function passwordTime(code: OperationCode, { task }: Pick<Task, "task">, now: number): number | null {
  return task === "accepted" && needsPassword(code) ? now + taskPasswordMinutes * minuteMs : null;
}

/** Reports whether its implementer may accept a task again, so that another password is made. */
export function mayAcceptAgain(operation: TaskWithPassword, reader: PasswordReader): boolean {
  return taskPasswordProblem(operation, reader) === "TASK_PASSWORD_OVER";
}

function needsPassword(code: OperationCode): boolean {
  return definitionOf(code).password === "created";
}
