import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { guid, integer, list, oneOf, text, time } from "#domain/resources/format/builders.ts";
import { requestBatches as resource } from "#domain/resources/request-batches.ts";
import { batchRequestsAtOnceMax } from "#domain/template-limits.ts";
import { cancelBatch } from "#operations/requests/cancel-batch.ts";
import { decideBatch } from "#operations/requests/decide-batch.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { formType } from "./target-attributes.ts";

const after = guid()
  .optional()
  .shown("Value of next in the answer before, to continue there; null to start with the first request.");

const part = {
  key: guid().shown("Key of the batch."),
  done: integer().shown("Number of requests for which it was done by this call."),
  excepted: integer().shown("Number of requests that the caller excepted."),
  skipped: {
    type: structure("SkippedRequest", {
      requestKey: guid().shown("Key of the request."),
      code: text(60).shown("Code of the reason, see docs/errors.md."),
      message: text().shown("Words of the reason."),
    }),
    collection: true,
    description: "Requests that were left as they are, with the reasons.",
  },
  next: guid()
    .optional()
    .shown(
      `Value of after for the next call; null if there are no further requests. One call is about ${batchRequestsAtOnceMax} requests at most.`,
    ),
} as const;

/** Batches of requests that templates give: followed, decided whole with exceptions, and cancelled. */
export const requestBatches = resourceSet(resource, {
  properties: { form: { type: formType } },
  actions: {
    decide: action(decideBatch, {
      parameters: {
        phase: integer().shown("Number of the phase in which the caller is asked."),
        decision: oneOf(Object.values(Decision)).shown("Decision to record in each request."),
        comment: text().optional().shown("Reason for the decision; null if none, which a phase may not allow."),
        except: list(guid()).optional().shown("Keys of the requests about which nothing is decided; null if none."),
        seen: {
          type: structure("SeenRequest", {
            requestKey: guid().shown("Key of the request."),
            editedAt: time().shown("Time of its last edit, as the caller has read it; another one is refused."),
          }),
          collection: true,
          nullable: true,
          description:
            "Last edits that the caller has read; a request that was edited after its submission is approved only if it is here.",
        },
        after,
      },
      result: structure("DecidedBatch", part),
    }),
    cancel: action(cancelBatch, {
      parameters: { after },
      result: structure("CancelledBatch", {
        ...part,
        waiting: integer().shown(
          "Number of recipients whose request is not submitted yet; nothing is submitted for them any more.",
        ),
      }),
    }),
  },
  ways: {
    requester: { linked: "people" },
    members: { contained: { usualOrder: ["sequence"], ways: { recipient: { linked: "people" } } } },
  },
});
