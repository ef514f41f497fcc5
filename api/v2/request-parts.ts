import { readList } from "#operations/read/read-list.ts";
import { listPhases } from "#operations/requests/list-phases.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType, type StructuredType } from "../odata/structured-type.ts";

const parent = { table: "reqbatch", policy: "requests_get", column: "requestKey" } as const;

const operationError: StructuredType = {
  name: "OperationError",
  properties: {
    code: { type: "Edm.String", from: (row) => row["errorCode"] },
    message: { type: "Edm.String", nullable: true, from: (row) => row["errorMessage"] },
    targetCode: { type: "Edm.String", nullable: true, from: (row) => row["errorTargetCode"] },
  },
};

/** The operations of a request: what is done on which target system, and what came of it. */
export const requestOperations: EntitySet = {
  name: "operations",
  key: { parameter: "operationKey", property: "key", kind: "guid" },
  type: entityType("RequestOperation", {
    key: { type: "Edm.Guid", access: "read" },
    requestKey: { type: "Edm.Guid", access: "read" },
    sequence: { type: "Edm.Int32", access: "read" },
    code: { type: "Edm.String" },
    targetSystemKey: { type: "Edm.String" },
    accountKey: { type: "Edm.Guid", nullable: true },
    groupKey: { type: "Edm.Guid", nullable: true },
    attributes: { type: { name: "OperationAttributes", properties: {}, open: true } },
    dependsOn: { type: "Edm.Guid", collection: true, access: "read" },
    result: { type: "Edm.String", nullable: true, access: "read" },
    sends: { type: "Edm.Int32", access: "read" },
    sentAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
    proxyServer: { type: "Edm.String", nullable: true, access: "read" },
    nextTryAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
    error: {
      type: operationError,
      nullable: true,
      access: "read",
      from: (row) => (row["errorCode"] === null ? null : row),
    },
    stableId: { type: "Edm.String", nullable: true, access: "read" },
    finishedAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
  }),
  list: verb(
    readList({
      name: "requests.listOperations",
      table: "requestOperations",
      policy: "requests_operations_get_list",
      parent,
    }),
  ),
};

const authorizer: StructuredType = {
  name: "PhaseAuthorizer",
  properties: {
    userKey: { type: "Edm.Guid" },
    veto: { type: "Edm.Boolean" },
    inputRequired: { type: "Edm.Boolean" },
  },
};

/** The authorization phases of a request, each with those who may decide it. */
export const requestPhases: EntitySet = {
  name: "phases",
  key: { parameter: "phaseKey", property: "key", kind: "guid" },
  type: entityType("RequestPhase", {
    key: { type: "Edm.Guid", access: "read" },
    requestKey: { type: "Edm.Guid", access: "read" },
    targetSystemKey: { type: "Edm.String", nullable: true, access: "read" },
    sequence: { type: "Edm.Int32", access: "read" },
    state: { type: "Edm.String", access: "read" },
    minApprovals: { type: "Edm.Int32", access: "read" },
    maxDenials: { type: "Edm.Int32", access: "read" },
    openedAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
    closedAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
    authorizers: { type: authorizer, collection: true, access: "read" },
  }),
  list: verb(listPhases),
};

/** What authorizers said. */
export const decisions: EntitySet = {
  name: "decisions",
  key: { parameter: "decisionKey", property: "key", kind: "guid" },
  type: entityType("Decision", {
    key: { type: "Edm.Guid", access: "read" },
    requestKey: { type: "Edm.Guid", access: "read" },
    phase: { type: "Edm.Int32", access: "read" },
    userKey: { type: "Edm.Guid", access: "read" },
    decision: { type: "Edm.String", access: "read" },
    comment: { type: "Edm.String", nullable: true, access: "read" },
    decidedAt: { type: "Edm.DateTimeOffset", access: "read" },
  }),
  list: verb(
    readList({ name: "requests.listDecisions", table: "decisions", policy: "requests_decisions_get_list", parent }),
  ),
};
