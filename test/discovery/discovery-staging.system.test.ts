// @databases sqlite mariadb
import { afterEach, beforeEach, expect, test } from "vitest";

import { discoveredTypes } from "#domain/discovery/discovery.ts";
import { discoveredNamesMax } from "#domain/engine-limits.ts";
import { guidSeries } from "#domain/guid-series.ts";
import type { Loaded } from "#store/discovery/load.ts";
import type { StagedItems, StagedObject } from "#store/discovery/staging.ts";

import { openTestStore, type TestStore } from "../support/store.ts";

let opened: TestStore;
let chunks = 0;

beforeEach(async () => {
  opened = await openTestStore();
});
afterEach(() => opened.close());

const targetSystemKey = "T1";
const startedMs = Date.UTC(2026, 10, 21);
const unsaid = { enabled: null, locked: null, expired: null, passwordExpired: null, passwordExpiresAt: null } as const;

interface Listed {
  readonly id: string;
  readonly state?: StagedObject["state"];
  readonly mail?: readonly string[];
}

function itemsOf(listed: readonly Listed[]): StagedItems {
  const next = guidSeries(startedMs + chunks, "0f8fad5b-d9cb-469f-a165-70867728950e");
  const objects: StagedObject[] = [];
  for (const { id, state = "listed", mail = [] } of listed) {
    const newKey = next();
    const hash = state === "listed" ? `hash of ${id} ${mail.join(" ")}` : "";
    const values = mail.map((value, sequence) => ["mail", sequence, value, next()] as const);
    objects.push({
      state,
      id,
      name: state === "listed" ? `name of ${id}` : "",
      hash,
      ...unsaid,
      newKey,
      rowKey: newKey,
      values,
    });
  }
  return { objects, members: [], hidden: [] };
}

async function stage(run: string, listed: readonly Listed[]): Promise<void> {
  const { store } = opened;
  await store.transaction(async () => {
    const number = ((await store.staging.newest(run))?.number ?? -1) + 1;
    const chunk = { number, type: "account", hash: "", chain: "", items: listed.length } as const;
    chunks += 1;
    await store.staging.stage(run, { ...chunk, cursor: null, last: false, token: null, ...itemsOf(listed) });
  });
}

const orderOf = (run: string) => ({
  run,
  targetSystemKey,
  full: discoveredTypes,
  startedStamp: opened.store.loads.stamp(),
  inOneGo: false,
  groupsBecomeManaged: false,
});

async function load(run: string): Promise<unknown> {
  return (await loadNaming(run)).counts;
}

function loadNaming(run: string): Promise<Loaded> {
  const { store } = opened;
  return store.transaction(async () => {
    const done = await store.loads.load(orderOf(run));
    await store.staging.clear(run);
    return done;
  });
}

/** Returns the stored mails of each account, in their order. */
async function record(): Promise<Record<string, string[]>> {
  const { store } = opened;
  const accounts = await store.select("accounts", { where: { targetSystemKey }, orderBy: [["stableId", "asc"]] });
  const values = await store.select("accountAttributes", { orderBy: [["sequence", "asc"]] });
  const mails = (key: string) => values.filter((row) => row.accountKey === key).map(({ value }) => value);
  return Object.fromEntries(accounts.map(({ key, stableId }) => [stableId, mails(key)]));
}

test("an object that was staged twice is loaded once, as it was seen last", async () => {
  await stage("run", [{ id: "a", mail: ["old", "older"] }, { id: "b" }]);
  await stage("run", [
    { id: "c", mail: ["c"] },
    { id: "a", mail: ["new"] },
  ]);
  expect(await load("run")).toEqual({ added: 3, changed: 0, removed: 0, memberships: 0 });
  expect(await record()).toEqual({ a: ["new"], b: [], c: ["c"] });
});

test("what is known stays untouched, what has changed is changed, and what is not there any more goes", async () => {
  const { store } = opened;
  await stage("first", [
    { id: "a", mail: ["1", "2"] },
    { id: "b", mail: ["1", "2", "3"] },
    { id: "c", mail: ["1"] },
  ]);
  await load("first");
  const position = await store.changeLog.position();
  await stage("second", [
    { id: "a", state: "known" },
    { id: "b", mail: ["1", "two"] },
    { id: "d", mail: ["4"] },
  ]);
  expect(await store.loads.removals(orderOf("second"))).toMatchObject({
    counts: { accounts: { gone: 1, known: 3 }, groups: { gone: 0, known: 0 } },
    objects: [{ change: "removed", type: "account", name: "name of c" }],
  });
  expect(await load("second")).toEqual({ added: 1, changed: 1, removed: 1, memberships: 0 });
  expect(await record()).toEqual({ a: ["1", "2"], b: ["1", "two"], d: ["4"] });
  const { changes } = await store.changeLog.follow(position, ["accounts", "accountAttributes"], 100);
  expect(changes.map(({ table, operation }) => `${table} ${operation}`).toSorted()).toEqual([
    "accountAttributes insert",
    "accountAttributes remove",
    "accountAttributes remove",
    "accountAttributes update",
    "accounts insert",
    "accounts remove",
    "accounts update",
  ]);
});

test("the first objects that a load adds, changes and removes are named", async () => {
  const many = Array.from({ length: discoveredNamesMax + 1 }, (_, index) => String(index).padStart(4, "0"));
  await stage("first", [{ id: "a" }, { id: "gone" }]);
  await load("first");
  await stage("second", [{ id: "a", mail: ["new"] }, ...many.map((id) => ({ id }))]);
  const { counts, objects } = await loadNaming("second");
  expect(counts).toMatchObject({ added: discoveredNamesMax + 1, changed: 1, removed: 1 });
  expect(objects).toEqual([
    { change: "removed", type: "account", name: "name of gone" },
    { change: "changed", type: "account", name: "name of a" },
    ...many
      .slice(0, discoveredNamesMax)
      .map((id) => ({ change: "added", type: "account", name: `name of ${id}` }) as const),
  ]);
});

test("names and values of attributes are loaded as they are, for new objects and for changed ones", async () => {
  const { store } = opened;
  const odd = [
    ['a"b\\c.d:é😀$[0]*', 'line\nbreak "é😀" \\ \u0001'],
    ["empty", ""],
    ["7", "true"],
    ["n".repeat(190), "v".repeat(10_000)],
  ] as const;
  const stageOdd = (run: string, end: string) =>
    store.transaction(async () => {
      const next = guidSeries(startedMs + (chunks += 1), "0f8fad5b-d9cb-469f-a165-70867728950e");
      const newKey = next();
      const values = odd.flatMap(([name, value]) =>
        [value, `${value}${end}`].map((each, sequence) => [name, sequence, each, next()] as const),
      );
      const object = {
        state: "listed",
        id: "a",
        name: "a",
        hash: end,
        ...unsaid,
        newKey,
        rowKey: newKey,
        values,
      } as const;
      const chunk = { number: 0, type: "account", hash: "", chain: "", items: 1, cursor: null, last: true } as const;
      await store.staging.stage(run, { ...chunk, token: null, objects: [object], members: [], hidden: [] });
    });
  for (const end of ["first", "second"]) {
    await stageOdd(end, end);
    await load(end);
    const rows = await store.select("accountAttributes", { orderBy: [["sequence", "asc"]] });
    const loaded = Object.groupBy(rows, ({ name }) => name);
    for (const [name, value] of odd) expect(loaded[name]?.map((row) => row.value)).toEqual([value, `${value}${end}`]);
    expect(rows).toHaveLength(2 * odd.length);
  }
});

test("readers of the change log hear of each value of a new object, also where one row of the log tells of all", async () => {
  const { store } = opened;
  const position = await store.changeLog.position();
  await stage("run", [{ id: "a", mail: ["1", "2"] }, { id: "b" }, { id: "c", mail: ["3"] }]);
  await load("run");
  const rows = await store.select("accountAttributes");
  const { changes } = await store.changeLog.follow(position, ["accountAttributes"], 100);
  expect(changes.map(({ data }) => data)).toEqual(
    expect.arrayContaining(
      rows.map(({ key, accountKey, name, sequence, value }) => ({ key, accountKey, name, sequence, value })),
    ),
  );
  expect(changes.map(({ key, operation, version }) => ({ key, operation, version }))).toEqual(
    expect.arrayContaining(rows.map(({ key }) => ({ key, operation: "insert", version: 1 }))),
  );
  expect(changes).toHaveLength(3);
  const [first, ...more] = (await store.changeLog.read(position, 3)).filter(({ table }) => table === "accounts");
  expect([first?.operation, more.length]).toEqual(["insert", 2]);
  // Reading one log row at a time (one per object's values) leaves nothing out.
  const heard: string[] = [];
  for (let after = position; ;) {
    const page = await store.changeLog.follow(after, ["accountAttributes"], 1);
    heard.push(...page.changes.map(({ key }) => key));
    after = page.position;
    if (!page.more) break;
  }
  expect(heard.toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
});

test("runs that are staged side by side are not mixed, and one that ends leaves the other alone", async () => {
  await stage("one", [{ id: "a", mail: ["one"] }]);
  await stage("two", [{ id: "a", mail: ["two"] }, { id: "b" }]);
  expect(await load("one")).toMatchObject({ added: 1 });
  expect(await record()).toEqual({ a: ["one"] });
  expect(await load("two")).toMatchObject({ added: 1, changed: 1 });
  expect(await record()).toEqual({ a: ["two"], b: [] });
  expect(await opened.store.staging.chunks("two")).toEqual([]);
});

test("the hashes of what was loaded are told page by page, and those of rows that were changed since are not", async () => {
  const { store } = opened;
  await stage("run", [{ id: "a" }, { id: "b" }, { id: "c" }]);
  await load("run");
  const [a] = await store.select("accounts", { where: { stableId: "a" } });
  await store.transaction(() => store.save("accounts", { key: a?.key ?? "", discoveredHash: null }));
  const page = (after: string | null) => store.loads.knownHashes(targetSystemKey, "account", { after, max: 2 });
  expect(await page(null)).toEqual({ hashes: ["hash of b "], after: "b" });
  expect(await page("b")).toEqual({ hashes: ["hash of c "], after: null });
  expect(await store.loads.knownHashes("T2", "account", { after: null, max: 2 })).toEqual({ hashes: [], after: null });
});
