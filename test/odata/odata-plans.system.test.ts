// @databases sqlite mariadb
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { bindRead } from "#api/odata/bind/bind-read.ts";
import { orderableNames } from "#api/odata/bind/order-allowed.ts";
import type { EntitySet } from "#api/odata/entity-set.ts";
import { createModel } from "#api/odata/model/model.ts";
import { parseQuery } from "#api/odata/syntax/parse-query.ts";
import { entitySets } from "#api/v2/routes.ts";
import type { BoundQuery } from "#domain/query/bound-query.ts";
import { always } from "#domain/query/condition.ts";
import { foldQuery } from "#domain/query/fold.ts";
import { orderedColumns } from "#domain/resources/ordered-columns.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { compileQuery, withSearch } from "#store/query/compile-query.ts";
import { sourceOf } from "#store/query/sources.ts";
import { unitedParts } from "#store/query/united-rows.ts";
import { boundValues } from "#store/sql/sql.ts";
import { testDatabase } from "#test/support/database.ts";
import { prepareMigratedDatabase } from "#test/support/empty-database.ts";

const fewRows = 1000;
const folder = mkdtempSync(join(tmpdir(), "gatehouse-plans-"));
const model = createModel(entitySets);
let database: Database;
let remove: () => Promise<void>;

beforeAll(async () => {
  const made = await testDatabase(folder);
  remove = made.remove;
  await prepareMigratedDatabase(made.url);
  database = openDatabase({ databaseUrl: made.url });
  const tables = [...Object.keys(orderedColumns), "requestAuthorizers"].flatMap(
    (source) => unitedParts(source)?.map(({ table }) => table) ?? sourceOf(source).table,
  );
  for (const table of new Set(tables)) await fill(table);
});
afterAll(async () => {
  await database.close();
  await remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Fills a table with rows, each of which has values of its own. */
async function fill(table: string): Promise<void> {
  const isSqlite = database.dialect.name === "sqlite";
  const names = isSqlite
    ? await database.read(`PRAGMA table_info(\`${table}\`)`, [])
    : await database.read(`SHOW COLUMNS FROM \`${table}\``, []);
  const columns = names.map((row) => ({
    name: String(row["name"] ?? row["Field"]),
    isText: /char|text/i.test(String(row["type"] ?? row["Type"])),
    isShort: /char\([1-6]\)/i.test(String(row["type"] ?? row["Type"])),
    isFlag: /tinyint/i.test(String(row["type"] ?? row["Type"])),
  }));
  const text = isSqlite ? "'k' || n" : "CONCAT('k', n)";
  const values = columns.map(({ isText, isShort, isFlag }) => {
    if (isShort) return "'k'";
    if (isText) return text;
    return isFlag ? "1" : "n";
  });
  const digits = "WITH RECURSIVE digits AS (SELECT 0 AS d UNION ALL SELECT d + 1 FROM digits WHERE d < 149)";
  const numbers = "(SELECT a.d * 150 + b.d AS n FROM digits a, digits b) AS numbers";
  const list = columns.map(({ name }) => `\`${name}\``).join(", ");
  const select = `${digits} SELECT ${values.join(", ")} FROM ${numbers}`;
  await database.transactions.run(() => database.write(`INSERT INTO \`${table}\` (${list}) ${select}`, []));
  await database.read(isSqlite ? "SELECT 1" : `ANALYZE TABLE \`${table}\``, []);
}

/** Returns the plan of the database for a query. */
async function planOf(set: EntitySet, text: string, after: BoundQuery["after"] = null): Promise<readonly string[]> {
  const { query } = bindRead(model, { set, policy: "all", result: "many" }, parseQuery(text));
  const whole = foldQuery(withSearch({ ...query, top: query.top ?? 100, after }), 0);
  const visible = new Map(everyPolicy.map((name) => [name, always]));
  const { rows } = compileQuery(whole, { dialect: database.dialect, visible });
  const values = boundValues(rows, ["k7", "k7"]);
  if (database.dialect.name === "sqlite") {
    const steps = await database.read(`EXPLAIN QUERY PLAN ${rows.text}`, values);
    return steps.map(({ detail }) => String(detail));
  }
  const all = await database.read(`EXPLAIN ${rows.text}`, values);
  // Few rows may be sorted; steps that grow with the table may not.
  const steps = all.filter((row) => Number(row["rows"]) > fewRows);
  return steps.map(
    (row) =>
      `${String(row["table"])} ${String(row["type"])} ${String(row["key"])} ${String(row["rows"])} ${String(row["Extra"])}`,
  );
}

const everyPolicy = [
  "all",
  ...entitySets.flatMap(({ navigation = [] }) => navigation.flatMap(({ list, get }) => [list?.policy, get?.policy])),
].filter((name) => name !== undefined);

const sorting = /TEMP B-TREE FOR ORDER BY|filesort|temporary/i;
const readingAll = /^SCAN (?!.*USING)|^ALL /;

const sets = entitySets.filter(({ source }) => source !== undefined && Object.hasOwn(orderedColumns, source));
const setNamed = (name: string) => sets.find((set) => set.name === name) as EntitySet;

describe("an order that a set of many entities allows", () => {
  it("is allowed for all those sets alone whose columns are declared", () => {
    expect([...new Set(sets.map(({ source }) => source))].toSorted()).toEqual(Object.keys(orderedColumns).toSorted());
    for (const set of sets) {
      const declared = orderedColumns[set.source as keyof typeof orderedColumns] ?? [];
      const shown = declared.filter((name) => Object.hasOwn(set.type.properties, name));
      expect(set.allowedOrderByPropertiesList).toEqual(shown);
    }
  });

  it.each(
    sets.flatMap((set) => orderableNames(set).flatMap((name) => ["", " desc"].map((way) => [set.name, name + way]))),
  )("/v2/%s?$orderby=%s is read along an index, also behind a page", async (name, order) => {
    const set = setNamed(name);
    const after = order?.startsWith("key") ? ["key7"] : ["key7", "key7"];
    for (const position of [null, after]) {
      const plan = await planOf(set, `$orderby=${order}`, position);
      expect([
        order,
        plan.filter((step) => sorting.test(step) || (position === null && readingAll.test(step))),
      ]).toEqual([order, []]);
    }
  });

  it.each([
    ["accounts", "displayId"],
    ["accounts", "user/displayName"],
    ["accounts", "tolower(shortId)"],
    ["users", "accounts/$count"],
    ["requests", "reason"],
  ])("is no other one: /v2/%s?$orderby=%s is refused with the list", async (name, order) => {
    const refused = planOf(setNamed(name), `$orderby=${order}`);
    await expect(refused).rejects.toMatchObject({ code: "ORDER_BY_NOT_ALLOWED" });
    await expect(refused).rejects.toThrow(setNamed(name).allowedOrderByPropertiesList?.join(", "));
  });
});

describe("a look-up by a name", () => {
  it.each([
    ["accounts", "$filter=shortId eq 'k7'"],
    ["accounts", "$filter=shortId in ('k7','k8')"],
    ["accounts", "$filter=shortId eq 'k7' and enabled eq true&$orderby=shortId"],
    ["accounts", "$filter=startswith(shortId,'k77')"],
    ["groups", "$filter=shortId eq 'k7'"],
    ["users", "$filter=id eq 'k7'"],
    ["users", "$filter=accounts/any(a:a/shortId eq 'k7')"],
    ["users", "$filter=accounts/any(a:a/shortId eq 'k7' and a/enabled eq true)&$orderby=id"],
    ["users", "$filter=accounts/any(a:a/shortId in ('k7','k8'))"],
    ["groups", "$filter=members/any(m:m/shortId eq 'k7')"],
    ["requests", "$filter=number eq 'k7'"],
    ["requests", "$filter=waitsForMe eq true"],
    ["requests", "$filter=waitsForMe and status eq 'W'&$orderby=createdAt desc"],
  ])("/v2/%s?%s reads no table from end to end", async (name, text) => {
    const plan = await planOf(setNamed(name), text);
    expect(plan.filter((step) => database.dialect.name === "mariadb" || readingAll.test(step))).toEqual([]);
  });
});
