import type { ModuleName } from "../module-name.ts";
import type { RequestOrigin } from "../requests/request-origin.ts";
import { requestRiskNames, requestRisks } from "../requests/request-risks.ts";
import type { RequestStatus } from "../requests/request-status.ts";
import { text, longText, guid, integer, time, flag, list, oneOf } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { counted, index, resource } from "./format/resource.ts";

/** Requests of users for users. */
export const requests = resource("requests", {
  table: "reqbatch",
  class: "owned",
  holds: "data",
  key: "key",
  entity: { type: "Request", key: "requestKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the request."),
    number: text(40).searched().ordered().policy().shown("Number of the request."),
    status: text<RequestStatus>(1).policy().shown("Status as a letter; docs/operation-codes.md lists the letters."),
    active: flag(true).policy().shown("True if the request is active (the Active filter)."),
    origin: text<RequestOrigin>(20).policy().shown("Origin of the request."),
    requesterKey: guid().policy().shown("Key of the requester."),
    recipientKey: guid()
      .givenOnce()
      .policy()
      .shown("Key of the recipient. Null in a POST for accounts without owner; a read then returns the requester."),
    reason: longText().optional().givenOnce().searched().shown("Reason given by the requester."),
    startAt: time().optional().givenOnce().shown("Earliest time at which the request is carried out."),
    recipientStartsAt: time()
      .optional()
      .shown("Start of the recipient, before which the request is not carried out; null if the recipient has started."),
    expiresAt: time().ordered().policy().shown("Time at which the request expires if it is not decided."),
    createdAt: time().ordered().policy().shown("Time of the submission."),
    sentBackAt: time()
      .optional()
      .policy()
      .shown("Time at which the request was sent back to the requester; null if it was not."),
    editedAt: time().optional().shown("Time at which the operations were last edited; null if never."),
    editedByKey: guid().optional().shown("Key of the user who last edited the operations; null if none."),
    finishedAt: time().optional().ordered().shown("Time at which the request was closed; null if it is not."),
    holdReason: longText().optional().shown("Reason for the hold; null if the request is not on hold."),
    alreadyHeld: list(integer())
      .optional()
      .shown(
        "Numbers of the operations that give what the recipient had already, as far as the service knew when they were requested or last edited: a warning; null for direct writes and requests of earlier versions.",
      ),
    waitsForMe: flag()
      .elsewhere()
      .shown("True if the caller must decide or resubmit the request. Returned only if $select or $filter names it."),
    risks: list(oneOf(requestRiskNames))
      .elsewhere()
      .shown(
        `Risks of the request, as codes: ${requestRiskNames.map((name) => `${name}: ${requestRisks[name]}`).join("; ")}. Returned only if $select names it.`,
      ),
    violatedRules: list(text())
      .elsewhere()
      .shown(
        "Ids of the rules of separation of duties that the request would violate, with what its recipient has and has asked for; empty once it is closed. Returned only if $select names it.",
      ),
    batchKey: guid()
      .optional()
      .shown("Key of the batch by which the request was submitted with others; null if it was submitted alone."),
    direct: flag(false).shown(
      "True for direct writes on target systems, which need no approval and send no notifications.",
    ),
    /** True if a target system of it named a ticket system at the submission; null for direct writes and requests of earlier versions. */
    ticketed: flag().optional(),
    /** Number of its operations that nobody was asked about, because the request approved itself; 0 if people decide. */
    selfApproved: integer().initially(0),
    operationId: text().optional(),
    requestId: text(),
    // Module that submitted the request; null if an older version did.
    submittedBy: text<ModuleName>(20).optional(),
    batchId: text().optional(),
  },
  relations: {
    requester: one("users", "requesterKey"),
    recipient: one("users", "recipientKey"),
    operations: many("requestOperations", "requestKey"),
    phases: many("requestPhases", "requestKey"),
    authorizers: many("requestAuthorizers", "requestKey"),
    decisions: many("decisions", "requestKey"),
    comments: many("requestComments", "requestKey"),
    events: many("requestEvents", "requestKey"),
    grants: many("grants", "requestKey"),
    tickets: many("tickets", "requestKey"),
    batch: one("requestBatches", "batchKey"),
  },
  indexes: [
    counted("number"),
    index("active", "status"),
    index("requesterKey", "createdAt"),
    index("recipientKey"),
    index("requesterKey", "status"),
    index("recipientKey", "status"),
    index("createdAt", "key"),
    index("expiresAt", "key"),
    index("finishedAt", "key"),
    index("batchKey", "key"),
  ],
  policies: {
    request: { lists: { authorizerKeys: { relation: "authorizers", column: "userKey" } } },
    requestSubmission: {
      fields: ["recipientKey"],
      lists: {
        recipientManagerKeys: { relation: "recipient", column: "managerKey" },
        codes: { relation: "operations", column: "code" },
        targetSystemKeys: { relation: "operations", column: "targetSystemKey" },
        groupKeys: { relation: "operations", column: "groupKey" },
        roleKeys: { relation: "operations", column: "roleKey" },
      },
    },
  },
});
