import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Client } from "ldapts";
import { afterAll, beforeAll, expect, test } from "vitest";

import { programCaller } from "#bin/program-caller.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addDependant } from "#operations/managed-accounts/change-dependants.ts";
import { readTrees, secretOf } from "#operations/vault/engine/entries.ts";

import { eventually } from "../support/journey.ts";
import { manageDirectory } from "../support/manage-directory.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { startVaultDirectory, type VaultDirectory } from "../support/vault-directory.ts";
import { openVaultStage, type VaultScene, type VaultStage } from "../support/vault-scenes.ts";

const timeout = 120_000;
const remembersNone = { remembered: 0, shortest: 12 };
let temporal: TestTemporal;
let stage: VaultStage;
let others: VaultDirectory;
let scene: VaultScene;
let managed = "";
/** Path prefix under which the plug-in stores the passwords that it receives. */
let kept = "";

const plugin = (file: string) => `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
export const kind = "dependant";
export function run({ act, password, setting }) {
  const file = ${JSON.stringify(file)} + setting;
  if (act === "tell") password.use((text) => writeFileSync(file, text));
  const has = existsSync(file) && password.use((text) => readFileSync(file, "utf8") === text);
  return has ? { result: "done" } : { result: "refused", message: "it has another one" };
}
`;

beforeAll(async () => {
  temporal = await startTestTemporal();
  [stage, others] = await Promise.all([
    openVaultStage({ temporalAddress: temporal.address, accounts: 1, ...remembersNone }),
    startVaultDirectory(3, remembersNone),
  ]);
  scene = await stage.scene();
  managed = [...scene.managed.values()][0] ?? "";
  const { context, cluster } = stage;
  const folder = join(cluster.folder, "plugins");
  kept = join(cluster.folder, "kept-");
  mkdirSync(folder, { mode: 0o700, recursive: true });
  writeFileSync(join(folder, "keeper.mjs"), plugin(kept), { mode: 0o600 });
  await manageDirectory(context, { id: "OTHERS", directory: others.directory, accounts: [], imported: false });
  const add = (input: object) =>
    invoke(addDependant, context, programCaller("test"), { managedAccountKey: managed, ...input });
  for (const { id: stableId, name, dn } of others.accounts) {
    const accountKey = context.ids.guid();
    const names = { stableId, longId: dn, shortId: name, displayId: name };
    await context.store.transaction(() =>
      context.store.add("accounts", { key: accountKey, targetSystemKey: "OTHERS", ...names }),
    );
    await add({ accountKey });
  }
  await add({ plugin: "keeper.mjs", setting: "payroll" });
}, timeout);
afterAll(async () => {
  await stage?.stop();
  await others?.stop();
  await temporal?.stop();
});

const rows = () => stage.context.store.select("managedAccountDependants", { orderBy: [["sequence", "asc"]] });
const orders = (runKey: string) =>
  stage.context.store.select("vaultOrders", { where: { runKey }, orderBy: [["createdAt", "asc"]] });

/** Returns true if a directory accepts a password of an account. */
async function opens(url: string, dn: string, password: string): Promise<boolean> {
  const client = new Client({ url });
  try {
    await client.bind(dn, password);
    return true;
  } catch {
    return false;
  } finally {
    await client.unbind();
  }
}

/** Returns the confirmed password of the account in the vault. */
async function confirmed(): Promise<string> {
  const held = (await readTrees(stage.context.store, [managed])).get(managed);
  expect(held?.tree.state).toBe("C");
  const [entry] = held?.tree.giveOut ?? [];
  if (entry === undefined) throw new Error("no password is confirmed");
  return secretOf(stage.context.store, entry).use((text) => text);
}

/** Reports for the account and each dependent whether it has a password; each is asked itself. */
async function having(password: string) {
  const [root] = scene.accounts;
  return {
    account: await opens(`ldap://127.0.0.1:${scene.way.port}`, root?.dn ?? "", password),
    others: await Promise.all(others.accounts.map(({ dn }) => opens(others.directory.url, dn, password))),
    plugin: existsSync(`${kept}payroll`) && readFileSync(`${kept}payroll`, "utf8") === password,
  };
}

/** Kills the hub when it is about to send to the dependent with this place, and starts it again. */
async function killAt(run: string, act: "tell" | "restore", place: number): Promise<void> {
  const key = (await rows())[place - 1]?.key;
  await eventually(`${act} ${place}`, async () =>
    (await orders(run)).some((order) => order.act === act && order.dependantKey === key),
  );
  await stage.cluster.kill("hub");
  const [account] = await scene.judged();
  expect(account).toMatchObject({ status: "U", given: [true, false] });
  await stage.cluster.start("hub");
}

test(
  "four dependants learn a new password, each in its turn and tested, though the hub is killed on the way",
  async () => {
    const run = await scene.randomize();
    await killAt(run, "tell", 2);
    await stage.ended(run);
    const password = await confirmed();
    expect(await having(password)).toEqual({ account: true, others: [true, true, true], plugin: true });
    const [first] = await rows();
    for (const { heldEntryKey, failingSince } of await rows())
      expect({ heldEntryKey, failingSince }).toEqual({ heldEntryKey: first?.heldEntryKey, failingSince: null });
    const told = (await orders(run)).filter(({ result }) => result === "S").map(({ act }) => act);
    expect(told).toEqual(["set", "tell", "tell", "tell", "tell", "test"]);
  },
  timeout,
);

test(
  "where the third fails the others and the account are back at the confirmed password, though the hub is killed on the way",
  async () => {
    const before = await confirmed();
    const third = others.accounts[2];
    const client = new Client({ url: others.directory.url });
    await client.bind(others.directory.admin.dn, others.directory.admin.password);
    await client.del(third?.dn ?? "");
    await client.unbind();
    const run = await scene.randomize();
    await killAt(run, "restore", 2);
    const key = (await rows())[2]?.key;
    await eventually("all are back, and the third is told once more", async () =>
      (await orders(run)).some((order) => order.act === "restore" && order.dependantKey === key),
    );
    expect(await confirmed()).toBe(before);
    expect(await having(before)).toEqual({ account: true, others: [true, true, false], plugin: true });
    const [one, two, failing, four] = await rows();
    expect([one?.heldEntryKey, two?.heldEntryKey]).toEqual([four?.heldEntryKey, four?.heldEntryKey]);
    expect(failing).toMatchObject({ heldEntryKey: null, failingSince: expect.any(Number) as number });
    const [refused] = (await orders(run)).filter(({ result }) => result === "F");
    const words = expect.stringMatching(/^Dependant 3 \(OTHERS\): \S/) as string;
    expect(refused).toMatchObject({ act: "tell", dependantKey: key, message: words });
    const entries = await stage.context.store.select("vaultEntries", { where: { runKey: run } });
    expect(entries.map(({ status }) => status)).toEqual(["failed"]);
  },
  timeout,
);
