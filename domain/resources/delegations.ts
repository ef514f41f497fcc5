import { commentMaxCharacters } from "../limits.ts";
import { delegationStates } from "../requests/delegation.ts";
import { guid, longText, oneOf, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Delegations of decisions about requests, each with its period. */
export const delegations = resource("delegations", {
  class: "shared",
  key: "key",
  entity: { type: "Delegation", key: "delegationKey" },
  properties: {
    key: guid().ordered().policy().shown("Its key."),
    delegatorKey: guid()
      .givenOnce()
      .policy()
      .shown("In whose place somebody decides. Null in a POST: it is the caller, who is shown."),
    delegateKey: guid()
      .givenOnce()
      .policy()
      .shown("Who decides; nothing holds before this person has accepted. Null in a POST: delegateId names them."),
    requestKey: guid().optional().givenOnce().policy().shown("The one request for which it is; null = for all."),
    beginsAt: time().optional().givenOnce().shown("When it begins; null = as soon as it is accepted."),
    endsAt: time().optional().givenOnce().shown("When it ends; null = when somebody ends it."),
    reason: longText().givenOnce().format("filled").atMost(commentMaxCharacters).searched().shown("Why."),
    state: oneOf(delegationStates)
      .initially("asked")
      .policy()
      .shown("How far it has come: asked until the delegate has accepted or refused, ended when it is over."),
    createdAt: time().ordered().shown("When it was made."),
    createdByKey: guid().optional().shown("Who has made it; null = the operator of the service."),
    answeredAt: time().optional().shown("When the delegate accepted or refused; null = not yet."),
    endedAt: time().optional().shown("When it was over; null = it is not."),
    endedByKey: guid().optional().shown("Who has ended it; null = nobody, it was over by itself."),
  },
  relations: {
    delegator: one("users", "delegatorKey"),
    delegate: one("users", "delegateKey"),
    request: one("requests", "requestKey"),
  },
  indexes: [index("delegatorKey", "state"), index("delegateKey"), index("state"), index("createdAt", "key")],
  policies: { delegation: {} },
});
