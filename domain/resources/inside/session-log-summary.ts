import { guid, integer, time } from "../format/builders.ts";
import { resource } from "../format/resource.ts";

/** Totals of all sessions, in one row. */
export const sessionLogSummary = resource("sessionLogSummary", {
  class: "derived",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    sessions: integer(),
    entries: integer(),
    succeeded: integer(),
    failed: integer(),
    unknown: integer(),
    distinctUsers: integer(),
    firstAt: time().optional(),
    lastAt: time().optional(),
  },
});
