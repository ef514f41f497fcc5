import { errorDefinitions } from "./error-definition.ts";

/** Errors of delegations and escalations. */
export const delegationErrors = errorDefinitions({
  invalid: {
    DELEGATION_UNFIT:
      "Delegator and delegate must be two users who are not disabled. Look their keys up under /v2/people.",
    DELEGATION_PERIOD_UNFIT: "endsAt must lie in the future and after beginsAt. Correct one of them, or leave it out.",
  },
  conflict: {
    DELEGATION_CIRCLE: "This delegation would lead back to who delegates. End one of those in the circle first.",
    DELEGATION_OVERLAPS:
      "Another delegation of the same person holds at this time for the same requests. End it first, or choose another period.",
    DELEGATIONS_MAX: "This person has as many delegations as anybody may have at a time. End one of them first.",
    DELEGATION_ANSWERED: "This delegation was accepted, refused or ended already. Read it again.",
    DELEGATION_ENDED: "This delegation is over. Make a new one.",
    ESCALATED_ALREADY: "Somebody stands in for this person already. Wait for their answer, or escalate theirs.",
    NOBODY_ABOVE: "Nobody above this person can be asked. Give them a manager, or name another authorizer.",
  },
});
