import type { ModuleName } from "#domain/module-name.ts";
import { withModule } from "#store/module-scope.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/**
 * Stores the time of a session's use, in a transaction of its own, for the other processes. For an ended or deleted session it does
 * nothing.
 */
export async function noteSessionUse(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  key: string,
  module: ModuleName,
): Promise<void> {
  await withModule(module, () =>
    store.transaction(async () => {
      const session = await store.lock("keyedSessions", key);
      if (session === undefined || session.revokedAt !== null || session.lastUsedAt >= clock.now()) return;
      await store.save("keyedSessions", { key, lastUsedAt: clock.now() });
    }),
  );
}
