import { batchRowsMax } from "#domain/limits.ts";
import { allOf, le } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { droppableHere } from "./engine/has-passed.ts";

/**
 * Removes the rows of revoked tokens and sessions whose tokens have expired by themselves, a batch at a time: by the clock and by the
 * time that has passed, for a clock that is ahead may be put back.
 */
export const dropExpiredRevocations = defineOperation<Record<string, never>, { readonly dropped: number }>({
  name: "identity.dropExpiredRevocations",
  callers: ["engine"],
  audit: { operation: "RVDR", when: "never" },
  async run({ store, clock }) {
    const droppable = await droppableHere({ store, clock }, store.steadyTime.least());
    const rows = await store.select("revokedTokens", {
      where: allOf(le("expiresAt", clock.now()), droppable),
      orderBy: [["expiresAt", "asc"]],
      limit: batchRowsMax,
    });
    for (const { jti } of rows) await store.remove("revokedTokens", jti);
    return { dropped: rows.length };
  },
});
