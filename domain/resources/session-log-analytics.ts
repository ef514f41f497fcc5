import { text, oneOf, day, integer } from "./format/builders.ts";
import { index, resource } from "./format/resource.ts";

/** Daily statistics of each operation and result: how often, by how many users, and how long it took. */
export const sessionLogAnalytics = resource("sessionLogAnalytics", {
  class: "derived",
  holds: "data",
  key: "key",
  entity: { type: "SessionLogAnalytics", key: "sessionLogAnalyticsKey" },
  properties: {
    key: text().ordered().shown("Key of the row."),
    day: day().ordered().policy().shown("Day, in UTC."),
    operation: text(60).policy().shown("Code of the operation."),
    result: oneOf(["S", "F", "N"], 1).policy().shown("Result: successful (S), failed or refused (F), or unknown (N)."),
    count: integer().policy().shown("Number of calls."),
    distinctUsers: integer().shown("Number of different users."),
    p50: integer().optional().shown("Median duration of the calls, in milliseconds; null if not measured."),
    p95: integer()
      .optional()
      .shown("Duration of the calls at the 95th percentile, in milliseconds; null if not measured."),
    /** 1 once the day is over and counted. */
    closed: integer(),
  },
  indexes: [index("day")],
  policies: {
    sessionLogDay: {},
  },
});
