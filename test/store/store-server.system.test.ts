// @databases sqlite mariadb
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Database, openDatabase } from "#store/database.ts";
import { transactionScope } from "#store/transaction-scope.ts";

import { suiteDialect } from "../support/database.ts";
import { openTestStore, type TestStore } from "../support/store.ts";

let opened: TestStore;

beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

const onServer = suiteDialect() === "mariadb";

describe("a connection to a server that breaks", () => {
  const connectionId = async (database: Database) => {
    const [row] = await database.read("SELECT CONNECTION_ID() AS `id`");
    return Number(row?.["id"]);
  };
  /** Ends a connection from another one, and waits until the server has removed it. */
  const kill = (id: number) =>
    transactionScope.exit(async () => {
      const other = openDatabase({ databaseUrl: opened.databaseUrl });
      try {
        await other.transactions.run(() => other.write(`KILL CONNECTION ${id}`));
        const there = () => other.read("SELECT 1 AS `one` FROM information_schema.PROCESSLIST WHERE `ID` = ?", [id]);
        await expect.poll(there).toEqual([]);
      } finally {
        await other.close();
      }
    });
  const count = "INSERT INTO `nodeCounters` (`name`, `value`) VALUES (?, 1)";

  test.runIf(onServer)(
    "leaves a failed transaction the reason for which it failed, though it cannot be rolled back",
    async () => {
      const database = openDatabase({ databaseUrl: opened.databaseUrl });
      try {
        const failing = database.transactions.run(async () => {
          await database.write(count, ["broken"]);
          const id = await connectionId(database);
          await kill(id);
          throw new Error("something else");
        });
        await expect(failing).rejects.toThrow("something else");
        expect(await database.transactions.run(async () => "works")).toBe("works");
      } finally {
        await database.close();
      }
    },
  );

  test.runIf(onServer)("at the commit leaves the outcome unknown, and says so", async () => {
    const database = openDatabase({ databaseUrl: opened.databaseUrl });
    try {
      const failing = database.transactions.run(async () => {
        await kill(await connectionId(database));
      });
      await expect(failing).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    } finally {
      await database.close();
    }
  });
});

describe("distinct numbers", () => {
  test("are given once each, whoever asks", async () => {
    const { store } = opened;
    const other = await opened.another();
    const given = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const by = index % 2 === 0 ? store : other;
        return by.transaction(() => by.distinctNumber("distinct"));
      }),
    );
    expect(new Set(given).size).toBe(100);
    expect(Math.min(...given)).toBe(1);
  });

  test.runIf(onServer)("make no transaction wait for another one that is open", async () => {
    const { store } = opened;
    const other = await opened.another();
    const given: number[] = [];
    await store.transaction(async () => {
      given.push(await store.distinctNumber("unwaited"));
      await transactionScope.exit(async () => {
        given.push(await other.transaction(() => other.distinctNumber("unwaited")));
        given.push(await store.transaction(() => store.distinctNumber("unwaited")));
      });
    });
    expect(new Set(given).size).toBe(3);
  });

  test.runIf(onServer)("let audit rows be written side by side: none waits for the commit of another one", async () => {
    const { store } = opened;
    const other = await opened.another();
    const row = { sessid: "side-by-side", operation: "TEST", result: "S" } as const;
    await store.transaction(async () => {
      await store.audit(row);
      await transactionScope.exit(async () => {
        await other.transaction(() => other.audit(row));
        await store.transaction(() => store.audit(row));
      });
    });
    const rows = await store.select("sesslog_full", { where: { sessid: "side-by-side" } });
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(3);
  });
});
