// @first it takes minutes: the whole kit on each of several services
import { afterAll, beforeAll, describe, test } from "vitest";

import { describeConnector } from "#connectors/contract/index.ts";
import { type ScimHabitName, startScimHabit } from "#test/support/scim-habits.ts";

import scim from "./scim.ts";

const habits: readonly ScimHabitName[] = ["filterFindsNothing", "membersByUsers", "cursorAlone", "patchOnlyAnnounced"];

describe.each(habits)("a service with the habit %s", (habit) => {
  describeConnector({ describe, test, beforeAll, afterAll }, scim, () => startScimHabit(habit));
});
