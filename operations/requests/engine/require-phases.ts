import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import { membershipOperations } from "#domain/requests/changed-memberships.ts";
import type { PhaseResourceType } from "#domain/requests/phase-resources.ts";

import { optionValue } from "../../abilities/option-value.ts";
import type { ServiceContext } from "../../kernel/context.ts";
import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";
import { nameOf, type PhasePlan } from "./plan-phases.ts";

/** An operation about which someone decides, with its place in the request. */
export interface PlacedOperation extends CodedOperation {
  readonly place: string;
  /** Field of the input, if it is not the usual one: an attribute implies the operation. */
  readonly field?: string;
}

/** Returns the operations of a request, each followed by those that its attributes amount to. */
export function placedOperations(operations: readonly CodedOperation[]): readonly PlacedOperation[] {
  return operations.flatMap((operation, index) => {
    const place = `operations/${index}`;
    const amounting = membershipOperations(operation).map((one) => ({ ...one, place, field: "attributes" }));
    return [{ ...operation, place }, ...amounting];
  });
}

/**
 * Refuses a request of which nothing says who authorizes an operation: neither a phase nor `autoApprove` of its target system.
 * @throws PHASES_MISSING with one detail per operation
 */
export async function requirePhases(
  context: ServiceContext,
  operations: readonly PlacedOperation[],
  { phases, resources }: PhasePlan,
): Promise<void> {
  const authorized = new Map(phases.map(({ resourceType, resourceKey }) => [`${resourceType} ${resourceKey}`, true]));
  const details: ErrorDetail[] = [];
  for (const [index, operation] of operations.entries()) {
    const targetSystemKey = operation.targetSystemKey ?? "";
    const names = (resources[index] ?? []).map(nameOf);
    const target = nameOf({ resourceType: "targetSystem", resourceKey: targetSystemKey });
    if (names.some((name) => authorized.get(name) === true)) continue;
    if (!names.includes(target)) {
      details.push(missing(operation, resources[index]?.[0]?.resourceType));
      continue;
    }
    if (!authorized.has(target))
      authorized.set(target, (await optionValue(context, targetSystemKey, "autoApprove")) === true);
    if (authorized.get(target) !== true) details.push(missing(operation));
  }
  const [first] = details;
  if (first) throw new ServiceError("PHASES_MISSING", { target: first.target, message: first.message, details });
}

function missing(
  { place, field, targetSystemKey, roleKey = null }: PlacedOperation,
  type: PhaseResourceType = "targetSystem",
): ErrorDetail {
  const { field: usual, words } = type === "role" && roleKey === null ? ofCode : authorizing[type];
  return { code: "PHASES_MISSING", target: `${place}/${field ?? usual}`, message: words(targetSystemKey ?? "") };
}

interface Authorizing {
  /** Field of the operation that says what it is about. */
  readonly field: "accountKey" | "groupKey" | "roleKey" | "sodRuleKey" | "targetSystemKey" | "code";
  words(targetSystemKey: string): string;
}

const ofCode: Authorizing = {
  field: "code",
  words: () =>
    "Nothing says who authorizes this operation. Give what it asks for authorizationPhases first, or leave the operation out.",
};

/** Words about what has no phases, by its type. */
const authorizing: Readonly<Record<PhaseResourceType, Authorizing>> = {
  managedSystemPolicy: {
    field: "accountKey",
    words: () =>
      "Nothing says who authorizes check-outs under the managed system policy of this account. Give it authorizationPhases first: gatehouse managed policy phases.",
  },
  managedGroup: {
    field: "groupKey",
    words: () =>
      "Nothing says who authorizes requests about this group. Give it authorizationPhases, or let it inherit those of its target system first.",
  },
  targetSystem: {
    field: "targetSystemKey",
    words: (targetSystemKey) =>
      `Nothing says who authorizes requests on '${targetSystemKey}'. Set authorizationPhases, or autoApprove to true, on the target system first.`,
  },
  role: {
    field: "roleKey",
    words: () =>
      "Nothing says who authorizes requests for this role. Give it authorizationPhases first: gatehouse role phases.",
  },
  sodRule: {
    field: "sodRuleKey",
    words: () =>
      "Nothing says who authorizes exceptions from this rule. Give it authorizationPhases first: gatehouse sod rule phases.",
  },
  template: ofCode,
};
