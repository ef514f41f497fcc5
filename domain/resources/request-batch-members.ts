import { batchMemberStates } from "../templates/batch-states.ts";
import { guid, integer, longText, oneOf, text, time } from "./format/builders.ts";
import { alike, one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Recipients of batches of requests, each with their request or the reason why there is none. */
export const requestBatchMembers = resource("requestBatchMembers", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "RequestBatchMember", key: "requestBatchMemberKey" },
  properties: {
    key: guid().policy().shown("Key of the entry."),
    batchKey: guid().policy().shown("Key of the batch."),
    sequence: integer().shown("Number of the recipient in the batch, from 1."),
    recipientKey: guid().policy().shown("Key of the recipient."),
    state: oneOf(batchMemberStates)
      .policy()
      .label("Status")
      .shown("State of the request of the recipient: waiting to be submitted, submitted, or refused."),
    requestKey: guid().optional().shown("Key of the request; null if there is none."),
    errorCode: text(60).optional().shown("Code of the refusal, see docs/errors.md; null if it was not refused."),
    errorMessage: longText().optional().label("Reason").shown("Words of the refusal; null if it was not refused."),
    endedAt: time().optional().shown("Time at which the request was submitted or refused; null if it was not yet."),
  },
  relations: {
    batch: one("requestBatches", "batchKey"),
    recipient: one("users", "recipientKey"),
    request: one("requests", "requestKey"),
    authorizers: alike("requestAuthorizers", "requestKey", "requestKey"),
  },
  indexes: [unique("homeNode", "batchKey", "recipientKey"), index("batchKey", "state", "sequence")],
  policies: {
    requestBatchMember: {
      lists: {
        requesterKeys: { relation: "batch", column: "requesterKey" },
        authorizerKeys: { relation: "authorizers", column: "userKey" },
      },
    },
  },
});
