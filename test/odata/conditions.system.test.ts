// @databases sqlite mariadb
import { inspect } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { Expression } from "#domain/query/bound-query.ts";
import {
  allOf,
  always,
  anyOf,
  comparing,
  eq,
  isAlways,
  isNever,
  ne,
  noneOf,
  oneOf,
  related,
  startsWith,
} from "#domain/query/condition.ts";
import { printExpression } from "#domain/query/print-expression.ts";
import { createRandom, type Random } from "#domain/random.fixture.ts";
import { systemClock } from "#platform/clock.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { createConditionReads } from "#store/query/condition-reads.ts";
import { createQuerying } from "#store/query/create-querying.ts";
import { sourceOf } from "#store/query/sources.ts";
import type { Dialect } from "#store/sql/dialect.ts";
import { raw, sql } from "#store/sql/sql.ts";

import { evaluateQuery, type World } from "../support/evaluate-query.ts";
import { query } from "../support/expressions.ts";
import { inParallel } from "../support/in-parallel.ts";
import { oddTexts, plantWorld, readWorld, visibleRows } from "../support/query-world.ts";
import { RandomExpressions } from "../support/random-expression.ts";
import { openTestStore, type TestStore } from "../support/store.ts";
import { testSize } from "../support/test-size.ts";

const conditions = testSize(500, 100_000);
/** Number of conditions, of ten, that look like those of policies, import rules and operations. */
const ownOfTen = 3;
const together = 8;
const minutes = 60_000;

let opened: TestStore;
let world: World;
let database: Database;

beforeAll(async () => {
  opened = await openTestStore();
  await plantWorld(opened.store);
  world = await readWorld(opened.store);
  database = openDatabase({ databaseUrl: opened.databaseUrl });
});
afterAll(async () => {
  await database.close();
  await opened.close();
});

interface Asked {
  readonly source: string;
  readonly where: Expression;
  /** True for a condition of the service itself; others run as a caller's, under row policies. */
  readonly own: boolean;
  readonly open: Expression;
}

/** Yields the conditions, the same ones for the same seed. */
function* generated(random: Random): Generator<Asked> {
  const expressions = new RandomExpressions(random);
  for (;;) {
    const source = random.pick(["users", "users", "accounts", "groups"]);
    const own = random.below(10) < ownOfTen;
    const open = random.pick(policies);
    const where = own ? ownCondition(random, source, 3) : expressions.condition([source], 3);
    yield { source, where, own, open };
  }
}

/** Row policies that may apply to the rows of any source. */
const policies: readonly Expression[] = [
  always,
  comparing("gt")("version", 0),
  comparing("le")("version", 1.5),
  noneOf(oneOf("lastUpdatedModule", ["rest", ""])),
  anyOf(startsWith("lastUpdatedNode", "node"), eq("lastUpdatedNode", null)),
];

const textOf: Readonly<Record<string, string>> = { users: "displayName", accounts: "shortId", groups: "displayId" };
const numberOf: Readonly<Record<string, string>> = { users: "failures", accounts: "version", groups: "version" };
const flagOf: Readonly<Record<string, string>> = { users: "locked", accounts: "enabled", groups: "managed" };
const relationOf: Readonly<Record<string, readonly [string, string]>> = {
  users: ["accounts", "accounts"],
  accounts: ["user", "users"],
  groups: ["members", "accounts"],
};

/** Returns a condition made by builders, as policies, import rules and operations make them. */
function ownCondition(random: Random, source: string, depth: number): Expression {
  const { pick, below } = random;
  const [text, number, flag] = [textOf[source] ?? "", numberOf[source] ?? "", flagOf[source] ?? ""];
  const inner = () => ownCondition(random, source, depth - 1);
  const some = <T>(make: () => T): T[] => Array.from({ length: below(4) }, make);
  const plain = [
    () => pick([eq, ne])(text, pick([...oddTexts, null])),
    () =>
      oneOf(
        text,
        some(() => pick(oddTexts)),
      ),
    () => startsWith(text, pick(oddTexts)),
    () => comparing(pick(["eq", "ne", "lt", "le", "gt", "ge"]))(number, pick([-1, 0, 1, 2.5, -0.5, null])),
    () =>
      oneOf(
        number,
        some(() => pick([0, 1, 2, 0.5])),
      ),
    () => pick([eq, ne])(flag, pick([true, false, null])),
  ];
  if (depth === 0) return pick(plain)();
  const [relation, target] = relationOf[source] ?? ["", source];
  return pick([
    ...plain,
    () => allOf(...some(inner)),
    () => anyOf(...some(inner)),
    () => noneOf(inner()),
    () => related(relation, ownCondition(random, target, depth - 1)),
    () => related(relation),
  ])();
}

interface Comparison {
  /** Conditions on which database and memory disagree, with both results. */
  readonly differences: string[];
  /** Number of conditions that select some rows and not all. */
  telling: number;
}

/** Compares conditions in the database, by a dialect, with the evaluator, until there are enough differences. */
async function compared(dialect: Dialect, seed: number, count: number, enough = Infinity): Promise<Comparison> {
  const asking = { ...database, dialect };
  const querying = createQuerying(asking, systemClock);
  const reads = createConditionReads(asking);
  const found: Comparison = { differences: [], telling: 0 };
  const source = generated(createRandom(seed));
  await inParallel(count, together, async () => {
    if (found.differences.length >= enough) return;
    const next = source.next().value as Asked;
    const inMemory = keysInMemory(next);
    // A read may fail because of the machine, for example after a stall longer than the read limit; that is no other result.
    const said = await keysInDatabase(next).catch((error: unknown) => [inspect(error)]);
    if (said.join() !== inMemory.join()) found.differences.push(difference(next, said, inMemory));
    const all = world.rows(next.source).length;
    if (inMemory.length > 0 && inMemory.length < all && !isAlways(next.where) && !isNever(next.where)) found.telling++;
  });
  return found;

  function keysInMemory({ source: name, where, own, open }: Asked): string[] {
    const visible = visibleRows(own ? {} : { open });
    const { rows } = evaluateQuery(query(name, { where }), world, { visible, now: Date.now() });
    return rows.map(({ values }) => String(values["key"])).toSorted();
  }

  async function keysInDatabase({ source: name, where, own, open }: Asked): Promise<string[]> {
    if (own) return (await reads.firstKeys(sourceOf(name).table, where, 1_000)).toSorted();
    const { rows } = await querying.query(query(name, { where }), visibleRows({ open }));
    return rows.map(({ values }) => String(values["key"])).toSorted();
  }
}

function difference({ source, where, own, open }: Asked, said: readonly string[], inMemory: readonly string[]): string {
  const under = own ? "" : ` under ${printExpression(open)}`;
  return `${source}: ${printExpression(where)}${under}\nin memory: ${inMemory.join()}\nin the database: ${said.join()}`;
}

test(
  `${conditions} generated conditions choose the same rows in the database and in memory`,
  async () => {
    const { differences, telling } = await compared(database.dialect, 20_261_122, conditions);
    expect(differences).toEqual([]);
    // Neither all rows nor none: the comparison must have something to compare.
    expect(telling).toBeGreaterThan(conditions * 0.3);
  },
  testSize(2, 30) * minutes,
);

test.each<[string, Partial<Dialect>]>([
  ["that null equals nothing", { same: (a, b) => sql`(${a} = ${b})` }],
  ["that capital letters are no small ones", { lower: (text) => text }],
  ["that a text is as long as its bytes", { length: (text) => sql`OCTET_LENGTH(${text})` }],
  ["that a part of a text begins one later", { position: (text, part) => sql`(1 + INSTR(${text}, ${part}))` }],
])("a compiler that believes %s is found out", async (_belief, words) => {
  const { differences } = await compared({ ...database.dialect, ...words }, 20_261_122, testSize(1_000, 4_000), 1);
  expect(differences).not.toEqual([]);
});

test("a condition that cannot be read is told with the words of its failure", async () => {
  const { differences } = await compared({ ...database.dialect, same: () => raw("no_such_column") }, 20_261_122, 100);
  expect(differences.join("\n")).toMatch(/in the database: .*Error.*no_such_column/);
});
