import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";

import { defineOperation } from "../define-operation.ts";
import { newId } from "../new-id.ts";
import { checkTargetGroup, targetGroupFields } from "./target-group-input.ts";

/**
 * Adds a target group.
 * @throws TARGET_GROUP_EXISTS, TARGET_GROUP_PASSWORDS, PASSWORD_POLICY_UNKNOWN, NOT_SUPPORTED
 */
export const createTargetGroup = defineOperation({
  name: "targetGroups.create",
  operationType: "TARGET_GROUP_CREATE",
  input: z.strictObject({ id: newId, ...targetGroupFields }),
  callers: ["user", "engine"],
  policies: [{ name: "targetgroups_post_create" }],
  audit: { operation: "ACPS", describe: ({ id }) => ({ ident: id }) },
  async run(context, input) {
    const { store } = context;
    if (await store.get("targetGroups", input.id)) throw new ServiceError("TARGET_GROUP_EXISTS", { target: "id" });
    const group = {
      id: input.id,
      description: input.description ?? null,
      helpUrl: input.helpUrl ?? null,
      syncPasswords: input.syncPasswords ?? false,
      uniquePasswords: input.uniquePasswords ?? false,
      passwordChangeRestriction: input.passwordChangeRestriction ?? "anyNumber",
      passwordPolicyId: input.passwordPolicyId ?? "DEFAULT",
    };
    await checkTargetGroup(context, group, input);
    return store.save("targetGroups", group);
  },
});
