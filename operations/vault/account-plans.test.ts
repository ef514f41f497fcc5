import { afterEach, beforeEach, expect, test } from "vitest";

import { conflictGatherMs } from "#domain/vault-run-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { recordStatements } from "#test/support/record-statements.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { openVaultOrder } from "#test/support/vault-room.ts";

import { startDueRun } from "./start-due-runs.ts";
import { tellConflicts } from "./tell-conflicts.ts";

let room: RequestRoom;
let database: Database;
beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [] } });
  database = openDatabase({ databaseUrl: room.databaseUrl });
});
afterEach(async () => {
  await database.close();
  await room.close();
});

const caller = engineCaller("maintenance", "test");

/** Returns the search plans of the database for managed accounts among the statements of a run, by the columns of its indexes. */
async function waysToAccounts(run: () => Promise<unknown>): Promise<readonly string[]> {
  const texts = (await recordStatements(run)).filter((text) => /^SELECT [\s\S]* FROM `managedAccounts`/.test(text));
  const ways = new Set<string>();
  for (const text of new Set(texts)) {
    const values = Array.from({ length: text.split("?").length - 1 }, () => "x");
    const [first] = await database.read(`EXPLAIN QUERY PLAN ${text}`, values);
    ways.add(String(first?.["detail"]).replace(/ USING (COVERING )?INDEX \S+/, ""));
  }
  return [...ways].toSorted();
}

test("accounts in conflict are counted and named without a look at the others", async () => {
  const { managedAccountKey: key } = await openVaultOrder(room, "T1");
  const conflictSince = room.clock.now();
  await room.store.transaction(() => room.store.save("managedAccounts", { key, status: "conflict", conflictSince }));
  room.clock.advance(conflictGatherMs);
  const ways = await waysToAccounts(() => invoke(tellConflicts, room.context, caller, {}));
  expect(ways).toEqual([expect.stringMatching(/^SEARCH \S+ \(status=\?\)/)]);
});

test.each([
  ["due", /^SEARCH \S+ \(policyId=\? AND nextRandomized>\? AND nextRandomized<\?\)/],
  ["settle", /^SEARCH \S+ \(status=\? AND policyId=\?\)/],
] as const)("accounts of a run of the reason %s are looked for without a look at the others", async (reason, way) => {
  await openVaultOrder(room, "T1");
  const ways = await waysToAccounts(() => invoke(startDueRun, room.context, caller, { reason }));
  expect(ways).toEqual([expect.stringMatching(way)]);
});
