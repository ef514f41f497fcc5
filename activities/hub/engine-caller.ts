import type { ModuleName } from "#domain/module-name.ts";
import type { Caller } from "#operations/context.ts";

/** The engine as the caller of an operation, on behalf of one of its parts. */
export function engineCaller(module: ModuleName, requestId: string): Caller {
  return { kind: "engine", key: null, id: module, superuser: false, classes: [], sessid: requestId, module, requestId };
}
