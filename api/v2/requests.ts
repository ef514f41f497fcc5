import { orderedColumns } from "#domain/query/ordered-columns.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { decide } from "#operations/requests/decide.ts";
import { explainRequest } from "#operations/requests/explain-request.ts";
import { submit } from "#operations/requests/submit.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType, type StructuredType } from "../odata/structured-type.ts";
import { explanation } from "./request-explanation.ts";
import { decisionsOfRequest, operationsOfRequest, phasesOfRequest } from "./request-parts.ts";

const operationInput: StructuredType = {
  name: "RequestedOperation",
  properties: {
    code: { type: "Edm.String" },
    targetSystemKey: { type: "Edm.String" },
    accountKey: { type: "Edm.Guid", nullable: true },
    groupKey: { type: "Edm.Guid", nullable: true },
    attributes: { type: { name: "OperationAttributes", properties: {}, open: true }, nullable: true },
  },
};

/** Requests: submitted, read, decided and cancelled. */
export const requests: EntitySet = {
  name: "requests",
  source: "requests",
  key: { parameter: "requestKey", property: "key", kind: "guid" },
  type: entityType("Request", {
    key: { type: "Edm.Guid", access: "read" },
    number: { type: "Edm.String", access: "read" },
    status: { type: "Edm.String", access: "read" },
    active: { type: "Edm.Boolean", access: "read" },
    origin: { type: "Edm.String", access: "read" },
    requesterKey: { type: "Edm.Guid", access: "read" },
    recipientKey: { type: "Edm.Guid" },
    reason: { type: "Edm.String", nullable: true },
    startAt: { type: "Edm.DateTimeOffset", nullable: true },
    expiresAt: { type: "Edm.DateTimeOffset", access: "read" },
    createdAt: { type: "Edm.DateTimeOffset", access: "read" },
    finishedAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
  }),
  allowedOrderByPropertiesList: orderedColumns.requests,
  list: { policy: "requests_get_list" },
  get: { policy: "requests_get" },
  create: {
    ...verb(submit),
    status: 202,
    // The operations are sent along and read afterwards by the navigation of the same name.
    parameters: { operations: { type: operationInput, collection: true } },
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
  navigation: [operationsOfRequest, phasesOfRequest, decisionsOfRequest],
};
