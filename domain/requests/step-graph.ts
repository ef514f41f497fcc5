import type { Capability } from "#connectors/contract/index.ts";

import { definitionOf, familyOf, objectTypeOf, type OperationCode, operationCodesWhere } from "./operation-codes.ts";
import { isFulfilled, isFinalResult, type OperationResult } from "./operation-result.ts";

/** Fields of an operation from which its dependencies follow. */
export interface GraphOperation {
  readonly key: string;
  readonly sequence: number;
  readonly code: OperationCode;
  readonly targetSystemKey?: string | null | undefined;
  /** Key of the account; left out for the account that the request creates on the target. */
  readonly accountKey?: string | null | undefined;
  /** Key of the group; left out for the group that the request creates on the target. */
  readonly groupKey?: string | null | undefined;
  /** Key of the role that it is about, or through which it gives access. */
  readonly roleKey?: string | null | undefined;
}

/** Operation with its place in the graph and its result so far. */
export interface GraphStep {
  readonly key: string;
  readonly dependsOn: readonly string[];
  readonly result: OperationResult | null;
}

/** Step that can never begin, and the step that it waited for. */
export interface BlockedStep {
  readonly key: string;
  readonly because: string;
}

/** Error code of a step that was never sent because a step before it failed. */
export const dependencyFailed = "DEPENDENCY_FAILED";

type Same = "target" | "account" | "group" | "membership";

interface Rule {
  readonly before: readonly OperationCode[];
  readonly after: readonly OperationCode[];
  /** Object that both must be about. */
  readonly same: Same;
  /** True if the two contradict or overwrite each other, so that they run in the order of the request. */
  readonly inSequence?: true;
}

/** Returns the codes that need one of some capabilities, for objects of a type if one is given. */
function codesOf(capabilities: readonly Capability[], type?: "account" | "group"): readonly OperationCode[] {
  return operationCodesWhere((definition) => {
    const { capability } = definition;
    const isOfType = type === undefined || objectTypeOf(definition) === type;
    return capability !== null && capabilities.includes(capability) && isOfType;
  });
}

// Directories tie these together: a new password removes a lock, a lock may be an expired password.
const states = codesOf(["enable", "disable", "unlock", "resetPassword", "changePassword", "verify"]);
const members = codesOf(["addMember", "removeMember"]);
const owners = codesOf(["addOwner", "removeOwner"]);
const memberships = [...members, ...owners];
const updatesOfAccount = codesOf(["update"], "account");
const updatesOfGroup = codesOf(["update"], "group");
const onAccount = [...states, ...updatesOfAccount, ...memberships];
const newAccounts = codesOf(["create"], "account");
const newGroups = codesOf(["create"], "group");

// Every edge goes from creation over change to deletion, or along the sequence among changes, so there can be no cycle.
const rules: readonly Rule[] = [
  { before: newGroups, after: newAccounts, same: "target" },
  { before: newGroups, after: memberships, same: "group" },
  { before: newAccounts, after: onAccount, same: "account" },
  { before: onAccount, after: codesOf(["delete"], "account"), same: "account" },
  { before: [...updatesOfGroup, ...memberships], after: codesOf(["delete"], "group"), same: "group" },
  { before: states, after: states, same: "account", inSequence: true },
  { before: updatesOfAccount, after: updatesOfAccount, same: "account", inSequence: true },
  { before: updatesOfGroup, after: updatesOfGroup, same: "group", inSequence: true },
  { before: members, after: members, same: "membership", inSequence: true },
  { before: owners, after: owners, same: "membership", inSequence: true },
];

/** Returns the keys that each operation must wait for, by its key; every operation has an entry. */
export function dependencies(operations: readonly GraphOperation[]): Map<string, string[]> {
  return new Map(
    operations.map((after) => [
      after.key,
      operations.filter((before) => mustPrecede(before, after)).map(({ key }) => key),
    ]),
  );
}

function mustPrecede(before: GraphOperation, after: GraphOperation): boolean {
  if (before.key === after.key) return false;
  if (familyOf(after.code).endsWithOthers === true) return familyOf(before.code).endsWithOthers !== true;
  if (leadsTo(before, after) || allows(before, after) || proves(before, after)) return true;
  if ((before.targetSystemKey ?? null) === null) return false;
  if (before.targetSystemKey !== after.targetSystemKey) return false;
  return rules.some(
    (rule) =>
      rule.before.includes(before.code) &&
      rule.after.includes(after.code) &&
      (rule.inSequence !== true || comesFirst(before, after)) &&
      isSame(rule.same, before, after),
  );
}

/** Returns true for the membership in a role, without which nothing is given through the role. */
function leadsTo(before: GraphOperation, after: GraphOperation): boolean {
  if ((before.roleKey ?? null) === null || before.roleKey !== after.roleKey) return false;
  return familyOf(before.code).leads === true && familyOf(after.code).leads !== true;
}

/** Returns true for an exception, without which access is not given; attributes may give some, too. */
function allows(before: GraphOperation, after: GraphOperation): boolean {
  if (familyOf(before.code).allows !== true) return false;
  const { gives, givesRole, capability } = definitionOf(after.code);
  return gives !== undefined || givesRole === true || capability === "update";
}

/** Returns true for a change whose current password is the proof by which passwords of other accounts are set. */
function proves(before: GraphOperation, after: GraphOperation): boolean {
  const [first, then] = [definitionOf(before.code).capability, definitionOf(after.code).capability];
  return first === "changePassword" && then === "resetPassword" && comesFirst(before, after);
}

function comesFirst(a: GraphOperation, b: GraphOperation): boolean {
  return a.sequence === b.sequence ? a.key < b.key : a.sequence < b.sequence;
}

function isSame(same: Same, before: GraphOperation, after: GraphOperation): boolean {
  switch (same) {
    case "target":
      return true;
    case "account":
      return sameObject(before.accountKey, after.accountKey, definitionOf(before.code).creates === "account");
    case "group":
      return sameObject(before.groupKey, after.groupKey, definitionOf(before.code).creates === "group");
    case "membership":
      return isSame("account", before, after) && isSame("group", before, after);
  }
}

// Once the created object exists, its key stands in the row of the operation that created it.
function sameObject(before: string | null | undefined, after: string | null | undefined, creates: boolean): boolean {
  return (before ?? null) === (after ?? null) || (creates && (after ?? null) === null);
}

/** Returns the keys of the steps that may begin: not begun yet, and everything they depend on is done or no longer applicable. */
export function ready(steps: readonly GraphStep[]): string[] {
  const results = resultsOf(steps);
  return steps
    .filter((step) => step.result === null)
    .filter((step) => step.dependsOn.every((key) => isFulfilled(results.get(key) ?? null)))
    .map(({ key }) => key);
}

/**
 * Returns the steps that can never begin, including those that depend on them. Their result is `F` with the code `DEPENDENCY_FAILED`:
 * they were certainly not done, even if the step before them ended with `N`.
 */
export function blocked(steps: readonly GraphStep[]): BlockedStep[] {
  const results = resultsOf(steps);
  const found = new Map<string, BlockedStep>();
  const fails = (key: string): boolean => {
    const result = results.get(key) ?? null;
    return found.has(key) || (isFinalResult(result) && !isFulfilled(result));
  };
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const step of steps) {
      if (step.result !== null || found.has(step.key)) continue;
      const because = step.dependsOn.find(fails);
      if (because !== undefined) found.set(step.key, { key: step.key, because });
    }
  }
  return [...found.values()];
}

function resultsOf(steps: readonly GraphStep[]): Map<string, OperationResult | null> {
  return new Map(steps.map((step) => [step.key, step.result]));
}
