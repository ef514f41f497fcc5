// @few it starts several whole installations behind lines, and waits for a cut
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { type LinkRelay, startLinkRelay } from "#bin/prove/link-relay.ts";
import { bringTogether } from "#bin/prove/node-dump.ts";
import { Secret } from "#connectors/contract/index.ts";
import { createRandom } from "#domain/random.fixture.ts";
import { type Database, openDatabase } from "#store/database.ts";

import { eventually } from "../support/journey.ts";
import { testSize } from "../support/test-size.ts";
import { NodeProcesses } from "./node-processes.ts";
import { storeFaults } from "./store-checks.ts";
import type { KeptRow } from "./store-edits.ts";

const minuteMs = 60_000;
/** Nodes with the milliseconds by which their clocks are ahead. */
const clocks: Readonly<Record<string, number>> = testSize(
  { n1: -5 * minuteMs, n2: 5 * minuteMs },
  { n1: 0, n2: 5 * minuteMs, n3: -5 * minuteMs },
);
const editsOfEach = testSize(60, 5_000);
const cutMs = testSize(0, 10 * minuteMs);
const peopleCount = testSize(10, 200);
const settledMsMax = testSize(120_000, 900_000);
const callersOfEach = 4;
const entryEach = 10;
const patienceMs = testSize(240_000, 2_400_000);
const superuser = { username: "chief", password: "Crane-Lamp-42-Harbour" };

interface FarNode {
  readonly processes: NodeProcesses;
  readonly line: LinkRelay;
  readonly service: ComposedService;
  readonly database: Database;
}

const folder = mkdtempSync(join(tmpdir(), "gatehouse-clocks-"));
const nodes: FarNode[] = [];

/** Returns the environment of processes whose clock is wrong. */
function clockOf(name: string): Readonly<Record<string, string>> {
  const file = join(folder, name);
  writeFileSync(file, String(clocks[name]));
  const preload = new URL("../support/moved-clock.ts", import.meta.url);
  preload.searchParams.set("file", file);
  return { NODE_OPTIONS: `--import=${preload.href}` };
}

async function openNode(name: string): Promise<void> {
  const processes = await NodeProcesses.make(name, { isMigrated: true, environment: clockOf(name) });
  const line = await startLinkRelay(Number(new URL(processes.address).port));
  const [first] = nodes;
  if (first === undefined) {
    const file = join(folder, "password.txt");
    writeFileSync(file, `${superuser.password}\n`, { mode: 0o600 });
    await processes.run("install", "--superuser", superuser.username, "--password-file", file);
    await processes.run("nodes", "address", name, line.address);
  } else {
    const token = await first.processes.run("nodes", "invite", name);
    const way = ["nodes", "join", first.line.address, "--token-file", "-", "--address", line.address];
    await processes.runWith(token.trim().split("\n").at(-1) ?? "", ...way);
  }
  await Promise.all([processes.start("api"), processes.start("hub")]);
  const database = openDatabase({ databaseUrl: processes.environment["DATABASE_URL"] ?? "" });
  nodes.push({ processes, line, service: await processes.compose(), database });
}

beforeAll(async () => {
  for (const name of Object.keys(clocks)) await openNode(name);
}, patienceMs);
afterAll(async () => {
  for (const { line, service, database, processes } of nodes) {
    await line.stop();
    await service.close();
    await database.close();
    await processes.stop();
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a function that calls the REST API of a node as the superuser. */
async function callerAt({ processes: { address } }: FarNode) {
  const body = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", ...superuser });
  const signIn = async () => {
    const answer = await fetch(`${address}/identity/connect/token`, { method: "POST", body });
    const { access_token: token } = (await answer.json()) as { readonly access_token: string };
    return { authorization: `Bearer ${token}`, "content-type": "application/json" };
  };
  let headers = await signIn();
  return async (method: string, path: string, given: object): Promise<Record<string, unknown>> => {
    const send = () => fetch(`${address}/v2/${path}`, { method, headers, body: JSON.stringify(given) });
    let answer = await send();
    if (answer.status === 401) {
      headers = await signIn();
      answer = await send();
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} at ${address}: ${answer.status} ${text}`);
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  };
}

/** Edits the same people as the other nodes do, by REST, and adds entries to the vault; returns what no node may lose. */
async function edit(node: FarNode, people: readonly string[]): Promise<KeptRow[]> {
  const { store, ids, clock } = node.service.context;
  const random = createRandom(node.processes.name.length + Number(node.processes.name.slice(1)));
  const kept: KeptRow[] = [];
  let made = 0;
  const call = await callerAt(node);
  const work = async () => {
    while (made < editsOfEach) {
      const text = `${store.node} ${(made += 1)}`;
      await call(
        "PATCH",
        `users(${random.pick(people)})`,
        random.pick([{ displayName: text }, { mail: `${text.replace(" ", ".")}@corp.example` }]),
      );
      if (made % entryEach !== 0) continue;
      const key = ids.guid();
      const secret = store.seal(new Secret(text), { table: "vaultEntries", column: "secret", key });
      const entry = { key, managedAccountKey: "account", parentKey: null, secret, createdNode: store.node } as const;
      const how = { origin: "randomized", status: "U", createdAt: clock.now() } as const;
      await store.transaction(() => store.add("vaultEntries", { ...entry, ...how }));
      kept.push({ table: "vaultEntries", key });
    }
  };
  await Promise.all(Array.from({ length: callersOfEach }, work));
  return kept;
}

/** Returns what every node has to show alike, as the processes have brought it there. */
async function shownAt({ database }: FarNode): Promise<string> {
  const people = await database.read("SELECT `key`, `displayName`, `mail` FROM `users` ORDER BY `key`");
  const entries = await database.read("SELECT `key` FROM `vaultEntries` ORDER BY `key`");
  const conflicts = await database.read("SELECT `id`, `lost`, `count` FROM `replicationConflicts` ORDER BY `id`");
  return JSON.stringify({ people, entries, conflicts });
}

// @specification 1.replication
test(
  `${editsOfEach} edits of each node through a cut, by clocks ten minutes apart, leave all equal, each lost value listed and the vault whole`,
  async () => {
    const [first] = nodes;
    if (first === undefined) throw new Error("there is no node");
    const call = await callerAt(first);
    const people: string[] = [];
    for (let count = 0; count < peopleCount; count += 1)
      people.push(String((await call("POST", "users", { id: `person${count}` }))["key"]));
    await eventually("all nodes have the people", async () =>
      (await Promise.all(nodes.map(shownAt))).every((shown) => people.every((key) => shown.includes(key))),
    );
    for (const { line } of nodes) line.turn("cut");
    const cutAtMs = performance.now();
    const kept = (await Promise.all(nodes.map((node) => edit(node, people)))).flat();
    await sleep(Math.max(0, cutMs - (performance.now() - cutAtMs)));
    const apart = await Promise.all(nodes.map(shownAt));
    expect(new Set(apart).size).toBe(nodes.length);
    for (const { line } of nodes) line.turn("passes");
    const healedAtMs = performance.now();
    const areEqual = async () => {
      const shown = await Promise.all(nodes.map(shownAt));
      return new Set(shown).size === 1 && kept.every(({ key }) => shown[0]?.includes(key));
    };
    await eventually("all nodes show the same", areEqual, settledMsMax).catch(async (error: unknown) => {
      const told = await Promise.all(nodes.map(({ processes }) => processes.run("nodes", "status", "--json")));
      throw new Error(told.join("\n"), { cause: error });
    });
    const equalMs = Math.round(performance.now() - healedAtMs);
    console.log(`equal ${equalMs} ms after a cut of ${Math.round((healedAtMs - cutAtMs) / 1000)} s`);
    for (const { processes } of nodes) for (const name of ["hub", "api"] as const) await processes.kill(name);
    await bringTogether(nodes.map(({ service }) => service.context.store));
    const compared = nodes.map(({ processes: { name }, service, database }) => ({
      name,
      store: service.context.store,
      database,
    }));
    expect(await storeFaults(compared, kept)).toEqual([]);
    // One for each value that several nodes have written, however often.
    const conflicts = await first.database.read(
      "SELECT `key`, `column` FROM `replicationConflicts` WHERE `table` = 'users'",
    );
    const places = new Set(conflicts.map(({ key, column }) => `${String(key)} ${String(column)}`));
    expect(places.size).toBe(conflicts.length);
    expect(conflicts.length).toBeGreaterThan(peopleCount / 2);
    expect(conflicts.length).toBeLessThanOrEqual(2 * peopleCount);
  },
  patienceMs,
);
