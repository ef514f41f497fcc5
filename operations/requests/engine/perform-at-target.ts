import { errors } from "#domain/errors.ts";
import { fulfilmentOf } from "#domain/requests/fulfilment.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import type { Row } from "#store/tables.ts";

import { implementersOf } from "../../abilities/implementers-of.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { TargetOf } from "../../kernel/performer.ts";
import { awaitImplementers, offerTask } from "./offer-task.ts";
import { auditOutcome } from "./record-outcome.ts";

type Operation = Row<"requestOperations">;

/** Columns of an operation that nobody has sent to a proxy, or that is taken from one. */
const withoutProxy = {
  result: OperationResult.Pending,
  nextTryAt: null,
  proxyServer: null,
  handedOutAt: null,
} as const;

/**
 * Begins an operation on a target system that implementers perform: offers it to them, and returns what changes of it. One that nobody
 * performs fails. Undefined if its connector performs it, or has begun to.
 */
export async function performAtTarget(
  context: CallContext,
  operation: Operation,
  targetOf: TargetOf,
): Promise<Partial<Omit<Operation, "key">> | undefined> {
  const { store } = context;
  if (operation.sends > 0) return undefined;
  const target = await targetOf(targetKeyOf(operation));
  const group =
    operation.groupKey === null ? undefined : await store.pick("groups", operation.groupKey, ["fulfilment"]);
  if (target === undefined) return undefined;
  const fulfilment = fulfilmentOf({ code: operation.code, target, group });
  if (fulfilment === "connector" && target.type !== null) return undefined;
  const request = await store.get("reqbatch", operation.requestKey);
  if (request === undefined) return undefined;
  if (fulfilment !== "implementer") return failUnperformed(context, request, operation);
  const { people, plugins } = await implementersOf(context, operation, request.recipientKey);
  const offered = { request, operation };
  const { task, implementerKey, taskSince } =
    plugins.length > 0 ? await awaitImplementers(context, offered) : await offerTask(context, offered, people);
  return { ...withoutProxy, task, implementerKey, taskSince };
}

async function failUnperformed(context: CallContext, request: Row<"reqbatch">, operation: Operation) {
  const { message: errorMessage } = errors.FULFILMENT_NONE;
  const result = OperationResult.Failed;
  await auditOutcome(context, { request, operation, outcome: { message: errorMessage }, result, applied: {} });
  return { result, errorCode: "FULFILMENT_NONE", errorMessage, finishedAt: context.clock.now() };
}
