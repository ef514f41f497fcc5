// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Expression } from "#domain/query/bound-query.ts";
import { never } from "#domain/query/condition.ts";
import { createRandom, type Random } from "#domain/random.fixture.ts";
import { resourceTables } from "#operations/policies/engine/resource-tables.ts";
import { createPolicyEngine } from "#policies/engine.ts";
import type { Principal } from "#policies/principal.ts";
import type { ResourceName } from "#policies/resources.ts";
import type { Store } from "#store/store.ts";
import type { Save, TableName } from "#store/tables.ts";

import { inParallel } from "../support/in-parallel.ts";
import { randomPolicy } from "../support/random-policy.ts";
import { openTestStore, type TestStore } from "../support/store.ts";
import { testSize } from "../support/test-size.ts";

let opened: TestStore;
const random = createRandom(90_210);
// Texts that a careless collation confuses with each other, or with something else.
const texts = ["a", "A", "a ", "á", "ab", "", "0", "1", "null", "true", "o'brien", "back\\slash", "100%", "日本", "😀"];
const numbers = [0, 1, 2, 3];

beforeAll(async () => {
  opened = await openTestStore();
  await plantRows(opened.store, random);
});
afterAll(() => opened.close());

const people: readonly Principal[] = [
  { key: "a", id: "A", superuser: false, classes: ["a ", "ab"], attributes: { city: ["á", "日本"], none: [] } },
  { key: "ab", id: "1", superuser: true, classes: [], attributes: { city: ["o'brien"] } },
];

interface PolicyRow {
  readonly key: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Returns the rows of each resource, as an operation passes them to a policy. */
async function rowsOf(store: Store): Promise<readonly (readonly [ResourceName, readonly PolicyRow[]])[]> {
  const [accounts, users, entries, requests, phases, operations, authorizers] = await Promise.all([
    store.select("accounts"),
    store.select("users"),
    store.select("sesslog_full"),
    store.select("reqbatch"),
    store.select("requestPhases"),
    store.select("requestOperations"),
    store.select("requestAuthorizers"),
  ]);
  const plain = <R extends { key: string }>(rows: readonly R[]) => rows.map((row) => ({ key: row.key, facts: row }));
  const named = (column: "requestKey" | "requestPhaseKey", key: string) =>
    authorizers.filter((row) => row[column] === key).map(({ userKey }) => userKey);
  return [
    ["account", plain(accounts)],
    ["user", plain(users)],
    ["sessionLogEntry", plain(entries)],
    [
      "request",
      requests.map((row) => ({ key: row.key, facts: { ...row, authorizerKeys: named("requestKey", row.key) } })),
    ],
    [
      "phase",
      phases.map((row) => ({ key: row.key, facts: { ...row, authorizerKeys: named("requestPhaseKey", row.key) } })),
    ],
    [
      "operation",
      operations.map((row) => {
        const of = requests.filter(({ key }) => key === row.requestKey);
        const requesterKeys = of.map(({ requesterKey }) => requesterKey);
        const recipientKeys = of.map(({ recipientKey }) => recipientKey);
        const implementerKeys = named("requestPhaseKey", row.key);
        return { key: row.key, facts: { ...row, requesterKeys, recipientKeys, implementerKeys } };
      }),
    ],
  ];
}

const policiesOfSort = testSize(100, 1_700);
const comparedMin = policiesOfSort * 11;
const together = 100;

test("random policies give the same rows in SQL and one by one", async () => {
  const { store } = opened;
  let [shown, hidden] = [0, 0];
  for (const [resource, rows] of await rowsOf(store)) {
    for (let from = 0; from < policiesOfSort; from += together) {
      const policies = Array.from({ length: together }, (_, index) => ({
        name: `p${index}_get_list`,
        resource,
        expression: randomPolicy(random, resource, { texts, numbers }),
      }));
      const engine = createPolicyEngine(policies);
      const asked = policies.map((policy, index) => {
        const principal = people[index % people.length] as Principal;
        const keys = rows.filter(({ facts }) => engine.decide(policy.name, { principal, resource: facts }).allowed);
        return { ...policy, predicate: engine.rowPredicate(policy.name, principal), keys: keys.map(({ key }) => key) };
      });
      const inSql = await keysInSql(
        store,
        resource,
        asked.map(({ predicate }) => predicate),
      );
      const counts = await store.countEach(
        resourceTables[resource],
        asked.map(({ predicate }) => predicate),
      );
      for (const [index, { expression, predicate, keys }] of asked.entries()) {
        const found = { resource, expression, predicate, keys: inSql[index], count: counts[index] };
        expect(found).toEqual({ ...found, keys: keys.toSorted(), count: keys.length });
        shown += keys.length;
        hidden += rows.length - keys.length;
      }
    }
  }
  // Neither all rows nor none: the comparison must have something to compare.
  expect(shown).toBeGreaterThan(comparedMin);
  expect(hidden).toBeGreaterThan(comparedMin);
});

async function keysInSql(store: Store, resource: ResourceName, predicates: readonly Expression[]): Promise<string[][]> {
  const keys: string[][] = [];
  await inParallel(predicates.length, 8, async (index) => {
    const predicate = predicates[index] ?? never;
    keys[index] = (await store.firstKeys(resourceTables[resource], predicate, 1_000)).toSorted();
  });
  return keys;
}

const rowsOfSort = 16;

async function plantRows(store: Store, { pick, below }: Random): Promise<void> {
  const some = () => pick(texts);
  const maybe = () => pick([null, some(), some()]);
  const yes = () => below(2) === 0;
  // A column may hold any text here, also one with a fixed list of values.
  const save = (table: TableName, row: Readonly<Record<string, unknown>>) => store.save(table, row as Save<TableName>);
  await store.transaction(async () => {
    for (let index = 0; index < rowsOfSort; index++) {
      const key = `k${index}`;
      await save("users", { key, id: `${some()}${index}`, superuser: yes(), locked: yes(), managerKey: maybe() });
      await save("accounts", {
        key,
        targetSystemKey: some(),
        userKey: maybe(),
        enabled: yes(),
        locked: yes(),
        associatedBy: maybe(),
        stableId: key,
        longId: key,
        shortId: some(),
        displayId: key,
      });
      await store.audit({ sessid: some(), operation: some(), result: "S", actor: maybe(), targetSystem: maybe() });
      await save("reqbatch", {
        key,
        number: key,
        status: pick(["P", "A"]),
        active: yes(),
        origin: some(),
        requestId: key,
        requesterKey: some(),
        recipientKey: some(),
        createdAt: pick(numbers),
        expiresAt: pick(numbers),
      });
      await save("requestPhases", { key, requestKey: `k${below(rowsOfSort)}`, sequence: 1, state: some() });
      await save("requestOperations", {
        key,
        requestKey: `k${below(rowsOfSort + 2)}`,
        sequence: 1,
        code: some(),
        targetSystemKey: some(),
        attributes: {},
        dependsOn: [],
        createdAt: pick(numbers),
      });
    }
    for (let index = 0; index < 2 * rowsOfSort; index++) {
      const [requestKey, requestPhaseKey] = [`k${below(rowsOfSort)}`, `k${below(rowsOfSort)}`];
      await save("requestAuthorizers", { key: `k${index}`, requestKey, requestPhaseKey, userKey: some() });
    }
  });
}
