import { ServiceError } from "#domain/errors.ts";

import type { ServiceContext } from "../../context.ts";
import { optionValue } from "../../target-systems/engine/option-value.ts";
import type { PlannedPhase } from "./copy-phases.ts";
import type { CodedOperation } from "./operation-input.ts";

/**
 * Refuses a request on target systems of which nothing says who authorizes: neither a phase nor `autoApprove`.
 * @throws PHASES_MISSING with one detail per operation
 */
export async function requirePhases(
  context: ServiceContext,
  operations: readonly CodedOperation[],
  phases: readonly PlannedPhase[],
): Promise<void> {
  const authorized = new Map(phases.map(({ targetSystemKey }) => [targetSystemKey, true]));
  const details = [];
  for (const [index, { targetSystemKey }] of operations.entries()) {
    const open =
      authorized.get(targetSystemKey) ?? (await optionValue(context, targetSystemKey, "autoApprove")) === true;
    authorized.set(targetSystemKey, open);
    if (open) continue;
    details.push({
      code: "PHASES_MISSING",
      target: `operations/${index}/targetSystemKey`,
      message: `Nothing says who authorizes requests on '${targetSystemKey}'. Set authorizationPhases, or autoApprove to true, on the target system first.`,
    });
  }
  const [first] = details;
  if (first) throw new ServiceError("PHASES_MISSING", { target: first.target, message: first.message, details });
}
