import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { massResetGivenUpMs } from "#domain/mass-reset-limits.ts";
import { passwordOf } from "#operations/mass-resets/engine/items.ts";
import { type MassResetRoom, openMassResetRoom } from "#test/support/mass-reset-room.ts";

import { engineCaller } from "../kernel/callers.ts";
import { invoke } from "../kernel/invoke.ts";
import { pauseMassReset, resumeMassReset, stopMassReset } from "./change-mass-resets.ts";
import { massResetProgress } from "./read-mass-resets.ts";

let room: MassResetRoom;
beforeEach(async () => {
  room = await openMassResetRoom();
});
afterEach(() => room.close());

const operator = engineCaller("cli", "test");
const counts = (key: string) => invoke(massResetProgress, room.context, operator, { key });
const audited = async (operation: string) =>
  (await room.store.select("sesslog_full", { where: { operation } })).map(({ account, result }) => [account, result]);

describe("a mass reset", () => {
  // @specification 1.mass-reset
  test("gives each account a password of its own that its target has confirmed, with a row and an audit row each", async () => {
    const draft = await room.create();
    expect(draft).toMatchObject({ state: "draft", accounts: 8, people: 4, skipped: [] });
    const { key } = await room.begin(draft);
    const keys = await room.inHand(key);
    const rows = await room.items(key);
    const made = rows.map((row) => passwordOf(room.store, row)?.use((text) => text));
    expect(new Set(made).size).toBe(8);
    expect(made).not.toContain(undefined);
    expect(keys).toHaveLength(8);
    await room.carryOut(key);
    expect(await counts(key)).toEqual({ accounts: 8, done: 8, failed: 0, leftOut: 0, open: 0 });
    expect((await room.items(key)).map(({ password, sends }) => `${password} ${sends}`)).toEqual(
      Array(8).fill("null 1"),
    );
    expect(await audited("ACHG")).toHaveLength(8);
    expect(await room.state(key)).toMatchObject({ state: "ended", endedAt: room.clock.now() });
    expect(await room.store.get("runs", key)).toMatchObject({ kind: "massReset", state: "ended" });
    const told = await room.store.select("notices", { where: { kind: "passwordReset" } });
    expect(told.map(({ facts }) => facts["accounts"])).toEqual([2, 2, 2, 2]);
  });

  test("writes down what its target says, and counts no success that the target has not confirmed", async () => {
    const { key } = await room.begin(await room.create({ failureShareMax: 100 }));
    const keys = await room.inHand(key);
    const orders = await room.proxy.orders([...keys]);
    await room.proxy.outcomes(orders.map(({ operationKey, sends }) => ({ operationKey, sends, result: "S" })));
    const rows = await room.items(key);
    expect(rows.map(({ result, errorCode }) => `${result} ${errorCode}`)).toEqual(Array(8).fill("F internal"));
    expect(await audited("ACHG")).toEqual([]);
    expect(await room.store.count("passwordHistories")).toBe(0);
  });

  test("sends the same password again after a lost answer, and never another one", async () => {
    const { key } = await room.begin(await room.create());
    const [operationKey = ""] = await room.inHand(key);
    const sent = async () => (await room.proxy.orders([operationKey]))[0];
    const [first, second] = [await sent(), await sent()];
    expect([first?.sends, second?.sends]).toEqual([1, 2]);
    const texts = [first, second].map((order) => order?.password?.use((text) => text));
    expect(texts[0]).toBe(texts[1]);
    expect(second).toMatchObject({ code: "RAND", passwordKey: first?.passwordKey });
  });

  test("keeps the passwords only where they are to be delivered", async () => {
    const { key } = await room.begin(await room.create({ delivery: "file" }));
    await room.carryOut(key, (name) => (name === "dan" ? "refused" : "opens"));
    const rows = await room.items(key);
    expect(rows.map(({ accountName, password }) => [accountName, password !== null])).toEqual(
      ["ada", "ada", "bob", "bob", "cy", "cy", "dan", "dan"].map((name) => [name, name !== "dan"]),
    );
  });

  test("gives accounts of a group that synchronizes passwords one password for each person", async () => {
    await room.store.transaction(() => room.store.save("targetGroups", { id: "DEFAULT", syncPasswords: true }));
    const { key } = await room.begin(await room.create({ delivery: "file" }));
    await room.carryOut(key);
    const byPerson = Map.groupBy(await room.items(key), ({ userKey }) => userKey);
    const texts = [...byPerson.values()].map(
      (rows) => new Set(rows.map((row) => passwordOf(room.store, row)?.use((text) => text))),
    );
    expect(texts.map(({ size }) => size)).toEqual([1, 1, 1, 1]);
    expect(new Set(texts.flatMap((some) => [...some])).size).toBe(4);
  });

  test("extends its choice by accounts that their group changes together", async () => {
    await room.store.transaction(() => room.store.save("targetGroups", { id: "DEFAULT", syncPasswords: true }));
    expect(await room.create({ targetSystemKeys: ["T1"] })).toMatchObject({ accounts: 8 });
  });

  test("ends the sessions of the owners once, and only of those whose password was reset", async () => {
    const { key } = await room.begin(await room.create({ endSessions: true, failureShareMax: 100 }));
    await room.carryOut(key, (name) => (name === "dan" ? "refused" : "opens"));
    const versions = async (id: string) => (await room.store.get("users", room.keyOf(id)))?.tokenVersion;
    expect([await versions("ada"), await versions("dan"), await versions("root")]).toEqual([2, 1, 1]);
  });
});

describe("canary accounts", () => {
  test("are reset before all others, which begin when they have ended", async () => {
    const { key } = await room.begin(await room.create({ canaries: 1 }));
    const keys = await room.inHand(key);
    expect(keys).toHaveLength(2);
    const inHand = (await room.items(key)).filter(({ begunAt }) => begunAt !== null);
    expect(inHand.map(({ isCanary }) => isCanary)).toEqual([true, true]);
    await room.carryOut(key);
    expect(await counts(key)).toMatchObject({ done: 8, open: 0 });
  });

  test("that fail stop it before anything else is begun; who answers for it is told, and may let it go on", async () => {
    const { key } = await room.begin(await room.create({ canaries: 1 }));
    await room.carryOut(key, () => "refused");
    expect(await room.state(key)).toMatchObject({ state: "paused", pausedBecause: "canary" });
    expect(await counts(key)).toEqual({ accounts: 8, done: 0, failed: 2, leftOut: 0, open: 6 });
    expect((await room.items(key)).filter(({ begunAt }) => begunAt !== null)).toHaveLength(2);
    const [told] = await room.store.select("notices", { where: { kind: "massResetPaused" } });
    expect(told).toMatchObject({ userKey: room.keyOf("root"), facts: { failed: 2, ended: 2 } });
    await invoke(resumeMassReset, room.context, operator, { key });
    expect(await room.state(key)).toMatchObject({ state: "running", pausedBecause: null, problem: null });
    await room.carryOut(key);
    expect(await counts(key)).toMatchObject({ done: 6, failed: 2, open: 0 });
    expect(await room.state(key)).toMatchObject({ state: "ended" });
  });
});

describe("failures", () => {
  test("above its limit pause it; resumed, it counts anew", async () => {
    const { key } = await room.begin(await room.create({ failuresMax: 1, canaries: 2, canaryFailuresMax: 9 }));
    await room.carryOut(key, () => "refused");
    expect(await room.state(key)).toMatchObject({ state: "paused", pausedBecause: "failures" });
    const { failed, open } = await counts(key);
    expect([failed, open]).toEqual([4, 4]);
    await invoke(resumeMassReset, room.context, operator, { key });
    await room.carryOut(key);
    expect(await counts(key)).toMatchObject({ done: 4, failed: 4, open: 0 });
  });
});

describe("somebody", () => {
  test("pauses and resumes it: nothing is handed out meanwhile", async () => {
    const { key } = await room.begin(await room.create());
    const keys = await room.inHand(key);
    await invoke(pauseMassReset, room.context, operator, { key });
    expect(await room.proxy.orders([...keys])).toEqual([]);
    expect(await room.state(key)).toMatchObject({ state: "paused", pausedBecause: "asked", problem: null });
    await invoke(resumeMassReset, room.context, operator, { key });
    await room.carryOut(key);
    expect(await counts(key)).toMatchObject({ done: 8 });
  });

  test("resumes it hours later: what was begun and could not be sent is sent then", async () => {
    const { key } = await room.begin(await room.create());
    await room.inHand(key);
    await invoke(pauseMassReset, room.context, operator, { key });
    room.clock.advance(2 * massResetGivenUpMs);
    await invoke(resumeMassReset, room.context, operator, { key });
    await room.carryOut(key);
    expect(await counts(key)).toMatchObject({ done: 8, failed: 0 });
  });

  test("stops it: what was not sent keeps its password, and nothing of the new ones is left", async () => {
    const { key } = await room.begin(await room.create({ delivery: "file" }));
    const [one = ""] = await room.inHand(key);
    const [order] = await room.proxy.orders([one]);
    await invoke(stopMassReset, room.context, operator, { key });
    const tried = [{ key: order?.passwordKey ?? "", answer: "opens", counts: false }] as const;
    await room.proxy.outcomes([{ operationKey: one, sends: 1, result: "S", tried }]);
    await room.carryOut(key);
    expect(await counts(key)).toEqual({ accounts: 8, done: 1, failed: 0, leftOut: 7, open: 0 });
    expect(await room.state(key)).toMatchObject({ state: "stopped", endedAt: room.clock.now() });
    expect((await room.items(key)).filter(({ password }) => password !== null)).toHaveLength(1);
    await expect(invoke(resumeMassReset, room.context, operator, { key })).rejects.toMatchObject({
      code: "MASS_RESET_OVER",
    });
  });

  test("stops it once: a step that comes after its end, because its answer was lost, changes nothing", async () => {
    const { key } = await room.begin(await room.create({ delivery: "file" }));
    const [one = ""] = await room.inHand(key);
    const [order] = await room.proxy.orders([one]);
    const tried = [{ key: order?.passwordKey ?? "", answer: "opens", counts: false }] as const;
    await room.proxy.outcomes([{ operationKey: one, sends: 1, result: "S", tried }]);
    await invoke(stopMassReset, room.context, operator, { key });
    await room.carryOut(key);
    const { store } = room;
    const ended = () => Promise.all([room.state(key), store.select("passwordDeliveries"), store.select("notices")]);
    const before = await ended();
    expect(before[0]).toMatchObject({ state: "stopped", endedAt: room.clock.now() });
    expect(before[1]).toHaveLength(1);
    room.clock.advance(1_000);
    expect(await room.next(key)).toEqual({ do: "finished" });
    expect(await ended()).toEqual(before);
  });

  test("changes no draft so", async () => {
    const { key } = await room.create();
    await expect(invoke(pauseMassReset, room.context, operator, { key })).rejects.toMatchObject({
      code: "MASS_RESET_NOT_STARTED",
    });
  });
});

describe("an account that the vault manages", () => {
  const managedBy = async (id: string) => {
    const { store, context } = room;
    const [account] = await store.select("accounts", { where: { shortId: id, targetSystemKey: "T1" } });
    const [managedSystemKey, managedAccountKey] = [context.ids.guid(), context.ids.guid()];
    await store.transaction(async () => {
      const told = { description: "", changeIntervalHours: 720, checkoutMaxMinutes: 60, disclosurePlugins: [] };
      const by = { mode: "push", managedByNode: store.node, enabled: true } as const;
      await store.add("managedSystemPolicies", { id: "P", ...by, ...told });
      const system = { id: "S", description: "", type: "fault", mode: "push", targetSystemKey: "T1" } as const;
      await store.add("managedSystems", { key: managedSystemKey, ...system });
      const of = { accountKey: account?.key ?? "", policyId: "P", status: "U" } as const;
      await store.add("managedAccounts", { key: managedAccountKey, managedSystemKey, ...of });
    });
    return managedAccountKey;
  };
  const rowOf = async (key: string, managedAccountKey: string) =>
    (await room.items(key)).find((row) => row.managedAccountKey === managedAccountKey);

  test("is randomized by the vault, in a run that its row names, and never reset plainly", async () => {
    const managedAccountKey = await managedBy("ada");
    const draft = await room.create({ targetSystemKeys: ["T1"] });
    expect(draft.chosen).toEqual([{ targetSystemKey: "T1", accounts: 4, managed: 1 }]);
    const { key } = await room.begin(draft);
    await room.carryOut(key);
    const row = await rowOf(key, managedAccountKey);
    expect(row).toMatchObject({ act: "randomize", result: null, password: null });
    const vaultRunKey = row?.vaultRunKey ?? "";
    expect(await room.store.get("runs", vaultRunKey)).toMatchObject({ accountKeys: [managedAccountKey] });
    await room.carryOut(vaultRunKey);
    expect(await room.store.get("managedAccounts", managedAccountKey)).toMatchObject({ status: "C" });
    room.clock.advance(2_001);
    await room.carryOut(key);
    expect(await rowOf(key, managedAccountKey)).toMatchObject({ result: "S", password: null });
    expect(await room.state(key)).toMatchObject({ state: "ended" });
    expect(await audited("ACHG")).toHaveLength(3);
    expect(await audited("RAND")).toHaveLength(1);
  });

  test("fails with the words of its target when the vault could not randomize it", async () => {
    const managedAccountKey = await managedBy("ada");
    const { key } = await room.begin(await room.create({ targetSystemKeys: ["T1"], failureShareMax: 100 }));
    await room.carryOut(key);
    const { vaultRunKey } = (await rowOf(key, managedAccountKey)) ?? {};
    await room.carryOut(vaultRunKey ?? "", () => "refused");
    room.clock.advance(2_001);
    await room.carryOut(key);
    expect(await rowOf(key, managedAccountKey)).toMatchObject({ result: "F", errorCode: "policy", message: "not ada" });
  });

  test("has only the password that the vault makes, also where it came to it after one was made for all accounts of the owner", async () => {
    const { store, clock } = room;
    await store.transaction(() => store.save("targetGroups", { id: "DEFAULT", syncPasswords: true }));
    const { key } = await room.begin(await room.create({ condition: "id eq 'ada'", delivery: "file" }));
    await room.next(key);
    const [waiting] = (await room.items(key)).filter(({ targetSystemKey }) => targetSystemKey === "T1");
    const nextTryAt = clock.now() + 1_000;
    await store.transaction(() => store.save("massResetAccounts", { key: waiting?.key ?? "", nextTryAt }));
    await room.carryOut(key);
    expect(await store.get("massResetAccounts", waiting?.key ?? "")).toMatchObject({ password: expect.any(String) });
    const managedAccountKey = await managedBy("ada");
    clock.advance(1_000);
    await room.carryOut(key);
    const { vaultRunKey, password } = (await rowOf(key, managedAccountKey)) ?? {};
    expect(password).toBeNull();
    await room.carryOut(vaultRunKey ?? "");
    clock.advance(2_001);
    await room.carryOut(key);
    expect(await store.select("passwordDeliveries")).toMatchObject([{ way: "file", accounts: 1 }]);
  });

  test("is left alone by the vault too when the mass reset is stopped before", async () => {
    const managedAccountKey = await managedBy("ada");
    const { key } = await room.begin(await room.create({ targetSystemKeys: ["T1"] }));
    await room.carryOut(key);
    const { vaultRunKey = "" } = (await rowOf(key, managedAccountKey)) ?? {};
    await invoke(stopMassReset, room.context, operator, { key });
    await room.carryOut(key);
    expect(await rowOf(key, managedAccountKey)).toMatchObject({ result: "F" });
    expect(await room.store.get("runs", vaultRunKey ?? "")).toMatchObject({ state: "stopped" });
    expect(await room.state(key)).toMatchObject({ state: "stopped", endedAt: room.clock.now() });
  });
});

describe("a rate", () => {
  test("lets no more accounts begin on a target system than it says, by the time that has passed", async () => {
    const { store } = room;
    const { key } = await room.begin(await room.create({ ratePerMinute: 1 }));
    // A process that does not count the time yet begins nothing.
    await room.carryOut(key);
    expect(await counts(key)).toMatchObject({ done: 0, open: 8 });
    await store.steadyTime.count();
    await room.carryOut(key);
    expect(await counts(key)).toMatchObject({ done: 2, open: 6 });
    room.clock.advance(3_600_000);
    await room.carryOut(key);
    expect(await counts(key)).toMatchObject({ done: 2 });
  });
});
