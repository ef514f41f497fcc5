import { afterEach, beforeEach, expect, test } from "vitest";

import type { EnforcementTerms } from "#domain/roles/enforcement-terms.ts";
import { openTestStore, type TestStore } from "#test/support/store.ts";

import { type Database, openDatabase } from "../database.ts";
import type { BoundSql } from "../sql/sql.ts";
import { lacking, mandatory, surplus } from "./difference-statements.ts";
import type { PeopleRange } from "./people-range.ts";

const terms: EnforcementTerms = { nowMs: 1, attribute: "enforceRoles" };
const people: PeopleRange = { after: "a", upTo: "b" };

let opened: TestStore;
let database: Database;

beforeEach(async () => {
  opened = await openTestStore({ dialect: "sqlite" });
  database = openDatabase({ databaseUrl: opened.databaseUrl });
});
afterEach(async () => {
  await database.close();
  await opened.close();
});

/** Returns the steps of the plan of a statement on SQLite. */
async function planOf({ text, values }: BoundSql): Promise<readonly string[]> {
  return (await database.read(`EXPLAIN QUERY PLAN ${text}`, values)).map(({ detail }) => String(detail));
}

const statements = [
  ["lacking", lacking],
  ["surplus", surplus],
  ["mandatory", mandatory],
] as const;

test.each(statements)("%s reads people by their range", async (name, of) => {
  const plan = await planOf(of(database.dialect, { people, terms }));
  expect(plan.join("\n")).not.toContain("AUTOMATIC");
  expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual(name === "mandatory" ? ["SCAN s"] : []);
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH u USING INDEX \S+ \(key>\? AND key<\?\)$/));
});

test.each(statements)("%s looks operations up by their request, of which a person has few", async (_name, of) => {
  const ofOperations = (await planOf(of(database.dialect, { people, terms }))).filter((step) =>
    step.startsWith("SEARCH o "),
  );
  expect(ofOperations.length).toBeGreaterThan(0);
  for (const step of ofOperations) expect(step).toContain("(requestKey=?");
});

test("what a person has is seen in an index alone", async () => {
  expect(await planOf(lacking(database.dialect, { people, terms }))).toContainEqual(
    expect.stringMatching(/^SEARCH g USING COVERING INDEX \S+ \(userKey=\? AND groupKey=\? AND endedAt=\?\)$/),
  );
});
