import { expect, test } from "vitest";

import { ServiceError } from "#domain/errors.ts";
import { ManualClock } from "#platform/clock.ts";

import type { Database } from "../database.ts";
import { watchWrites } from "./write-watch.ts";

const clock = new ManualClock();

/** A database that reads, and whose transactions fail while a fault is set. */
function databaseWith(fault: {
  code?: "DATABASE_FULL" | "CONFLICT";
  away?: boolean;
}): Pick<Database, "transactions" | "read" | "write"> & { written: number } {
  const database = {
    written: 0,
    transactions: {
      async run<T>(run: () => Promise<T>): Promise<T> {
        if (fault.code !== undefined) throw new ServiceError(fault.code);
        return run();
      },
    } as Database["transactions"],
    async read() {
      if (fault.away) throw new Error("away");
      return [{ one: 1 }];
    },
    async write() {
      database.written += 1;
      return 1;
    },
  };
  return database;
}

test("a database that reads and refuses writes does not answer, until it takes one again", async () => {
  const fault: Parameters<typeof databaseWith>[0] = {};
  const database = databaseWith(fault);
  const { transaction, answers } = watchWrites(database, clock);
  expect([await answers(), database.written]).toEqual([true, 0]);
  fault.code = "DATABASE_FULL";
  await expect(transaction(async () => 1)).rejects.toMatchObject({ code: "DATABASE_FULL" });
  expect(await answers()).toBe(false);
  clock.advance(5_000);
  expect(await answers()).toBe(false);
  delete fault.code;
  clock.advance(4_999);
  expect([await answers(), database.written]).toEqual([false, 0]);
  clock.advance(1);
  expect([await answers(), database.written]).toEqual([true, 1]);
  expect([await answers(), database.written]).toEqual([true, 1]);
});

test("a transaction that fails for its own reason says nothing of the database, and one that is away does not answer", async () => {
  const fault: Parameters<typeof databaseWith>[0] = { code: "CONFLICT" };
  const database = databaseWith(fault);
  const { transaction, answers } = watchWrites(database, clock);
  await expect(transaction(async () => 1)).rejects.toMatchObject({ code: "CONFLICT" });
  expect([await answers(), database.written]).toEqual([true, 0]);
  fault.away = true;
  expect(await answers()).toBe(false);
});
