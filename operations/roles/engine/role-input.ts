import { z } from "zod";

import { policyMaxCharacters } from "#domain/limits.ts";
import { roleDescriptionMaxCharacters, roleEntitlementsMax } from "#domain/role-limits.ts";
import { deficitWays, type Entitlement, entitlementKinds, surplusWays } from "#domain/roles/role-content.ts";

import { attributesInput, keyInput } from "../../kernel/inputs/operation-input.ts";
import { filledText } from "../../kernel/text-input.ts";

const needsRule =
  "must have the one key of its kind: targetSystemKey of an account, groupKey of a membership, or roleKey of a role";

const attributesRule = "must have attributes only if it is an account";

/** Keys that an entitlement of each kind needs. */
const keyOf = { account: "targetSystemKey", membership: "groupKey", role: "roleKey" } as const;

const entitlement = z
  .strictObject({
    kind: z.enum(entitlementKinds),
    targetSystemKey: keyInput.nullish(),
    groupKey: keyInput.nullish(),
    roleKey: keyInput.nullish(),
    attributes: attributesInput.nullish(),
  })
  .superRefine((given, refinement) => {
    for (const [kind, field] of Object.entries(keyOf)) {
      const isNeeded = kind === given.kind;
      if (isNeeded !== ((given[field] ?? null) !== null)) refinement.addIssue({ code: "custom", message: needsRule });
    }
    if (given.kind !== "account" && Object.keys(given.attributes ?? {}).length > 0)
      refinement.addIssue({ code: "custom", message: attributesRule });
  })
  .meta({ rules: [needsRule, attributesRule] })
  .transform(({ kind, targetSystemKey, groupKey, roleKey, attributes }): Entitlement => {
    switch (kind) {
      case "account":
        return { kind, targetSystemKey: targetSystemKey ?? "", attributes: attributes ?? {} };
      case "membership":
        return { kind, groupKey: groupKey ?? "" };
      case "role":
        return { kind, roleKey: roleKey ?? "" };
    }
  });

/** Fields of the content of a role; what is left out keeps its value, or has the usual one in a new role. */
export const contentInput = {
  description: filledText(roleDescriptionMaxCharacters).nullish(),
  condition: filledText(policyMaxCharacters).nullish(),
  surplus: z.enum(surplusWays).optional(),
  deficit: z.enum(deficitWays).optional(),
  asksPhases: z.boolean().optional(),
  entitlements: z.array(entitlement).max(roleEntitlementsMax).optional(),
} as const;
