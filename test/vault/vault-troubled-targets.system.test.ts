// @few it waits for targets that are away, beside processes of its own
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { programCaller } from "#bin/program-caller.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { randomizeManagedAccount, verifyManagedAccount } from "#operations/managed-accounts/ask-for-runs.ts";

import { eventually } from "../support/journey.ts";
import type { PasswordFate } from "../support/ldap-pass-through.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";
import { openVaultStage, type VaultScene, type VaultStage } from "../support/vault-scenes.ts";

const timeout = testSize(240_000, 900_000);
const awayMs = testSize(2_000, 60_000);
const count = testSize(12, 200);
const asked = testSize(2, 20);
let temporal: TestTemporal;
let stage: VaultStage;

beforeAll(async () => {
  temporal = await startTestTemporal();
}, timeout);
afterEach(() => stage.stop());
afterAll(() => temporal.stop());

async function open(wish: { readonly accounts: number; readonly shortest?: number }): Promise<void> {
  stage = await openVaultStage({ temporalAddress: temporal.address, ...wish });
}
const known = ({ managed }: VaultScene) =>
  [...managed.keys()].map((name) => ({ name, status: "C", given: [true], locked: false }));
const orders = (runKey: string) =>
  stage.context.store.select("vaultOrders", { where: { runKey }, orderBy: [["createdAt", "asc"]] });
async function ask(operation: typeof randomizeManagedAccount, key: string): Promise<string> {
  return (await invoke(operation, stage.context, programCaller("test"), { key })).key;
}

/**
 * Waits until a run has ended, or waits itself. A run that would come too near to the target's lock waits until earlier tries no longer
 * count.
 */
async function overOrWaiting(run: string): Promise<void> {
  await eventually(`run ${run} over, or waiting`, async () => {
    const { endedAt = null } = (await stage.context.store.get("runs", run)) ?? {};
    const left = (await orders(run)).filter(({ result }) => result === null);
    return endedAt !== null || (left.length > 0 && left.every(({ nextTryAt }) => (nextTryAt ?? 0) > Date.now()));
  });
}

test(
  "a target that refuses every password keeps the one it has, and its words stand with each try",
  async () => {
    await open({ accounts: 1, shortest: 200 });
    const scene = await stage.scene();
    const run = await scene.randomize();
    await stage.ended(run);
    expect(await scene.judged()).toEqual(known(scene));
    const told = (await orders(run)).map(({ result, errorCode, message }) => ({ result, errorCode, message }));
    const refused = { result: "F", errorCode: "strength", message: expect.stringMatching(/quality/i) as string };
    expect(told).toEqual(Array.from({ length: 5 }, () => refused));
    expect(scene.way.passwords()).toBe(5);
    const entries = await stage.context.store.select("vaultEntries", { where: { runKey: run } });
    expect(new Set(entries.map(({ status, refusal }) => `${status}: ${refusal}`))).toEqual(
      new Set([`failed: ${told[0]?.message}`]),
    );
  },
  timeout,
);

test(
  "a target that goes away for a while and loses requests and answers on the way ends with every password known",
  async () => {
    await open({ accounts: count });
    const scene = await stage.scene({ count });
    const fates: readonly PasswordFate[] = ["done", "cutBefore", "done", "cutAtAnswer"];
    scene.way.decide((number) => (number <= count ? (fates[number % fates.length] ?? "done") : "done"));
    const run = await scene.randomize();
    while (scene.way.passwords() < count / 4) await sleep(5);
    scene.way.turn("refuses");
    await sleep(awayMs);
    for (const { given, locked } of await scene.judged())
      expect({ opens: given.includes(true), locked }).toEqual({ opens: true, locked: false });
    scene.way.turn("open");
    await stage.ended(run);
    expect(await scene.judged()).toEqual(known(scene));
  },
  timeout,
);

test(
  "an account whose password was changed outside is never locked by us, however often it is asked for: it is in conflict",
  async () => {
    await open({ accounts: 1 });
    const scene = await stage.scene();
    const [[name, key] = ["", ""]] = scene.managed;
    await scene.changeOutside({ name, password: "changed-outside-by-a-person" });
    for (let time = 0; time < asked; time += 1) {
      await overOrWaiting(await ask(verifyManagedAccount, key));
      expect(await scene.failures(name)).toBeLessThan(3);
    }
    expect(await scene.failures(name)).toBe(2);
    expect(await scene.judged()).toEqual([{ name, status: "conflict", given: [false], locked: false }]);
    await expect(ask(randomizeManagedAccount, key)).rejects.toThrow(/in conflict: settle them first/);
    expect(scene.way.passwords()).toBe(0);
  },
  timeout,
);

test(
  "two workers, a run over all and people who ask for single accounts meet at the same accounts, one at a time",
  async () => {
    await open({ accounts: count });
    await stage.cluster.startBeside("proxy");
    const scene = await stage.scene({ count });
    const runs = await Promise.all([
      scene.randomize(),
      ...[...scene.managed.values()].slice(0, asked).map((key) => ask(randomizeManagedAccount, key)),
      ...[...scene.managed.values()].slice(0, asked).map((key) => ask(verifyManagedAccount, key)),
      scene.randomize(),
    ]);
    for (const run of runs) await stage.ended(run);
    expect(await scene.judged()).toEqual(known(scene));
    const all = (await Promise.all(runs.map((run) => orders(run)))).flat();
    expect(new Set(all.map(({ result }) => result))).toEqual(new Set(["S"]));
    expect(scene.way.passwords()).toBe(all.filter(({ act }) => act === "set").length);
  },
  timeout,
);
