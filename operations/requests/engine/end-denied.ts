import { ModuleName } from "#domain/module-name.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import { withModule } from "#store/module-scope.ts";
import type { Row } from "#store/tables.ts";

import { engineCaller } from "../../kernel/callers.ts";
import type { CallContext } from "../../kernel/context.ts";
import { finishRequest } from "./finish-request.ts";
import type { FinalStatus } from "./tell-end.ts";

/** Paths to the end from statuses in which a request may be denied; from others it goes there directly. */
const waysToDenied: { readonly [S in RequestStatus]?: readonly [...RequestStatus[], FinalStatus] } = {
  P: ["A", "D"],
  H: ["A", "D"],
};

/**
 * Ends a request in the transaction in which its phases deny it, so that nothing can come between a denial and the end. A workflow that may
 * know the request is woken, and ends too.
 */
export async function endDenied(context: CallContext, request: Row<"reqbatch">): Promise<Row<"reqbatch">> {
  const { store, log } = context;
  const { key, requestId, status } = request;
  const engine = { ...context, caller: engineCaller(ModuleName.Idwfm, key) };
  return withModule(ModuleName.Idwfm, async () => {
    const hadWakes = await finishRequest(engine, request, waysToDenied[status] ?? [RequestStatus.Denied]);
    if (hadWakes) await store.outbox.add({ workflowType: "request", workflowId: key });
    log.info({ requestId, requestKey: key, status: RequestStatus.Denied }, "request denied");
    return (await store.get("reqbatch", key)) ?? request;
  });
}
