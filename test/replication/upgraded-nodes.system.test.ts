// @few it starts two whole installations, and upgrades one after the other
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ComposedService } from "#bin/compose.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

import { eventually } from "../support/journey.ts";
import { makeNewerCopy, type NewerCopy } from "./newer-copy.ts";
import { NodeProcesses } from "./node-processes.ts";

let copy: NewerCopy;
let apart: NewerCopy;
let first: NodeProcesses;
let second: NodeProcesses;
const databases = new Map<NodeProcesses, Database>();

async function makeNode(name: string): Promise<NodeProcesses> {
  const node = await NodeProcesses.make(name, { isMigrated: true });
  databases.set(node, openDatabase({ databaseUrl: node.environment["DATABASE_URL"] ?? "" }));
  return node;
}

async function tokenFor(name: string): Promise<string> {
  return (await first.run("nodes", "invite", name)).trim().split("\n").at(-1) ?? "";
}

const joining = (node: NodeProcesses, token: string) =>
  node.runWith(token, "nodes", "join", first.address, "--token-file", "-", "--address", node.address);

beforeAll(async () => {
  copy = makeNewerCopy();
  apart = makeNewerCopy({ isApart: true });
  first = await makeNode("n1");
  await first.run("install");
  await first.run("nodes", "address", "n1", first.address);
  await first.start("api");
  second = await makeNode("n2");
  await joining(second, await tokenFor("n2"));
  await second.start("api");
  await Promise.all([first.start("hub"), second.start("hub")]);
}, 240_000);
afterAll(async () => {
  for (const node of [first, second]) {
    await databases.get(node)?.close();
    await node.stop();
  }
  for (const one of [copy, apart]) one.remove();
});

const statusLine = async (at: NodeProcesses, of: string): Promise<string> =>
  (await at.run("nodes", "status")).split("\n").find((line) => line.startsWith(of)) ?? "";

/** Writes the place of a person at a node, through the store of its version. */
async function save(service: ComposedService, key: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { store } = service.context;
  await store.transaction(() => store.save("userPlaces", { key, ...values }));
}

const place = async (at: NodeProcesses, key: string) =>
  (await databases.get(at)?.read("SELECT * FROM `userPlaces` WHERE `key` = ?", [key]))?.[0];

test("the upgraded node and the older one say whose upgrade is waited for, and changes go on towards the newer one", async () => {
  await second.upgrade(copy);
  const newer = await second.compose();
  await save(newer, "p1", { department: "sales", badge: "B1" });
  await newer.close();
  await eventually("it holds the change", async () => (await statusLine(first, "n2")).includes("unknownColumn"));
  expect(await statusLine(first, "n2")).toMatch(/schema 900.*newer than this node, which waits for its upgrade/);
  await eventually("the newer node says it too", async () =>
    new RegExp(`schema ${schemaVersion()}.*older than this node, and waits for its upgrade`).test(
      await statusLine(second, "n1"),
    ),
  );
  const older = await first.compose();
  await save(older, "p2", { department: "research" });
  await older.close();
  await eventually("the older node's change at the newer one", async () => (await place(second, "p2")) !== undefined);
  expect(await place(first, "p1")).toBeUndefined();
});

test("whole rows are neither compared, repaired nor fetched between two versions, and the refusals say why", async () => {
  const words = new RegExp(
    `waiting.*version ${schemaVersion()} of the schema, and this one 900.*Upgrade the older one`,
    "s",
  );
  await expect(second.run("nodes", "compare", "n1")).rejects.toThrow(words);
  const third = await makeNode("n3");
  await third.upgrade(copy);
  await expect(joining(third, await tokenFor("n3"))).rejects.toThrow(/different versions/);
  await databases.get(third)?.close();
  await third.stop();
});

test("a node that is more than one version away is refused in words, and both say it", async () => {
  await second.upgrade(apart);
  for (const [at, of] of [
    [first, "n2"],
    [second, "n1"],
  ] as const)
    await expect
      .poll(() => statusLine(at, of), { interval: 1_000 })
      .toMatch(
        `Node 'n1' has version ${schemaVersion()} of the schema, and this one 900: they are more than one minor version apart`,
      );
  await second.upgrade(copy);
});

test("once the older node is upgraded too, it has everything that was held, and both are equal", async () => {
  await first.upgrade(copy);
  await eventually("the held row", async () => (await place(first, "p1"))?.["badge"] === "B1");
  expect(await place(first, "p1")).toMatchObject({ department: "sales", badge: "B1" });
  await eventually("nothing waits", async () => !/held|waits|failed/.test(await statusLine(first, "n2")));
  // The command fails while one knows something that the other does not.
  const compared = () => second.run("nodes", "compare", "n1").catch((error: unknown) => String(error));
  await eventually("both compare as equal", async () => /n1\s+equal/.test(await compared()));
});
