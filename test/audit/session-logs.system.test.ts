// @databases sqlite mariadb
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { BoundQuery } from "#domain/query/bound-query.ts";
import { always } from "#domain/query/condition.ts";
import { ManualClock } from "#platform/clock.ts";

import { openTestStore, type TestStore } from "../support/store.ts";

const start = Date.UTC(2030, 4, 31, 23, 59, 0);
const day = 86_400_000;
const clock = new ManualClock(start);
const visible = new Map([["all", always]]);

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore({ clock });
  const { store } = opened;
  const row = (part: object) => ({ sessid: "s1", operation: "OPER", result: "S" as const, actor: "ada", ...part });
  await store.transaction(async () => {
    for (let ms = 1; ms <= 20; ms++) await store.audit(row({ durationMs: ms, actor: ms % 2 ? "ada" : "ben" }));
    await store.audit(row({ durationMs: null }));
    await store.audit(row({ operation: "NEVER", result: "F", durationMs: null, actor: null }));
    clock.set(start + day);
    await store.audit(row({ sessid: "s2", durationMs: 7, ip: "::1" }));
  });
  while ((await store.auditChain.extend()) > 0);
});
afterAll(() => opened.close());

async function rowsOf(source: string, columns: readonly string[]) {
  const key = { kind: "column", type: "string", column: "key", scope: 0, via: [] } as const;
  const query: BoundQuery = {
    source,
    policy: "all",
    columns,
    computed: [],
    where: null,
    search: null,
    orderBy: [{ expression: key, descending: false }],
    top: 100,
    skip: 0,
    after: null,
    count: false,
    expand: [],
  };
  return (await opened.store.query(query, visible)).rows.map(({ values }) => values);
}

describe("the summary of a period", () => {
  const of = (from: number | null, to: number | null) => opened.store.summariseSessions({ from, to }, "ada");

  it("holds the rows from its beginning on and before its end, and all of them without either", async () => {
    const first = { sessions: 1, entries: 22, succeeded: 21, failed: 1, unknown: 0, distinctUsers: 2 };
    expect(await of(start, start + 1)).toEqual({ ...first, firstAt: start, lastAt: start });
    expect(await of(null, start + day)).toEqual({ ...first, firstAt: start, lastAt: start });
    const second = { ...first, entries: 1, succeeded: 1, failed: 0, distinctUsers: 1 };
    expect(await of(start + 1, null)).toEqual({ ...second, firstAt: start + day, lastAt: start + day });
    const both = { ...first, sessions: 2, entries: 23, succeeded: 22 };
    expect(await of(null, null)).toEqual({ ...both, firstAt: start, lastAt: start + day });
  });

  it("without a row is empty", async () => {
    const none = { sessions: 0, entries: 0, succeeded: 0, failed: 0, unknown: 0, distinctUsers: 0 };
    expect(await of(start + 1, start + day)).toEqual({ ...none, firstAt: null, lastAt: null });
  });
});

describe("the figures of the audit", () => {
  it("count per day, operation and result, with nearest-rank percentiles of those that have a duration", async () => {
    const columns = ["key", "day", "operation", "result", "count", "distinctUsers", "p50", "p95"];
    expect(await rowsOf("sessionLogAnalytics", columns)).toEqual([
      {
        key: "2030-05-31-NEVER-F",
        day: "2030-05-31",
        operation: "NEVER",
        result: "F",
        count: 1,
        distinctUsers: 0,
        p50: null,
        p95: null,
      },
      {
        key: "2030-05-31-OPER-S",
        day: "2030-05-31",
        operation: "OPER",
        result: "S",
        count: 21,
        distinctUsers: 2,
        p50: 10,
        p95: 19,
      },
      {
        key: "2030-06-01-OPER-S",
        day: "2030-06-01",
        operation: "OPER",
        result: "S",
        count: 1,
        distinctUsers: 1,
        p50: 7,
        p95: 7,
      },
    ]);
  });

  it("give a header per session", async () => {
    const columns = ["key", "startedAt", "lastAt", "node", "ip", "entries", "failures"];
    expect(await rowsOf("sessionLogs", columns)).toEqual([
      { key: "s1", startedAt: start, lastAt: start, node: "node1", ip: null, entries: 22, failures: 1 },
      { key: "s2", startedAt: start + day, lastAt: start + day, node: "node1", ip: "::1", entries: 1, failures: 0 },
    ]);
  });

  it("sum up all sessions in one row", async () => {
    expect(
      await rowsOf("sessionLogSummary", ["sessions", "entries", "succeeded", "failed", "unknown", "firstAt"]),
    ).toEqual([
      expect.objectContaining({ sessions: 2, entries: 23, succeeded: 22, failed: 1, unknown: 0, firstAt: start }),
    ]);
  });
});
