import type { OperationFamily } from "#domain/requests/operation-families.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";

import { endOnTarget } from "../access/engine/end-on-target.ts";
import { extendAccess, refuseUnextendable } from "../access/engine/extend-access.ts";
import { authorizingPolicies } from "../checkouts/engine/authorizing-policies.ts";
import { addRequestedCheckouts, performCheckout, refuseUnentitled } from "../checkouts/engine/request-checkouts.ts";
import { withdrawOf } from "../checkouts/engine/withdraw-checkout.ts";
import { exceptionPerformer } from "../enforcement/engine/exception-performer.ts";
import type { CallContext } from "../kernel/context.ts";
import type { Performer } from "../kernel/performer.ts";
import { applyOutcome } from "../requests/engine/apply-outcome.ts";
import { performAtTarget } from "../requests/engine/perform-at-target.ts";
import { isStillApplicable } from "../requests/engine/still-applicable.ts";
import { rolePerformer } from "../roles/engine/role-performer.ts";
import { ruleExceptionPerformer } from "../sod/engine/rule-exception-performer.ts";

const atConnector: Performer<CallContext> = { stillApplicable: isStillApplicable, ended: applyOutcome };

/** The performers of operations, a row for each family of codes (`domain/requests/operation-families.ts`). */
export const performers: Readonly<Record<OperationFamily, Performer<CallContext>>> = {
  object: { ...atConnector, begin: performAtTarget },
  discovery: atConnector,
  connectionTest: atConnector,
  // All others of its request have ended well.
  together: { begin: async ({ clock }) => ({ result: OperationResult.Success, finishedAt: clock.now() }) },
  checkout: {
    check: refuseUnentitled,
    authorizedBy: authorizingPolicies,
    accepted: (context, request, operations) => addRequestedCheckouts(context, request, operations),
    begin: performCheckout,
    withdrawn: withdrawOf,
  },
  extension: { check: refuseUnextendable, begin: extendAccess },
  leaving: { begin: endOnTarget },
  role: rolePerformer,
  exception: exceptionPerformer,
  sodException: ruleExceptionPerformer,
};
