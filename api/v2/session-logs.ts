import { auditFindings } from "#domain/audit/audit-finding.ts";
import { guid, integer, oneOf, text, time } from "#domain/resources/format/builders.ts";
import { resources } from "#domain/resources/resources.ts";
import { verifyAuditPart } from "#operations/audit/verify-audit-part.ts";
import { summariseSessions } from "#operations/session-logs/summarise-sessions.ts";

import { verb } from "../odata/entity-set.ts";
import type { Property, StructuredType } from "../odata/structured-type.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const number: Property = { type: "Edm.Int32", access: "read" };
const momentOrNull: Property = { type: "Edm.DateTimeOffset", access: "read", nullable: true };

const summary: StructuredType = {
  name: "SessionLogSummary",
  properties: {
    sessions: { ...number, description: "How many sessions there were." },
    entries: { ...number, description: "How many calls were made." },
    succeeded: { ...number, description: "How many of them were done." },
    failed: { ...number, description: "How many of them failed or were refused." },
    unknown: { ...number, description: "Of how many the outcome is not known." },
    distinctUsers: { ...number, description: "By how many people." },
    firstAt: { ...momentOrNull, description: "When the first one was; null = there is none." },
    lastAt: { ...momentOrNull, description: "When the last one was; null = there is none." },
  },
};

const finding = structure("AuditFinding", {
  kind: oneOf(Object.keys(auditFindings)).shown("What is wrong, as a code; docs/audit.md says what each means."),
  node: text().shown("The node."),
  position: integer().optional().shown("The place on its chain; null = the row has none."),
  rowKey: guid().optional().shown("The row; null = it is not known."),
});

const checkedPart = structure("CheckedAuditPart", {
  checked: integer().shown("How many rows were looked at."),
  rows: integer().optional().shown("How many rows there are in all; null = the first part has told it."),
  found: integer().shown("How much is wrong."),
  findings: { type: finding, collection: true, description: "What is wrong, the first ones where it is very much." },
  oldDefects: integer().shown(
    "How many rows earlier versions of the service have written wrongly themselves, which is no damage.",
  ),
  continueAt: text().optional().shown("Where the next part goes on; null = all was checked."),
});

/** Audit events, one per row. */
export const sessionLogData = resourceSet(resources.sessionLogData, {
  properties: { changes: { type: { name: "AuditedChanges", properties: {}, open: true } } },
  setActions: {
    verify: action(verifyAuditPart, {
      parameters: {
        from: time().optional().shown("The first moment to look at; null = from the beginning on."),
        to: time().optional().shown("The last moment to look at; null = all up to now."),
        continueAt: text()
          .optional()
          .shown("Where to go on: what the part before has answered; null = this is the first one."),
      },
      result: checkedPart,
    }),
  },
});

/** Sessions: a header for all rows that were written under the same session. */
export const sessionLogs = resourceSet(resources.sessionLogs, {
  setFunctions: {
    summary: {
      ...verb(summariseSessions),
      parameters: {
        from: { ...momentOrNull, description: "Only what was done from this moment on." },
        to: { ...momentOrNull, description: "Only what was done before this moment." },
      },
      result: summary,
    },
  },
  ways: { data: "linked" },
});

/** Number of uses of each operation per day, with the number of users, the results and the durations. */
export const sessionLogAnalytics = resourceSet(resources.sessionLogAnalytics);
