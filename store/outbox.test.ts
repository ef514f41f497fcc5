import { expect, test } from "vitest";

import { outboxLeaseMs } from "#domain/limits.ts";
import { ManualClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";

import type { Database } from "./database.ts";
import { createOutbox } from "./outbox.ts";

test("a look at forgotten entries that fails takes no own entry away: the next lease gives it", async () => {
  let isAway = true;
  const database = {
    transactions: { afterCommit: (run: () => void) => run() },
    writeCounted: async () => 7,
    async read() {
      if (isAway) throw new Error("The database is away.");
      return [];
    },
  } as unknown as Database;
  const outbox = createOutbox({ database, clock: new ManualClock(), ids: systemIds });
  await outbox.add({ workflowType: "request", workflowId: "r" });
  await expect(outbox.lease(10)).rejects.toThrow("The database is away.");
  isAway = false;
  expect(await outbox.lease(10)).toEqual([{ workflowType: "request", workflowId: "r", position: 7 }]);
  expect(await outbox.lease(10)).toEqual([]);
});

test.each([
  ["that brings its entries itself has them for a while", true, outboxLeaseMs],
  ["that brings none leaves them to everybody at once", false, 0],
])("a process %s", async (_, dispatches, ownMs) => {
  const written: unknown[] = [];
  const database = {
    transactions: { afterCommit: (run: () => void) => run() },
    writeCounted: async (__: string, values: readonly unknown[]) => written.push(values[3]),
  } as unknown as Database;
  const clock = new ManualClock();
  await createOutbox({ database, clock, ids: systemIds, dispatches }).add({ workflowType: "request", workflowId: "r" });
  expect(written).toEqual([clock.now() + ownMs]);
});
