import { text, oneOf, day, integer } from "./format/builders.ts";
import { index, resource } from "./format/resource.ts";

/** Daily statistics of each operation and result: how often, by how many users, and how long it took. */
export const sessionLogAnalytics = resource("sessionLogAnalytics", {
  class: "derived",
  key: "key",
  entity: { type: "SessionLogAnalytics", key: "sessionLogAnalyticsKey" },
  properties: {
    key: text().ordered().shown("Its key."),
    day: day().ordered().policy().shown("The day, in UTC."),
    operation: text(60).policy().shown("What was done, as a code."),
    result: oneOf(["S", "F", "N"], 1)
      .policy()
      .shown("Whether it was done (S), failed or refused (F), or is not known (N)."),
    count: integer().policy().shown("How often."),
    distinctUsers: integer().shown("By how many people."),
    p50: integer().optional().shown("Milliseconds within which half of the calls were done; null = not measured."),
    p95: integer().optional().shown("Milliseconds within which 95 of 100 calls were done; null = not measured."),
    /** 1 once the day is over and counted. */
    closed: integer(),
  },
  indexes: [index("day")],
  policies: {
    sessionLogDay: {},
  },
});
