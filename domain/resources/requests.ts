import type { ModuleName } from "../module-name.ts";
import type { RequestOrigin } from "../requests/request-origin.ts";
import { requestRiskNames, requestRisks } from "../requests/request-risks.ts";
import type { RequestStatus } from "../requests/request-status.ts";
import { text, longText, guid, integer, time, flag, list, oneOf } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Requests of users for users. */
export const requests = resource("requests", {
  table: "reqbatch",
  class: "owned",
  key: "key",
  entity: { type: "Request", key: "requestKey" },
  properties: {
    key: guid().ordered().policy().shown("Its key."),
    number: text(40).searched().ordered().policy().shown("Its number, for people."),
    status: text<RequestStatus>(1).policy().shown("Its status as a letter; docs/operation-codes.md lists them."),
    active: flag(true).policy().shown("Whether it is still under way."),
    origin: text<RequestOrigin>(20).policy().shown("What it came from."),
    requesterKey: guid().policy().shown("Who asked."),
    recipientKey: guid()
      .givenOnce()
      .policy()
      .shown("For whom it is. Null in a POST: it is about accounts of nobody, and who asks is shown."),
    reason: longText().optional().givenOnce().searched().shown("Why, in the words of who asked."),
    startAt: time().optional().givenOnce().shown("Not to be carried out before."),
    expiresAt: time().ordered().policy().shown("When it expires if nobody decides."),
    createdAt: time().ordered().policy().shown("When it was submitted."),
    sentBackAt: time()
      .optional()
      .policy()
      .shown("Since when its requester is to change and resubmit it; null = it was not sent back."),
    editedAt: time().optional().shown("When its operations were changed last; null = never."),
    editedByKey: guid().optional().shown("Who changed them then; null = nobody."),
    finishedAt: time().optional().ordered().shown("When it ended; null while it is under way."),
    holdReason: longText().optional().shown("Why it is on hold, in words; null = it is not."),
    waitsForMe: flag()
      .elsewhere()
      .shown(
        "Whether it waits for who reads it, to decide or to resubmit it; given where $select or $filter names it.",
      ),
    risks: list(oneOf(requestRiskNames))
      .elsewhere()
      .shown(
        `What speaks for a second look before it is approved, as codes: ${requestRiskNames.map((name) => `${name}: ${requestRisks[name]}`).join("; ")}. Given where $select names it.`,
      ),
    direct: flag(false).shown("Whether it is a write on target systems that nobody decides, and nobody is told of."),
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
  },
  indexes: [
    index("number"),
    index("active", "status"),
    index("requesterKey", "createdAt"),
    index("recipientKey"),
    index("requesterKey", "status"),
    index("recipientKey", "status"),
    index("createdAt", "key"),
    index("expiresAt", "key"),
    index("finishedAt", "key"),
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
      },
    },
  },
});
