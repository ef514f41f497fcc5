import { replannedPageRows } from "#domain/managed-account-limits.ts";
import { allOf, always, eq, gt } from "#domain/query/condition.ts";
import { nextChange } from "#domain/vault/next-change.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Reschedules the password changes of all accounts under a policy, in the current transaction. */
export async function replanAccounts(
  { store, clock }: CallContext,
  policy: Row<"managedSystemPolicies">,
): Promise<void> {
  const now = clock.now();
  for (let after: string | undefined; ;) {
    const page = await store.select("managedAccounts", {
      where: allOf(eq("policyId", policy.id), after === undefined ? always : gt("key", after)),
      orderBy: [["key", "asc"]],
      limit: replannedPageRows,
    });
    for (const { key, lastRandomized, nextRandomized } of page) {
      const next = nextChange(policy, lastRandomized, now);
      if (next !== nextRandomized) await store.save("managedAccounts", { key, nextRandomized: next });
    }
    after = page.at(-1)?.key;
    if (page.length < replannedPageRows) return;
  }
}
