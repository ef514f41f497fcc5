import { ServiceError } from "#domain/errors.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Terms of a new mass reset that name other rows. */
export type NamingTerms = Pick<Row<"massResets">, "targetSystemKeys" | "targetGroupIds" | "passwordPolicyId">;

/**
 * Throws unless the target systems, target groups and the password policy of a new mass reset exist.
 * @throws TARGET_UNKNOWN, TARGET_GROUP_UNKNOWN, PASSWORD_POLICY_UNKNOWN
 */
export async function checkTerms(
  { store }: CallContext,
  { targetSystemKeys, targetGroupIds, passwordPolicyId }: NamingTerms,
): Promise<void> {
  const targets = targetSystemKeys ?? [];
  const groups = targetGroupIds ?? [];
  if ((await store.count("targetSystems", oneOf("id", targets))) < new Set(targets).size)
    throw new ServiceError("TARGET_UNKNOWN", { target: "targetSystemKeys" });
  if ((await store.count("targetGroups", oneOf("id", groups))) < new Set(groups).size)
    throw new ServiceError("TARGET_GROUP_UNKNOWN", { target: "targetGroupIds" });
  if (passwordPolicyId !== null && (await store.get("passwordPolicies", passwordPolicyId)) === undefined)
    throw new ServiceError("PASSWORD_POLICY_UNKNOWN", { target: "passwordPolicyId" });
}
