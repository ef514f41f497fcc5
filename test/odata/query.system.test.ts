// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import type { BoundExpand, BoundQuery, Expression, QueryResult, Search } from "#domain/query/bound-query.ts";
import { lower, upper } from "#domain/query/code-points.ts";

import { evaluateQuery, type World } from "../support/evaluate-query.ts";
import { arithmetic, call, column, combined, compare, describe, over, query, value } from "../support/expressions.ts";
import { filterVectors } from "../support/filter-vectors.ts";
import { plantWorld, readWorld, visibleRows } from "../support/query-world.ts";
import { openTestStore, type TestStore } from "../support/store.ts";

let opened: TestStore;
let world: World;

beforeAll(async () => {
  opened = await openTestStore();
  await plantWorld(opened.store);
  world = await readWorld(opened.store);
});
afterAll(() => opened.close());

/** Returns a result as plain data, with the columns of the query. */
function plainly(asked: BoundQuery, { rows, more, count }: QueryResult): unknown {
  return {
    more,
    count,
    rows: rows.map(({ values, computed, position, expanded }) => ({
      values: Object.fromEntries(asked.columns.map((name) => [name, values[name]])),
      computed,
      position,
      expanded: Object.fromEntries(
        asked.expand.map(({ name, query: inner }) => [name, expanded[name] && plainly(inner, expanded[name])]),
      ),
    })),
  };
}

async function expectSame(
  asked: BoundQuery,
  visible: ReadonlyMap<string, Expression> = visibleRows(),
): Promise<number> {
  const inMemory = evaluateQuery(asked, world, { visible, now: Date.now() });
  const inDatabase = await opened.store.query(asked, visible);
  expect(plainly(asked, inDatabase)).toEqual(plainly(asked, inMemory));
  expect(await opened.store.countOf(asked, visible)).toBe(
    evaluateQuery({ ...asked, count: true }, world, { visible, now: Date.now() }).count,
  );
  return inMemory.rows.length;
}

test("there are at least 200 filter vectors", () => {
  expect(filterVectors.length).toBeGreaterThanOrEqual(200);
});

test.each(filterVectors.map((where) => [describe(where), where] as const))(
  "the same rows in the database and in memory: %s",
  async (_name, where) => {
    await expectSame(query("users", { where }));
  },
);

test("most filter vectors tell rows from each other", async () => {
  const all = world.rows("users").length;
  const asking = { visible: visibleRows(), now: Date.now() };
  const sizes = filterVectors.map((where) => evaluateQuery(query("users", { where }), world, asking).rows.length);
  expect(sizes.filter((size) => size > 0 && size < all).length).toBeGreaterThan(filterVectors.length * 0.7);
});

const byName = { expression: column("displayName"), descending: false };
const byKey = { expression: column("key"), descending: false };
const shown = ["key", "displayName", "locked", "lockedAt"];

test.each<readonly [string, BoundQuery]>([
  [
    "a page in the order of a column that may be null",
    query("users", { orderBy: [byName, byKey], top: 7, skip: 3, count: true }),
  ],
  ["a descending order", query("users", { columns: shown, orderBy: [{ ...byName, descending: true }, byKey], top: 5 })],
  [
    "an order by a computed value and over a path",
    query("users", {
      orderBy: [
        { expression: call("length", column("displayName", "string", ["manager"])), descending: true },
        { expression: call("tolower", column("displayName")), descending: false },
        byKey,
      ],
    }),
  ],
  [
    "an order by a condition and a count",
    query("users", {
      orderBy: [
        { expression: call("contains", column("displayName"), value("a")), descending: true },
        { expression: over("count", "accounts"), descending: true },
        byKey,
      ],
    }),
  ],
  [
    "computed values of every type",
    query("users", {
      computed: [
        { name: "upper", expression: call("toupper", column("displayName")) },
        { name: "day", expression: call("date", column("lockedAt", "moment")) },
        { name: "clock", expression: call("time", column("lockedAt", "moment")) },
        {
          name: "later",
          expression: arithmetic("add", column("lockedAt", "moment"), value(1000, "duration"), "moment"),
        },
        { name: "half", expression: arithmetic("divby", column("failures", "integer"), value(2), "decimal") },
        { name: "some", expression: over("any", "accounts") },
        { name: "many", expression: over("count", "accounts") },
        { name: "managerLocked", expression: column("locked", "boolean", ["manager"]) },
        { name: "fixed", expression: call("concat", value("a"), value("b")) },
      ],
    }),
  ],
  ["a page of none", query("users", { top: 0, count: true })],
  ["a skip behind the end", query("users", { top: 5, skip: 1000, count: true })],
])("the same answer in the database and in memory: %s", async (_name, asked) => {
  await expectSame(asked);
});

test.each<readonly [string, Search]>([
  ["a term", { kind: "term", text: "A" }],
  ["a phrase with wildcards", { kind: "term", text: "!%_" }],
  ["letters beyond ASCII", { kind: "term", text: "Ä" }],
  [
    "an or and a not",
    {
      kind: "or",
      of: [
        { kind: "term", text: "日本" },
        { kind: "not", of: { kind: "term", text: "1" } },
      ],
    },
  ],
  [
    "an and",
    {
      kind: "and",
      of: [
        { kind: "term", text: "id-" },
        { kind: "term", text: "b" },
      ],
    },
  ],
])("a search gives the same rows in the database and in memory: %s", async (_name, search) => {
  expect(await expectSame(query("users", { search }))).toBeGreaterThan(0);
});

function expand(relation: string, source: string, parts: Partial<BoundQuery> = {}): BoundExpand {
  const many = !["manager", "user", "targetSystem"].includes(relation);
  return { name: relation, relation, many, shape: "entities", query: query(source, parts) };
}

const byShortId = { expression: column("shortId"), descending: true };

test.each<readonly [string, readonly BoundExpand[]]>([
  ["all related rows", [expand("accounts", "accounts", { orderBy: [byShortId, byKey], columns: ["key", "enabled"] })]],
  ["a to-one relation", [expand("manager", "users", { columns: shown })]],
  [
    "a page per parent",
    [expand("accounts", "accounts", { top: 1, skip: 1, count: true, orderBy: [byShortId, byKey] })],
  ],
  ["none but the count", [expand("accounts", "accounts", { top: 0, count: true })]],
  ["a skip behind the end", [expand("accounts", "accounts", { skip: 9, count: true })]],
  [
    "a filter and a search",
    [
      expand("accounts", "accounts", {
        where: column("enabled", "boolean"),
        search: { kind: "term", text: "A" },
        count: true,
      }),
    ],
  ],
  ["numbers only", [{ ...expand("accounts", "accounts", { where: column("enabled", "boolean") }), shape: "count" }]],
  ["references", [{ ...expand("reports", "users", { top: 2 }), shape: "references" }]],
  [
    "levels and computed values",
    [
      expand("manager", "users", { expand: [expand("reports", "users", { top: 2, columns: ["key", "locked"] })] }),
      expand("accounts", "accounts", {
        columns: ["key", "enabled"],
        computed: [{ name: "of", expression: column("displayName", "string", ["user"]) }],
        expand: [
          expand("targetSystem", "targetSystems", { orderBy: [{ expression: column("id"), descending: false }] }),
          expand("groups", "groups", {
            top: 3,
            expand: [expand("members", "accounts", { top: 2, count: true, expand: [expand("user", "users")] })],
          }),
          expand("attributes", "accountAttributes", { count: true }),
        ],
      }),
    ],
  ],
])("an expansion gives the same rows in the database and in memory: %s", async (_name, items) => {
  await expectSame(query("users", { expand: items }));
  // The statement for one parent alone is a different one.
  for (const key of ["u006", "u015"]) {
    await expectSame(query("users", { where: compare("eq", column("key"), value(key)), expand: items }));
  }
});

test("values are decoded: truth, moments and objects", async () => {
  const asked = query("targetSystems", { columns: ["id", "enabled", "address", "proxyServers", "helpUrl"], top: 1 });
  const { rows } = await opened.store.query(
    { ...asked, orderBy: [{ expression: column("id"), descending: false }] },
    visibleRows(),
  );
  expect(rows[0]?.values).toMatchObject({
    id: "T1",
    enabled: true,
    address: { file: "T1" },
    proxyServers: [],
    helpUrl: null,
  });
});

test("the same literal at two places and two literals at the same places do not mix", async () => {
  const shared = value("a");
  const either = (left: Expression, right: Expression) =>
    query("users", {
      where: combined("or", compare("eq", column("displayName"), left), compare("eq", column("displayName"), right)),
    });
  expect(await expectSame(either(shared, shared))).toBe(1);
  expect(await expectSame(either(value("b"), value("C++")))).toBe(2);
});

test("every letter has the same small and the same capital letter in the database and in memory", async () => {
  const codePoints = Array.from({ length: 0x20_000 }, (_, index) => index + 1);
  const letters = codePoints
    .map((point) => String.fromCodePoint(point))
    .filter((letter) => /^\p{L}|\p{M}|\p{N}/u.test(letter));
  const text = letters.join("");
  await opened.store.transaction(() =>
    opened.store.save("accountAttributes", { key: "letters", accountKey: "none", name: "letters", value: text }),
  );
  const texts = [
    { name: "small", expression: call("tolower", column("value")) },
    { name: "capital", expression: call("toupper", column("value")) },
  ];
  const where = compare("eq", column("key"), value("letters"));
  const { rows } = await opened.store.query(query("accountAttributes", { where, computed: texts }), visibleRows());
  expect(rows[0]?.computed).toEqual({ small: lower(text), capital: upper(text) });
});

test("a function that no database runs alike is refused", async () => {
  const where = call("matchespattern", column("displayName"), value("^a"));
  await expect(opened.store.query(query("users", { where }), visibleRows())).rejects.toMatchObject({
    code: "NOT_SUPPORTED",
  });
});
