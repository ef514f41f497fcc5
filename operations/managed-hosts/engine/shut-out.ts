import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { withoutKeys } from "../../proxies/engine/keyed-callers.ts";
import { stopHostRuns } from "../../vault/engine/host-runs.ts";

/** Shuts a managed host out for all time, in the current transaction: its keys and its invitation are forgotten, and its runs stop. */
export async function shutOut(context: CallContext, host: Row<"managedHosts">): Promise<Row<"managedHosts">> {
  const { store, clock } = context;
  await stopHostRuns(context, host);
  return store.save("managedHosts", {
    key: host.key,
    ...withoutKeys,
    sealingKey: null,
    revokedAt: clock.now(),
  });
}
