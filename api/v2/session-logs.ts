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
    sessions: number,
    entries: number,
    succeeded: number,
    failed: number,
    unknown: number,
    distinctUsers: number,
    firstAt: momentOrNull,
    lastAt: momentOrNull,
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
    key: { type: "Edm.Guid", access: "read" },
    sessid: text,
    seq: number,
    time: moment,
    node: text,
    module: text,
    operation: text,
    result: { ...text, members: ["S", "F", "N"] },
    actor: textOrNull,
    recipient: textOrNull,
    ident: textOrNull,
    targetSystem: textOrNull,
    account: textOrNull,
    batchId: textOrNull,
    ip: textOrNull,
    requestId: textOrNull,
    durationMs: numberOrNull,
    calls: number,
    message: textOrNull,
    changes: { type: changes, nullable: true, access: "read" },
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
    key: text,
    door: { ...textOrNull, members: sessionDoors },
    startedAt: moment,
    lastAt: moment,
    expiresAt: momentOrNull,
    endedAt: momentOrNull,
    endReason: { ...textOrNull, members: sessionEnds },
    node: text,
    module: text,
    actor: textOrNull,
    clientId: textOrNull,
    ip: textOrNull,
    entries: number,
    failures: number,
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
    key: text,
    day: { type: "Edm.Date", access: "read" },
    operation: text,
    result: { ...text, members: ["S", "F", "N"] },
    count: number,
    distinctUsers: number,
    p50: numberOrNull,
    p95: numberOrNull,
  }),
  allowedOrderByPropertiesList: orderedColumns.sessionLogAnalytics,
  list: { policy: "sessionloganalytics_get_list" },
  get: { policy: "sessionloganalytics_get" },
};
