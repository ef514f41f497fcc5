import { discoveredTypes, discoveryPhases, type DiscoveryState, objectChanges } from "#domain/discovery/discovery.ts";
import { lossesOf, lossKinds } from "#domain/discovery/losses.ts";
import { discoveredNamesMax } from "#domain/engine-limits.ts";
import { operationRetryAfterSeconds } from "#domain/limits.ts";
import {
  OperationResult,
  operationStatus,
  type StatedOperation,
  statusCases,
} from "#domain/requests/operation-result.ts";
import { bigInteger, integer, list, oneOf, text } from "#domain/resources/format/builders.ts";
import { requestOperations } from "#domain/resources/request-operations.ts";

import type { WriteTerms } from "../odata/entity-set.ts";
import type { StructuredType } from "../odata/structured-type.ts";
import { readTypeOf, structure } from "./entity-type-of.ts";
import { errorOfOperation, noticeOfOperation } from "./request-parts.ts";

const passwordWarning = structure("PasswordWarning", {
  rule: text().shown("The rule that the password breaks."),
  message: text().shown("Requirement of the rule."),
});

const loaded = structure("LoadCounts", {
  added: integer().shown("Number of added objects."),
  changed: integer().shown("Number of changed objects."),
  removed: integer().shown("Number of removed objects."),
  memberships: integer().shown("Number of added or removed memberships."),
});

const people = structure("PeopleCounts", {
  added: integer().shown("Number of added users."),
  changed: integer().shown("Number of users with another name, manager or attribute."),
  enabled: integer().shown("Number of users that are enabled again, after a source had disabled them."),
  disabled: integer().shown("Number of users that were disabled because no source contains them."),
  problems: list(text()).shown("Problems with data of the source."),
});

const owners = structure("OwnerCounts", {
  added: integer().shown("Number of group owners added according to the target system."),
  removed: integer().shown("Number of group owners removed according to the target system."),
  problems: list(text()).shown("Problems with data of the target system."),
});

const imported = structure("ImportCounts", {
  bound: integer().shown("Number of objects added to a policy."),
  unbound: integer().shown("Number of objects removed from their policy."),
  deleted: integer().shown("Number of objects that are no longer managed."),
});

const loss = structure("DiscoveryLoss", {
  of: oneOf(lossKinds).shown(
    "Kind of the loss: objects (accounts and groups), members of one group, or users that would be disabled.",
  ),
  gone: integer().shown("Number that would be removed or disabled."),
  known: integer().shown("Number before the discovery."),
  group: text(400).optional().shown("The name of the group that would have no members; null of everything else."),
});

/** Progress and results of a discovery. */
const discoveryProgress = structure("DiscoveryProgress", {
  phase: oneOf(discoveryPhases).shown("Status of the operation."),
  trigger: oneOf(["user", "schedule", "psupdate"]).shown("Trigger of the discovery."),
  mode: oneOf(["full", "changes"]).shown("Mode of the discovery: all objects, or changes since the last one."),
  listed: integer().shown("Number of objects that the target system has listed."),
  listedMemberships: integer()
    .optional()
    .shown("Number of memberships that the target system has listed; null if none were requested."),
  chunks: integer().shown("Number of received chunks of the listing."),
  removals: integer().shown("Number of known objects that the listing does not contain."),
  known: integer().shown("Number of objects known before."),
  leavers: integer()
    .optional()
    .shown("Number of users that no source of profiles would contain; null if the target system is no source."),
  knownPeople: integer()
    .optional()
    .shown("Number of enabled users from sources of profiles; null if the target system is no source."),
  losses: {
    type: loss,
    collection: true,
    description:
      "Losses that an operator must confirm, or has confirmed, before the listing is loaded; empty if no confirmation is needed.",
  },
  decision: oneOf(["confirm", "abort"]).optional().shown("Decision of an operator; null if none."),
  loaded: { type: loaded, description: "Numbers of rows that the discovery has added, changed and removed." },
  managedGroups: integer()
    .optional()
    .shown(
      "Number of groups that became managed, so that they can be requested; null if nothing is loaded yet, or they were not counted.",
    ),
  associated: integer().shown("Number of accounts that got an owner."),
  people: {
    type: people,
    nullable: true,
    description: "Changes of users; null if there are none yet, or the target system is no source of profiles.",
  },
  owners: {
    type: owners,
    nullable: true,
    description: "Changes of group owners; null if there are none yet.",
  },
  imported: {
    type: imported,
    nullable: true,
    description: "Results of the import rules; null if they have not run.",
  },
  leftOut: {
    type: "Edm.String",
    collection: true,
    description: "Parts of the listing that were skipped, with the reasons; their known objects are kept.",
  },
  warnings: list(text()).shown("Warnings of the discovery."),
});

const discoveredObject = structure("DiscoveredObject", {
  change: oneOf(objectChanges).shown("Change of the object."),
  type: oneOf(discoveredTypes).shown("Type of the object."),
  name: text(400).shown("Name of the object on the target system."),
});

/** Result of a connection test. */
const testedServer = structure("TestedServer", {
  product: text().shown("The product, as the server names it."),
  version: text().optional().shown("Version of the server; null if not reported."),
  capabilities: list(text()).shown("Capabilities of the connector on the target system."),
  connectorVersion: text().shown("The version of the connector."),
  latencyMs: integer().shown("Milliseconds that the server took to answer."),
  clockSkewMs: bigInteger()
    .optional()
    .shown("Milliseconds by which the clock of the server is ahead of the proxy; null if not reported."),
});

/** Returns the progress of a discovery. For one that began before losses were recorded, they are computed from its sums. */
function progressOf(discovery: DiscoveryState | null): object | null {
  return discovery && { ...discovery, losses: lossesOf(discovery), leftOut: discovery.leftOut ?? [] };
}

/** An operation on a target system, as callers follow it. */
export const operationType = readTypeOf(requestOperations, "Operation", {
  key: {},
  requestKey: {},
  code: { description: "Code of the operation; docs/operation-codes.md lists the codes." },
  targetSystemKey: {},
  accountKey: { description: "Key of the account; null if there is none, or if it is not created yet." },
  groupKey: { description: "Key of the group; null if there is none, or if it is not created yet." },
  status: {
    type: "Edm.String",
    access: "read",
    members: ["notStarted", "accepted", "running", "succeeded", "failed"],
    description: "Status of the operation; accepted if an implementer has accepted its task.",
    needs: ["result", "sends", "task"],
    from: (row) => operationStatus(row as unknown as StatedOperation),
    cases: statusCases,
  },
  result: { members: Object.values(OperationResult) },
  error: errorOfOperation,
  notice: noticeOfOperation,
  mustChange: { description: "True if the password must be changed at the next sign-in; null if not specified." },
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
    description: "Progress of a discovery; null for other operations.",
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
    description: "Result of a connection test; null for other operations, or if there is no result.",
  },
  createdAt: {},
  sentAt: { description: "Time at which the operation was last sent to the target system; null if it was not." },
  nextTryAt: { description: "Time of the next attempt; null if none is planned." },
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
