import type { CompiledImportRule } from "#domain/discovery/import-rules.ts";
import type { ManagementMode } from "#domain/discovery/management-mode.ts";
import { ServiceError } from "#domain/errors.ts";
import { compileCondition } from "#policies/compile-condition.ts";
import { importFields } from "#policies/import-fields.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** A valid import rule. */
export interface UsableRule {
  readonly row: Row<"importRules">;
  readonly rule: CompiledImportRule;
}

/** Fields of an import rule that are validated. */
export type RuleText = Pick<Row<"importRules">, "objectType" | "action" | "policyId" | "condition">;

/** Order of rules: those for systems first, because accounts get the policies of their systems. */
export const orderOfRules = [
  ["objectType", "desc"],
  ["sequence", "asc"],
  ["key", "asc"],
] as const;

/**
 * Compiles a rule; `policyMode` is the mode of the policy that it names.
 * @throws IMPORT_RULE_INVALID with line and column of each problem
 */
export function compiledRule(
  { objectType, action, policyId, condition }: RuleText,
  policyMode: ManagementMode | null,
): CompiledImportRule {
  const check = compileCondition(condition, importFields[objectType]);
  if ("condition" in check) return { objectType, action, policyId, policyMode, matches: check.condition };
  const details = check.findings.map(({ line, column, message }) => ({
    code: "IMPORT_RULE_INVALID",
    target: `condition:${line}:${column}`,
    message,
  }));
  const [first] = details;
  throw new ServiceError("IMPORT_RULE_INVALID", {
    details,
    ...(first && { target: first.target, message: `${first.target}: ${first.message}` }),
  });
}

/**
 * Returns the enabled rules in their order, with one disabled rule that is treated as enabled. One invalid rule refuses all: its objects
 * must not fall to the rules behind it.
 * @throws IMPORT_RULE_INVALID with the rule
 */
export async function usableRules(
  { store }: Pick<CallContext, "store">,
  enabledKey: string | null = null,
): Promise<readonly UsableRule[]> {
  const all = await store.select("importRules", { orderBy: orderOfRules });
  const rows = all.filter(({ key, enabled }) => enabled || key === enabledKey);
  const modes = new Map((await store.select("managedSystemPolicies")).map(({ id, mode }) => [id, mode]));
  return rows.map((row) => {
    const mode = row.policyId === null ? null : modes.get(row.policyId);
    if (mode === undefined) throw broken(row, `there is no managed system policy '${row.policyId}'`);
    try {
      return { row, rule: compiledRule(row, mode) };
    } catch (error) {
      if (error instanceof ServiceError) throw broken(row, error.message);
      throw error;
    }
  });
}

function broken({ key, sequence, objectType }: Row<"importRules">, why: string): ServiceError {
  return new ServiceError("IMPORT_RULE_INVALID", {
    target: `importRules(${key})`,
    message: `The import rule ${sequence} for ${objectType} cannot be used: ${why}. Change or disable it.`,
  });
}
