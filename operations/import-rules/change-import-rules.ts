import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { importRulesMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { policiesOfChange, removalOf } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { orderOfRules } from "./engine/compile-import-rules.ts";
import { checkImportRule, importRuleChanges, importRuleKey, newImportRule } from "./engine/import-rule-input.ts";

/**
 * Adds an import rule.
 * @throws IMPORT_RULE_INVALID, MANAGED_SYSTEM_POLICY_UNKNOWN, IMPORT_RULES_MAX
 */
export const addImportRule = defineOperation({
  name: "importRules.add",
  input: z.strictObject(newImportRule),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("importRules") }],
  audit: { operation: "IRAD", describe: (_input, output?: Row<"importRules">) => ({ ident: output?.key ?? null }) },
  async run(context, rule): Promise<Row<"importRules">> {
    const { store, ids } = context;
    await checkImportRule(context, rule);
    if ((await store.count("importRules")) >= importRulesMax) throw new ServiceError("IMPORT_RULES_MAX");
    return store.add("importRules", { key: ids.guid(), ...rule });
  },
});

/**
 * Changes the fields of an import rule that are given.
 * @throws NOT_FOUND, IMPORT_RULE_INVALID, MANAGED_SYSTEM_POLICY_UNKNOWN
 */
export const updateImportRule = defineOperation({
  name: "importRules.update",
  input: z.strictObject({ key: importRuleKey, ...importRuleChanges }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "importRules"),
  audit: { operation: "IRUP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...fields }): Promise<Row<"importRules">> {
    const changes = definedFields(fields);
    const known = await lockedRow(context, { table: "importRules", key });
    await checkImportRule(context, { ...known, ...changes });
    return context.store.save("importRules", { key, ...changes });
  },
});

/**
 * Deletes an import rule; its effects stay.
 * @throws NOT_FOUND
 */
export const removeImportRule = defineOperation({
  name: "importRules.remove",
  callers: ["user", "engine"],
  audit: { operation: "IRRM", describe: ({ key }) => ({ ident: key }) },
  ...removalOf("importRules"),
  input: z.strictObject({ key: importRuleKey }),
});

/** Reads all import rules in their order, for the operator of this machine. */
export const listImportRules = defineOperation<Record<string, never>, readonly Row<"importRules">[]>({
  name: "importRules.list",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "IRLS", when: "refusalOnly" },
  run: ({ store }) => store.select("importRules", { orderBy: orderOfRules }),
});
