import { ModuleName } from "#domain/module-name.ts";
import { startOf } from "#domain/requests/request-start.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import { withModule } from "#store/module-scope.ts";
import type { Row } from "#store/tables.ts";

import { engineCaller } from "../../kernel/callers.ts";
import type { CallContext } from "../../kernel/context.ts";
import { mayContinue } from "../../kernel/operation-identifiers.ts";
import { advanceOperations } from "./advance-operations.ts";
import { changeStatus } from "./change-status.ts";

/** Statuses of a request when its authorization ends; the engine begins a request that waits for no one. */
const authorized: ReadonlySet<RequestStatus> = new Set(["A", "W"]);

/**
 * Performs the first step of a request that is approved now, in the transaction of the last decision. So its workflow begins with the work
 * for its proxies and asks nothing. Returns undefined if it must not be performed yet: then nothing has happened. An engine that never
 * learns of it finds everything in the rows.
 */
export async function beginPerforming(
  context: CallContext,
  request: Row<"reqbatch">,
): Promise<Row<"reqbatch"> | undefined> {
  const { store, clock, log } = context;
  const { key, requestId } = request;
  if (!authorized.has(request.status) || startOf(request) > clock.now()) return undefined;
  if (!(await mayContinue(context, request.operationId))) return undefined;
  const engine = { ...context, caller: engineCaller(ModuleName.Idwfm, key) };
  return withModule(ModuleName.Idwfm, async () => {
    await store.moments.clear(key);
    const performing = await changeStatus(engine, request, [RequestStatus.Performing]);
    const step = await advanceOperations(engine, performing, null);
    log.info({ requestId, requestKey: key, status: performing.status, next: step.do }, "request step");
    const isOver = step.do === "finished";
    // A request that ends at once may still have a workflow, which must end.
    await store.outbox.add({ workflowType: "request", workflowId: key }, isOver ? undefined : step);
    if (!isOver) await store.steps.note({ workflowId: key, step: "first", ordinal: 0 }, step);
    return store.get("reqbatch", key);
  });
}
