import { ModuleName } from "#domain/module-name.ts";
import type { Caller } from "#operations/context.ts";
import { systemIds } from "#platform/ids.ts";

/** The caller of what this program does on its own account, such as setting up a new installation. */
export function engineCaller(id: string, module: ModuleName = ModuleName.Cli): Caller {
  const requestId = systemIds.guid();
  return { kind: "engine", key: null, id, superuser: false, classes: [], sessid: requestId, module, requestId };
}
