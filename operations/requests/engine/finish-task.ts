import { definitionOf } from "#domain/requests/operation-codes.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { continueWork } from "./answer-task.ts";
import { isConfirmable } from "./confirm-tasks.ts";
import { recordWork, type Work } from "./record-outcome.ts";

type Operation = Row<"requestOperations">;

/** Finishes an operation whose task was closed as completed: it ends now, or once a discovery shows it. Returns the operation. */
export async function finishTask(
  context: CallContext,
  request: Pick<Row<"reqbatch">, "key">,
  { closed, ...work }: Work & { readonly closed: Operation },
): Promise<Operation> {
  const isAwaited = await isConfirmedLater(context, closed);
  const completed = isAwaited ? await awaitDiscovery(context, closed, work) : closed;
  if (!isAwaited) await recordWork(context, closed, work);
  await continueWork(context, request, { hasEnded: !isAwaited });
  return completed;
}

/** Reports whether the next discovery of the target system has to show what was completed. */
async function isConfirmedLater({ store }: CallContext, operation: Operation) {
  const target = await store.get("targetSystems", targetKeyOf(operation));
  const { code } = operation;
  return target?.confirmBy === "discovery" && target.type !== null && isConfirmable(code);
}

/** Leaves a completed operation pending until a discovery shows it, with the IDs by which that finds it. */
function awaitDiscovery({ store }: CallContext, { key, code }: Operation, { object, words }: Work) {
  const { creates } = definitionOf(code);
  return store.save("requestOperations", {
    key,
    task: "unconfirmed",
    errorCode: null,
    errorMessage: words,
    ...(object && { stableId: object.id, [creates === "account" ? "accountName" : "groupName"]: object.name }),
  });
}
