import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { type Branch, openBranch } from "../support/branch.ts";
import { faultActions, faultCounts, faultObjects, planFaults } from "../support/fault-directory.ts";

const requests = 24;
const operationsEach = 4;
let branch: Branch;
beforeAll(async () => {
  branch = await openBranch();
});
afterEach(() => branch.stopAll());
afterAll(() => branch.close());

const create = (shortId: string) => ({ code: "ACUA", targetSystemKey: "T1", attributes: { shortId } });
async function ends(key: string): Promise<void> {
  await expect.poll(async () => (await branch.request(key))?.status, { interval: 200 }).toBe("C");
}

test("`gatehouse proxy status` shows every process, and fails when a proxy is away", async () => {
  const [older, younger] = [await branch.run("1.0.0"), await branch.run("2.0.0")];
  const shown = await branch.command("proxy", "status", "branch", "--json");
  expect(shown.code, shown.output).toBe(0);
  const [status] = JSON.parse(shown.output) as [{ instances: { online: boolean; connectors: object[] }[] }];
  expect(status).toMatchObject({ id: "branch", state: "online", queue: { waiting: 0, underWay: 0, later: 0 } });
  const versions = status.instances.filter(({ online }) => online).map(({ connectors }) => connectors);
  expect(versions).toHaveLength(2);
  for (const [index, version] of ["2.0.0", "1.0.0"].entries())
    expect(versions[index]).toContainEqual({ id: "fault", version });
  for (const { child } of [older, younger]) child.kill("SIGTERM");
  expect([await older.ended(), await younger.ended()]).toEqual([0, 0]);
  const away = await branch.command("proxy", "status", "branch");
  expect(away.code).toBe(1);
  expect(away.output).toMatch(/^branch {2}away, seen \d+ s ago$/m);
  const unknown = await branch.command("proxy", "status", "nobody");
  expect(unknown.code).toBe(1);
  expect(unknown.output).toMatch(/^gatehouse: NOT_FOUND: .+$/m);
});

test("`gatehouse proxy test` asks the target through its proxy and changes nothing", async () => {
  await branch.run("1.0.0");
  const tables = ["accounts", "groups", "groupMemberships", "targetSystems"] as const;
  const state = async () => ({
    actions: faultActions(branch.directory),
    rows: await Promise.all(tables.map((table) => branch.api.context.store.select(table))),
  });
  const before = await state();
  const tested = await branch.command("proxy", "test", "T1");
  expect(tested.code, tested.output).toBe(0);
  expect(tested.output).toMatch(/^product {5}Fault directory$/m);
  expect(tested.output).toMatch(/^connector {3}1\.0\.0$/m);
  expect(await state()).toEqual(before);
  const { store } = branch.api.context;
  const address = (file: string) =>
    store.transaction(() => store.save("targetSystems", { id: "T1", address: { file } }));
  await address("");
  const refused = await branch.command("proxy", "test", "T1");
  await address(branch.directory);
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/^gatehouse: T1: .+ \(config\)$/m);
});

const staffOfGrace = [
  { code: "CRTG", targetSystemKey: "T1", attributes: { shortId: "staff" } },
  create("grace"),
  { code: "GRUA", targetSystemKey: "T1" },
];

/** Begins a batch with one version, and ends its process in the middle, as an upgrade does: running work ends first. */
async function beginAndStop(at: Branch, version: string): Promise<string> {
  planFaults(at.directory, [{ capability: "create", name: "staff", fault: { kind: "delay", ms: 1_500 } }]);
  const old = await at.run(version);
  const batch = await at.submit(staffOfGrace);
  await expect.poll(async () => (await at.operations(batch))[0]?.sends).toBe(1);
  old.child.kill("SIGTERM");
  expect(await old.ended()).toBe(0);
  return batch;
}

/** Returns the version that made each object of the directory. */
function makers(at: Branch): Record<string, unknown> {
  const objects = ["account", "group"].flatMap((type) => faultObjects(at.directory, type));
  return Object.fromEntries(objects.map(({ name, attributes }) => [name, attributes["madeBy"]?.[0]]));
}

/** Waits until the new version was offered the batch and did not get it, and then once more. */
async function isTurnedAwayAgain(batch: string): Promise<void> {
  const lastTurn = async () => Math.max(...(await branch.operations(batch)).map(({ nextTryAt }) => nextTryAt ?? 0));
  await expect.poll(lastTurn).toBeGreaterThan(0);
  const first = await lastTurn();
  await expect.poll(lastTurn).toBeGreaterThan(first);
}

test("a batch keeps the version of the connector with which it has begun, and waits for it; a new one takes the new", async () => {
  const batch = await beginAndStop(branch, "1.0.0");
  const upgraded = await branch.run("2.0.0");
  const fresh = await branch.submit([create("newcomer")]);
  await ends(fresh);
  await isTurnedAwayAgain(batch);
  expect((await branch.request(batch))?.status).toBe("X");
  expect((await branch.operations(batch)).map(({ sends }) => sends > 0)).toContain(false);
  await branch.run("1.0.0");
  await ends(batch);
  expect(upgraded.output()).not.toMatch(/GRUA on T1/);
  expect(makers(branch)).toMatchObject({ staff: "1.0.0", grace: "1.0.0", newcomer: "2.0.0" });
  const rows = await branch.operations(batch);
  expect(rows.map(({ connectorVersion, result }) => [connectorVersion, result])).toEqual(
    staffOfGrace.map(() => ["1.0.0", "S"]),
  );
});

test("it goes on with the new version, between two steps, once the old one has been gone for too long", async () => {
  const impatient = await openBranch({ connectorVersionWaitSeconds: 2 });
  try {
    const batch = await beginAndStop(impatient, "1.0.0");
    await impatient.run("2.0.0");
    await expect.poll(async () => (await impatient.request(batch))?.status, { interval: 200 }).toBe("C");
    const rows = await impatient.operations(batch);
    expect(rows.map(({ result }) => result)).toEqual(["S", "S", "S"]);
    expect(rows.at(-1)?.connectorVersion).toBe("2.0.0");
    expect(makers(impatient)).toMatchObject({ staff: "1.0.0" });
    const counts = Object.fromEntries(faultCounts(impatient.directory, "create"));
    expect(counts).toEqual({ staff: 1, grace: 1 });
  } finally {
    await impatient.close();
  }
});

test("two processes of one proxy share the work; one that is killed in the middle loses nothing and doubles nothing", async () => {
  planFaults(branch.directory, [{ capability: "create", fault: { kind: "delay", ms: 150 } }]);
  const [first, second] = [await branch.run(), await branch.run()];
  const names = Array.from({ length: requests * operationsEach }, (_, index) => `user${index}`);
  const keys: string[] = [];
  for (let start = 0; start < names.length; start += operationsEach)
    keys.push(await branch.submit(names.slice(start, start + operationsEach).map(create)));
  await first.until(/ACUA on T1/);
  await second.until(/ACUA on T1/);
  expect(names.some((name) => !faultCounts(branch.directory, "create").has(name))).toBe(true);
  first.child.kill("SIGKILL");
  for (const key of keys) await ends(key);
  const counts = faultCounts(branch.directory, "create");
  expect(names.map((name) => counts.get(name))).toEqual(names.map(() => 1));
  const results = await Promise.all(keys.map((key) => branch.operations(key)));
  expect(new Set(results.flat().map(({ result }) => result))).toEqual(new Set(["S"]));
  const accounts = await branch.api.context.store.select("accounts");
  expect(accounts.filter(({ shortId }) => names.includes(shortId))).toHaveLength(names.length);
});
