import type { Expression } from "../query/bound-query.ts";
import { allOf, anyOf, eq, ne, noneOf, related } from "../query/condition.ts";
import { historicalPolicyId } from "../vault/historical-policy.ts";
import type { ManagementMode } from "./management-mode.ts";

/** Types of objects that import rules match. */
export const importObjectTypes = ["managedSystem", "managedAccount"] as const;

/** Type of the objects that a rule matches: target systems that are to be managed systems, or accounts. */
export type ImportObjectType = (typeof importObjectTypes)[number];

/** Actions of import rules (domain 3). */
export const importActions = ["bind", "unbind", "delete"] as const;

/** Action of an import rule. */
export type ImportAction = (typeof importActions)[number];

/** An import rule with its condition compiled. */
export interface CompiledImportRule {
  readonly objectType: ImportObjectType;
  readonly action: ImportAction;
  /** ID of the policy; null for `delete`, and for an `unbind` from every policy. */
  readonly policyId: string | null;
  /** Mode of that policy. A managed system has the mode of the policy under which it was made. */
  readonly policyMode: ManagementMode | null;
  readonly matches: Expression;
}

/** Counts of the objects that import rules have changed. */
export interface ImportCounts {
  readonly bound: number;
  readonly unbound: number;
  readonly deleted: number;
}

/** Name of the count that an action increments. */
export const importCountOf = { bind: "bound", unbind: "unbound", delete: "deleted" } as const satisfies Record<
  ImportAction,
  keyof ImportCounts
>;

/** Counts without any change. */
export const noImports: ImportCounts = { bound: 0, unbound: 0, deleted: 0 };

/**
 * Returns a condition per rule of one type, in the order of the rules: the objects that the rule matches and no earlier one does. `scope`
 * limits all of them.
 */
export function decidedBy(rules: readonly CompiledImportRule[], scope: Expression): readonly Expression[] {
  return rules.map(({ matches }, index) => {
    const earlier = rules.slice(0, index).map((rule) => rule.matches);
    return allOf(scope, matches, noneOf(anyOf(...earlier)));
  });
}

/**
 * Returns the condition for objects that a rule would change. Objects that already are as the rule wants do not match. Checked-out objects
 * are left alone until they are checked in. A system whose mode is not that of the policy, and an account that has the password of another
 * one, are left alone too.
 */
export function isToChange(rule: CompiledImportRule): Expression {
  return rule.objectType === "managedSystem" ? systemToChange(rule) : accountToChange(rule);
}

const checkedOut = related("managedAccounts", related("checkouts", eq("status", "checkedOut")));

function accountToChange({ action, policyId }: CompiledImportRule): Expression {
  const idle = noneOf(checkedOut);
  if (action !== "bind") return allOf(related("managedAccounts", ofPolicy(policyId)), idle);
  const bound = related("managedAccounts", eq("policyId", policyId));
  const independent = noneOf(related("dependencies"));
  return allOf(
    noneOf(bound),
    idle,
    independent,
    related("managedSystems", related("bindings", eq("policyId", policyId))),
  );
}

function systemToChange({ action, policyId, policyMode }: CompiledImportRule): Expression {
  const idle = noneOf(related("managedSystems", checkedOut));
  if (action === "delete") return allOf(related("managedSystems", anyOf(isEnabled, noneOf(hasAccounts))), idle);
  if (action === "unbind") return allOf(related("managedSystems", related("bindings", ofPolicy(policyId))), idle);
  const bound = related("managedSystems", related("bindings", eq("policyId", policyId)));
  return allOf(noneOf(bound), noneOf(related("managedSystems", ne("mode", policyMode))));
}

const isEnabled = eq("enabled", true);
const hasAccounts = related("managedAccounts");

/** Matches rows under a policy; without one, rows under any policy that manages passwords. */
export function ofPolicy(policyId: string | null): Expression {
  return policyId === null ? ne("policyId", historicalPolicyId) : eq("policyId", policyId);
}
