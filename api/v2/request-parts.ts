import { attachAuthorizers } from "#operations/requests/attach-authorizers.ts";

import type { EntitySet, Navigation } from "../odata/entity-set.ts";
import { entityType, type StructuredType } from "../odata/structured-type.ts";

/** What went wrong with an operation, in the words of its target. */
export const operationError: StructuredType = {
  name: "OperationError",
  properties: {
    code: { type: "Edm.String", column: "errorCode" },
    message: { type: "Edm.String", nullable: true, column: "errorMessage" },
    targetCode: { type: "Edm.String", nullable: true, column: "errorTargetCode" },
  },
};

const requestOperations: EntitySet = {
  name: "operations",
  source: "requestOperations",
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
    createdAt: { type: "Edm.DateTimeOffset", access: "read" },
    finishedAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
  }),
};

const authorizer: StructuredType = {
  name: "PhaseAuthorizer",
  properties: {
    userKey: { type: "Edm.Guid" },
    veto: { type: "Edm.Boolean" },
    inputRequired: { type: "Edm.Boolean" },
  },
};

const requestPhases: EntitySet = {
  name: "phases",
  source: "requestPhases",
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
    authorizers: { type: authorizer, collection: true, access: "read", attached: true },
  }),
  attach: attachAuthorizers,
};

const decisions: EntitySet = {
  name: "decisions",
  source: "decisions",
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
};

/** The operations of a request: what is done on which target system, and what came of it. */
export const operationsOfRequest: Navigation = {
  name: "operations",
  relation: "operations",
  many: true,
  contained: true,
  target: () => requestOperations,
  list: { policy: "requests_operations_get_list" },
  get: { policy: "requests_operations_get" },
};

/** The authorization phases of a request, each with those who may decide it. */
export const phasesOfRequest: Navigation = {
  name: "phases",
  relation: "phases",
  many: true,
  contained: true,
  target: () => requestPhases,
  list: { policy: "requests_phases_get_list" },
  get: { policy: "requests_phases_get" },
};

/** What authorizers said. */
export const decisionsOfRequest: Navigation = {
  name: "decisions",
  relation: "decisions",
  many: true,
  contained: true,
  target: () => decisions,
  list: { policy: "requests_decisions_get_list" },
  get: { policy: "requests_decisions_get" },
};
