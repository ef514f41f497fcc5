import { expect, test } from "vitest";

import { stateOf } from "./objects.ts";

const dayMs = 86_400_000;
const nowMs = Date.parse("2026-05-01T12:00:00Z");
const today = Math.floor(nowMs / dayMs);
const usable = { name: "ada", passwordLocked: false, mustChange: false };
const good = { enabled: true, passwordExpired: false };

test.each([
  ["without an end", {}, good],
  // The password still holds on its last day.
  ["on its last day", { passwordEndDay: today }, { ...good, passwordExpiresAt: "2026-05-02T00:00:00.000Z" }],
  [
    "on the day after",
    { passwordEndDay: today - 1 },
    { ...good, passwordExpired: true, passwordExpiresAt: "2026-05-01T00:00:00.000Z" },
  ],
  ["to be changed", { mustChange: true, passwordEndDay: 90 }, { ...good, passwordExpired: true }],
  ["that ends beyond all dates", { passwordEndDay: 1e12 }, good],
])("a password %s", (_what, part, state) => {
  expect(stateOf({ ...usable, ...part }, nowMs)).toEqual(state);
});
