import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { fenceKnownMs } from "#domain/fence-limits.ts";
import { openTestStore, type TestStore } from "#test/support/store.ts";

import { type Database, openDatabase } from "./database.ts";
import type { Migration } from "./migrations/migration.ts";
import { carryOutMigrations } from "./schema/carry-out-migrations.ts";
import { schemaVersion } from "./schema/schema-version.ts";
import { raiseFence, readFence } from "./version-fence.ts";

let kept: TestStore;
let database: Database;
let elapsedMs = 0;

beforeAll(async () => {
  kept = await openTestStore({ elapsed: () => elapsedMs });
  database = openDatabase({ databaseUrl: kept.databaseUrl });
});
afterAll(async () => {
  await database.close();
  await kept.close();
});
beforeEach(async () => {
  await database.transactions.run(() => database.write("DELETE FROM `nodeCounters` WHERE `name` LIKE 'lowest%'"));
  elapsedMs += fenceKnownMs;
});

const save = (department: string) =>
  kept.store.transaction(() => kept.store.save("userPlaces", { key: "p", department }));
const department = async () => (await kept.store.get("userPlaces", "p"))?.department;

test("a process that is too old writes for two seconds more at the longest, and reads on", async () => {
  await save("before");
  await raiseFence(database, schemaVersion() + 1);
  elapsedMs += fenceKnownMs - 1;
  await save("known");
  elapsedMs += 1;
  await expect(save("late")).rejects.toMatchObject({ code: "VERSION_TOO_OLD", kind: "unavailable" });
  await expect(save("later")).rejects.toMatchObject({ code: "VERSION_TOO_OLD" });
  expect(await department()).toBe("known");
  expect(await kept.store.admission()).toBe("none");
});

test("the fence never falls, and a version that it names writes on", async () => {
  await raiseFence(database, schemaVersion());
  await raiseFence(database, 1);
  expect(await readFence(database)).toEqual({ reader: schemaVersion(), writer: schemaVersion() });
  await save("current");
  expect(await department()).toBe("current");
});

const carryOut = (migrations: readonly Migration[], options: Parameters<typeof carryOutMigrations>[1] = {}) =>
  carryOutMigrations(database, { ...options, migrations });

test("what a migration takes away goes only once no older program writes any more", async () => {
  const seen: string[] = [];
  const taking: Migration = {
    name: "9000-taking",
    needs: schemaVersion() + 1,
    async up() {
      seen.push("taken");
    },
  };
  const wait = async (ms: number) => {
    const { reader, writer } = await readFence(database);
    seen.push(`${ms > fenceKnownMs}, from ${reader} and ${writer} on`);
    elapsedMs += ms;
    seen.push(
      await save("late").then(
        () => "written",
        ({ code }: { code: string }) => code,
      ),
    );
  };
  const from = schemaVersion() + 1;
  expect(await carryOut([taking], { wait })).toEqual(["9000-taking"]);
  expect(seen).toEqual([`true, from ${from} and ${from} on`, "VERSION_TOO_OLD", "taken"]);
});

test("rows are filled page by page, and a process that is killed goes on where it was", async () => {
  const pages = 4;
  await database.transactions.run(async () => {
    await database.run("CREATE TABLE `filledRows` (`n` INTEGER, `twice` INTEGER)");
    for (let n = 0; n < pages * 2; n += 1) await database.write("INSERT INTO `filledRows` (`n`) VALUES (?)", [n]);
  });
  let changes = 0;
  let killedAt = 2;
  const filling: Migration = {
    name: "9001-filling",
    async up() {
      changes += 1;
    },
    async fill({ read, write }) {
      const rows = await read("SELECT `n` FROM `filledRows` WHERE `twice` IS NULL LIMIT 2");
      for (const { n } of rows)
        await write("UPDATE `filledRows` SET `twice` = ? WHERE `n` = ?", [2 * Number(n), Number(n)]);
      if (killedAt-- === 0) throw new Error("killed");
      return rows.length;
    },
  };
  const told: number[] = [];
  const report = ({ rows }: { readonly rows: number }) => void told.push(rows);
  await expect(carryOut([filling], { report })).rejects.toThrow("killed");
  const left = await database.read("SELECT COUNT(*) AS `n` FROM `filledRows` WHERE `twice` IS NULL");
  expect(Number(left[0]?.["n"])).toBe(pages * 2 - 4);
  expect(await carryOut([filling], { report })).toEqual(["9001-filling"]);
  expect(await database.read("SELECT `n` FROM `filledRows` WHERE `twice` IS NULL OR `twice` <> 2 * `n`")).toEqual([]);
  expect([changes, told]).toEqual([1, [2, 4, 2, 4]]);
  expect(await carryOut([filling])).toEqual([]);
  await database.transactions.run(() => database.run("DROP TABLE `filledRows`"));
});
