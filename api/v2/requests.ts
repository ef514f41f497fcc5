import { Decision } from "#domain/requests/phase-outcome.ts";
import { requests as resource } from "#domain/resources/requests.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { decide } from "#operations/requests/decide.ts";
import { explainRequest } from "#operations/requests/explain-request.ts";
import { submit } from "#operations/requests/submit.ts";

import { verb } from "../odata/entity-set.ts";
import type { StructuredType } from "../odata/structured-type.ts";
import { explanation } from "./request-explanation.ts";
import { requestDecisions, requestOperations, requestPhases } from "./request-parts.ts";
import { resourceSet } from "./resource-set.ts";
import { attributesType } from "./target-attributes.ts";

const operationsSentAlong = {
  operations: {
    type: requestOperations.type,
    collection: true,
    description: "What is to be done, in any order; afterwards it is read by the navigation of the same name.",
  },
} as const;

const expectedOperation: StructuredType = {
  name: "ExpectedOperation",
  properties: {
    code: { type: "Edm.String", description: "What is asked for, as a code." },
    targetSystemKey: { type: "Edm.String", nullable: true, description: "The target system; null = whichever it is." },
    accountKey: { type: "Edm.Guid", nullable: true, description: "The account; null = none." },
    groupKey: { type: "Edm.Guid", nullable: true, description: "The group; null = none." },
    attributes: { type: attributesType, nullable: true, description: "Its attributes; null = none." },
  },
};

const expectation: StructuredType = {
  name: "Expectation",
  properties: {
    recipient: {
      type: "Edm.Guid",
      nullable: true,
      description: "The key of the recipient; null = whoever it is.",
    },
    operations: {
      type: expectedOperation,
      collection: true,
      description: "All its operations in their order; left out = whatever they are.",
    },
  },
};

/** Requests: submitted, read, decided and cancelled. */
export const requests = resourceSet(resource, {
  properties: { recipientKey: { nullable: true } },
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
  actions: {
    decide: {
      ...verb(decide),
      parameters: {
        name: "DecideParameters",
        properties: {
          phase: { type: "Edm.Int32", description: "The number of the phase that is open." },
          decision: { type: "Edm.String", members: Object.values(Decision), description: "What is decided." },
          comment: { type: "Edm.String", nullable: true, description: "Why, in words; null = nothing is said." },
          expect: {
            type: expectation,
            nullable: true,
            description: "What was seen of the request: where it is otherwise by now, nothing is decided.",
          },
        },
      },
      result: {
        name: "RecordedDecision",
        properties: {
          requestKey: { type: "Edm.Guid", description: "The request." },
          phase: { type: "Edm.Int32", description: "The number of the phase." },
          decision: { type: "Edm.String", description: "What was decided." },
        },
      },
    },
    cancel: {
      ...verb(cancel),
      parameters: { name: "CancelParameters", properties: {} },
      result: {
        name: "CancelledRequest",
        properties: {
          key: { type: "Edm.Guid", description: "The request." },
          status: { type: "Edm.String", description: "Its status from now on." },
        },
      },
    },
  },
  functions: { explain: { ...verb(explainRequest), result: explanation } },
  ways: {
    requester: "linked",
    recipient: "linked",
    operations: { contained: requestOperations },
    phases: { contained: requestPhases },
    decisions: { contained: requestDecisions },
  },
});
