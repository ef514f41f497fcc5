import { resources } from "#domain/resources/resources.ts";
import { summariseSessions } from "#operations/session-logs/summarise-sessions.ts";

import { verb } from "../odata/entity-set.ts";
import type { Property, StructuredType } from "../odata/structured-type.ts";
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

/** What was done, row by row. */
export const sessionLogData = resourceSet(resources.sessionLogData, {
  properties: { changes: { type: { name: "AuditedChanges", properties: {}, open: true } } },
});

/** Sessions: a header for all the rows that were written under the same session. */
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

/** How often each operation was done per day, by how many, with which result, and how long it took. */
export const sessionLogAnalytics = resourceSet(resources.sessionLogAnalytics);
