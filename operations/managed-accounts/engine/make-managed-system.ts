import { defaultPolicyId } from "#domain/vault/default-policy.ts";

import type { CallContext } from "../../kernel/context.ts";
import { requireRow } from "../../kernel/rows/require-row.ts";
import { policyNamed } from "./managed-policy.ts";
import { bindToPolicy, makeSystem } from "./place-system.ts";

/**
 * Adds the managed system of a target system under the policy DEFAULT, if it has none.
 * @throws NOT_FOUND, MANAGED_SYSTEM_POLICY_UNKNOWN
 */
export async function makeManagedSystem(
  context: Pick<CallContext, "store" | "ids">,
  targetSystemKey: string,
): Promise<void> {
  const target = await requireRow(context, "targetSystems", targetSystemKey);
  if ((await context.store.count("managedSystems", { targetSystemKey })) > 0) return;
  const { mode } = await policyNamed(context, defaultPolicyId);
  const { key } = await makeSystem(context, target, { mode });
  await bindToPolicy(context, key, defaultPolicyId);
}
