// @databases sqlite mariadb
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { bindRead } from "#api/odata/bind/bind-read.ts";
import type { EntitySet } from "#api/odata/entity-set.ts";
import { createModel } from "#api/odata/model/model.ts";
import { parseQuery } from "#api/odata/syntax/parse-query.ts";
import { entitySets } from "#api/v2/routes.ts";
import { policyOf } from "#domain/policy-name.ts";
import { foldQuery } from "#domain/query/fold.ts";
import { defaultPolicies } from "#policies/default-policies.ts";
import { createPolicyEngine } from "#policies/engine.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { compileQuery, withSearch } from "#store/query/compile-query.ts";
import { boundValues } from "#store/sql/sql.ts";
import { testDatabase } from "#test/support/database.ts";
import { prepareMigratedDatabase } from "#test/support/empty-database.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-checkout-plans-"));
const model = createModel(entitySets);
const policies = createPolicyEngine(defaultPolicies);
const set = entitySets.find(({ name }) => name === "checkouts") as EntitySet;
// With fewer rows many a server may find it cheaper to read and sort all.
const rows = 22_500;
let database: Database;
let remove: () => Promise<void>;

beforeAll(async () => {
  const made = await testDatabase(folder);
  remove = made.remove;
  await prepareMigratedDatabase(made.url);
  database = openDatabase({ databaseUrl: made.url });
  const times = { requestedAt: "n", checkedOutAt: "n", expiresAt: "n", minutes: "60", extensions: "0" };
  const keys = { key: "text(k)", managedAccountKey: "text(a, 100)", policyId: "text(p, 5)", userKey: "text(u, 200)" };
  const status = "CASE n % 50 WHEN 0 THEN 'checkedOut' ELSE 'checkedIn' END";
  await fill("checkouts", rows, { ...keys, ...times, reason: "'why'", status });
  const right = { key: "text(r)", policyId: "text(p)", right: "'see'", userClassId: "text(c)", grantedAt: "1" };
  await fill("checkoutRights", 5, right);
  await fill("userClassMembers", 50, { key: "text(x)", userClassId: "text(c, 5)", userKey: "text(m)" });
});
afterAll(async () => {
  await database.close();
  await remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Fills a table with a number of rows, each column from the number `n` of its row. */
async function fill(table: string, count: number, columns: Readonly<Record<string, string>>): Promise<void> {
  const isSqlite = database.dialect.name === "sqlite";
  const stamps = { lastUpdatedModule: "'load'", lastUpdatedNode: "'node1'", version: "1", _v: "'{}'" };
  const all = Object.entries({ ...columns, ...stamps });
  const textOf = (value: string) =>
    value.replaceAll(/text\((.)(?:, (\d+))?\)/g, (_, letter: string, most?: string) => {
      const number = most === undefined ? "n" : `(n % ${most})`;
      return isSqlite ? `'${letter}' || ${number}` : `CONCAT('${letter}', ${number})`;
    });
  const names = all.map(([name]) => `\`${name}\``).join(", ");
  const values = all.map(([, value]) => textOf(value)).join(", ");
  const digits = "WITH RECURSIVE digits AS (SELECT 0 AS d UNION ALL SELECT d + 1 FROM digits WHERE d < 149)";
  const numbers = "(SELECT a.d * 150 + b.d AS n FROM digits a, digits b) AS numbers";
  const select = `${digits} SELECT ${values} FROM ${numbers} WHERE n < ${count}`;
  await database.transactions.run(() => database.write(`INSERT INTO \`${table}\` (${names}) ${select}`, []));
  if (!isSqlite) await database.read(`ANALYZE TABLE \`${table}\``, []);
}

/** A user with check-outs and without permissions, a user who may see all of a policy, and a superuser. */
const callers = {
  holder: { key: "u7", id: "u7", superuser: false, classes: [] },
  watcher: { key: "m1", id: "m1", superuser: false, classes: [] },
  superuser: { key: "root", id: "root", superuser: true, classes: [] },
} as const;

async function planOf(who: keyof typeof callers, text: string): Promise<readonly string[]> {
  const { query } = bindRead(model, { set, policy: "all", result: "many" }, parseQuery(text));
  const whole = foldQuery(withSearch({ ...query, top: query.top ?? 100 }), 0);
  const visible = new Map([["all", policies.rowPredicate(policyOf.list("checkouts"), callers[who])]]);
  const compiled = compileQuery(whole, { dialect: database.dialect, visible }).rows;
  const values = boundValues(compiled, []);
  if (database.dialect.name === "sqlite") {
    const steps = await database.read(`EXPLAIN QUERY PLAN ${compiled.text}`, values);
    return steps.map(({ detail }) => String(detail));
  }
  const steps = await database.read(`EXPLAIN ${compiled.text}`, values);
  return steps.map((row) => ["table", "type", "key", "rows", "Extra"].map((name) => String(row[name])).join(" "));
}

const someKey = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const filters = {
  all: "",
  status: "$filter=status eq 'checkedIn'&",
  person: `$filter=userKey eq ${someKey}&`,
  account: `$filter=managedAccountKey eq ${someKey}&`,
} as const;

const sorting = /TEMP B-TREE FOR ORDER BY|filesort|temporary/i;
const readingAll = /^SCAN (?!.*USING)|^t0 ALL /;

it.each(Object.keys(callers) as (keyof typeof callers)[])(
  "check-outs are read by %s in the order of their asking along an index, whatever they are filtered by",
  async (who) => {
    for (const [name, filter] of Object.entries(filters))
      for (const way of ["", " desc"]) {
        const plan = await planOf(who, `${filter}$orderby=requestedAt${way}`);
        // The plan for a policy that shows no row would prove nothing.
        expect(plan.join()).toMatch(/checkouts_(status|user_key|managed_account_key|requested_at)/i);
        expect([name, way, plan.filter((step) => sorting.test(step) || readingAll.test(step))]).toEqual([
          name,
          way,
          [],
        ]);
      }
  },
);
