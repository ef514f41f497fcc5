import { policyOf } from "#domain/policy-name.ts";
import { waitsForCaller } from "#domain/requests/waits-for-caller.ts";
import { requests as resource } from "#domain/resources/requests.ts";
import { explainRequest } from "#operations/requests/explain-request.ts";
import { submit } from "#operations/requests/submit.ts";

import { verb } from "../odata/entity-set.ts";
import { requestActions } from "./request-actions.ts";
import { explanation } from "./request-explanation.ts";
import { requestEvents, requestOperationType, requestPhases } from "./request-parts.ts";
import { resourceSet } from "./resource-set.ts";

const operationsSentAlong = {
  operations: {
    type: requestOperationType,
    collection: true,
    description: "Operations of the request, in any order; read later by the navigation of the same name.",
  },
} as const;

/** Requests: submitted, read, decided and cancelled. */
export const requests = resourceSet(resource, {
  properties: {
    recipientKey: { nullable: true },
    waitsForMe: { condition: waitsForCaller },
    risks: { needs: ["key", "requesterKey", "recipientKey", "status", "direct", "alreadyHeld"], byName: true },
    violatedRules: { needs: ["key", "recipientKey", "status", "direct"], byName: true },
  },
  attachment: "requestRisks",
  create: {
    ...verb(submit),
    status: 202,
    parameters: operationsSentAlong,
    example: {
      recipientKey: "0d7c0f4e-0000-4000-8000-000000000001",
      reason: "new colleague",
      operations: [
        { code: "ACUA", targetSystemKey: "LDAP", attributes: { shortId: "anna", mail: "anna@example.test" } },
      ],
    },
  },
  actions: requestActions,
  setViews: { waitingForMe: { policy: policyOf.list("requests/waitingForMe"), where: waitsForCaller } },
  functions: { explain: { ...verb(explainRequest), result: explanation } },
  ways: {
    requester: { linked: "people" },
    recipient: { linked: "people" },
    operations: { contained: { type: requestOperationType, usualOrder: ["sequence"], attachment: "implementers" } },
    phases: requestPhases,
    decisions: { contained: { ways: { person: { linked: "people" } } } },
    comments: { contained: { usualOrder: ["writtenAt"], ways: { person: { linked: "people" } } } },
    events: requestEvents,
    grants: "linked",
    tickets: { contained: {} },
  },
});
