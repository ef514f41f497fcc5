import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ProxyClient } from "#activities/proxy/client.ts";
import type { Outcome } from "#domain/requests/order.ts";
import type { RunStep } from "#domain/runs/run-step.ts";
import { dependantGivenUpMs } from "#domain/vault-run-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import type { CredentialRow } from "#operations/proxies/engine/credential-source.ts";
import { orderSources } from "#operations/tables/order-sources.ts";
import type { Save } from "#store/tables.ts";
import { openSourceRoom, type SourceRoom } from "#test/support/order-source-contract.ts";
import { newPassword, oldPassword, type OpenedOrder, openVaultOrder } from "#test/support/vault-room.ts";

import { actOnItem, beginActing } from "../runs/act-on-item.ts";
import { nextRunStep } from "../runs/next-run-step.ts";
import { showRun, runProgress } from "../runs/read-runs.ts";
import { managedCredentials } from "./engine/managed-credentials.ts";

const engine = engineCaller("cli", "test");
let opened: SourceRoom;
let order: OpenedOrder;
let runKey = "";
let ordinal = 0;

beforeEach(async () => {
  opened = await openSourceRoom(orderSources);
  order = await openVaultOrder(opened.room, "T1");
  const { store } = opened.room;
  runKey = (await store.get("vaultOrders", order.orderKey))?.runKey ?? "";
  ordinal = 0;
  await store.transaction(async () => {
    for (const [sequence, name] of ["one", "two"].entries()) {
      const names = { stableId: name, longId: name, shortId: name, displayId: name };
      await store.add("accounts", { key: name, targetSystemKey: "T2", ...names });
      await addDependant({ key: name, sequence, kind: "account", accountKey: name });
    }
    await addDependant({ key: "third", sequence: 2, kind: "plugin", plugin: "keeper.mjs", setting: "payroll" });
  });
});
afterEach(() => opened.room.close());

const addDependant = (row: Omit<Save<"managedAccountDependants">, "managedAccountKey">) =>
  opened.room.store.add("managedAccountDependants", { managedAccountKey: order.managedAccountKey, ...row });
const rows = () => opened.room.store.select("vaultOrders", { where: { runKey } });
const dependant = (key: string) => opened.room.store.get("managedAccountDependants", key);
const tried = (key: string) => ({ key, answer: "opens", counts: false }) as const;

/** Writes a plug-in of this installation, which accepts a password or not. */
function putPlugin(result: string): void {
  const folder = join(opened.room.folder, "plugins");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  const code = `export const kind = "dependant"; export const run = ({ act, setting }) => (${result});`;
  writeFileSync(join(folder, "keeper.mjs"), code);
}

/** Performs the next step of the run and its open order; returns the order's act, object and entry in words. */
async function act(outcome: Partial<Outcome> = {}): Promise<string> {
  const { room, local, other } = opened;
  const step: RunStep = await invoke(nextRunStep, room.context, engine, {
    key: runKey,
    run: "run",
    ordinal: (ordinal += 1),
    busy: [],
  });
  const [lane] = step.do === "perform" ? step.lanes : [];
  if (lane === undefined) return step.do === "finished" ? "finished" : `waits ${step.waitMs}`;
  const [operationKey = ""] = lane.operationKeys;
  const key = operationKey.replace("vault:", "");
  const row = (await room.store.get("vaultOrders", key)) ?? { act: "", dependantKey: null, entryKey: null };
  const told = `${row.act} ${row.dependantKey ?? "account"} ${row.entryKey === order.newKey ? "new" : "old"}`;
  if (lane.targetSystemKey === "") await ask(key);
  else await report(lane.proxy === "local" ? local : other, operationKey, { ...outcome, entryKey: row.entryKey });
  return told;
}

async function ask(key: string): Promise<void> {
  const operationKey = `vault:${key}`;
  const sends = await invoke(beginActing, opened.room.context, engine, { operationKey });
  if (sends !== null) await invoke(actOnItem, opened.room.context, engine, { operationKey, sends });
}

interface Reported extends Partial<Outcome> {
  readonly entryKey: string | null;
}

async function report(proxy: ProxyClient, operationKey: string, { entryKey, ...outcome }: Reported): Promise<void> {
  const [found] = await proxy.orders([operationKey]);
  // An order that can no longer be handed out has ended by that.
  if (found === undefined) return;
  const { sends } = found;
  const success = { result: "S", tried: [tried(entryKey ?? "")] } as const;
  await proxy.outcomes([
    { operationKey, sends, ...(outcome.result === undefined ? success : { result: "F", ...outcome }) },
  ]);
}

async function stateOf() {
  const { store } = opened.room;
  const held = ["one", "two", "third"].map(async (key) => {
    const { heldEntryKey } = (await dependant(key)) ?? {};
    return heldEntryKey === order.newKey ? "new" : heldEntryKey === order.oldKey ? "old" : null;
  });
  return {
    made: (await store.get("vaultEntries", order.newKey))?.status,
    account: (await store.get("managedAccounts", order.managedAccountKey))?.status,
    held: await Promise.all(held),
  };
}

const progress = () => invoke(runProgress, opened.room.context, engine, { key: runKey });

describe("a new password", () => {
  test("counts when the account and all dependants have it, each told in its turn through its own proxy", async () => {
    putPlugin('{ result: "done" }');
    expect(await act()).toBe("set account new");
    expect(await stateOf()).toEqual({ made: "U", account: "U", held: [null, null, null] });
    expect(await progress()).toMatchObject({ done: 0, failed: 0, open: 1 });
    expect(await act()).toBe("tell one new");
    expect(await act()).toBe("tell two new");
    expect(await act()).toBe("tell third new");
    expect(await stateOf()).toEqual({ made: "U", account: "U", held: ["new", "new", null] });
    expect(await act()).toBe("test third new");
    expect(await stateOf()).toEqual({ made: "C", account: "C", held: ["new", "new", "new"] });
    expect(await act()).toBe("finished");
    expect(await progress()).toMatchObject({ accounts: 1, done: 1, failed: 0, open: 0 });
  });

  test("goes to a dependant with the object of its own account, and is in the rows before", async () => {
    await act();
    const [told] = (await rows()).filter(({ act: done }) => done === "tell");
    expect(told).toMatchObject({ dependantKey: "one", targetSystemKey: "T2", proxyServer: null, sends: 0 });
    expect(await dependant("one")).toMatchObject({ toldEntryKey: order.newKey, heldEntryKey: null });
    await act({ result: "F", code: "timeout", message: "slow" });
    const [sent] = await opened.other.orders([`vault:${told?.key}`]);
    expect(sent).toBeUndefined();
    opened.room.clock.advance(61_000);
    const [again] = await opened.other.orders([`vault:${told?.key}`]);
    expect(again).toMatchObject({ code: "RAND", sends: 2, object: { name: "one" }, passwordKey: order.newKey });
    expect(again?.password?.use((text) => text)).toBe(newPassword);
    expect(again?.olderPasswords).toBeUndefined();
  });

  test("does not count where a login of the target opens with it before they have it", async () => {
    const { store, context } = opened.room;
    const credential = { managedAccountKey: order.managedAccountKey } as CredentialRow;
    const call = { ...context, caller: engine, visible: new Map(), operationId: null, startedAt: 0 };
    await store.transaction(async () => managedCredentials.opened?.(call, credential, [order.newKey]));
    expect(await stateOf()).toMatchObject({ made: "U", account: "U" });
    expect((await store.get("vaultEntries", order.newKey))?.openedAt).not.toBeNull();
  });

  test("is taken back where one does not take it: those before it, the last first, then the account, then that one", async () => {
    putPlugin('act === "tell" ? { result: "refused", message: "the service is down" } : { result: "done" }');
    for (const told of ["set account new", "tell one new", "tell two new", "tell third new"])
      expect(await act()).toBe(told);
    expect(await dependant("third")).toMatchObject({
      refusedEntryKey: order.newKey,
      failingSince: expect.any(Number) as number,
      message: "Dependant 2 (keeper.mjs): the service is down",
    });
    expect(await act()).toBe("restore two old");
    expect(await stateOf()).toEqual({ made: "U", account: "U", held: [null, "old", null] });
    expect(await act()).toBe("restore one old");
    expect(await act()).toBe("restore account old");
    expect(await stateOf()).toEqual({ made: "failed", account: "C", held: ["old", "old", null] });
    putPlugin('{ result: "done" }');
    expect(await act()).toBe("restore third old");
    expect(await act()).toBe("verify third old");
    expect(await stateOf()).toEqual({ made: "failed", account: "C", held: ["old", "old", "old"] });
    expect(await act()).toBe("finished");
    expect(await progress()).toMatchObject({ accounts: 1, done: 0, failed: 1, open: 0 });
    const { failures } = await invoke(showRun, opened.room.context, engine, { key: runKey });
    expect(failures).toMatchObject([{ errorCode: "policy", message: "Dependant 2 (keeper.mjs): the service is down" }]);
  });

  test("is taken back with the confirmed one: a dependant is looked at first, the account is not", async () => {
    await act();
    await act();
    await act({ result: "F", code: "strength", message: "too short" });
    const [first] = (await rows()).filter(({ act: done }) => done === "restore");
    expect(await act({ result: "F", code: "unreachable" })).toBe("restore one old");
    const [told] = await opened.other.orders([`vault:${first?.key}`]);
    expect(told).toMatchObject({ code: "RAND", looksFirst: true, passwordKey: order.oldKey });
    expect(told?.password?.use((text) => text)).toBe(oldPassword);
  });
});

describe("a dependant", () => {
  test("whose plug-in cannot be used is asked again, and given up in the end", async () => {
    for (const told of ["set account new", "tell one new", "tell two new", "tell third new"])
      expect(await act()).toBe(told);
    const [asked] = (await rows()).filter(({ result }) => result === null);
    expect(asked).toMatchObject({ act: "tell", sends: 1, errorCode: "broken", targetSystemKey: "" });
    expect(asked?.nextTryAt).toBeGreaterThan(opened.room.clock.now());
    expect(await act()).toMatch(/^waits \d+/);
    opened.room.clock.advance(dependantGivenUpMs);
    expect(await act()).toMatch(/^waits|^restore two old/);
    expect(await dependant("third")).toMatchObject({ refusedEntryKey: order.newKey });
  });

  test("that is taken away meanwhile holds up nothing", async () => {
    putPlugin('{ result: "done" }');
    for (const told of ["set account new", "tell one new"]) expect(await act()).toBe(told);
    const { store } = opened.room;
    await store.transaction(() => store.remove("managedAccountDependants", "two"));
    expect(await act()).toBe("tell two new");
    for (const told of ["tell third new", "test third new", "finished"]) expect(await act()).toBe(told);
    expect(await stateOf()).toMatchObject({ made: "C", account: "C" });
  });

  test("whose target is disabled makes the change fail at once", async () => {
    await act();
    await act();
    const { store } = opened.room;
    await store.transaction(() => store.save("targetSystems", { id: "T2", enabled: false }));
    await act();
    expect(await dependant("two")).toMatchObject({ refusedEntryKey: order.newKey });
    expect(await stateOf()).toMatchObject({ made: "U", account: "U" });
  });

  test("that does not take the confirmed one again keeps all uncertain, and is told again after a pause", async () => {
    await act();
    await act();
    await act({ result: "F", code: "strength", message: "too short" });
    expect(await act({ result: "F", code: "policy", message: "it was used before" })).toBe("restore one old");
    expect(await stateOf()).toMatchObject({ made: "U", account: "U", held: [null, null, null] });
    expect(await dependant("one")).toMatchObject({ failingSince: expect.any(Number) as number });
    expect(await act()).toMatch(/^waits \d+/);
    opened.room.clock.advance(16_000);
    expect(await act()).toBe("restore one old");
    expect(await act()).toBe("restore account old");
    expect(await stateOf()).toMatchObject({ made: "failed", account: "C", held: ["old", null, null] });
  });
});
