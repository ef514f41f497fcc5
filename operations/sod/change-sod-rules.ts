import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { phasesInput } from "../authorization-phases/engine/phases-input.ts";
import { removePhases, savePhases } from "../authorization-phases/engine/save-phases.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { checkRule } from "./engine/check-rule.ts";
import { newRule, ruleChanges } from "./engine/rule-input.ts";
import { partsOf, saveParts } from "./engine/rule-parts.ts";

const ofRule = (resourceKey: string) => ({ resourceType: "sodRule", resourceKey }) as const;

/**
 * Adds a rule of separation of duties with its parts and its phases. Who violates it already is found by the hub.
 * @throws SOD_RULE_EXISTS, SOD_RULE_INVALID, TARGET_PHASE_INVALID, LIMIT_EXCEEDED
 */
export const addSodRule = defineOperation({
  name: "sodRules.add",
  input: z.strictObject(newRule),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("sodRules") }],
  audit: { operation: "SDAD", describe: ({ id }, row?: Row<"sodRules">) => ({ ident: row?.key ?? id }) },
  async run(context, { parts, authorizationPhases, ...given }): Promise<Row<"sodRules">> {
    const { store, ids, clock } = context;
    if ((await store.count("sodRules", { id: given.id })) > 0)
      throw new ServiceError("SOD_RULE_EXISTS", { target: "id" });
    await checkRule(context, { ...given, parts });
    const rule = await store.add("sodRules", { ...given, key: ids.guid(), createdAt: clock.now() });
    await saveParts(context, rule.key, parts);
    await savePhases(context, ofRule(rule.key), authorizationPhases ?? []);
    return rule;
  },
});

/**
 * Changes the given fields of a rule; parts and phases are replaced whole. Requests that were accepted before are judged by the new rule
 * when their next phase opens, and before they are performed.
 * @throws NOT_FOUND, FORBIDDEN, SOD_RULE_INVALID, TARGET_PHASE_INVALID, LIMIT_EXCEEDED
 */
export const updateSodRule = defineOperation({
  name: "sodRules.update",
  input: z.strictObject({ key: z.string(), ...ruleChanges }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "sodRules"),
  audit: { operation: "SDUP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, parts, authorizationPhases, ...given }): Promise<Row<"sodRules">> {
    const known = await lockedRow(context, { table: "sodRules", key });
    const changes = definedFields(given);
    const { atLeast } = { ...known, ...changes };
    const recorded = parts === undefined ? ((await partsOf(context, [key])).get(key) ?? []) : [];
    await checkRule(context, { atLeast, parts: parts ?? recorded, isRecorded: parts === undefined });
    if (parts !== undefined) await saveParts(context, key, parts);
    if (authorizationPhases !== undefined) await savePhases(context, ofRule(key), authorizationPhases);
    return context.store.save("sodRules", { key, ...changes });
  },
});

/**
 * Removes a rule with its parts and its phases. The hub ends its violations; they stay on record.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const removeSodRule = defineOperation({
  name: "sodRules.remove",
  callers: ["user", "engine"],
  audit: { operation: "SDRM", describe: ({ key }) => ({ ident: key }) },
  ...removalOf("sodRules", async (context, { key }) => {
    await saveParts(context, key, []);
    await removePhases(context, ofRule(key));
  }),
});

/** Authorization by a rule from now on. */
export interface AuthorizedSodRule {
  readonly key: string;
  /** Number of phases of the rule. */
  readonly phases: number;
}

/**
 * Replaces the approval phases of a rule.
 * @throws NOT_FOUND, FORBIDDEN, TARGET_PHASE_INVALID, LIMIT_EXCEEDED
 */
export const setSodRulePhases = defineOperation({
  name: "sodRules.setAuthorizationPhases",
  input: z.strictObject({ key: z.string(), authorizationPhases: phasesInput }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "sodRules/setAuthorizationPhases"),
  audit: { operation: "SDPH", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, authorizationPhases }): Promise<AuthorizedSodRule> {
    await lockedRow(context, { table: "sodRules", key });
    await savePhases(context, ofRule(key), authorizationPhases);
    return { key, phases: await context.store.count("authorizationPhases", ofRule(key)) };
  },
});
