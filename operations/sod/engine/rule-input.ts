import { z } from "zod";

import { sodRules } from "#domain/resources/sod-rules.ts";
import { sodItemsMax, sodPartsMax, sodPartsMin } from "#domain/sod-limits.ts";
import { sodItemTypes } from "#domain/sod/sod-rule.ts";

import { phasesInput } from "../../authorization-phases/engine/phases-input.ts";
import { keyInput } from "../../kernel/inputs/operation-input.ts";
import { inputOf } from "../../kernel/resource-input.ts";

const item = z.strictObject({ itemType: z.enum(sodItemTypes), itemKey: keyInput }).meta({ typeName: "SodItemInput" });
const part = z.strictObject({ items: z.array(item).max(sodItemsMax).default([]) }).meta({ typeName: "SodPartInput" });
/** Parts of a rule, as a caller writes them. */
export const partsInput = z.array(part).min(sodPartsMin, "needs at least two parts").max(sodPartsMax);

/** Fields of a new rule. */
export const newRule = inputOf(sodRules, "create", { parts: partsInput, authorizationPhases: phasesInput.optional() });

/** Fields of a change of a rule. */
export const ruleChanges = inputOf(sodRules, "change", {
  parts: partsInput.optional(),
  authorizationPhases: phasesInput.optional(),
});
