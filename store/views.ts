import { integer, optional, table, text, time } from "./columns.ts";

/**
 * What the store itself derives from the audit rows, in bounded batches and at most seconds behind them: read like tables
 * by queries, written by `audit-figures.ts` and `sessions.ts` only.
 */
export const views = {
  /** A row per session: how it began and ended, and how many audit rows were written under it. */
  sessionLogs: table({
    class: "append",
    primaryKey: "key",
    columns: {
      key: text(),
      door: optional(text(20)),
      startedAt: time(),
      lastAt: time(),
      expiresAt: optional(time()),
      endedAt: optional(time()),
      endReason: optional(text(20)),
      node: text(40),
      module: text(20),
      actor: optional(text()),
      clientId: optional(text()),
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

/** The name of one of them. */
export type ViewName = keyof typeof views;
