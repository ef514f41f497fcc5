import { Decision } from "#domain/phase-outcome.ts";
import { orderedColumns } from "#domain/query/ordered-columns.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { decide } from "#operations/requests/decide.ts";
import { explainRequest } from "#operations/requests/explain-request.ts";
import { submit } from "#operations/requests/submit.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType, type StructuredType } from "../odata/structured-type.ts";
import { explanation } from "./request-explanation.ts";
import { decisionsOfRequest, operationsOfRequest, phasesOfRequest, requestOperation } from "./request-parts.ts";
import { setNamed } from "./set-named.ts";
import { attributesType } from "./target-attributes.ts";

const operationsSentAlong = {
  operations: {
    type: requestOperation,
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
export const requests: EntitySet = {
  name: "requests",
  source: "requests",
  key: { parameter: "requestKey", property: "key", kind: "guid" },
  type: entityType("Request", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    number: { type: "Edm.String", access: "read", description: "Its number, for people." },
    status: {
      type: "Edm.String",
      access: "read",
      description: "Its status as a letter; docs/operation-codes.md lists them.",
    },
    active: { type: "Edm.Boolean", access: "read", description: "Whether it is still under way." },
    origin: { type: "Edm.String", access: "read", description: "What it came from." },
    requesterKey: { type: "Edm.Guid", access: "read", description: "Who asked." },
    recipientKey: {
      type: "Edm.Guid",
      nullable: true,
      description: "For whom it is. Null in a POST: it is about accounts of nobody, and who asks is shown.",
    },
    reason: { type: "Edm.String", nullable: true, description: "Why, in the words of who asked." },
    startAt: { type: "Edm.DateTimeOffset", nullable: true, description: "Not to be carried out before." },
    expiresAt: { type: "Edm.DateTimeOffset", access: "read", description: "When it expires if nobody decides." },
    createdAt: { type: "Edm.DateTimeOffset", access: "read", description: "When it was submitted." },
    finishedAt: {
      type: "Edm.DateTimeOffset",
      nullable: true,
      access: "read",
      description: "When it ended; null while it is under way.",
    },
  }),
  allowedOrderByPropertiesList: orderedColumns.requests,
  list: { policy: "requests_get_list" },
  get: { policy: "requests_get" },
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
  navigation: [
    {
      name: "requester",
      relation: "requester",
      many: false,
      constraint: "requesterKey",
      target: () => setNamed("users"),
      get: { policy: "requests_requester_get" },
    },
    {
      name: "recipient",
      relation: "recipient",
      many: false,
      constraint: "recipientKey",
      target: () => setNamed("users"),
      get: { policy: "requests_recipient_get" },
    },
    operationsOfRequest,
    phasesOfRequest,
    decisionsOfRequest,
  ],
};
