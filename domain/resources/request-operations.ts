import { accessHoursMax } from "../access-limits.ts";
import type { FormValues } from "../catalogue/form-fields.ts";
import type { DiscoveredObject, DiscoveryState } from "../discovery/discovery.ts";
import type { PasswordWarning } from "../passwords/password-check.ts";
import { applicabilityStates } from "../requests/applicability.ts";
import type { WrittenMemberships } from "../requests/changed-memberships.ts";
import type { OperationCode } from "../requests/operation-codes.ts";
import type { OperationResult } from "../requests/operation-result.ts";
import type { OrderAttributes } from "../requests/order.ts";
import { taskStates } from "../requests/task.ts";
import type { TestedServer } from "../requests/tested-server.ts";
import { text, longText, guid, oneOf, integer, time, flag, json, list, sealed } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Operations on target systems, of requests and by themselves, with their results. */
export const requestOperations = resource("requestOperations", {
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "RequestOperation", key: "operationKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the operation."),
    requestKey: guid().policy().shown("Key of the request."),
    sequence: integer().shown("Position in the request, from 1."),
    code: text<OperationCode>(20)
      .given()
      .policy()
      .shown("Code of the operation, such as ACUA (create account); docs/operation-codes.md lists the codes."),
    targetSystemKey: text()
      .optional()
      .given()
      .policy()
      .shown("Key of the target system; null for an operation about a role or a rule."),
    roleKey: guid()
      .optional()
      .given()
      .policy()
      .shown("Key of the role that the operation is about, or through which it gives access; null if there is none."),
    sodRuleKey: guid()
      .optional()
      .given()
      .shown("Key of the rule of separation of duties from which the operation excepts; null if there is none."),
    control: longText()
      .optional()
      .given()
      .shown("Compensating control of an exception: what is done instead; null if there is none."),
    accountKey: guid()
      .optional()
      .given()
      .shown("Key of the account; null if the request creates it, or if there is none."),
    groupKey: guid().optional().given().shown("Key of the group; null if the request creates it, or if there is none."),
    accountName: text(400)
      .optional()
      .shown(
        "Name of the account at the time of the request; null if there is no account, or if it has the name of its recipient.",
      ),
    groupName: text(400).optional().shown("Name of the group at the time of the request; null if there is no group."),
    aboutName: text(400)
      .optional()
      .shown("Name of the role or the rule at the time of the request; null if the operation is about none."),
    targetSystemName: longText()
      .optional()
      .shown("Description of the target system at the time of the request; null if not known."),
    attributes: json<OrderAttributes>()
      .given()
      .shown(
        "Attributes by name on the target system, each a value or a list; always lists in an answer. Null if none.",
      ),
    until: time()
      .optional()
      .given()
      .shown("Time at which the access that the operation gives ends; null if it has no such end."),
    forHours: integer()
      .optional()
      .given()
      .between(1, accessHoursMax)
      .shown("Hours for which the operation gives access, from its fulfilment; null if it has no such end."),
    /** Key of the grant whose time was over, which the operation ends. */
    endsGrantKey: guid().optional(),
    form: json<FormValues>()
      .optional()
      .given()
      .shown("Values of the form of the requested item by the names of its fields; null if it has no form.")
      .label("Form"),
    /** Digest of its recipient and of what it requests, which finds an open request for the same thing; null if it was created directly. */
    subject: text().optional(),
    /** Memberships that its attributes write, as they were when it was requested or edited. */
    memberships: json<WrittenMemberships>().optional(),
    /** True if it was accepted because its groups were managed; it is not performed if one of them is not managed when it begins. */
    needsManaged: flag(false),
    dependsOn: list(guid()).shown("Keys of the operations of the request that must succeed first."),
    result: text<OperationResult>(1)
      .optional()
      .shown("Result as a letter; null if there is none yet. docs/operation-codes.md lists the letters."),
    sends: integer().initially(0).shown("Number of times that the operation was sent to the target system."),
    sentAt: time().optional().shown("Time at which the operation was last sent; null if it was not."),
    /** Time at which it was given to its proxy, whether or not the proxy has fetched it. */
    handedOutAt: time().optional(),
    /** Number of times a workflow has handed it out since the proxy last fetched it; 0 if it was handed out before there was a workflow. */
    handOuts: integer().optional(),
    task: oneOf(taskStates)
      .optional()
      .policy()
      .shown(
        "State of the task: calculating while a plug-in names its implementers, offered to them, accepted by one of them, unassigned if nobody is left to implement it, unconfirmed until a discovery shows what was completed, or closed; null if no implementer performs the operation.",
      ),
    implementerKey: guid()
      .optional()
      .policy()
      .shown(
        "Key of the user who accepted or closed the task, or to whom alone it is offered; null if it is offered to all of its implementers.",
      ),
    taskSince: time().optional().shown("Time since which the task has its state; null if there is no task."),
    passwordUntil: time()
      .optional()
      .shown(
        "Time until which the implementer who accepted the task can be shown a password for the new account; null if none can be shown.",
      ),
    passwordShownAt: time()
      .optional()
      .shown(
        "Time at which the password that was made for the implementer was shown, since the task was accepted; null if it was not.",
      ),
    implementers: json().elsewhere().shown("People to whom the task was offered; empty if there is no task."),
    proxyServer: text().optional().shown("Proxy that runs the operation; null if not known."),
    retries: integer().initially(0),
    nextTryAt: time().optional().shown("Time of the next attempt; null if none is planned."),
    errorCode: text(60).optional(),
    errorMessage: longText().optional(),
    errorTargetCode: text().optional(),
    outcomeSignature: text(400).optional(),
    error: json().optional().elsewhere().shown("Error of the operation; null if none."),
    notice: longText()
      .optional()
      .elsewhere()
      .shown("Warning or other message of the target system about an operation that did not fail; null if none."),
    stableId: text(400).optional().shown("Immutable id of the object on the target system; null if not known."),
    /** Time at which it was requested: with its request, or by itself. */
    createdAt: time().ordered().shown("Time of the request for the operation."),
    finishedAt: time().optional().ordered().shown("Time at which the operation ended; null if it has not ended."),
    password: sealed().optional(),
    currentPassword: sealed().optional(),
    associatedBy: oneOf(["auto", "admin", "none"]).optional(),
    mustChange: flag().optional(),
    /** Number among the password changes of the account, which rises with each accepted one; null if it changes no password. */
    passwordTurn: integer().optional(),
    /** Key of the entry of the password queue that it tries. */
    passwordQueueKey: guid().optional(),
    reportedAccountKey: guid()
      .optional()
      .shown(
        "Key of the account whose password was changed on its target system and reported by a password sender, which the operation repeats; null if it repeats none.",
      ),
    warnings: json<readonly PasswordWarning[]>().optional(),
    discovery: json<DiscoveryState>().optional(),
    /** First objects that a discovery has added, changed and removed; if it waits, those that it would remove. */
    discoveredObjects: json<readonly DiscoveredObject[]>().optional(),
    /** Version of the connector that got the order; the latest of a batch and target also applies to the next. */
    connectorVersion: text(60).optional(),
    /** Attempt about which the plug-in of its target system was asked last, and the state of this question. */
    askedAttempt: integer().optional(),
    applicability: oneOf(applicabilityStates).optional(),
    /** Reason that the plug-in gave, or why it could not be used. */
    applicabilityReason: longText().optional(),
    /** Result of a connection test. */
    server: json<TestedServer>().optional(),
  },
  relations: {
    request: one("requests", "requestKey"),
    targetSystem: one("targetSystems", "targetSystemKey"),
    account: one("accounts", "accountKey"),
    group: one("groups", "groupKey"),
    role: one("roles", "roleKey"),
    offers: many("requestAuthorizers", "requestPhaseKey"),
  },
  indexes: [
    index("requestKey", "targetSystemKey"),
    index("targetSystemKey", "code"),
    index("accountKey", "result"),
    index("roleKey", "code"),
    index("subject"),
    index("accountKey", "passwordTurn"),
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
        implementerKeys: { relation: "offers", column: "userKey" },
      },
    },
  },
});
