import { attachAuthorizers } from "#operations/requests/attach-authorizers.ts";

import type { EntitySet, Navigation } from "../odata/entity-set.ts";
import { entityType, type StructuredType } from "../odata/structured-type.ts";
import { attributesType } from "./target-attributes.ts";

/** What went wrong with an operation, in the words of its target. */
export const operationError: StructuredType = {
  name: "OperationError",
  properties: {
    code: { type: "Edm.String", column: "errorCode", description: "What kind of error it is." },
    message: {
      type: "Edm.String",
      nullable: true,
      column: "errorMessage",
      description: "What the target has said; null = nothing.",
    },
    targetCode: {
      type: "Edm.String",
      nullable: true,
      column: "errorTargetCode",
      description: "The code of the target itself; null = none.",
    },
  },
};

/** An operation of a request: what is asked for, and what came of it. */
export const requestOperation: StructuredType = entityType("RequestOperation", {
  key: { type: "Edm.Guid", access: "read", description: "Its key." },
  requestKey: { type: "Edm.Guid", access: "read", description: "The request to which it belongs." },
  sequence: { type: "Edm.Int32", access: "read", description: "Its place in the request, from 1 on." },
  code: {
    type: "Edm.String",
    description: "What is asked for, such as ACUA (create account); docs/operation-codes.md lists the codes.",
  },
  targetSystemKey: { type: "Edm.String", description: "The target system." },
  accountKey: {
    type: "Edm.Guid",
    nullable: true,
    description: "The account; null = the one that the same request creates, or none.",
  },
  groupKey: {
    type: "Edm.Guid",
    nullable: true,
    description: "The group; null = the one that the same request creates, or none.",
  },
  attributes: {
    type: attributesType,
    nullable: true,
    description: "Attributes by their names on the target, each a value or a list; lists come out. null = none.",
  },
  dependsOn: {
    type: "Edm.Guid",
    collection: true,
    access: "read",
    description: "The operations of the request that must have succeeded before.",
  },
  result: {
    type: "Edm.String",
    nullable: true,
    access: "read",
    description: "Its result as a letter; null = it has none yet. docs/operation-codes.md lists them.",
  },
  sends: { type: "Edm.Int32", access: "read", description: "How often it was sent to the target." },
  sentAt: {
    type: "Edm.DateTimeOffset",
    nullable: true,
    access: "read",
    description: "When it was sent last; null = not yet.",
  },
  proxyServer: {
    type: "Edm.String",
    nullable: true,
    access: "read",
    description: "The proxy that carries it out; null = not known yet.",
  },
  nextTryAt: {
    type: "Edm.DateTimeOffset",
    nullable: true,
    access: "read",
    description: "When it is tried next; null = no try is planned.",
  },
  error: {
    type: operationError,
    nullable: true,
    access: "read",
    description: "What went wrong; null = nothing.",
    from: (row) => (row["errorCode"] === null ? null : row),
  },
  stableId: {
    type: "Edm.String",
    nullable: true,
    access: "read",
    description: "The immutable id of the object on the target; null = not known.",
  },
  createdAt: { type: "Edm.DateTimeOffset", access: "read", description: "When it was asked for." },
  finishedAt: {
    type: "Edm.DateTimeOffset",
    nullable: true,
    access: "read",
    description: "When it ended; null = it goes on.",
  },
});

const requestOperations: EntitySet = {
  name: "operations",
  source: "requestOperations",
  key: { parameter: "operationKey", property: "key", kind: "guid" },
  type: requestOperation,
};

const authorizer: StructuredType = {
  name: "PhaseAuthorizer",
  properties: {
    userKey: { type: "Edm.Guid", description: "The person." },
    veto: { type: "Edm.Boolean", description: "Whether a denial by this person denies the request." },
    inputRequired: { type: "Edm.Boolean", description: "Whether this person must answer." },
  },
};

const requestPhases: EntitySet = {
  name: "phases",
  source: "requestPhases",
  key: { parameter: "phaseKey", property: "key", kind: "guid" },
  type: entityType("RequestPhase", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    requestKey: { type: "Edm.Guid", access: "read", description: "The request to which it belongs." },
    targetSystemKey: {
      type: "Edm.String",
      nullable: true,
      access: "read",
      description: "The target system from which it comes; null = the whole request's.",
    },
    sequence: { type: "Edm.Int32", access: "read", description: "Its number: phases run one after another." },
    state: { type: "Edm.String", access: "read", description: "Whether it waits, is open or has ended." },
    minApprovals: { type: "Edm.Int32", access: "read", description: "How many must approve." },
    maxDenials: { type: "Edm.Int32", access: "read", description: "How many denials deny the request." },
    openedAt: {
      type: "Edm.DateTimeOffset",
      nullable: true,
      access: "read",
      description: "When it was opened; null = not yet.",
    },
    closedAt: {
      type: "Edm.DateTimeOffset",
      nullable: true,
      access: "read",
      description: "When it ended; null = it has not.",
    },
    authorizers: {
      type: authorizer,
      collection: true,
      access: "read",
      attached: true,
      description: "The people who may decide.",
    },
  }),
  attach: attachAuthorizers,
};

const decisions: EntitySet = {
  name: "decisions",
  source: "decisions",
  key: { parameter: "decisionKey", property: "key", kind: "guid" },
  type: entityType("Decision", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    requestKey: { type: "Edm.Guid", access: "read", description: "The request." },
    phase: { type: "Edm.Int32", access: "read", description: "The number of the phase." },
    userKey: { type: "Edm.Guid", access: "read", description: "Who decided." },
    decision: { type: "Edm.String", access: "read", description: "What was decided: approve, deny or abstain." },
    comment: {
      type: "Edm.String",
      nullable: true,
      access: "read",
      description: "Why, in the words of who decided; null = nothing was said.",
    },
    decidedAt: { type: "Edm.DateTimeOffset", access: "read", description: "When." },
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
