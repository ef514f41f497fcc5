import { afterAll, beforeAll, expect, test } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";

import { type HabitRoom, openHabitRoom } from "../support/habits/habit-room.ts";
import { type LivedCounts, liveInWorld } from "../support/habits/live-in.ts";
import { plantedFaults } from "../support/habits/planted-faults.ts";
import type { Habit } from "../support/habits/world.ts";
import { testSize } from "../support/test-size.ts";

const worlds = testSize(100, 10_000);
const plantedWorlds = 300;

/** Returns the first fault in a number of worlds. */
async function firstWrong(
  room: HabitRoom,
  many: number,
  counts: LivedCounts,
  certain: readonly Habit[] = [],
): Promise<string | undefined> {
  for (let seed = 1; seed <= many; seed += 1) {
    const wrong = await liveInWorld(room, { random: createRandom(seed), seed, counts, certain });
    if (wrong !== undefined) return `world ${seed}: ${wrong}`;
  }
  return undefined;
}

const none = (): LivedCounts => ({ operations: 0, discoveries: 0, asked: 0 });

let room: HabitRoom;
beforeAll(async () => {
  room = await openHabitRoom();
});
afterAll(() => room.close());

test(
  `in ${worlds} random worlds with odd targets the record claims nothing that is not, nobody owns what they did not ask for, nothing goes without a question, and every operation ends`,
  async () => {
    const counts = none();
    expect(await firstWrong(room, worlds, counts)).toBeUndefined();
    // In worlds without operations the test would always pass.
    expect(counts.operations).toBeGreaterThan(worlds);
    expect(counts.asked).toBeGreaterThan(0);
  },
  testSize(120_000, 7_200_000),
);

test.each(plantedFaults)(
  "a planted fault is found: $what",
  async ({ fault, finds, with: certain }) => {
    const planted = await openHabitRoom(fault);
    try {
      expect(await firstWrong(planted, plantedWorlds, none(), certain)).toMatch(finds);
    } finally {
      await planted.close();
    }
  },
  120_000,
);
