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
    sessions: { ...number, description: "Number of sessions." },
    entries: { ...number, description: "Number of calls." },
    succeeded: { ...number, description: "Number of successful calls." },
    failed: { ...number, description: "Number of calls that failed or were refused." },
    unknown: { ...number, description: "Number of calls with an unknown result." },
    distinctUsers: { ...number, description: "Number of different users." },
    firstAt: { ...momentOrNull, description: "Time of the first call; null if none." },
    lastAt: { ...momentOrNull, description: "Time of the last call; null if none." },
  },
};

const finding = structure("AuditFinding", {
  kind: oneOf(Object.keys(auditFindings)).shown("Code of the finding; docs/audit.md explains the codes."),
  node: text().shown("The node."),
  position: integer().optional().shown("Position in the chain of the node; null if the event has none."),
  rowKey: guid().optional().shown("Key of the audit event; null if not known."),
});

const checkedPart = structure("CheckedAuditPart", {
  checked: integer().shown("Number of checked events."),
  rows: integer().optional().shown("Number of all events; null if an earlier part returned it."),
  found: integer().shown("Number of findings."),
  findings: { type: finding, collection: true, description: "Findings; only the first ones if there are many." },
  oldDefects: integer().shown(
    "Number of events that earlier versions of the service wrote wrongly, which is no damage.",
  ),
  continueAt: text().optional().shown("Start of the next part; null if all events were checked."),
});

/** Audit events, one per row. */
export const sessionLogData = resourceSet(resources.sessionLogData, {
  properties: { changes: { type: { name: "AuditedChanges", properties: {}, open: true } } },
  setActions: {
    verify: action(verifyAuditPart, {
      parameters: {
        from: time().optional().shown("Start of the period; null for all earlier events."),
        to: time().optional().shown("End of the period; null for all later events."),
        continueAt: text().optional().shown("Value of continueAt in the previous part; null for the first part."),
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
