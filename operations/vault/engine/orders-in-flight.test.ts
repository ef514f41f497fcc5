import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { Outcome, TriedPassword } from "#domain/requests/order.ts";
import { vaultOrderLateMs } from "#domain/vault-run-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { overrideManagedAccount } from "#operations/managed-accounts/override-managed-account.ts";
import { orderSources } from "#operations/tables/order-sources.ts";
import { openSourceRoom, type SourceRoom } from "#test/support/order-source-contract.ts";
import { type OpenedOrder, openVaultOrder } from "#test/support/vault-room.ts";

import { nextRunStep } from "../../runs/next-run-step.ts";
import { ordersInFlight } from "./orders-in-flight.ts";

const engine = engineCaller("cli", "test");
let opened: SourceRoom;
let order: OpenedOrder;

/** Makes an order that was sent twice and has ended with a failure: its first send is unanswered, and may still set the password. */
beforeEach(async () => {
  opened = await openSourceRoom(orderSources);
  order = await openVaultOrder(opened.room, "T1");
  await sent(order.orderKey);
  await sent(order.orderKey);
  const { runKey = "" } = (await store().get("vaultOrders", order.orderKey)) ?? {};
  await store().transaction(async () => {
    // Nothing of its own run follows.
    await store().save("runs", { key: runKey, state: "stopped" });
    const target = { key: "system", id: "T1", description: "", type: "fault", mode: "push" } as const;
    await store().add("managedSystems", { ...target, targetSystemKey: "T1" });
  });
  await report(order.orderKey, { sends: 2, result: "F", code: "permission", tried: answers("refused", "opens") });
});
afterEach(() => opened.room.close());

const store = () => opened.room.store;
const answers = (made: TriedPassword["answer"], old: TriedPassword["answer"]): TriedPassword[] => [
  { key: order.newKey, answer: made, counts: false },
  { key: order.oldKey, answer: old, counts: false },
];
const sent = async (orderKey: string) => (await opened.local.orders([`vault:${orderKey}`]))[0];
const report = (orderKey: string, outcome: Partial<Outcome>) =>
  opened.local.outcomes([{ operationKey: `vault:${orderKey}`, sends: 1, result: "S", ...outcome }]);

async function stateOf() {
  const made = (await store().get("vaultEntries", order.newKey))?.status;
  return { made, account: (await store().get("managedAccounts", order.managedAccountKey))?.status };
}

/** Begins another run, of which this is the only order, or which has none yet. */
async function anotherRun(entryKey?: string): Promise<{ readonly runKey: string; readonly orderKey: string }> {
  const { ids, clock } = opened.room.context;
  const [runKey, orderKey] = [ids.guid(), ids.guid()];
  const { managedAccountKey } = order;
  await store().transaction(async () => {
    const run = { kind: "verify", reason: "asked", requestId: "call", accountKeys: [managedAccountKey] } as const;
    const state = entryKey === undefined ? "queued" : "running";
    await store().add("runs", { key: runKey, ...run, state, createdAt: clock.now() });
    if (entryKey === undefined) return;
    const of = { runKey, managedAccountKey, openAccountKey: managedAccountKey, entryKey } as const;
    const asked = { act: "verify", targetSystemKey: "T1", proxyServer: "local", createdAt: clock.now() } as const;
    await store().add("vaultOrders", { key: orderKey, ...of, ...asked });
  });
  return { runKey, orderKey };
}

/** Reports for an order of another run that the old password opens, and the new one does not. */
async function oldOpens(): Promise<void> {
  const { orderKey } = await anotherRun(order.oldKey);
  await sent(orderKey);
  await report(orderKey, { tried: answers("refused", "opens") });
}

describe("while an earlier send may still set a password", () => {
  test("its order is known until its deadline and no longer, though it has ended", async () => {
    const { clock } = opened.room;
    const known = async (accountKey: string) =>
      (await ordersInFlight(store(), [accountKey], clock.now())).map(({ key }) => key);
    expect(await known(order.managedAccountKey)).toEqual([order.orderKey]);
    expect(await stateOf()).toEqual({ made: "U", account: "U" });
    expect(await known("another")).toEqual([]);
    expect(await ordersInFlight(store(), [], clock.now())).toEqual([]);
    clock.advance(vaultOrderLateMs - 1);
    expect(await known(order.managedAccountKey)).toEqual([order.orderKey]);
    clock.advance(1);
    expect(await known(order.managedAccountKey)).toEqual([]);
  });

  test("it has not failed because the target says to another run that the old one opens", async () => {
    await oldOpens();
    expect(await stateOf()).toEqual({ made: "U", account: "U" });
    opened.room.clock.advance(vaultOrderLateMs);
    await oldOpens();
    expect(await stateOf()).toEqual({ made: "failed", account: "C" });
  });

  test("it has not failed because somebody tells another one that counts at once", async () => {
    const { room } = opened;
    // Its connector cannot ask whether a password opens, and its policy does without.
    await store().transaction(async () => {
      const account = await store().get("managedAccounts", order.managedAccountKey);
      await store().save("managedSystemPolicies", { id: account?.policyId ?? "", confirmWithoutVerify: true });
    });
    const override = (password: string) =>
      invoke(overrideManagedAccount, room.context, engine, {
        key: order.managedAccountKey,
        password: new Secret(password),
      });
    expect(await override("told-Password-1")).toMatchObject({ runKey: null });
    expect((await stateOf()).made).toBe("U");
    room.clock.advance(vaultOrderLateMs);
    await override("told-Password-2");
    expect(await stateOf()).toEqual({ made: "failed", account: "C" });
  });

  test("another run asks for the likeliest once, and for what counts only behind that moment", async () => {
    const { room } = opened;
    const { runKey } = await anotherRun();
    let ordinal = 0;
    const step = () =>
      invoke(nextRunStep, room.context, engine, { key: runKey, run: "run", ordinal: (ordinal += 1), busy: [] });
    const asked: string[] = [];
    async function askOnce(): Promise<void> {
      const next = await step();
      const keys = next.do === "perform" ? next.lanes.flatMap(({ operationKeys }) => [...operationKeys]) : [];
      for (const key of keys) {
        const orderKey = key.replace("vault:", "");
        const { passwordKey = "" } = (await sent(orderKey)) ?? {};
        asked.push(passwordKey === order.newKey ? "new" : "old");
        const refused = { key: passwordKey, answer: "refused", counts: false } as const;
        await report(orderKey, { result: "F", code: "currentPassword", tried: [refused] });
      }
    }
    for (let time = 0; time < 4; time += 1) await askOnce();
    expect(asked).toHaveLength(1);
    expect((await store().get("runs", runKey))?.state).toBe("running");
    room.clock.advance(vaultOrderLateMs);
    for (let time = 0; time < 4; time += 1) await askOnce();
    expect(asked.slice(1).toSorted()).toEqual(["new", "old"]);
  });
});
