import { ModuleName } from "#domain/module-name.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Caller } from "#operations/kernel/context.ts";
import { systemIds } from "#platform/ids.ts";

/** Makes the caller for actions of this program itself, such as setting up a new installation. */
export function programCaller(id: string, module: ModuleName = ModuleName.Cli): Caller {
  return engineCaller(module, systemIds.guid(), id);
}
