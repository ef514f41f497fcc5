import { integer, optional, table, text, time } from "./columns.ts";

/** Views of the database: read like tables by queries, written by nobody. Their texts are in the migrations. */
export const views = {
  /** A row per session: what all its audit rows have in common, and how many there are. */
  sessionLogs: table({
    class: "append",
    primaryKey: "key",
    columns: {
      key: text(),
      startedAt: time(),
      lastAt: time(),
      node: text(40),
      module: text(20),
      actor: optional(text()),
      ip: optional(text(60)),
      entries: integer(),
      failures: integer(),
    },
  }),
  /** One row: what all sessions together did. */
  sessionLogSummary: table({
    class: "append",
    primaryKey: "key",
    columns: {
      key: text(),
      sessions: integer(),
      entries: integer(),
      succeeded: integer(),
      failed: integer(),
      unknown: integer(),
      distinctUsers: integer(),
      firstAt: optional(time()),
      lastAt: optional(time()),
    },
  }),
  /** A row per day, operation and result: how often, by how many, and how long it took. */
  sessionLogAnalytics: table({
    class: "append",
    primaryKey: "key",
    columns: {
      key: text(),
      day: text(10),
      operation: text(60),
      result: text(1),
      count: integer(),
      distinctUsers: integer(),
      p50: optional(integer()),
      p95: optional(integer()),
    },
  }),
};

/** The name of a view. */
export type ViewName = keyof typeof views;
