import type { Expression } from "../query/bound-query.ts";
import { allOf, anyOf, eq, ne, noneOf, related } from "../query/condition.ts";
import { historicalPolicyId } from "../vault/historical-policy.ts";
import type { ManagementMode } from "./management-mode.ts";

/** What import rules are about. */
export const importObjectTypes = ["managedSystem", "managedAccount"] as const;

/** What an import rule is about: a target system that is to be a managed system, or an account. */
export type ImportObjectType = (typeof importObjectTypes)[number];

/** What import rules do (domain 3). */
export const importActions = ["bind", "unbind", "delete"] as const;

/** What an import rule does. */
export type ImportAction = (typeof importActions)[number];

/** An import rule with its condition compiled. */
export interface CompiledImportRule {
  readonly objectType: ImportObjectType;
  readonly action: ImportAction;
  /** Null for `delete`, and for an `unbind` from every policy. */
  readonly policyId: string | null;
  /** The mode of that policy; a managed system has the mode of the policy under which it was made. */
  readonly policyMode: ManagementMode | null;
  readonly matches: Expression;
}

/** How many objects import rules have changed. */
export interface ImportCounts {
  readonly bound: number;
  readonly unbound: number;
  readonly deleted: number;
}

/** The count that an action adds to. */
export const importCountOf = { bind: "bound", unbind: "unbound", delete: "deleted" } as const satisfies Record<
  ImportAction,
  keyof ImportCounts
>;

/** Nothing was changed. */
export const noImports: ImportCounts = { bound: 0, unbound: 0, deleted: 0 };

/**
 * The objects that each rule of one type decides about, in the order of the rules: those that it matches and none before
 * it does. `scope` is what all of them are limited to.
 */
export function decidedBy(rules: readonly CompiledImportRule[], scope: Expression): readonly Expression[] {
  return rules.map(({ matches }, index) => {
    const earlier = rules.slice(0, index).map((rule) => rule.matches);
    return allOf(scope, matches, noneOf(anyOf(...earlier)));
  });
}

/**
 * The objects on which a rule would change something, among those it decides about. What is as the rule wants it is none of
 * them; what is checked out is left alone until it comes back, and so is a system whose mode is not that of the policy, and an account
 * that has the password of another one.
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

/** What is under a policy, or under any under which passwords are managed. */
export function ofPolicy(policyId: string | null): Expression {
  return policyId === null ? ne("policyId", historicalPolicyId) : eq("policyId", policyId);
}
