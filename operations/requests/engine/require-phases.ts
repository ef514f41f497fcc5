import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import { isByService } from "#domain/requests/operation-codes.ts";

import type { ServiceContext } from "../../context.ts";
import { optionValue } from "../../target-systems/engine/option-value.ts";
import type { CodedOperation } from "./operation-input.ts";
import { nameOf, type PhasePlan } from "./plan-phases.ts";

/**
 * Refuses a request of which nothing says who authorizes an operation: neither a phase nor `autoApprove` of its target system.
 * @throws PHASES_MISSING with one detail per operation
 */
export async function requirePhases(
  context: ServiceContext,
  operations: readonly CodedOperation[],
  { phases, resources }: PhasePlan,
): Promise<void> {
  const authorized = new Map(phases.map(({ resourceType, resourceKey }) => [`${resourceType} ${resourceKey}`, true]));
  const details: ErrorDetail[] = [];
  for (const [index, { code, targetSystemKey }] of operations.entries()) {
    const names = (resources[index] ?? []).map(nameOf);
    const target = nameOf({ resourceType: "targetSystem", resourceKey: targetSystemKey });
    if (names.some((name) => authorized.get(name) === true)) continue;
    const isOwn = !names.includes(target);
    if (!isOwn && !authorized.has(target))
      authorized.set(target, (await optionValue(context, targetSystemKey, "autoApprove")) === true);
    if (!isOwn && authorized.get(target) === true) continue;
    details.push(missing(index, targetSystemKey, isByService(code) ? "policy" : isOwn ? "group" : "target"));
  }
  const [first] = details;
  if (first) throw new ServiceError("PHASES_MISSING", { target: first.target, message: first.message, details });
}

type Authorizing = "policy" | "group" | "target";

const fields: Readonly<Record<Authorizing, string>> = {
  policy: "accountKey",
  group: "groupKey",
  target: "targetSystemKey",
};

function missing(index: number, targetSystemKey: string, what: Authorizing): ErrorDetail {
  const words: Readonly<Record<Authorizing, string>> = {
    policy:
      "Nothing says who authorizes check-outs under the managed system policy of this account. Give it authorizationPhases first: gatehouse managed policy phases.",
    group:
      "Nothing says who authorizes requests about this group. Give it authorizationPhases, or let it inherit those of its target system first.",
    target: `Nothing says who authorizes requests on '${targetSystemKey}'. Set authorizationPhases, or autoApprove to true, on the target system first.`,
  };
  return { code: "PHASES_MISSING", target: `operations/${index}/${fields[what]}`, message: words[what] };
}
