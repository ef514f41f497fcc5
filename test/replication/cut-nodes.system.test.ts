// @few it starts two whole installations, kills their processes and waits for them
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { lineStates, type LinkRelay, startLinkRelay } from "#bin/prove/link-relay.ts";
import { bringTogether } from "#bin/prove/node-dump.ts";
import { Secret } from "#connectors/contract/index.ts";
import { createRandom, type Random } from "#domain/random.fixture.ts";
import { type Database, openDatabase } from "#store/database.ts";

import { eventually } from "../support/journey.ts";
import { testSize } from "../support/test-size.ts";
import { NodeProcesses } from "./node-processes.ts";
import { storeFaults } from "./store-checks.ts";
import type { KeptRow } from "./store-edits.ts";

const names = testSize(["n1", "n2"], ["n1", "n2", "n3"]);
const disturbances = testSize(8, 120);
const people = 6;
const patienceMs = testSize(240_000, 2_400_000);

/** A node behind a line, with its store as one more process of it. */
interface CutNode {
  readonly processes: NodeProcesses;
  readonly line: LinkRelay;
  readonly service: ComposedService;
  readonly database: Database;
}

const nodes: CutNode[] = [];

async function openNode(name: string): Promise<CutNode> {
  const processes = await NodeProcesses.make(name, { isMigrated: true });
  const line = await startLinkRelay(Number(new URL(processes.address).port));
  const [first] = nodes;
  if (first === undefined) {
    await processes.run("install");
    await processes.run("nodes", "address", name, line.address);
  } else {
    const token = await first.processes.run("nodes", "invite", name);
    const way = ["nodes", "join", first.line.address, "--token-file", "-", "--address", line.address];
    await processes.runWith(token.trim().split("\n").at(-1) ?? "", ...way);
  }
  await processes.start("api");
  await processes.start("hub");
  const database = openDatabase({ databaseUrl: processes.environment["DATABASE_URL"] ?? "" });
  return { processes, line, service: await processes.compose(), database };
}

beforeAll(async () => {
  for (const name of names) nodes.push(await openNode(name));
}, patienceMs);
afterAll(async () => {
  for (const { line, service, database, processes } of nodes) {
    await line.stop();
    await service.close();
    await database.close();
    await processes.stop();
  }
});

/** Writes what other nodes write too, and entries of the vault, until it is ended; returns the rows that every node is to have. */
async function write({ service }: CutNode, random: Random, isOver: () => boolean): Promise<KeptRow[]> {
  const { store, ids, clock } = service.context;
  const kept: KeptRow[] = [];
  for (let made = 0; !isOver(); made += 1) {
    const key = `person-${random.below(people)}`;
    const text = `${store.node}-${made}`;
    await store.transaction(() =>
      store.save("userPlaces", { key, ...random.pick([{ department: text }, { managerKey: text }]) }),
    );
    if (made % 5 === 0) {
      const entry = ids.guid();
      const secret = store.seal(new Secret(text), { table: "vaultEntries", column: "secret", key: entry });
      const row = {
        key: entry,
        managedAccountKey: "account",
        parentKey: null,
        secret,
        createdNode: store.node,
      } as const;
      await store.transaction(() =>
        store.add("vaultEntries", { ...row, origin: "randomized", status: "U", createdAt: clock.now() }),
      );
      kept.push({ table: "vaultEntries", key: entry });
    }
    await sleep(random.below(10));
  }
  return kept;
}

async function disturb(random: Random): Promise<void> {
  for (let left = disturbances; left > 0; left -= 1) {
    const { processes, line } = random.pick(nodes);
    if (random.below(2) === 0) {
      line.turn(random.pick(lineStates));
      await sleep(random.below(600));
      continue;
    }
    const name = random.pick(["api", "hub"] as const);
    await sleep(random.below(300));
    await processes.kill(name);
    await sleep(random.below(300));
    await processes.start(name);
  }
  for (const { line } of nodes) line.turn("passes");
}

/** Returns what every node has to show alike, as the processes have brought it there. */
async function shownAt({ database }: CutNode): Promise<string> {
  const places = await database.read("SELECT `key`, `department`, `managerKey` FROM `userPlaces` ORDER BY `key`");
  const entries = await database.read("SELECT `key` FROM `vaultEntries` ORDER BY `key`");
  const conflicts = await database.read("SELECT `id`, `lost`, `count` FROM `replicationConflicts` ORDER BY `id`");
  return JSON.stringify({ places, entries, conflicts });
}

// @specification 1.replication
test(
  "nodes whose lines are cut, late, doubled and half closed, and whose processes are killed, are equal afterwards and have lost nothing",
  async () => {
    const random = createRandom(testSize(1, Date.now()));
    let isOver = false;
    const writing = nodes.map((node, index) => write(node, createRandom(index), () => isOver));
    await disturb(random).finally(() => {
      isOver = true;
    });
    const kept = (await Promise.all(writing)).flat();
    expect(kept.length).toBeGreaterThan(0);
    await eventually("all nodes show the same", async () => {
      const shown = await Promise.all(nodes.map(shownAt));
      return new Set(shown).size === 1 && kept.every(({ key }) => shown[0]?.includes(key));
    }).catch(async (error: unknown) => {
      const told = await Promise.all(nodes.map(({ processes }) => processes.run("nodes", "status", "--json")));
      const shown = await Promise.all(nodes.map(shownAt));
      throw new Error([...told, ...shown].join("\n"), { cause: error });
    });
    for (const { processes } of nodes) for (const name of ["hub", "api"] as const) await processes.kill(name);
    // What the ended processes have still written.
    await bringTogether(nodes.map(({ service }) => service.context.store));
    const compared = nodes.map(({ processes: { name }, service, database }) => ({
      name,
      store: service.context.store,
      database,
    }));
    expect(await storeFaults(compared, kept)).toEqual([]);
    const [one] = (await compared[0]?.database.read("SELECT COUNT(*) AS `n` FROM `replicationConflicts`")) ?? [];
    expect(Number(one?.["n"])).toBeGreaterThan(0);
  },
  patienceMs,
);
