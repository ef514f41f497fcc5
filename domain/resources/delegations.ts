import { commentMaxCharacters } from "../limits.ts";
import { delegationStates } from "../requests/delegation.ts";
import { guid, longText, oneOf, time } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Delegations of decisions about requests, each with its period. */
export const delegations = resource("delegations", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "Delegation", key: "delegationKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the delegation."),
    delegatorKey: guid()
      .givenOnce()
      .policy()
      .label("In the place of")
      .shown("Key of the delegator. Null in a POST for the caller; never null in an answer."),
    delegateKey: guid()
      .givenOnce()
      .policy()
      .label("Who decides")
      .shown(
        "Key of the delegate, who must accept before the delegation starts. Null in a POST if delegateId names the delegate.",
      ),
    requestKey: guid()
      .optional()
      .givenOnce()
      .policy()
      .label("Requests")
      .shown("Key of the only request that is delegated; null for all requests."),
    beginsAt: time()
      .optional()
      .givenOnce()
      .label("From")
      .shown("Start of the delegation; null if it starts when it is accepted."),
    endsAt: time()
      .optional()
      .givenOnce()
      .label("To")
      .shown("End of the delegation; null if it lasts until it is ended."),
    reason: longText()
      .givenOnce()
      .format("filled")
      .atMost(commentMaxCharacters)
      .searched()
      .shown("Reason for the delegation."),
    state: oneOf(delegationStates)
      .initially("asked")
      .policy()
      .label("Status")
      .memberLabels({ asked: "asked", accepted: "accepted", refused: "refused", ended: "ended" })
      .shown(
        "State of the delegation: asked until the delegate accepts or refuses it, ended when it no longer applies.",
      ),
    createdAt: time().ordered().label("Created").shown("Time of creation."),
    createdByKey: guid()
      .optional()
      .label("Created by")
      .shown("Key of the user who created the delegation; null if it was the operator of the service."),
    answeredAt: time()
      .optional()
      .label("Answered")
      .shown("Time at which the delegate accepted or refused; null if not yet."),
    endedAt: time().optional().label("Ended").shown("Time at which the delegation ended; null if it has not ended."),
    endedByKey: guid()
      .optional()
      .label("Ended by")
      .shown("Key of the user who ended the delegation; null if it has not ended, or ended automatically."),
  },
  relations: {
    delegator: one("users", "delegatorKey"),
    delegate: one("users", "delegateKey"),
    request: one("requests", "requestKey"),
  },
  indexes: [index("delegatorKey", "state"), index("delegateKey"), index("state"), index("createdAt", "key")],
  policies: { delegation: {} },
});
