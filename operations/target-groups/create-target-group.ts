import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { targetGroups } from "#domain/resources/target-groups.ts";

import { defineOperation } from "../define-operation.ts";
import { inputOf } from "../resource-input.ts";
import { checkTargetGroup } from "./engine/check-target-group.ts";

/**
 * Adds a target group.
 * @throws TARGET_GROUP_EXISTS, TARGET_GROUP_PASSWORDS, PASSWORD_POLICY_UNKNOWN, NOT_SUPPORTED
 */
export const createTargetGroup = defineOperation({
  name: "targetGroups.create",
  input: z.strictObject(inputOf(targetGroups, "create")),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("targetGroups") }],
  audit: { operation: "ACPS", describe: ({ id }) => ({ ident: id }) },
  async run(context, input) {
    const { store } = context;
    if (await store.get("targetGroups", input.id)) throw new ServiceError("TARGET_GROUP_EXISTS", { target: "id" });
    await checkTargetGroup(context, input, input);
    return store.save("targetGroups", input);
  },
});
