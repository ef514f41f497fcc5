import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { requireHonoured } from "../../target-systems/engine/require-honoured.ts";

type Wanted = Pick<Row<"targetGroups">, "syncPasswords" | "uniquePasswords" | "passwordPolicyId">;

/**
 * Checks a target group as it is to be, and what of it the caller has given.
 * @throws TARGET_GROUP_PASSWORDS, PASSWORD_POLICY_UNKNOWN, NOT_SUPPORTED
 */
export async function checkTargetGroup(
  { store }: CallContext,
  group: Wanted,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (group.syncPasswords && group.uniquePasswords) {
    throw new ServiceError("TARGET_GROUP_PASSWORDS", { target: "uniquePasswords" });
  }
  if (!(await store.get("passwordPolicies", group.passwordPolicyId))) {
    throw new ServiceError("PASSWORD_POLICY_UNKNOWN", { target: "passwordPolicyId" });
  }
  requireHonoured("targetGroups", given);
}
