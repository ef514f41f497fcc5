import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { manageGroup, unmanageGroup } from "#operations/groups/manage-groups.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";

import { discoveriesOf } from "../support/discoveries.ts";
import { changeDirectory, fillDirectory } from "../support/fault-directory.ts";
import { feedConnector } from "../support/feed-connector.ts";
import { type Journey, openJourney } from "../support/journey.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
afterEach(() => journey.close());

const target = "T1";
const { discover, operator } = discoveriesOf(() => journey, target);

async function takeGroups(value: boolean): Promise<void> {
  const option = { targetSystemId: target, name: "automaticallyDiscoverResourcesToLoad", target: "value" };
  await journey.store.transaction(() => saveOption(journey.context, option, value));
}

test("automaticallyDiscoverResourcesToLoad takes the groups on record by a feed without changes too, none that a person keeps unmanaged, and gives none back", async () => {
  journey = await openJourney({ temporal: temporal.address, connectors: [feedConnector] });
  fillDirectory(journey.directory, 2, 3);
  await discover();
  const groups = await journey.store.select("groups", { orderBy: [["shortId", "asc"]] });
  const [first = "", second = ""] = groups.map(({ key }) => key);
  await invoke(manageGroup, journey.context, operator, { key: first });
  await invoke(unmanageGroup, journey.context, operator, { key: second });
  await takeGroups(true);
  const state = async () =>
    (await journey.store.select("groups", { orderBy: [["shortId", "asc"]] })).map((group) => [
      group.managed,
      group.managedBy,
      group.keptUnmanaged,
    ]);
  expect((await discover()).discovery).toMatchObject({
    mode: "changes",
    listed: 0,
    loaded: { changed: 0 },
    managedGroups: 1,
  });
  const taken = [
    [true, "person", false],
    [false, null, true],
    [true, "option", false],
  ];
  expect(await state()).toEqual(taken);
  changeDirectory(journey.directory, (database) =>
    database.exec("INSERT INTO objects (type, name, attributes, createdBy) VALUES ('group', 'group9', '{}', '')"),
  );
  expect((await discover()).discovery.loaded).toMatchObject({ added: 1 });
  expect(await state()).toEqual([...taken, [true, "option", false]]);
  await takeGroups(false);
  await discover();
  expect(await state()).toEqual([...taken, [true, "option", false]]);
  await invoke(manageGroup, journey.context, operator, { key: second });
  expect((await state())[1]).toEqual([true, "person", false]);
});
