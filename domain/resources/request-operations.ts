import type { DiscoveredObject, DiscoveryState } from "../discovery/discovery.ts";
import type { PasswordWarning } from "../passwords/password-check.ts";
import type { WrittenMemberships } from "../requests/changed-memberships.ts";
import type { OperationCode } from "../requests/operation-codes.ts";
import type { OperationResult } from "../requests/operation-result.ts";
import type { OrderAttributes } from "../requests/order.ts";
import type { TestedServer } from "../requests/tested-server.ts";
import { text, longText, guid, oneOf, integer, time, flag, json, list, sealed } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Operations on target systems, of requests and by themselves, with their results. */
export const requestOperations = resource("requestOperations", {
  class: "owned",
  key: "key",
  entity: { type: "RequestOperation", key: "operationKey" },
  properties: {
    key: guid().ordered().policy().shown("Its key."),
    requestKey: guid().policy().shown("The request to which it belongs."),
    sequence: integer().shown("Its place in the request, from 1 on."),
    code: text<OperationCode>(20)
      .given()
      .policy()
      .shown("What is asked for, such as ACUA (create account); docs/operation-codes.md lists the codes."),
    targetSystemKey: text().given().policy().shown("The target system."),
    accountKey: guid().optional().given().shown("The account; null = the one that the same request creates, or none."),
    groupKey: guid().optional().given().shown("The group; null = the one that the same request creates, or none."),
    accountName: text(400)
      .optional()
      .shown(
        "The name of the account, as it was when it was asked for; null = there is none, or it is called like its recipient.",
      ),
    groupName: text(400)
      .optional()
      .shown("The name of the group, as it was when it was asked for; null = there is none."),
    targetSystemName: longText()
      .optional()
      .shown("The description of the target system, as it was when it was asked for; null = not known."),
    attributes: json<OrderAttributes>()
      .given()
      .shown("Attributes by their names on the target, each a value or a list; lists come out. null = none."),
    /** Digest of its recipient and of what it requests, which finds an open request for the same thing; null if it was created directly. */
    subject: text().optional(),
    /** Memberships that its attributes write, as they were when it was requested or edited. */
    memberships: json<WrittenMemberships>().optional(),
    dependsOn: list(guid()).shown("The operations of the request that must have succeeded before."),
    result: text<OperationResult>(1)
      .optional()
      .shown("Its result as a letter; null = it has none yet. docs/operation-codes.md lists them."),
    sends: integer().initially(0).shown("How often it was sent to the target."),
    sentAt: time().optional().shown("When it was sent last; null = not yet."),
    /** Time at which it was given to its proxy, whether or not the proxy has fetched it. */
    handedOutAt: time().optional(),
    /** Number of times a workflow has handed it out since the proxy last fetched it; 0 if it was handed out before there was a workflow. */
    handOuts: integer().optional(),
    proxyServer: text().optional().shown("The proxy that carries it out; null = not known yet."),
    retries: integer().initially(0),
    nextTryAt: time().optional().shown("When it is tried next; null = no try is planned."),
    errorCode: text(60).optional(),
    errorMessage: longText().optional(),
    errorTargetCode: text().optional(),
    outcomeSignature: text(400).optional(),
    error: json().optional().elsewhere().shown("What went wrong; null = nothing."),
    notice: longText()
      .optional()
      .elsewhere()
      .shown(
        "What the target said beside its answer, a warning or the like, of an operation that did not fail; null = nothing.",
      ),
    stableId: text(400).optional().shown("The immutable id of the object on the target; null = not known."),
    /** Time at which it was requested: with its request, or by itself. */
    createdAt: time().ordered().shown("When it was asked for."),
    finishedAt: time().optional().ordered().shown("When it ended; null = it goes on."),
    password: sealed().optional(),
    currentPassword: sealed().optional(),
    associatedBy: oneOf(["auto", "admin", "none"]).optional(),
    mustChange: flag().optional(),
    warnings: json<readonly PasswordWarning[]>().optional(),
    discovery: json<DiscoveryState>().optional(),
    /** First objects that a discovery has added, changed and removed; if it waits, those that it would remove. */
    discoveredObjects: json<readonly DiscoveredObject[]>().optional(),
    /** Version of the connector that got the order; the latest of a batch and target also applies to the next. */
    connectorVersion: text(60).optional(),
    /** Result of a connection test. */
    server: json<TestedServer>().optional(),
  },
  relations: {
    request: one("requests", "requestKey"),
    targetSystem: one("targetSystems", "targetSystemKey"),
    account: one("accounts", "accountKey"),
    group: one("groups", "groupKey"),
  },
  indexes: [
    index("requestKey", "targetSystemKey"),
    index("targetSystemKey", "code"),
    index("subject"),
    index("code", "result"),
    index("proxyServer", "result"),
    index("finishedAt", "key"),
    index("createdAt", "key"),
  ],
  policies: {
    operation: {
      lists: {
        requesterKeys: { relation: "request", column: "requesterKey" },
        recipientKeys: { relation: "request", column: "recipientKey" },
      },
    },
  },
});
