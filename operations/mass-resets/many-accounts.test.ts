import { afterEach, beforeEach, expect, test } from "vitest";

import { ownerRowsReadMax } from "#domain/mass-reset-limits.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { type MassResetRoom, openMassResetRoom } from "#test/support/mass-reset-room.ts";
import { recordStatements } from "#test/support/record-statements.ts";

let room: MassResetRoom;
let database: Database;
beforeEach(async () => {
  room = await openMassResetRoom();
  database = openDatabase({ databaseUrl: room.databaseUrl });
});
afterEach(async () => {
  await database.close();
  await room.close();
});

/** Returns the search plans of the database for a statement on the accounts of mass resets, by the columns of its indexes. */
async function planOf(text: string): Promise<string> {
  const values = Array.from({ length: text.split("?").length - 1 }, () => "x");
  const steps = await database.read(`EXPLAIN QUERY PLAN ${text}`, values);
  return steps.map(({ detail }) => String(detail).replace(/ USING (COVERING )?INDEX \S+/, "")).join("; ");
}

test("no statement of a mass reset looks through rows that are not its business, however many there are", async () => {
  const { key } = await room.begin(await room.create({ delivery: "file", endSessions: true }));
  const texts = await recordStatements(() => room.carryOut(key));
  const ofRows = [...new Set(texts)].filter((text) => /^(SELECT|UPDATE) [\s\S]*`massResetAccounts`/.test(text));
  expect(ofRows.length).toBeGreaterThan(10);
  for (const text of ofRows) {
    const plan = await planOf(text);
    expect(plan).toMatch(/^SEARCH /);
    // All rows that are not in hand have none: an index on this column alone finds them all.
    if (text.includes("`openAccountKey` IS NULL")) expect(plan).toMatch(/\(runKey=\? AND targetSystemKey=\?/);
  }
});

test("an owner of more accounts than are read at once is told of all of them once, when the last one has ended", async () => {
  const { store, context } = room;
  const more = ownerRowsReadMax + 10;
  const accounts = Array.from({ length: more }, (_, index) => {
    const names = { longId: `a${index}`, shortId: `a${index}`, displayId: `a${index}`, stableId: `a${index}` };
    return { key: context.ids.guid(), targetSystemKey: "T1", userKey: room.keyOf("ada"), ...names };
  });
  await store.transaction(() => store.addAll("accounts", accounts));
  const { key } = await room.begin(
    await room.create({ condition: "id eq 'ada'", endSessions: true, failureShareMax: 100 }),
    { confirm: true },
  );
  await room.carryOut(key, (name) => (name === "a7" ? "refused" : "opens"));
  const told = await store.select("notices", { where: { kind: "passwordReset" } });
  expect(told.map(({ facts }) => facts["accounts"])).toEqual([more + 1]);
  expect(await store.get("users", room.keyOf("ada"))).toMatchObject({ tokenVersion: 2 });
});
