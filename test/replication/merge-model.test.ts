import { expect, test } from "vitest";

import { testSize } from "../support/test-size.ts";
import { faultsOf } from "./model-checks.ts";
import { ModelWorld, type Schedule } from "./model-world.ts";
import { plantedFaults } from "./planted-faults.ts";

const runs = testSize(6, 200);
const edits = testSize(300, 1000);
/** Seeds with which each planted fault is looked for; one that finds it is enough. */
const seeds = Array.from({ length: 60 }, (_, seed) => seed + 1);
const editsWithFault = 600;
const shownMax = 5;

function faultsAfter(schedule: Schedule): string[] {
  const world = new ModelWorld(schedule);
  const isQuiet = world.run();
  const faults = [...(isQuiet ? [] : ["the nodes never become quiet"]), ...faultsOf(world, schedule.fault)];
  return faults.slice(0, shownMax);
}

/** Milliseconds that the long form may take on a machine that does other work too. */
const patienceMs = testSize(120_000, 900_000);

test.each([2, 3, 4])(
  "%i nodes are equal after cuts, crashes, wrong clocks and restores, and have lost nothing",
  (nodes) => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const schedule = { seed, nodes, edits };
      expect({ schedule, faults: faultsAfter(schedule) }).toEqual({ schedule, faults: [] });
    }
  },
  patienceMs,
);

test.each(plantedFaults)("the model finds that %s", (fault) => {
  const found = seeds.find((seed) => faultsAfter({ seed, nodes: 3, edits: editsWithFault, fault }).length > 0);
  expect(found).toBeDefined();
});
