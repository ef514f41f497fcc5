import { expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import type { BoundQuery, Expression } from "#domain/query/bound-query.ts";
import { always, anyOf, eq, never, related } from "#domain/query/condition.ts";

import type { Database } from "../database.ts";
import type { SqlValue } from "../sql/sql.ts";
import { sqlite } from "../sql/sqlite.ts";
import { createQuerying } from "./create-querying.ts";

const policy = policyOf.list("accounts");
const key: Expression = { kind: "column", type: "guid", column: "key", scope: 0, via: [] };

function query(where: Expression | null): BoundQuery {
  const orderBy = [{ expression: key, descending: false }];
  const page = { top: 10, skip: 0, after: null, count: false };
  return {
    source: "accounts",
    policy,
    columns: ["key"],
    computed: [],
    where,
    search: null,
    orderBy,
    ...page,
    expand: [],
  };
}

function asked() {
  const statements: { sql: string; values: readonly SqlValue[] }[] = [];
  let now = Date.UTC(2030, 0, 1);
  const database = {
    dialect: sqlite,
    readFor: async (_owner: string, sql: string, values: readonly SqlValue[] = []) => {
      statements.push({ sql, values });
      return [];
    },
  } as unknown as Database;
  const { query: run } = createQuerying(database, { now: () => now });
  return { run, statements, goOn: (ms: number) => (now += ms) };
}

const visible = (predicate: Expression) => new Map([[policy, predicate]]);
const ownedBy = (user: string): Expression => eq("userKey", user);

test("the same query is asked under the row policy of each caller", async () => {
  const { run, statements } = asked();
  const same = query(null);
  for (const predicate of [ownedBy("ada"), ownedBy("ben"), always, never]) {
    await run(same, visible(predicate));
  }
  await run(same, new Map());
  expect(statements.map(({ values }) => values.filter((value) => value === "ada" || value === "ben"))).toEqual([
    ["ada"],
    ["ben"],
    [],
    [],
    [],
  ]);
  expect(statements[0]?.sql).toBe(statements[1]?.sql);
  expect(statements[2]?.sql).not.toContain("userKey");
  expect(statements[3]?.sql).toContain("1 = 0");
  expect(statements[4]?.sql).toBe(statements[3]?.sql);
});

test("rows whose link may be null are looked up from the other side, and the condition is never null", async () => {
  const { run, statements } = asked();
  const grants = policyOf.list("grants");
  const ofReports = anyOf(ownedBy("ada"), related("user", eq("managerKey", "ada")));
  const all = { ...query(null), source: "grants", policy: grants };
  await run(all, new Map([[grants, ofReports]]));
  expect(statements[0]?.sql).toMatch(/\(t0\.`userKey` IS NOT NULL AND t0\.`userKey` IN \(SELECT /);
});

test("a parameter takes the value of its call, and must have one", async () => {
  const { run, statements } = asked();
  const right: Expression = { kind: "literal", type: "guid", value: "", parameter: 0 };
  const one = query({ kind: "compare", operator: "eq", left: key, right });
  const rows = visible(always);
  await run(one, rows, ["first"]);
  await run(one, rows, ["second"]);
  expect(statements.map(({ values }) => values.includes("first"))).toEqual([true, false]);
  expect(statements.map(({ values }) => values.includes("second"))).toEqual([false, true]);
  await expect(run(one, rows)).rejects.toThrow(RangeError);
});

test("what depends on the time is reckoned at each call", async () => {
  const { run, statements, goOn } = asked();
  const left: Expression = { kind: "column", type: "moment", column: "lastPasswordChange", scope: 0, via: [] };
  const right: Expression = { kind: "call", name: "now", type: "moment", arguments: [] };
  const old = query({ kind: "compare", operator: "lt", left, right });
  await run(old, visible(always));
  goOn(5000);
  await run(old, visible(always));
  const times = statements.map(({ values }) => values.find((value) => typeof value === "number" && value > 1e12));
  expect(Number(times[1]) - Number(times[0])).toBe(5000);
});
