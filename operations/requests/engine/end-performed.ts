import { ModuleName } from "#domain/module-name.ts";
import { isFinalResult } from "#domain/requests/operation-result.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import { isWorkStatus } from "#domain/requests/work-status.ts";
import { withModule } from "#store/module-scope.ts";
import type { Row } from "#store/tables.ts";

import { engineCaller } from "../../kernel/callers.ts";
import type { CallContext } from "../../kernel/context.ts";
import { finishRequest } from "./finish-request.ts";

/**
 * Ends a locked request, if the outcomes recorded in the current transaction were its last; returns false if something is left to do, which
 * its own step finds.
 */
export async function endPerformed(context: CallContext, request: Row<"reqbatch">): Promise<boolean> {
  if (!isWorkStatus(request.status)) return false;
  const operations = await context.store.select("requestOperations", {
    where: { requestKey: request.key },
    orderBy: [["sequence", "asc"]],
  });
  if (!operations.every(({ result }) => isFinalResult(result))) return false;
  const engine = { ...context, caller: engineCaller(ModuleName.Idwfm, request.key) };
  const { Performing, Completed, OnHold } = RequestStatus;
  const path = request.status === OnHold ? ([Performing, Completed] as const) : ([Completed] as const);
  await withModule(ModuleName.Idwfm, () => finishRequest(engine, request, path, operations));
  return true;
}
