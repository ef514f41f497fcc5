import { definitionOf, familyOf, isOperationCode } from "#domain/requests/operation-codes.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { CodedOperation, RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import { roleContains } from "../../kernel/rows/role-contains.ts";
import type { Problem } from "./check-attributes.ts";

/** Finds keys that operations of a code do not take, and a missing role or rule. */
export async function aboutProblems({ store }: CallContext, operation: CodedOperation): Promise<readonly Problem[]> {
  const { code } = operation;
  const { about, target } = definitionOf(code);
  const unfit = (field: "targetSystemKey" | "accountKey" | "groupKey" | "attributes"): Problem => ({
    code: "OPERATION_FIELD_UNFIT",
    field,
    message: `${code} takes no ${field}. Leave it out.`,
  });
  const problems: Problem[] = [];
  if (target === "none") {
    for (const field of ["targetSystemKey", "accountKey", "groupKey"] as const)
      if ((operation[field] ?? null) !== null) problems.push(unfit(field));
    if (Object.keys(operation.attributes ?? {}).length > 0) problems.push(unfit("attributes"));
  } else if ((operation.targetSystemKey ?? "") === "") {
    const message = `${code} needs targetSystemKey. Add it and submit again.`;
    problems.push({ code: "OPERATION_FIELD_MISSING", field: "targetSystemKey", message });
  }
  if (about === "sodRule") return [...problems, ...(await ruleProblems(store, operation))];
  return about === "role" ? [...problems, ...(await roleProblems(store, operation))] : problems;
}

async function roleProblems(store: CallContext["store"], operation: CodedOperation): Promise<readonly Problem[]> {
  const { code, roleKey = null, targetSystemKey, groupKey } = operation;
  if (roleKey === null) {
    const message = `${code} needs roleKey. Add it and submit again.`;
    return [{ code: "OPERATION_FIELD_MISSING", field: "roleKey", message }];
  }
  const role = await store.get("roles", roleKey);
  if (role === undefined) return [{ code: "ROLE_UNKNOWN", field: "roleKey" }];
  if (definitionOf(code).target === "none" || !targetSystemKey) return [];
  // The phases of a role decide about what it contains, and about nothing else.
  if (await roleContains({ store }, roleKey, { targetSystemKey, groupKey })) return [];
  const [thing, field] = groupKey ? (["membership", "groupKey"] as const) : (["account", "targetSystemKey"] as const);
  const message = `${code}: the role '${role.id}' does not contain this ${thing}. Name a role in force that does.`;
  return [{ code: "OPERATION_FIELD_UNFIT", field, message }];
}

/** Finds what an exception from a rule of separation of duties lacks: the rule, if it takes exceptions, and a compensating control. */
async function ruleProblems(
  store: CallContext["store"],
  { code, roleKey, sodRuleKey, control }: CodedOperation,
): Promise<readonly Problem[]> {
  const missing = (field: "sodRuleKey" | "control"): Problem => ({
    code: "OPERATION_FIELD_MISSING",
    field,
    message: `${code} needs ${field}. Add it and submit again.`,
  });
  const unfit = {
    code: "OPERATION_FIELD_UNFIT",
    field: "roleKey",
    message: `${code} takes no roleKey. Leave it out.`,
  } as const;
  const problems: readonly Problem[] = [...(roleKey ? [unfit] : []), ...(control ? [] : [missing("control")])];
  if (!sodRuleKey) return [...problems, missing("sodRuleKey")];
  const rule = await store.get("sodRules", sodRuleKey);
  const takesExceptions = rule?.enabled === true && rule.answer === "exception";
  return takesExceptions ? problems : [...problems, { code: "SOD_RULE_UNKNOWN", field: "sodRuleKey" }];
}

/** Reports whether an operation gives access through a role, about whose content its version in force decides. */
export function isThroughRole({ code, roleKey = null }: RequestedOperation): boolean {
  return roleKey !== null && isOperationCode(code) && familyOf(code).by === "target";
}
