import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../kernel/context.ts";
import type { LedElsewhere } from "./led-elsewhere.ts";
import { rightsOf } from "./rights-of.ts";

/**
 * Throws SECRET_RIGHT_MISSING unless a caller who changes the destination of managed passwords may have them without a request: a caller
 * who has them sent to a place of their own has them.
 * @throws SECRET_RIGHT_MISSING
 */
export async function requireSecretRight(
  context: CallContext,
  { policyIds, accounts }: LedElsewhere,
  target: string,
): Promise<void> {
  const { caller } = context;
  if (caller.kind === "engine" || accounts === 0) return;
  const missing: string[] = [];
  for (const policyId of policyIds) {
    if (!(await rightsOf(context, policyId, caller.key ?? "")).has("preApproved")) missing.push(policyId);
  }
  if (policyIds.length > 0 && missing.length === 0) return;
  const under = policyIds.length === 0 ? "" : ` under ${missing.join(", ")}`;
  const wayOut =
    policyIds.length === 0
      ? "None of them is under a policy now. Bind their managed system to one, whose preApproved right you have"
      : "Leave this to a holder of that right, or have it given to a class of yours, of which the others who answer for these accounts are told";
  throw new ServiceError("SECRET_RIGHT_MISSING", {
    target,
    message: `${target}: passwords of ${accounts} managed accounts would be sent elsewhere, which needs the right preApproved${under}. ${wayOut}.`,
  });
}
