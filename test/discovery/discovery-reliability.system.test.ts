import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, expect, test } from "vitest";

import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { type Cluster, clusterTarget, startCluster } from "../support/cluster.ts";
import { changeDirectory, faultReads, fillDirectory } from "../support/fault-directory.ts";
import { callerOf } from "../support/service.ts";
import { startTestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const accounts = testSize(5000, 20_000);
const killsEach = testSize(2, 10);
/** Longest time between two kills. */
const pauseMsMax = testSize(2_500, 5_500);
const operator = callerOf({ key: "operator", id: "operator", superuser: true });
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Returns the values of one attribute over all accounts, in one statement: more than one value is a mixture of generations. */
async function seenGenerations({ service }: Cluster): Promise<readonly string[]> {
  const rows = await service.context.store.select("accountAttributes", { where: { name: "generation" } });
  if (rows.length > 0) expect(rows).toHaveLength(accounts);
  return [...new Set(rows.map(({ value }) => value))];
}

function setGeneration(file: string, generation: number): void {
  changeDirectory(file, (database) => {
    database.prepare("UPDATE objects SET attributes = ?").run(JSON.stringify({ generation: [String(generation)] }));
    // The oldest account is deleted and a new one added, so that the generations differ in their objects too.
    database.exec("DELETE FROM objects WHERE id = (SELECT MIN(id) FROM objects)");
    database
      .prepare("INSERT INTO objects (type, name, attributes, createdBy) VALUES ('account', ?, ?, '')")
      .run(`added${generation}`, JSON.stringify({ generation: [String(generation)] }));
  });
}

test(
  "kill -9 of hub, proxy and Temporal at random moments leaves the old or the new generation and repeats little of the listing",
  { timeout: 900_000 },
  async () => {
    const temporal = await startTestTemporal();
    closing.unshift(() => temporal.stop());
    const cluster = await startCluster(temporal.address, {
      CONNECTORS: join(import.meta.dirname, "../support/fault-connector.ts"),
      DISCOVERY_CHUNK_OBJECTS: "25",
    });
    closing.unshift(() => cluster.stop());
    const { context } = cluster.service;
    const { store } = context;
    const file = join(cluster.folder, "directory.db");
    fillDirectory(file, accounts);
    await store.transaction(() => store.save("targetSystems", { id: clusterTarget, type: "fault", address: { file } }));

    let generation = 0;
    const storm: { over: boolean; failed?: Error } = { over: false };
    let listings = 0;
    let handOuts = 0;
    async function discover(): Promise<void> {
      setGeneration(file, (generation += 1));
      const { key } = await invoke(discoverTargetSystem, context, operator, { key: clusterTarget });
      for (;;) {
        // Without a hub or an engine the wait for a discovery would last for its whole timeout.
        if (storm.failed) throw storm.failed;
        const row = (await store.get("requestOperations", key)) as Discovery;
        const seen = await seenGenerations(cluster);
        expect(seen.length).toBeLessThanOrEqual(1);
        expect([undefined, String(generation - 1), String(generation)]).toContain(seen[0]);
        if (row.finishedAt !== null) {
          handOuts += row.sends;
          expect([row.result, row.errorCode, row.errorMessage]).toEqual(["S", null, null]);
          break;
        }
        await sleep(250);
      }
      listings += 1;
      expect(await seenGenerations(cluster)).toEqual([String(generation)]);
    }
    async function kill(what: "hub" | "proxy" | "temporal"): Promise<void> {
      if (what === "temporal") {
        process.kill(temporal.pid, "SIGKILL");
        await sleep(200);
        return temporal.resume();
      }
      await cluster.kill(what);
      await cluster.start(what, { wait: false });
    }
    // Moments between two listings are random too, but some kills have to hit a listing.
    async function listingGoesOn(): Promise<void> {
      const before = faultReads(file);
      while (faultReads(file) === before) await sleep(50);
    }
    async function kills(): Promise<void> {
      const order = (["hub", "proxy", "temporal"] as const)
        .flatMap((what) => Array.from({ length: killsEach }, () => what))
        .map((what) => ({ what, place: Math.random() }))
        .toSorted((a, b) => a.place - b.place);
      let proxyKills = 0;
      for (const { what } of order) {
        await sleep(500 + Math.random() * (pauseMsMax - 500));
        if (what === "proxy" && proxyKills++ % 3 === 0) await listingGoesOn();
        await kill(what);
      }
    }

    const killing = kills()
      .catch((error: unknown) => (storm.failed = new Error("something did not come back", { cause: error })))
      .finally(() => (storm.over = true));
    do await discover();
    while (!storm.over);
    await killing;
    if (storm.failed) throw storm.failed;
    const repeated = faultReads(file) - listings * accounts;
    console.log(`${listings} listings of ${accounts} accounts in ${handOuts} tries, ${repeated} objects read twice`);
    expect(handOuts).toBeGreaterThan(listings);
    expect(repeated).toBeLessThanOrEqual(listings * accounts * 0.05);
  },
);
