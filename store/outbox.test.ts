import { expect, test } from "vitest";

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
