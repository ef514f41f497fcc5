// @databases sqlite mariadb
import { expect, test } from "vitest";

import { suiteDialect } from "../support/database.ts";
import { testSize } from "../support/test-size.ts";
import { storeFaults } from "./store-checks.ts";
import { purgeFaults, type StoreSchedule, StoreWorld } from "./store-world.ts";

const isSqlite = suiteDialect() === "sqlite";
const edits = isSqlite ? testSize(70, 800) : testSize(30, 300);
const seeds = Array.from({ length: testSize(1, isSqlite ? 12 : 4) }, (_, seed) => seed + 1);
const nodes = isSqlite || testSize(false, true) ? [2, 3] : [2];
const shownMax = 8;
/** Milliseconds that a machine may take which does other work too. */
const patienceMs = testSize(120_000, 1_800_000);

test.each(nodes)(
  "%i nodes with real stores are equal after cuts, crashes, wrong clocks and restores, and have lost nothing",
  async (count) => {
    for (const seed of seeds) {
      const schedule = { seed, nodes: count, edits, restores: isSqlite };
      const world = await StoreWorld.make(schedule);
      try {
        const isQuiet = await world.run();
        const faults = await storeFaults(world.nodes, [...world.kept.values()], [...world.purged.values()]);
        expect({ schedule, isQuiet, faults: faults.slice(0, shownMax) }).toEqual({
          schedule,
          isQuiet: true,
          faults: [],
        });
      } finally {
        await world.remove();
      }
    }
  },
  patienceMs,
);

async function faultsWith(schedule: StoreSchedule): Promise<readonly string[]> {
  const world = await StoreWorld.make(schedule);
  try {
    const isQuiet = await world.run();
    await world.purgeAll();
    const left = await logged(world);
    const isQuietThen = await world.run();
    const faults = await storeFaults(world.nodes, [...world.kept.values()], [...world.purged.values()]);
    return [...faults, ...(isQuiet && isQuietThen ? [] : ["the nodes never become quiet"]), ...left];
  } catch (error) {
    return [String(error)];
  } finally {
    await world.remove();
  }
}

/** Returns logs that a purge has left longer than it has to. */
async function logged({ nodes: all }: StoreWorld): Promise<string[]> {
  const left: string[] = [];
  for (const { name, database } of all)
    for (const table of ["changeLog", "replicationRemovals"]) {
      const [row] = await database.read(`SELECT COUNT(*) AS \`n\` FROM \`${table}\``);
      if (Number(row?.["n"]) > leftMax) left.push(`${name} has ${String(row?.["n"])} rows in ${table}`);
    }
  return left;
}

const leftMax = 3;
const editsBetween = testSize(40, 200);

test(
  "a purged log is short, and its nodes go on equal: also with removed rows that come back",
  async () => {
    const schedule = { seed: 6, nodes: 2, edits: editsBetween, restores: false };
    expect(await faultsWith(schedule)).toEqual([]);
  },
  patienceMs,
);

test.each(purgeFaults)(
  "the checks find that %s",
  async (fault) => {
    let found: readonly string[] = [];
    for (let seed = 1; seed <= 10 && found.length === 0; seed += 1)
      found = await faultsWith({ seed, nodes: 2, edits: editsBetween, restores: false, fault });
    expect(found).not.toEqual([]);
  },
  patienceMs,
);
