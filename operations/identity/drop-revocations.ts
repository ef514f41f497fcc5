import { batchRowsMax } from "#domain/limits.ts";
import { le } from "#domain/query/condition.ts";

import { defineOperation } from "../define-operation.ts";

/** Removes the rows of revoked tokens and sessions whose tokens have expired by themselves, a batch at a time. */
export const dropExpiredRevocations = defineOperation<Record<string, never>, { readonly dropped: number }>({
  name: "identity.dropExpiredRevocations",
  callers: ["engine"],
  audit: { operation: "RVDR", when: "never" },
  async run({ store, clock }) {
    const rows = await store.select("revokedTokens", {
      where: le("expiresAt", clock.now()),
      orderBy: [["expiresAt", "asc"]],
      limit: batchRowsMax,
    });
    for (const { jti } of rows) await store.remove("revokedTokens", jti);
    return { dropped: rows.length };
  },
});
