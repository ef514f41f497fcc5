import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { createRandom } from "#domain/random.fixture.ts";

import { type GivingRoom, openGivingRoom, type Plant } from "../support/giving/giving-room.ts";
import { liveIn } from "../support/giving/live-in.ts";
import { makeWorld } from "../support/giving/make-world.ts";
import { unapproved } from "../support/giving/unapproved.ts";
import { testSize } from "../support/test-size.ts";

const worlds = testSize(150, 10_000);

/** Returns the first thing granted without approval in a number of worlds; undefined if there is none. */
async function firstGift(room: GivingRoom, many: number): Promise<string | undefined> {
  for (let seed = 1; seed <= many; seed++) {
    const random = createRandom(seed);
    const world = await makeWorld(room, random, seed);
    const [gift] = unapproved(world, await liveIn(room, world, random));
    if (gift !== undefined) return `world ${seed}: ${gift}`;
  }
  return undefined;
}

describe("in random worlds", () => {
  let room: GivingRoom;
  beforeAll(async () => {
    room = await openGivingRoom();
  });
  afterAll(() => room.close());

  test(
    `${worlds} of them, whoever has something new was approved for it by those who decide about that thing`,
    async () => {
      expect(await firstGift(room, worlds)).toBeUndefined();
      // A test without any grant would always pass.
      expect(room.counts.given).toBeGreaterThan(worlds / 2);
      expect(room.counts.refused).toBeGreaterThan(worlds / 2);
    },
    testSize(120_000, 3_600_000),
  );
});

const seesTargets = policyOf.get("targetSystems");

describe("a planted hole is found:", () => {
  test.each<[what: string, plant: Plant]>([
    [
      "attributes without a definition are taken from everybody",
      { open: [seesTargets, policyOf.create("targetSystems/attributeDefinitions")] },
    ],
    [
      "groups that are not managed are requested by everybody",
      { open: [seesTargets, policyOf.update("targetSystems/options")] },
    ],
    ["attributes that give rights are not guarded", { unguarded: ["rights", "foreign", "state"] }],
    ["attributes that write memberships are not guarded", { unguarded: ["memberships"] }],
  ])(
    "%s",
    async (_what, plant) => {
      const room = await openGivingRoom(plant);
      try {
        expect(await firstGift(room, 200)).toMatch(/^world \d+: /);
      } finally {
        await room.close();
      }
    },
    120_000,
  );
});
