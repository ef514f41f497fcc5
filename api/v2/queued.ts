import { discoveryPhases } from "#domain/discovery.ts";
import { operationRetryAfterSeconds } from "#domain/limits.ts";
import { type OperationResult, operationStatus, statusCases } from "#domain/operation-result.ts";

import type { WriteTerms } from "../odata/entity-set.ts";
import { entityType, type StructuredType } from "../odata/structured-type.ts";
import { operationError } from "./request-parts.ts";

/** A rule of the password policy that the new password breaks without being refused. */
const passwordWarning: StructuredType = {
  name: "PasswordWarning",
  properties: { rule: { type: "Edm.String" }, message: { type: "Edm.String" } },
};

const count = { type: "Edm.Int32" } as const;

/** How far a discovery has come, and what it has done. */
const discoveryProgress: StructuredType = {
  name: "DiscoveryProgress",
  properties: {
    phase: { type: "Edm.String", members: [...discoveryPhases] },
    trigger: { type: "Edm.String", members: ["user", "schedule", "psupdate"] },
    mode: { type: "Edm.String", members: ["full", "changes"] },
    listed: count,
    listedMemberships: { ...count, nullable: true },
    chunks: count,
    removals: count,
    known: count,
    decision: { type: "Edm.String", nullable: true, members: ["confirm", "abort"] },
    loaded: {
      type: {
        name: "LoadCounts",
        properties: { added: count, changed: count, removed: count, memberships: count },
      },
    },
    associated: count,
    imported: {
      nullable: true,
      type: { name: "ImportCounts", properties: { bound: count, unbound: count, deleted: count } },
    },
    warnings: { type: "Edm.String", collection: true },
  },
};

/** What a test of the connection has found. */
const testedServer: StructuredType = {
  name: "TestedServer",
  properties: {
    product: { type: "Edm.String" },
    version: { type: "Edm.String", nullable: true },
    capabilities: { type: "Edm.String", collection: true },
    connectorVersion: { type: "Edm.String" },
    latencyMs: count,
    clockSkewMs: { type: "Edm.Int64", nullable: true },
  },
};

/** An operation on a target system as callers follow it. */
export const operationType = entityType("Operation", {
  key: { type: "Edm.Guid", access: "read" },
  requestKey: { type: "Edm.Guid", access: "read" },
  code: { type: "Edm.String", access: "read" },
  targetSystemKey: { type: "Edm.String", access: "read" },
  accountKey: { type: "Edm.Guid", nullable: true, access: "read" },
  groupKey: { type: "Edm.Guid", nullable: true, access: "read" },
  status: {
    type: "Edm.String",
    access: "read",
    members: ["notStarted", "running", "succeeded", "failed"],
    needs: ["result", "sends"],
    from: ({ result, sends }) => operationStatus(result as OperationResult | null, Number(sends)),
    cases: statusCases,
  },
  result: { type: "Edm.String", nullable: true, access: "read", members: ["S", "F", "P", "N", "X", "R"] },
  error: {
    type: operationError,
    nullable: true,
    access: "read",
    from: (row) => (row["errorCode"] === null ? null : row),
  },
  mustChange: { type: "Edm.Boolean", nullable: true, access: "read" },
  warnings: {
    type: passwordWarning,
    collection: true,
    access: "read",
    needs: ["warnings"],
    from: (row) => row["warnings"] ?? [],
  },
  discovery: {
    type: discoveryProgress,
    nullable: true,
    access: "read",
    needs: ["discovery"],
    from: (row) => row["discovery"] ?? null,
  },
  server: {
    type: testedServer,
    nullable: true,
    access: "read",
    needs: ["server"],
    from: (row) => row["server"] ?? null,
  },
  createdAt: { type: "Edm.DateTimeOffset", access: "read", description: "When it was asked for." },
  sentAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
  nextTryAt: {
    type: "Edm.DateTimeOffset",
    nullable: true,
    access: "read",
    description: "When it is tried again; null while no try waits.",
  },
  finishedAt: { type: "Edm.DateTimeOffset", nullable: true, access: "read" },
});

/** What every write on a target system answers with: 202 and the operation by which it is followed. */
export const queued = {
  status: 202,
  result: operationType,
  goesOn: { set: "operations", retryAfterSeconds: operationRetryAfterSeconds },
} as const satisfies WriteTerms & { status: 202; result: StructuredType };

/** The header by which a password operation names the request or mass reset that it is a part of. */
export const batchHeader = { "x-batch-id": "batch" } as const;
