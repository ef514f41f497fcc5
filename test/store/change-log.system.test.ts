// @databases sqlite mariadb
import { afterAll, beforeAll, expect, it } from "vitest";

import { openDatabase } from "#store/database.ts";

import { countStatements } from "../support/count-statements.ts";
import { openTestStore, type TestStore } from "../support/store.ts";

let opened: TestStore;

beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

const save = (id: string) => opened.store.transaction(() => opened.store.save("userClasses", { id, description: id }));
const follow = (after: number, max = 100) => opened.store.changeLog.follow(after, ["userClasses"], max);

it("a look that finds nothing new is one statement", async () => {
  await save("first");
  const { position } = await follow(0);
  expect(await countStatements(opened, () => follow(position))).toBe(1);
  expect(await follow(position)).toEqual({ changes: [], position, more: false });
});

it("a look gives the tables asked for, in order, as many as asked for, and passes the others by", async () => {
  const { store } = opened;
  const before = await store.changeLog.position();
  for (const id of ["a", "b", "c"]) await save(id);
  await store.transaction(() => store.save("clients", { id: "client", grants: [] }));
  const first = await follow(before, 2);
  expect([first.changes.map(({ key }) => key), first.more]).toEqual([["a", "b"], true]);
  const rest = await follow(first.position, 2);
  expect([rest.changes.map(({ key }) => key), rest.more]).toEqual([["c"], false]);
  expect(rest.position).toBe(await store.changeLog.position());
});

it("a great load at once gets its positions without a gap, from two readers side by side", async () => {
  const rows = 12_000;
  const before = await opened.store.changeLog.position();
  const database = openDatabase({ databaseUrl: opened.databaseUrl });
  await database.transactions.run(() =>
    database.write(
      "INSERT INTO `changeLog` (`origin`, `tableName`, `rowKey`, `operation`, `rowVersion`, `stamp`, `data`) " +
        "WITH RECURSIVE `n` AS (SELECT 1 AS `i` UNION ALL SELECT `i` + 1 FROM `n` WHERE `i` < 1000) " +
        "SELECT 'other', 'userClasses', 'load', 'update', 1, '', '{}' FROM `n`, (SELECT `i` AS `j` FROM `n` WHERE `i` <= 12) `m`",
    ),
  );
  const other = await opened.another();
  const found = await Promise.all([opened.store, other].map((store) => store.changeLog.read(before, 2 * rows)));
  for (const changes of found) {
    expect(changes).toHaveLength(rows);
    expect(changes.every(({ position }, index) => position === before + index + 1)).toBe(true);
  }
  await database.close();
});
