import { userInfo } from "node:os";

import type { Caller, ServiceContext } from "#operations/context.ts";

/** Opens this installation's database for one command, as the operator who has called it, and closes it again. */
export async function withService<T>(run: (context: ServiceContext, caller: Caller) => Promise<T>): Promise<T> {
  const { readSettings } = await import("#platform/settings.ts");
  const { composeService } = await import("./compose.ts");
  const { engineCaller } = await import("./engine-caller.ts");
  const service = await composeService(readSettings(), "cli", { dispatch: "none" });
  try {
    return await run(service.context, engineCaller(`cli:${userInfo().username}`));
  } finally {
    await service.close();
  }
}
