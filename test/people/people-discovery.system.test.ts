import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { confirmDiscovery } from "#operations/discovery/decide-discovery.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { membersOf } from "#operations/people/engine/find-people.ts";
import { refusalOf } from "#operations/proofs/user-state.ts";

import { discoveriesOf } from "../support/discoveries.ts";
import { changeDirectory, fillDirectory } from "../support/fault-directory.ts";
import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { saveMapping } from "../support/sources.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
beforeEach(async () => {
  journey = await openJourney({ temporal: temporal.address });
  const { store } = journey;
  await store.transaction(() => store.save("targetSystems", { id: target, sourceOfProfiles: true }));
});
afterEach(() => journey.close());

const target = "T1";
const { begin, discover, discovery, operator, waits } = discoveriesOf(() => journey, target);

const disabled = async () => journey.store.count("users", { disabled: true });

test("a discovery of a source makes people, a second one writes no row of them, and who is gone is disabled and authorizes nothing", async () => {
  const { store } = journey;
  await saveMapping(store, target, ["mail", "email"]);
  fillDirectory(journey.directory, 30);
  const people = { added: 30, changed: 0, enabled: 0, disabled: 0, problems: [] };
  expect((await discover()).discovery).toMatchObject({ people, associated: 30, leavers: 0, knownPeople: 0 });
  const position = await store.changeLog.position();
  expect((await discover()).discovery.people).toEqual({ ...people, added: 0 });
  const written = (await store.changeLog.read(position, 1000)).map(({ table }) => table);
  expect([...new Set(written)].toSorted()).toEqual([
    "listings",
    "operationIdentifiers",
    "requestOperations",
    "sesslog_full",
  ]);

  changeDirectory(journey.directory, (database) => database.exec("DELETE FROM objects WHERE name = 'user00007'"));
  const ended = await discover();
  expect(ended.discovery).toMatchObject({ leavers: 1, knownPeople: 30, people: { disabled: 1 } });
  const [leaver] = await store.select("users", { where: { id: "user00007" } });
  expect(leaver && refusalOf(leaver, Date.now())).toBe("USER_DISABLED");
  expect(await membersOf(journey.context, "_ALLUSERS_")).not.toContain(leaver?.key);
  const [audit] = await store.select("sesslog_full", { where: { operation: "DISC", ident: ended.key } });
  expect(JSON.parse(audit?.message ?? "{}")).toMatchObject({ people: { added: 0, disabled: 1, problems: 0 } });
});

test("many people who would leave wait for a confirmation, though few of the objects would go", async () => {
  const { store, context } = journey;
  await saveMapping(store, target, ["mail", "email"], { minValues: 1 });
  fillDirectory(journey.directory, 100);
  changeDirectory(journey.directory, (database) => {
    const insert = database.prepare(
      "INSERT INTO objects (type, name, attributes, createdBy) VALUES ('account', ?, '{}', '')",
    );
    for (let n = 0; n < 600; n += 1) insert.run(`service${n}`);
  });
  expect((await discover()).discovery.people).toMatchObject({ added: 100 });
  changeDirectory(journey.directory, (database) =>
    database.exec("DELETE FROM objects WHERE name < 'user00060' AND name >= 'user'"),
  );
  const key = await begin();
  expect((await waits(key)).discovery).toMatchObject({ removals: 60, known: 700, leavers: 60, knownPeople: 100 });
  expect(await disabled()).toBe(0);
  await invoke(confirmDiscovery, context, operator, { key });
  await eventually("it has ended", async () => (await discovery(key)).result === "S");
  expect([await disabled(), (await discovery(key)).discovery.people?.disabled]).toEqual([60, 60]);
});
