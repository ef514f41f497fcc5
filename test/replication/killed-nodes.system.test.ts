// @few it starts two whole installations and kills their processes time and again
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { bringTogether } from "#bin/prove/node-dump.ts";
import { Secret } from "#connectors/contract/index.ts";
import { type Database, openDatabase } from "#store/database.ts";

import { eventually } from "../support/journey.ts";
import { type KillPoints, openKillPoints } from "../support/kill-points.ts";
import { testSize } from "../support/test-size.ts";
import { type NodeProcess, NodeProcesses } from "./node-processes.ts";
import { storeFaults } from "./store-checks.ts";
import type { KeptRow } from "./store-edits.ts";

const kills = testSize(1, 20);
const peopleCount = testSize(450, 9_000);
/** Pages of the record after which a node that joins is killed: a committed page is not asked for again, so there are no more than these. */
const committedPages = testSize(1, 2);
const patienceMs = testSize(240_000, 3_600_000);
/** Runs of a verification that have ended: rows of a home, which a take-over moves by pages. */
const runsCount = testSize(1_100, 11_000);

interface KilledNode {
  readonly processes: NodeProcesses;
  readonly points: KillPoints;
  readonly service: ComposedService;
  readonly database: Database;
}

async function openNode(name: string): Promise<KilledNode> {
  const points = openKillPoints();
  const processes = await NodeProcesses.make(name, { isMigrated: true, environment: points.environment });
  const database = openDatabase({ databaseUrl: processes.environment["DATABASE_URL"] ?? "" });
  if (name === "n1") await processes.run("install");
  return { processes, points, service: await processes.compose(), database };
}

let first: KilledNode;
let second: KilledNode;
const kept: KeptRow[] = [];

beforeAll(async () => {
  first = await openNode("n1");
  await first.processes.run("nodes", "address", "n1", first.processes.address);
  const { store } = first.service.context;
  await store.transaction(() =>
    store.addAll(
      "userPlaces",
      Array.from({ length: peopleCount }, (_, index) => ({ key: `person-${index}`, department: "sales" })),
    ),
  );
  await first.processes.start("api");
}, patienceMs);
afterAll(async () => {
  for (const { service, database, processes, points } of [first, second]) {
    await service.close();
    await database.close();
    await processes.stop();
    points.remove();
  }
});

/** Waits until a process was killed at the armed point, and starts it again. */
async function revive({ processes, points }: KilledNode, name: NodeProcess): Promise<void> {
  await eventually(`the ${name} killed`, async () => !points.isArmed());
  await processes.kill(name);
  await processes.start(name);
}

/** Runs a command that is killed at a point, again and again; afterwards it comes to its end. */
async function runKilled(
  node: KilledNode,
  point: string,
  run: () => Promise<string>,
  times: number = kills,
): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    node.points.arm(point);
    await expect(run(), point).rejects.toThrow(/ended with/);
    expect(node.points.isArmed(), point).toBe(false);
  }
}

test(
  "a node joins although either side is killed in the middle, again and again",
  async () => {
    const token = (await first.processes.run("nodes", "invite", "n2")).trim().split("\n").at(-1) ?? "";
    second = await openNode("n2");
    const { address } = second.processes;
    const way = ["nodes", "join", first.processes.address, "--token-file", "-", "--address", address];
    const join = () => second.processes.runWith(token, ...way);
    for (const point of ["api replication log written", "api replication log committed"])
      for (let left = kills; left > 0; left -= 1) {
        first.points.arm(point);
        await expect(join(), point).rejects.toThrow(/does not answer/);
        await revive(first, "api");
      }
    const killed = (point: string, times = kills) => runKilled(second, `nodes replication ${point}`, join, times);
    await killed("page written");
    await killed("page committed", committedPages);
    await killed("apply written");
    await killed("apply committed");
    expect(await join()).toMatch(/Node 'n2' joined/);
    expect(await second.service.context.store.count("userPlaces")).toBe(peopleCount);
    await Promise.all([second.processes.start("api"), second.processes.start("hub"), first.processes.start("hub")]);
  },
  patienceMs,
);

/** Writes at both nodes what they have written both, and an entry of the vault at the first one. */
async function writeAtBoth(count: number): Promise<void> {
  for (const { service } of [first, second]) {
    const { store, ids, clock } = service.context;
    const department = `${store.node} ${count}`;
    await store.transaction(() => store.save("userPlaces", { key: `person-${count % 5}`, department }));
    const key = ids.guid();
    const secret = store.seal(new Secret(department), { table: "vaultEntries", column: "secret", key });
    const entry = { key, managedAccountKey: "account", parentKey: null, secret, createdNode: store.node } as const;
    const made = { origin: "randomized", status: "U", createdAt: clock.now() } as const;
    await store.transaction(() => store.add("vaultEntries", { ...entry, ...made }));
    kept.push({ table: "vaultEntries", key });
  }
}

// @specification 1.replication
test(
  "hubs and APIs that are killed before and after the commits of their applies lose nothing, and do nothing twice",
  async () => {
    let written = 0;
    for (const point of ["replication apply written", "replication apply committed", "nodes.pull committed"])
      for (let left = kills; left > 0; left -= 1) {
        second.points.arm(`hub ${point}`);
        await writeAtBoth((written += 1));
        await revive(second, "hub");
      }
    await writeAtBoth((written += 1));
    const shownAt = ({ database }: KilledNode) =>
      database.read("SELECT `key`, `department` FROM `userPlaces` WHERE `department` <> 'sales' ORDER BY `key`");
    await eventually("both nodes have all entries, and what was written last", async () => {
      const counts = await Promise.all(
        [first, second].map(({ service }) => service.context.store.count("vaultEntries")),
      );
      return (
        counts.every((count) => count === kept.length) &&
        JSON.stringify(await shownAt(first)) === JSON.stringify(await shownAt(second))
      );
    });
    const departments = (await shownAt(first)).map(({ department }) => department);
    expect(departments).toContain(`n2 ${written}`);
  },
  patienceMs,
);

test(
  "a take-over that is killed again and again goes on where it was, and afterwards both nodes are equal",
  async () => {
    const { store, ids } = first.service.context;
    const run = {
      kind: "verify",
      reason: "nightly",
      requestId: "r",
      state: "ended",
      createdAt: 1,
      endedAt: 1,
    } as const;
    await store.transaction(() =>
      store.addAll(
        "runs",
        Array.from({ length: runsCount }, () => ({ key: ids.guid(), ...run })),
      ),
    );
    const there = second.service.context.store;
    await eventually("the runs at the second node", async () => (await there.count("runs")) === runsCount);
    for (const name of ["hub", "api"] as const) await first.processes.kill(name);
    await second.processes.run("nodes", "pause", "n1");
    const takeOver = () => second.processes.run("nodes", "take-over", "n1", "--yes");
    for (const point of ["nodes nodes.takeOver written", "nodes nodes.takeOver committed"])
      await runKilled(second, point, takeOver);
    await takeOver();
    for (const name of ["hub", "api"] as const) await second.processes.kill(name);
    // What the ended processes have still written.
    await bringTogether([first, second].map(({ service }) => service.context.store));
    const nodes = [first, second].map(({ processes: { name }, service, database }) => ({
      name,
      store: service.context.store,
      database,
    }));
    expect(await storeFaults(nodes, kept)).toEqual([]);
    const [homes] = await second.database.read("SELECT COUNT(*) AS `n` FROM `runs` WHERE `homeNode` = 'n2'");
    expect(Number(homes?.["n"])).toBe(runsCount);
  },
  patienceMs,
);
