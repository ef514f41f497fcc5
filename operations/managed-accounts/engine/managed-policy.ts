import { commandWay } from "#domain/checkout-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { nearestNameHint } from "#domain/nearest-name.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { PolicyChanges } from "./policy-input.ts";

/**
 * Returns the managed system policy of an ID, for a binding.
 * @throws MANAGED_SYSTEM_POLICY_UNKNOWN with the nearest ID
 */
export async function policyNamed(
  { store }: Pick<CallContext, "store">,
  id: string,
): Promise<Row<"managedSystemPolicies">> {
  const policy = await store.get("managedSystemPolicies", id);
  if (policy) return policy;
  const known = await store.select("managedSystemPolicies", { orderBy: [["id", "asc"]] });
  const meant = nearestNameHint(
    id,
    known.map((one) => one.id),
  );
  const message = `No managed system policy has the id '${id}'.${meant} 'gatehouse managed policy list' shows them.`;
  throw new ServiceError("MANAGED_SYSTEM_POLICY_UNKNOWN", { target: "policyId", message });
}

/**
 * Refuses the policy of accounts that are no longer managed, which never changes.
 * @throws MANAGED_SYSTEM_POLICY_BUILT_IN
 */
export function refuseHistorical(policyId: string, wayOut: string): void {
  if (policyId !== historicalPolicyId) return;
  const message = `${historicalPolicyId} is the policy of what is managed no more. ${wayOut}`;
  throw new ServiceError("MANAGED_SYSTEM_POLICY_BUILT_IN", { target: "policyId", message });
}

/**
 * Checks the names in a policy: each must exist.
 * @throws NODE_UNKNOWN, PASSWORD_POLICY_UNKNOWN, DISCLOSURE_UNKNOWN, TICKET_PLUGIN_UNKNOWN
 */
export async function checkPolicyNames(
  { store, plugins }: Pick<CallContext, "store" | "plugins">,
  { managedByNode, passwordPolicyId, disclosurePlugins = [], ticketPlugin }: PolicyChanges,
): Promise<void> {
  if (managedByNode !== undefined && (await store.count("nodes", { id: managedByNode })) === 0)
    throw new ServiceError("NODE_UNKNOWN", { target: "managedByNode" });
  if (typeof passwordPolicyId === "string" && !(await store.get("passwordPolicies", passwordPolicyId)))
    throw new ServiceError("PASSWORD_POLICY_UNKNOWN", { target: "passwordPolicyId" });
  if (typeof ticketPlugin === "string" && !plugins.has("ticketCheck", ticketPlugin))
    throw new ServiceError("TICKET_PLUGIN_UNKNOWN", { target: "ticketPlugin" });
  const unknown = disclosurePlugins.find((name) => name !== commandWay && !plugins.has("disclosure", name));
  if (unknown === undefined) return;
  const message = `There is no plug-in '${unknown}' of the kind disclosure. 'gatehouse plugin list' shows those that there are.`;
  throw new ServiceError("DISCLOSURE_UNKNOWN", { target: "disclosurePlugins", message });
}
