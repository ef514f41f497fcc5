import { afterEach, expect, test } from "vitest";

import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { membershipName, namedGuid } from "#platform/object-key.ts";

import { fillDirectory } from "../support/fault-directory.ts";
import { eventually, openJourney } from "../support/journey.ts";
import { callerOf } from "../support/service.ts";
import { startTestTemporal } from "../support/temporal.ts";

const operator = callerOf({ key: "operator", id: "operator", superuser: true });
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

test("a discovery on two nodes gives the same 1,000 objects the same keys, and their memberships", async () => {
  const temporal = await startTestTemporal();
  closing.push(() => temporal.stop());
  const keysOf = async () => {
    const journey = await openJourney({ temporal: temporal.address });
    closing.unshift(() => journey.close());
    fillDirectory(journey.directory, 990, 10);
    const { store } = journey;
    const { key: discovery } = await invoke(discoverTargetSystem, journey.context, operator, { key: "T1" });
    await eventually(`discovery ${discovery} ended`, async () => {
      const row = await store.get("requestOperations", discovery);
      return row?.finishedAt ?? undefined;
    });
    const memberships = await store.select("groupMemberships");
    expect(memberships).toHaveLength(990);
    for (const { key, groupKey, accountKey } of memberships)
      expect(key).toBe(namedGuid(membershipName(groupKey, accountKey)));
    const objects = [...(await store.select("accounts")), ...(await store.select("groups"))];
    return [...objects, ...memberships].map(({ key }) => key).toSorted();
  };
  const first = await keysOf();
  await closing.shift()?.();
  expect(first).toHaveLength(990 + 10 + 990);
  expect(await keysOf()).toEqual(first);
});
