// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import type {
  BoundExpand,
  BoundQuery,
  Expression,
  OrderClause,
  QueryResult,
  Scalar,
} from "#domain/query/bound-query.ts";
import { eq, never } from "#domain/query/condition.ts";
import { createRandom } from "#domain/random.fixture.ts";

import { countStatements } from "../support/count-statements.ts";
import { call, column, compare, open, over, query, value } from "../support/expressions.ts";
import { visibleRows } from "../support/query-world.ts";
import { openTestStore, type TestStore } from "../support/store.ts";

let opened: TestStore;

const people = 1200;
// An added row must be a new one: a row that moves is not untouched.
let born = people;
const keyOf = (index: number) => `p${String(index).padStart(4, "0")}`;

beforeAll(async () => {
  opened = await openTestStore();
  const random = createRandom(7);
  await opened.store.transaction(async () => {
    for (let index = 0; index < people; index++) await savePerson(index, random.below(40));
  });
});
afterAll(() => opened.close());

async function savePerson(index: number, name: number): Promise<void> {
  const { store } = opened;
  const displayName = name < 8 ? null : `name ${name}`;
  await store.save("users", { key: keyOf(index), id: `id${index}`, displayName, managerKey: keyOf(index % 3) });
  const names = { stableId: `s${index}`, longId: "l", shortId: `s${index}`, displayId: "d" };
  const account = { targetSystemKey: `T${index % 2}`, userKey: keyOf(index), enabled: index % 2 === 0, ...names };
  await store.save("accounts", { key: `a${keyOf(index)}`, ...account });
}

const byKey: OrderClause = { expression: column("key"), descending: false };
const byName: OrderClause = { expression: column("displayName"), descending: false };

const down = (clause: OrderClause): OrderClause => ({ ...clause, descending: true });

const orders: readonly (readonly [string, readonly OrderClause[]])[] = [
  ["the key", [byKey]],
  ["the key downwards", [down(byKey)]],
  ["a column that may be null", [byName, byKey]],
  ["a column that may be null, downwards", [down(byName), byKey]],
  ["both directions", [byName, down(byKey)]],
  [
    "a calculated value",
    [down({ expression: call("length", column("displayName")), descending: false }), byName, byKey],
  ],
  ["a path", [{ expression: column("displayName", "string", ["manager"]), descending: true }, down(byName), byKey]],
];

test.each(orders)(
  "walking pages by %s while rows come and go: none twice, no untouched one lost",
  async (_name, orderBy) => {
    const { store } = opened;
    const untouched = new Set((await store.select("users")).map(({ key }) => key));
    const seen: string[] = [];
    let after: readonly Scalar[] | null = null;
    for (let page = 0; ; page++) {
      const asked = query("users", { orderBy, top: 50, after });
      const result: QueryResult = await store.query(asked, visibleRows());
      seen.push(...result.rows.map(({ values }) => String(values["key"])));
      if (!result.more) break;
      after = result.rows.at(-1)?.position ?? null;
      await changeRows(page, untouched);
    }
    expect(new Set(seen).size).toBe(seen.length);
    const found = new Set(seen);
    expect([...untouched].filter((key) => !found.has(key))).toEqual([]);
  },
);

/** Adds rows before and after the page, and removes others. */
async function changeRows(page: number, untouched: Set<string>): Promise<void> {
  const { store } = opened;
  await store.transaction(async () => {
    for (const name of [1, 5, 9, 25, 39]) await savePerson((born += 1), name);
    for (const key of [...untouched].filter((_, index) => index % 97 === page % 97).slice(0, 3)) {
      if ([keyOf(0), keyOf(1), keyOf(2)].includes(key)) continue;
      untouched.delete(key);
      await store.remove("users", key);
    }
  });
}

function expand(relation: string, source: string, parts: Partial<BoundQuery> = {}): BoundExpand {
  const many = relation === "accounts" || relation === "reports";
  return { name: relation, relation, many, shape: "entities", query: query(source, parts) };
}

const target = expand("targetSystem", "targetSystems", {
  orderBy: [{ expression: column("id"), descending: false }],
});

test.each<readonly [string, number, readonly BoundExpand[], number]>([
  ["one level", 100, [expand("accounts", "accounts")], 2],
  ["two levels", 100, [expand("accounts", "accounts", { expand: [target] })], 3],
  ["two navigations", 100, [expand("accounts", "accounts"), expand("manager", "users")], 3],
  ["a nested page with count", 100, [expand("accounts", "accounts", { top: 1, count: true })], 2],
  ["500 parents", 500, [expand("accounts", "accounts")], 2],
  ["501 parents", 501, [expand("accounts", "accounts")], 3],
  [
    "1,001 parents on each of two levels",
    1001,
    [expand("accounts", "accounts", { expand: [expand("user", "users")] })],
    7,
  ],
  [
    "five levels",
    100,
    [
      expand("accounts", "accounts", {
        expand: [
          expand("user", "users", {
            expand: [expand("manager", "users", { expand: [expand("accounts", "accounts", { expand: [target] })] })],
          }),
        ],
      }),
    ],
    6,
  ],
])("the number of statements of an expansion: %s", async (_name, top, items, most) => {
  const asked = query("users", { top, expand: items });
  const statements = await countStatements(opened, () => opened.store.query(asked, visibleRows()));
  expect(statements).toBeGreaterThan(1);
  expect(statements).toBeLessThanOrEqual(most);
});

test("an expansion gives 10,000 rows at most and says that more follow", async () => {
  const reports = expand("reports", "users", {
    expand: [expand("manager", "users", { expand: [expand("reports", "users")] })],
  });
  const { rows } = await opened.store.query(query("users", { top: 3, expand: [reports] }), visibleRows());
  const all = rows.flatMap((row) => row.expanded["reports"]?.rows ?? []);
  expect(all.length).toBeGreaterThan(people - 100);
  const below = (parts: Partial<BoundQuery>) =>
    query("targetSystems", {
      orderBy: [{ expression: column("id"), descending: false }],
      expand: [expand("accounts", "accounts", parts)],
    });
  await opened.store.transaction(async () => {
    for (const id of ["T0", "T1"])
      await opened.store.save("targetSystems", {
        id,
        type: "x",
        description: id,
        address: {},
        targetGroup: "DEFAULT",
        mode: "automatic",
        proxyServers: [],
      });
    for (let index = 0; index < 10_100; index++) {
      const names = { stableId: `w${index}`, longId: "l", shortId: "s", displayId: "d" };
      await opened.store.save("accounts", { key: `x${index}`, targetSystemKey: "T0", ...names });
    }
  });
  for (const parts of [{}, { top: 20_000 }]) {
    const { rows: targets } = await opened.store.query(below(parts), visibleRows());
    const [first, second] = targets.map((row) => row.expanded["accounts"]);
    expect((first?.rows.length ?? 0) + (second?.rows.length ?? 0)).toBe(10_000);
    expect(first?.more).toBe(true);
    expect(second?.more).toBe(true);
  }
});

const hidden: Expression = eq("enabled", true);

test("hidden rows reveal nothing by any, all, count, expand, order, path or search", async () => {
  const { store } = opened;
  const visible = visibleRows({ enabledOnly: hidden, none: never });
  const counted = (where: BoundQuery["where"], policy = open) =>
    store.countOf(query("users", { where, policy }), visible);
  const hiddenAccount = compare("eq", column("shortId", "string", [], 1), value("s1"));
  const shownAccount = compare("eq", column("shortId", "string", [], 1), value("s2"));
  expect(await counted(over("any", "accounts", shownAccount, { policy: "enabledOnly" }))).toBe(1);
  expect(await counted(over("any", "accounts", hiddenAccount, { policy: "enabledOnly" }))).toBe(0);
  expect(await counted(over("any", "accounts", null, { policy: "none" }))).toBe(0);
  expect(await counted(over("any", "accounts", null, { policy: "unheard" }))).toBe(0);
  const many = compare("eq", over("count", "accounts", null, { policy: "none" }), value(0));
  expect(await counted(many)).toBe(await store.count("users"));
  const all = over("all", "accounts", compare("ne", column("shortId", "string", [], 1), value("s1")), {
    policy: "enabledOnly",
  });
  expect(await counted(all)).toBe(await store.count("users"));
  expect(await counted(null, "none")).toBe(0);

  const via = {
    kind: "column",
    type: "string",
    column: "id",
    scope: 0,
    via: [{ relation: "manager", policy: "none" }],
  } as const;
  expect(await counted(compare("eq", via, value("id1")))).toBe(0);
  expect(await counted(compare("eq", via, value(null)))).toBe(await store.count("users"));
  const ordered = query("users", { orderBy: [{ expression: via, descending: true }, byKey], top: 9 });
  const plainly = query("users", { top: 9 });
  const keys = ({ rows }: QueryResult) => rows.map(({ values }) => values["key"]);
  expect(keys(await store.query(ordered, visible))).toEqual(keys(await store.query(plainly, visible)));
  expect((await store.query(ordered, visible)).rows[0]?.position[0]).toBeNull();

  const secret = await store.query(
    query("users", { policy: "none", search: { kind: "term", text: "id" }, count: true }),
    visible,
  );
  expect(secret).toEqual({ rows: [], more: false, count: 0 });
});

test("an expansion shows only what its policy shows, in its rows, pages and counts", async () => {
  const visible = visibleRows({ enabledOnly: hidden });
  for (const parts of [{}, { count: true }, { top: 1, count: true }]) {
    const items = [expand("accounts", "accounts", { ...parts, policy: "enabledOnly" })];
    const { rows } = await opened.store.query(query("users", { top: 4, expand: items }), visible);
    expect(rows).toHaveLength(4);
    for (const { values, expanded } of rows) {
      const shown = Number(String(values["key"]).slice(1)) % 2 === 0 ? 1 : 0;
      expect(expanded["accounts"]).toMatchObject({ more: false, count: "count" in parts ? shown : null });
      expect(expanded["accounts"]?.rows).toHaveLength(shown);
    }
  }
});
