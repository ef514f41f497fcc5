import { discoveryPhases } from "#domain/discovery/discovery.ts";
import { operationRetryAfterSeconds } from "#domain/limits.ts";
import { OperationResult, operationStatus, statusCases } from "#domain/requests/operation-result.ts";
import { requestOperations } from "#domain/resources/request-operations.ts";

import type { WriteTerms } from "../odata/entity-set.ts";
import type { StructuredType } from "../odata/structured-type.ts";
import { readTypeOf } from "./entity-type-of.ts";
import { errorOfOperation } from "./request-parts.ts";

/** A rule of the password policy that the new password breaks without being refused. */
const passwordWarning: StructuredType = {
  name: "PasswordWarning",
  properties: {
    rule: { type: "Edm.String", description: "The rule that the password breaks." },
    message: { type: "Edm.String", description: "What the rule asks for." },
  },
};

const count = { type: "Edm.Int32" } as const;

/** How far a discovery has come, and what it has done. */
const discoveryProgress: StructuredType = {
  name: "DiscoveryProgress",
  properties: {
    phase: { type: "Edm.String", members: [...discoveryPhases], description: "How far it has come." },
    trigger: { type: "Edm.String", members: ["user", "schedule", "psupdate"], description: "What has begun it." },
    mode: {
      type: "Edm.String",
      members: ["full", "changes"],
      description: "Whether everything is listed, or what has changed since the last one.",
    },
    listed: { ...count, description: "How many objects the target has listed." },
    listedMemberships: {
      ...count,
      nullable: true,
      description: "How many memberships the target has listed; null = none were asked for.",
    },
    chunks: { ...count, description: "How many pieces of the listing have come." },
    removals: { ...count, description: "How many known objects the listing does not have." },
    known: { ...count, description: "How many objects were known before." },
    decision: {
      type: "Edm.String",
      nullable: true,
      members: ["confirm", "abort"],
      description: "What an operator has decided about it; null = nothing.",
    },
    loaded: {
      description: "How many rows the listing has added, changed and removed.",
      type: {
        name: "LoadCounts",
        properties: {
          added: { ...count, description: "How many objects were new." },
          changed: { ...count, description: "How many objects were otherwise than before." },
          removed: { ...count, description: "How many objects were there no more." },
          memberships: { ...count, description: "How many memberships were added or removed." },
        },
      },
    },
    associated: { ...count, description: "How many accounts got an owner." },
    imported: {
      nullable: true,
      type: {
        name: "ImportCounts",
        properties: {
          bound: { ...count, description: "How many objects came under a policy." },
          unbound: { ...count, description: "How many objects were taken from their policy." },
          deleted: { ...count, description: "How many objects are managed no more." },
        },
      },
      description: "What the import rules have done; null = they have not run.",
    },
    warnings: { type: "Edm.String", collection: true, description: "What went wrong without ending it, in words." },
  },
};

/** What a test of the connection has found. */
const testedServer: StructuredType = {
  name: "TestedServer",
  properties: {
    product: { type: "Edm.String", description: "The product, as the server names it." },
    version: { type: "Edm.String", nullable: true, description: "Its version; null = the server does not tell." },
    capabilities: { type: "Edm.String", collection: true, description: "What the connector can do there." },
    connectorVersion: { type: "Edm.String", description: "The version of the connector." },
    latencyMs: { ...count, description: "Milliseconds that the server took to answer." },
    clockSkewMs: {
      type: "Edm.Int64",
      nullable: true,
      description: "Milliseconds by which its clock is ahead of the proxy's; null = it does not tell.",
    },
  },
};

/** An operation on a target system as callers follow it. */
export const operationType = readTypeOf(requestOperations, "Operation", {
  key: {},
  requestKey: {},
  code: { description: "What is done, as a code; docs/operation-codes.md lists them." },
  targetSystemKey: {},
  accountKey: { description: "The account; null = none, or not made yet." },
  groupKey: { description: "The group; null = none, or not made yet." },
  status: {
    type: "Edm.String",
    access: "read",
    members: ["notStarted", "running", "succeeded", "failed"],
    description: "How far it has come.",
    needs: ["result", "sends"],
    from: ({ result, sends }) => operationStatus(result as OperationResult | null, Number(sends)),
    cases: statusCases,
  },
  result: { members: Object.values(OperationResult) },
  error: errorOfOperation,
  mustChange: { description: "Whether the password must be changed at the next login; null = not asked for." },
  warnings: {
    type: passwordWarning,
    collection: true,
    nullable: false,
    description: "The rules of the password policy that a new password breaks without being refused.",
    needs: ["warnings"],
    from: (row) => row["warnings"] ?? [],
  },
  discovery: {
    type: discoveryProgress,
    description: "How far a discovery has come; null = it is none.",
    needs: ["discovery"],
    from: (row) => row["discovery"] ?? null,
  },
  server: {
    type: testedServer,
    description: "What a test of the connection has found; null = it is none, or has found nothing.",
    needs: ["server"],
    from: (row) => row["server"] ?? null,
  },
  createdAt: {},
  sentAt: { description: "When it was sent to the target last; null = not yet." },
  nextTryAt: { description: "When it is tried again; null while no try waits." },
  finishedAt: {},
});

/** What every write on a target system answers with: 202 and the operation by which it is followed. */
export const queued = {
  status: 202,
  result: operationType,
  statusMonitor: { set: "operations", retryAfterSeconds: operationRetryAfterSeconds },
} as const satisfies WriteTerms & { status: 202; result: StructuredType };

/** The header by which a password operation names the request or mass reset that it is a part of. */
export const batchHeader = { "x-batch-id": "batch" } as const;
