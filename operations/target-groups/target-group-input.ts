import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { descriptionMaxCharacters, idMaxCharacters } from "#domain/limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { requireHonoured } from "../target-systems/require-honoured.ts";
import { webAddress } from "../text-input.ts";

/** The properties of a target group that a caller may set. */
export const targetGroupFields = {
  description: z.string().max(descriptionMaxCharacters).nullish(),
  helpUrl: webAddress.nullish(),
  syncPasswords: z.boolean().optional(),
  uniquePasswords: z.boolean().optional(),
  passwordChangeRestriction: z.enum(["anyNumber", "allAccounts", "oneAccount"]).optional(),
  passwordPolicyId: z.string().max(idMaxCharacters).optional(),
};

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
