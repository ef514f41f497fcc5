import { ServiceError } from "#domain/errors.ts";
import { HoldDecision } from "#domain/requests/hold-decision.ts";
import type { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import { implementersOf } from "../../abilities/implementers-of.ts";
import type { CallContext } from "../../kernel/context.ts";
import { continueWork } from "./answer-task.ts";
import { noteEvent } from "./note-event.ts";
import { awaitImplementers, offerTask } from "./offer-task.ts";
import { recordFailedWork } from "./record-outcome.ts";

type Operation = Row<"requestOperations">;

/** Operations that nobody is left to implement, in their locked request. */
interface Unassigned {
  readonly request: Row<"reqbatch">;
  readonly tasks: readonly Operation[];
}

/** Decision of a workflow manager about them. */
interface Resolution {
  readonly decision: HoldDecision;
  readonly reason: string;
  readonly userKeys?: readonly string[] | null | undefined;
  readonly minApprovals?: number | null | undefined;
}

/** Returns the operations of a request that nobody is left to implement. */
export function unassignedTasks({ store }: CallContext, requestKey: string): Promise<readonly Operation[]> {
  return store.select("requestOperations", {
    where: { requestKey, task: "unassigned" },
    orderBy: [["sequence", "asc"]],
  });
}

/**
 * Resolves the hold of operations that nobody is left to implement: offers them again to all of their implementers, assigns them to users, or
 * fails them. Returns the status of the request.
 * @throws AUTHORIZER_UNFIT
 */
export async function resolveTasks(
  context: CallContext,
  { request, tasks }: Unassigned,
  { decision, reason, userKeys, minApprovals }: Resolution,
): Promise<RequestStatus> {
  if ((minApprovals ?? null) !== null)
    throw new ServiceError("AUTHORIZER_UNFIT", { target: "minApprovals", message: noApprovals });
  const users = [...new Set(userKeys)];
  await requireFit(context, request, users);
  const operations = tasks.map(({ key }) => key);
  noteEvent(context, request.key, "tasksResolved", { operations, decision, reason, users });
  for (const operation of tasks) {
    if (decision === HoldDecision.Deny) await failTask(context, operation, reason);
    else await offerAgain(context, { request, operation, users });
  }
  await continueWork(context, request, { hasEnded: decision === HoldDecision.Deny });
  return (await context.store.get("reqbatch", request.key))?.status ?? request.status;
}

const noApprovals = "minApprovals: an operation to be implemented needs no approvals. Leave it out.";

async function failTask(context: CallContext, operation: Operation, reason: string): Promise<void> {
  const { store, clock } = context;
  const closed = { task: "closed", implementerKey: null, taskSince: clock.now() } as const;
  await recordFailedWork(context, await store.save("requestOperations", { key: operation.key, ...closed }), reason);
}

interface OfferedAgain {
  readonly request: Row<"reqbatch">;
  readonly operation: Operation;
  /** Keys of the users to whom it is assigned; empty for its implementers of now. */
  readonly users: readonly string[];
}

async function offerAgain(context: CallContext, { request, operation, users }: OfferedAgain): Promise<void> {
  if (users.length > 0) {
    const people = users.map((userKey) => ({ userKey, via: [`assigned:${context.caller.key ?? ""}`] }));
    await offerTask(context, { request, operation }, people);
    return;
  }
  const { people, plugins } = await implementersOf(context, operation, request.recipientKey);
  if (plugins.length > 0) await awaitImplementers(context, { request, operation });
  else await offerTask(context, { request, operation }, people);
}

async function requireFit({ store }: CallContext, request: Row<"reqbatch">, users: readonly string[]): Promise<void> {
  for (const [index, key] of users.entries()) {
    const target = `userKeys.${index}`;
    if (key === request.recipientKey)
      throw new ServiceError("AUTHORIZER_UNFIT", {
        target,
        message: `${target}: nobody implements what is for themselves. Name others.`,
      });
    if ((await store.get("users", key))?.disabled !== false) throw new ServiceError("AUTHORIZER_UNFIT", { target });
  }
}
