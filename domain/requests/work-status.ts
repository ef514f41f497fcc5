import { OperationResult } from "./operation-result.ts";
import { RequestStatus } from "./request-status.ts";
import { isOpenTask, type Task } from "./task.ts";

/** Operation of an approved request. */
export interface WorkedOperation extends Pick<Task, "task"> {
  readonly result: OperationResult | null;
}

/** Statuses of a request whose approved operations are performed. */
export const workStatuses = [
  RequestStatus.Performing,
  RequestStatus.WaitingForImplementer,
  RequestStatus.OnHold,
] as const satisfies readonly RequestStatus[];

/** Status of a request whose approved operations are performed. */
export type WorkStatus = (typeof workStatuses)[number];

/**
 * Returns the status of a request whose approved operations are performed: while a proxy or the service has any of them it performs. Else it
 * is on hold if nobody is left to implement one, and waits for an implementer if all that is left is with people.
 */
export function workStatus(operations: readonly WorkedOperation[]): WorkStatus {
  const pending = operations.filter(({ result }) => result === OperationResult.Pending);
  if (!pending.every(isOpenTask)) return RequestStatus.Performing;
  if (pending.some(({ task }) => task === "unassigned")) return RequestStatus.OnHold;
  const isWithPeople = pending.some(({ task }) => task !== "unconfirmed");
  return isWithPeople ? RequestStatus.WaitingForImplementer : RequestStatus.Performing;
}

/** Reports whether implementers have, or had, an operation of a request. */
export function hasTasks(operations: readonly Pick<Task, "task">[]): boolean {
  return operations.some(({ task }) => task !== null);
}

const steps: Readonly<Record<WorkStatus, { readonly [S in WorkStatus]?: readonly RequestStatus[] }>> = {
  X: { I: ["I"], H: ["H"] },
  I: { X: ["X"], H: ["H"] },
  H: { X: ["X"], I: ["X", "I"] },
};

/** Returns the statuses through which a request goes from one of these statuses to another; empty if it is there. */
export function pathOfWork(from: WorkStatus, to: WorkStatus): readonly RequestStatus[] {
  return steps[from][to] ?? [];
}

/** Returns true for a status in which approved operations are performed; on hold, a request may also wait for its authorizers. */
export function isWorkStatus(status: RequestStatus): status is WorkStatus {
  return workStatuses.some((one) => one === status);
}
