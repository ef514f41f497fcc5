import { errorDefinitions } from "./error-definition.ts";

/** Errors of delegations and escalations. */
export const delegationErrors = errorDefinitions({
  invalid: {
    DELEGATION_UNFIT:
      "Delegator and delegate must be two different, enabled users. Look their keys up under /v2/people.",
    DELEGATION_PERIOD_UNFIT: "endsAt must be in the future and after beginsAt. Correct one of them, or omit it.",
  },
  conflict: {
    DELEGATION_CIRCLE: "This delegation would create a loop. End another delegation of the loop first.",
    DELEGATION_OVERLAPS:
      "The delegator already has a delegation for the same requests at this time. End it first, or choose another period.",
    DELEGATIONS_MAX: "The delegator has reached the limit of delegations. End one of them first.",
    DELEGATION_ANSWERED: "This delegation was already accepted, declined or ended. Reload it.",
    DELEGATION_ENDED: "This delegation has ended. Create a new one.",
    ESCALATED_ALREADY:
      "This authorizer was already escalated to another user. Wait for the decision, or escalate that user.",
    NOBODY_ABOVE: "This authorizer has no manager to escalate to. Set a manager, or choose another authorizer.",
  },
});
