import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { type Come, doorDrivers, personAtDoors, prepareDoors } from "#test/support/sign-in-at-doors.ts";
import { chainOf } from "#test/support/sign-in-steps.ts";
import { storeChain } from "#test/support/stored-chain.ts";

const hourMs = 3_600_000;
const usualChains = { "sign-in": "signIn", "help-desk": "identify", "forgot-password": "forgotPassword" } as const;
let api: TestApi;
let userKey: string;

beforeAll(async () => {
  api = await openTestApi();
  await prepareDoors(api);
  const password = { component: "password", outcomes: { passed: "ALLOW", failed: "DENY" } };
  for (const [name, purpose] of Object.entries(usualChains))
    await storeChain(api, chainOf({ password }, { name, purpose, position: 1 }));
  const [user] = await api.store.select("users", { where: { id: personAtDoors } });
  userKey = user?.key ?? "";
});
afterAll(() => api.close());

const stays: readonly (readonly [string, Come, startsInMs: number | null, endsInMs: number | null])[] = [
  ["before the start", "refused", hourMs, null],
  ["between start and end", "in", -hourMs, hourMs],
  ["after the end", "refused", null, -1],
  ["without start and end", "in", null, null],
];

it.each(stays)("%s every door answers: %s", async (_name, expected, startsInMs, endsInMs) => {
  const at = (inMs: number | null) => (inMs === null ? null : Date.now() + inMs);
  await api.store.transaction(() =>
    api.store.save("users", { key: userKey, startsAt: at(startsInMs), endsAt: at(endsInMs) }),
  );
  const doors = Object.entries(doorDrivers);
  const come = await Promise.all(doors.map(async ([door, { begin }]) => [door, await (await begin(api))()]));
  expect(come).toEqual(doors.map(([door]) => [door, expected]));
});
