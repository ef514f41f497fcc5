import { storedPolicies } from "#operations/policies/engine/stored-policies.ts";
import type { Logger } from "#platform/logs/log.ts";
import { createPolicyEngine, type PolicyEngine } from "#policies/engine.ts";
import { createReloadableEngine } from "#policies/reloadable-engine.ts";
import type { ChangeFeed } from "#store/changes/change-feed.ts";
import type { Store } from "#store/store.ts";

import { followTable, type FollowedTable } from "./follow-table.ts";

/** Policies of one process. */
export interface ProcessPolicies extends FollowedTable {
  readonly engine: PolicyEngine;
}

/** Log and change feed by which a process keeps its cache current. */
export interface FollowOptions {
  readonly log: Logger;
  /** Feed that reports changes. */
  readonly changes: Pick<ChangeFeed, "subscribe">;
}

/**
 * Loads the policies of a process, and loads them again after each change. Until the first load everything is denied.
 * @throws DATABASE_UNAVAILABLE
 */
export async function openPolicies(store: Store, options: FollowOptions): Promise<ProcessPolicies> {
  const engine = createReloadableEngine(createPolicyEngine([]));
  const followed = followTable({
    ...options,
    table: "policies",
    failure: "Changed policies could not be loaded yet; those from before stay, and it is tried again.",
    load: async () => engine.replace(createPolicyEngine(await storedPolicies(store), { broken: "deny" })),
  });
  await followed.reload();
  return { ...followed, engine };
}
