import { orderedColumns } from "#domain/query/ordered-columns.ts";
import { sessionDoors, sessionEnds } from "#domain/session-door.ts";
import { summariseSessions } from "#operations/session-logs/summarise-sessions.ts";

import { type EntitySet, verb } from "../odata/entity-set.ts";
import { entityType, type Property, type StructuredType } from "../odata/structured-type.ts";

const text: Property = { type: "Edm.String", access: "read" };
const textOrNull: Property = { type: "Edm.String", nullable: true, access: "read" };
const number: Property = { type: "Edm.Int32", access: "read" };
const numberOrNull: Property = { type: "Edm.Int32", nullable: true, access: "read" };
const moment: Property = { type: "Edm.DateTimeOffset", access: "read" };

const momentOrNull: Property = { ...moment, nullable: true };

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

/** The rows that a call has changed, with their values before and after. */
const changes: StructuredType = { name: "AuditedChanges", properties: {}, open: true };

/** What was done, row by row. */
export const sessionLogData: EntitySet = {
  name: "sessionLogData",
  source: "sessionLogData",
  key: { parameter: "sessionLogDataKey", property: "key", kind: "guid" },
  type: entityType("SessionLogData", {
    key: { type: "Edm.Guid", access: "read", description: "Its key." },
    sessid: { ...text, description: "The session." },
    seq: { ...number, description: "A number that rises on each node." },
    time: { ...moment, description: "When it happened." },
    node: { ...text, description: "The node." },
    module: { ...text, description: "The door by which the call came." },
    operation: { ...text, description: "What was done, as a code; docs/audit-operations.md lists them." },
    result: {
      ...text,
      members: ["S", "F", "N"],
      description: "Whether it was done (S), failed or refused (F), or is not known (N).",
    },
    actor: { ...textOrNull, description: "Who did it; null = nobody known." },
    recipient: { ...textOrNull, description: "For whom; null = for nobody." },
    ident: { ...textOrNull, description: "On what; null = it does not say." },
    targetSystem: { ...textOrNull, description: "The target system; null = none." },
    account: { ...textOrNull, description: "The account there; null = none." },
    batchId: { ...textOrNull, description: "The request or mass reset to which it belongs; null = none." },
    ip: { ...textOrNull, description: "From which address; null = from none." },
    requestId: { ...textOrNull, description: "The id that leads through logs and calls; null = none." },
    durationMs: { ...numberOrNull, description: "Milliseconds that it took; null = not measured." },
    calls: { ...number, description: "For how many calls the row stands." },
    message: { ...textOrNull, description: "What is to be said of it, in words; null = nothing." },
    changes: {
      type: changes,
      nullable: true,
      access: "read",
      description: "The rows that it changed, with their values before and after; null = none.",
    },
  }),
  allowedOrderByPropertiesList: orderedColumns.sessionLogData,
  list: { policy: "sessionlogdata_get_list" },
  get: { policy: "sessionlogdata_get" },
};

/** Sessions: a header for all the rows that were written under the same session. */
export const sessionLogs: EntitySet = {
  name: "sessionLogs",
  source: "sessionLogs",
  key: { parameter: "sessionLogKey", property: "key", kind: "string" },
  type: entityType("SessionLog", {
    key: { ...text, description: "Its key." },
    door: {
      ...textOrNull,
      members: sessionDoors,
      description: "By which door it began; null = it has no beginning of its own.",
    },
    startedAt: { ...moment, description: "When it began." },
    lastAt: { ...moment, description: "When it was used last." },
    expiresAt: { ...momentOrNull, description: "When it ends by itself; null = never." },
    endedAt: { ...momentOrNull, description: "When it ended; null = it has not." },
    endReason: { ...textOrNull, members: sessionEnds, description: "Why it ended; null = it has not." },
    node: { ...text, description: "The node." },
    module: { ...text, description: "The door of its first call." },
    actor: { ...textOrNull, description: "Who is signed in; null = nobody." },
    clientId: { ...textOrNull, description: "The application; null = none." },
    ip: { ...textOrNull, description: "From which address it began; null = from none." },
    entries: { ...number, description: "How many calls were made in it." },
    failures: { ...number, description: "How many of them failed or were refused." },
  }),
  allowedOrderByPropertiesList: orderedColumns.sessionLogs,
  list: { policy: "sessionlogs_get_list" },
  get: { policy: "sessionlogs_get" },
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
  navigation: [
    {
      name: "data",
      relation: "data",
      many: true,
      target: () => sessionLogData,
      list: { policy: "sessionlogs_data_get_list" },
    },
  ],
};

/** How often each operation was done per day, by how many, with which result, and how long it took. */
export const sessionLogAnalytics: EntitySet = {
  name: "sessionLogAnalytics",
  source: "sessionLogAnalytics",
  key: { parameter: "sessionLogAnalyticsKey", property: "key", kind: "string" },
  type: entityType("SessionLogAnalytics", {
    key: { ...text, description: "Its key." },
    day: { type: "Edm.Date", access: "read", description: "The day, in UTC." },
    operation: { ...text, description: "What was done, as a code." },
    result: {
      ...text,
      members: ["S", "F", "N"],
      description: "Whether it was done (S), failed or refused (F), or is not known (N).",
    },
    count: { ...number, description: "How often." },
    distinctUsers: { ...number, description: "By how many people." },
    p50: {
      ...numberOrNull,
      description: "Milliseconds within which half of the calls were done; null = not measured.",
    },
    p95: { ...numberOrNull, description: "Milliseconds within which 95 of 100 calls were done; null = not measured." },
  }),
  allowedOrderByPropertiesList: orderedColumns.sessionLogAnalytics,
  list: { policy: "sessionloganalytics_get_list" },
  get: { policy: "sessionloganalytics_get" },
};
