import { ModuleName } from "#domain/module-name.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import { withModule } from "#store/module-scope.ts";
import type { Row } from "#store/tables.ts";

import { engineCaller } from "../../kernel/callers.ts";
import type { CallContext } from "../../kernel/context.ts";
import { mayGoOn } from "../../kernel/operation-identifiers.ts";
import { advanceOperations } from "./advance-operations.ts";
import { changeStatus } from "./change-status.ts";

/** Where a request may be when its authorization ends; one that waits for nobody is begun by the engine. */
const authorized: ReadonlySet<RequestStatus> = new Set(["A", "W"]);

/**
 * Does the first step of a request that is approved now, in the transaction of the last decision, so that its workflow
 * begins with what its proxies are to perform and has nothing to ask. Undefined where it is not to be performed yet: then nothing
 * has happened. An engine that never hears of it finds everything in the rows.
 */
export async function beginPerforming(
  context: CallContext,
  request: Row<"reqbatch">,
): Promise<Row<"reqbatch"> | undefined> {
  const { store, clock, log } = context;
  const { key, requestId } = request;
  if (!authorized.has(request.status) || (request.startAt ?? 0) > clock.now()) return undefined;
  if (!(await mayGoOn(context, request.operationId))) return undefined;
  const engine = { ...context, caller: engineCaller(ModuleName.Idwfm, key) };
  return withModule(ModuleName.Idwfm, async () => {
    await store.moments.clear(key);
    const performing = await changeStatus(engine, request, [RequestStatus.Performing]);
    const step = await advanceOperations(engine, performing, null);
    log.info({ requestId, requestKey: key, status: performing.status, next: step.do }, "request step");
    const isOver = step.do === "finished";
    // One that is over at once may have a workflow all the same, which is to end.
    await store.outbox.add({ workflowType: "request", workflowId: key }, isOver ? undefined : step);
    if (!isOver) await store.steps.note({ workflowId: key, step: "first", ordinal: 0 }, step);
    return isOver ? store.get("reqbatch", key) : performing;
  });
}
