import { type RunScope, unfitFor } from "#domain/vault/due-accounts.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { holdersOf } from "./holders-of.ts";
import { enrolledHostOf } from "./host-rows.ts";
import { nodesAtHand } from "./run-terms.ts";

/** Finds the reason why no run may be requested for an account, with the remedy; undefined if there is none. */
export async function runRefusal(
  context: ServiceContext,
  kind: RunScope["kind"],
  account: Row<"managedAccounts">,
): Promise<string | undefined> {
  const { store } = context;
  const home = await store.homes.elsewhere("managedAccounts", account.key);
  if (home !== undefined) return `It belongs to the node '${home}': ask there.`;
  const system = await store.get("managedSystems", account.managedSystemKey);
  const entries = await store.select("vaultEntries", { where: { managedAccountKey: account.key } });
  const policy = await store.get("managedSystemPolicies", account.policyId);
  const host = policy?.mode === "pull" ? await enrolledHostOf(context, account.key) : undefined;
  return unfitFor({
    kind,
    account,
    policy,
    hostIsEnrolled: host !== undefined,
    nodes: await nodesAtHand(context),
    isSystemEnabled: system?.enabled === true,
    holders: await holdersOf(context, account.key),
    entries: { notFailed: entries.filter(({ status }) => status !== "failed").length, all: entries.length },
  });
}
