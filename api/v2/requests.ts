import { orderedColumns } from "#domain/query/ordered-columns.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { decide } from "#operations/requests/decide.ts";
import { explainRequest } from "#operations/requests/explain-request.ts";
import { submit } from "#operations/requests/submit.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType, type StructuredType } from "../odata/structured-type.ts";
import { explanation } from "./request-explanation.ts";
import { decisionsOfRequest, operationsOfRequest, phasesOfRequest } from "./request-parts.ts";
import { setNamed } from "./set-named.ts";

const operationInput: StructuredType = {
  name: "RequestedOperation",
  properties: {
    code: {
      type: "Edm.String",
      description: "What is asked for, such as ACUA (create account); docs/operation-codes.md lists the codes.",
    },
    targetSystemKey: { type: "Edm.String", description: "The target system." },
    accountKey: {
      type: "Edm.Guid",
      nullable: true,
      description: "The account; absent = the one that the same request creates.",
    },
    groupKey: {
      type: "Edm.Guid",
      nullable: true,
      description: "The group; absent = the one that the same request creates.",
    },
    attributes: { type: { name: "OperationAttributes", properties: {}, open: true }, nullable: true },
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
    // The operations are sent along and read afterwards by the navigation of the same name.
    parameters: { operations: { type: operationInput, collection: true } },
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
          phase: { type: "Edm.Int32" },
          decision: { type: "Edm.String" },
          comment: { type: "Edm.String", nullable: true },
          expect: { type: { name: "Expectation", properties: {}, open: true }, nullable: true },
        },
      },
      result: {
        name: "RecordedDecision",
        properties: {
          requestKey: { type: "Edm.Guid" },
          phase: { type: "Edm.Int32" },
          decision: { type: "Edm.String" },
        },
      },
    },
    cancel: {
      ...verb(cancel),
      parameters: { name: "CancelParameters", properties: {} },
      result: { name: "CancelledRequest", properties: { key: { type: "Edm.Guid" }, status: { type: "Edm.String" } } },
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
