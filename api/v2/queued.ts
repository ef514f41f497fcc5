import { discoveredTypes, discoveryPhases, type DiscoveryState, objectChanges } from "#domain/discovery/discovery.ts";
import { lossesOf, lossKinds } from "#domain/discovery/losses.ts";
import { discoveredNamesMax } from "#domain/engine-limits.ts";
import { operationRetryAfterSeconds } from "#domain/limits.ts";
import { OperationResult, operationStatus, statusCases } from "#domain/requests/operation-result.ts";
import { bigInteger, integer, list, oneOf, text } from "#domain/resources/format/builders.ts";
import { requestOperations } from "#domain/resources/request-operations.ts";

import type { WriteTerms } from "../odata/entity-set.ts";
import type { StructuredType } from "../odata/structured-type.ts";
import { readTypeOf, structure } from "./entity-type-of.ts";
import { errorOfOperation, noticeOfOperation } from "./request-parts.ts";

const passwordWarning = structure("PasswordWarning", {
  rule: text().shown("The rule that the password breaks."),
  message: text().shown("What the rule asks for."),
});

const loaded = structure("LoadCounts", {
  added: integer().shown("How many objects were new."),
  changed: integer().shown("How many objects were otherwise than before."),
  removed: integer().shown("How many objects were there no more."),
  memberships: integer().shown("How many memberships were added or removed."),
});

const people = structure("PeopleCounts", {
  added: integer().shown("How many users were made."),
  changed: integer().shown("How many users who were there have another name, manager or attribute."),
  enabled: integer().shown("How many users are back, whom a source had disabled."),
  disabled: integer().shown("How many users were disabled because no source has them any more."),
  problems: list(text()).shown("What of the source could not be taken, in words."),
});

const owners = structure("OwnerCounts", {
  added: integer().shown("How many users became an owner of a group by what the target says."),
  removed: integer().shown("How many are none any more by what the target says."),
  problems: list(text()).shown("What of the target could not be taken, in words."),
});

const imported = structure("ImportCounts", {
  bound: integer().shown("How many objects came under a policy."),
  unbound: integer().shown("How many objects were taken from their policy."),
  deleted: integer().shown("How many objects are managed no more."),
});

const loss = structure("DiscoveryLoss", {
  of: oneOf(lossKinds).shown(
    "What would go; objects are accounts and groups together, members those of one group, and people are disabled.",
  ),
  gone: integer().shown("How many would go."),
  known: integer().shown("How many there are."),
  group: text(400).optional().shown("The name of the group that would have no members; null of everything else."),
});

/** Progress and results of a discovery. */
const discoveryProgress = structure("DiscoveryProgress", {
  phase: oneOf(discoveryPhases).shown("How far it has come."),
  trigger: oneOf(["user", "schedule", "psupdate"]).shown("What has begun it."),
  mode: oneOf(["full", "changes"]).shown("Whether everything is listed, or what has changed since the last one."),
  listed: integer().shown("How many objects the target has listed."),
  listedMemberships: integer()
    .optional()
    .shown("How many memberships the target has listed; null = none were asked for."),
  chunks: integer().shown("How many pieces of the listing have come."),
  removals: integer().shown("How many known objects the listing does not have."),
  known: integer().shown("How many objects were known before."),
  leavers: integer()
    .optional()
    .shown("How many users no source of profiles would have any more; null = the target system is none."),
  knownPeople: integer()
    .optional()
    .shown("How many users came from sources of profiles and are enabled; null = the target system is none."),
  losses: {
    type: loss,
    collection: true,
    description:
      "What an operator has to confirm, or had to, before it is loaded; empty where nothing is lost that must be.",
  },
  decision: oneOf(["confirm", "abort"]).optional().shown("What an operator has decided about it; null = nothing."),
  loaded: { type: loaded, description: "How many rows the listing has added, changed and removed." },
  associated: integer().shown("How many accounts got an owner."),
  people: {
    type: people,
    nullable: true,
    description: "What has become of users; null = nothing yet, or the target system is no source of profiles.",
  },
  owners: {
    type: owners,
    nullable: true,
    description: "What has become of the owners of groups; null = nothing yet.",
  },
  imported: {
    type: imported,
    nullable: true,
    description: "What the import rules have done; null = they have not run.",
  },
  leftOut: {
    type: "Edm.String",
    collection: true,
    description: "What of the listing was left out, and why, in words; what is on record of it stays.",
  },
  warnings: list(text()).shown("What went wrong without ending it, in words."),
});

const discoveredObject = structure("DiscoveredObject", {
  change: oneOf(objectChanges).shown("What has become of it."),
  type: oneOf(discoveredTypes).shown("Whether it is an account or a group."),
  name: text(400).shown("What it is called on the target system."),
});

/** Result of a connection test. */
const testedServer = structure("TestedServer", {
  product: text().shown("The product, as the server names it."),
  version: text().optional().shown("Its version; null = the server does not tell."),
  capabilities: list(text()).shown("What the connector can do there."),
  connectorVersion: text().shown("The version of the connector."),
  latencyMs: integer().shown("Milliseconds that the server took to answer."),
  clockSkewMs: bigInteger()
    .optional()
    .shown("Milliseconds by which its clock is ahead of the proxy's; null = it does not tell."),
});

/** Returns the progress of a discovery. For one that began before losses were recorded, they are computed from its sums. */
function progressOf(discovery: DiscoveryState | null): object | null {
  return discovery && { ...discovery, losses: lossesOf(discovery), leftOut: discovery.leftOut ?? [] };
}

/** An operation on a target system, as callers follow it. */
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
  notice: noticeOfOperation,
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
    from: ({ discovery }) => progressOf(discovery as DiscoveryState | null),
  },
  discoveredObjects: {
    type: discoveredObject,
    collection: true,
    nullable: false,
    byName: true,
    description: `The first ${discoveredNamesMax} objects that a discovery has added, changed and removed; where it waits for a confirmation, those that it would remove.`,
    needs: ["discoveredObjects"],
    from: (row) => row["discoveredObjects"] ?? [],
  },
  server: {
    type: testedServer,
    description: "What a test of the connection has found; null = it is none, or has found nothing.",
  },
  createdAt: {},
  sentAt: { description: "When it was sent to the target last; null = not yet." },
  nextTryAt: { description: "When it is tried again; null while no try waits." },
  finishedAt: {},
});

/** Terms of every write on a target system: 202 and the operation to follow. */
export const queued = {
  status: 202,
  result: operationType,
  statusMonitor: { set: "operations", retryAfterSeconds: operationRetryAfterSeconds },
} as const satisfies WriteTerms & { status: 202; result: StructuredType };

/** The same for password operations, whose header names the request or mass reset that they are a part of. */
export const inBatch = { ...queued, headerFields: { "x-batch-id": "batch" } } as const;
