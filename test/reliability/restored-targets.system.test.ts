import { beforeAll, expect, test } from "vitest";

import type { ProxyClient } from "#activities/proxy/client.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { nextRunStep } from "#operations/runs/next-run-step.ts";
import { readTrees, secretOf } from "#operations/vault/engine/entries.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Store } from "#store/store.ts";

import { createDirectClient } from "../support/direct-client.ts";
import { furnishRoom, roomSettings } from "../support/request-room.ts";
import { backUp, putBackSilently, restore, type TestBackup } from "../support/restores.ts";
import { openTestService, type TestService } from "../support/service.ts";
import type { TestStore } from "../support/store.ts";
import { oldPassword, openVaultOrder } from "../support/vault-room.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** More steps than any run here takes. */
const stepsMax = 12;
const start = Date.UTC(2030, 0, 31, 8);
const clock = new ManualClock(start);
const engine = engineCaller("idtm", "test");
const wrongBy = [0, hourMs, -hourMs, dayMs, -dayMs, 30 * dayMs, -30 * dayMs];

/** Targets of the organization: they keep what was done on them, whatever happens to the database. */
class Targets {
  /** Password of each account, by the key of the managed account. */
  readonly passwords = new Map<string, string>();
  /** Number of times that each operation was carried out on its target. */
  readonly done = new Map<string, number>();

  copy(): Targets {
    const copy = new Targets();
    for (const [key, password] of this.passwords) copy.passwords.set(key, password);
    for (const [key, times] of this.done) copy.done.set(key, times);
    return copy;
  }

  /** Carries an order out as a proxy does: it checks first what may have been sent before. */
  async carryOut(proxy: ProxyClient, order: Order, account = ""): Promise<void> {
    await proxy.outcomes([order.code === "ACUA" ? this.#create(order) : this.#setOrTry(order, account)]);
  }

  #create({ operationKey, sends }: Order): Outcome {
    const times = this.done.get(operationKey) ?? 0;
    if (sends === 1 || times === 0) this.done.set(operationKey, times + 1);
    return { operationKey, sends, result: "S", object: { id: operationKey, name: "x", attributes: {} } };
  }

  #setOrTry(
    { operationKey, sends, code, password, passwordKey = "", olderPasswords = [] }: Order,
    account: string,
  ): Outcome {
    const tried = [{ key: passwordKey, secret: password }, ...olderPasswords].map(({ key, secret }) => {
      const opens = secret?.use((text) => text) === this.passwords.get(account);
      return { key, answer: opens ? "opens" : "refused", counts: !opens } as const;
    });
    const opens = tried[0]?.answer === "opens";
    const isDone = code === "PWVF" || (sends > 1 && opens);
    if (isDone)
      return { operationKey, sends, tried, ...(opens ? { result: "S" } : { result: "F", code: "currentPassword" }) };
    this.passwords.set(account, password?.use((text) => text) ?? "");
    return { operationKey, sends, result: "S", tried: [{ key: passwordKey, answer: "opens", counts: false }] };
  }
}

/** Rows at the time of the backup. */
interface Things {
  /** Managed account whose password was confirmed. */
  readonly confirmed: string;
  /** Managed account with an order that was not sent. */
  readonly ordered: string;
  /** Operations of requests: one was not sent, one was. */
  readonly operations: readonly string[];
}

let backup: TestBackup;
let things: Things;
const targetsThen = new Targets();

beforeAll(async () => {
  const service = await openTestService({ clock, settings: roomSettings });
  const room = await furnishRoom(service, clock, { targets: { T1: [] } });
  const { proxy, store } = room;
  const system = {
    key: "system",
    id: "T1",
    description: "",
    mode: "push",
    type: "fault",
    targetSystemKey: "T1",
  } as const;
  await store.transaction(() => store.add("managedSystems", system));
  const confirmed = await openVaultOrder(room, "T1");
  const ordered = await openVaultOrder(room, "T1");
  for (const { managedAccountKey } of [confirmed, ordered]) targetsThen.passwords.set(managedAccountKey, oldPassword);
  const [first] = await proxy.orders([`vault:${confirmed.orderKey}`]);
  if (first) await targetsThen.carryOut(proxy, first, confirmed.managedAccountKey);
  const operations: string[] = [];
  for (const shortId of ["unsent", "sent"]) {
    const request = await room.submit([{ code: "ACUA", targetSystemKey: "T1", attributes: { shortId } }]);
    await room.step(request);
    operations.push((await room.operations(request))[0]?.key ?? "");
  }
  await proxy.orders(operations.slice(1));
  things = { confirmed: confirmed.managedAccountKey, ordered: ordered.managedAccountKey, operations };
  backup = await backUp(service, clock);
  await service.close();
});

/** Returns the managed accounts whose password is called certain but does not open them. */
async function wronglyCertain(store: Store, targets: Targets): Promise<readonly string[]> {
  const trees = await readTrees(store, [things.confirmed, things.ordered]);
  return [...trees].flatMap(([key, { tree }]) => {
    const [given] = tree.giveOut;
    const isRight = given !== undefined && secretOf(store, given).use((text) => text) === targets.passwords.get(key);
    return tree.state === "C" && !isRight ? [key] : [];
  });
}

/** Processes all open work, as hub and proxy do; returns the accounts that were wrongly called certain meanwhile. */
async function workOff({ context, store, folder }: TestService, targets: Targets): Promise<readonly string[]> {
  const proxy = await createDirectClient(context, "local", folder);
  const wrong: string[] = [...(await wronglyCertain(store, targets))];
  for (const order of await proxy.orders(things.operations)) await targets.carryOut(proxy, order);
  for (let ordinal = 0; ordinal < stepsMax; ordinal += 1) {
    for (const { key } of await store.select("runs", { where: oneOf("state", ["queued", "running"]) })) {
      const step = await invoke(nextRunStep, context, engine, { key, run: "run", ordinal, busy: [] });
      if (step.do !== "perform" || step.lanes.length === 0) continue;
      for (const order of await proxy.orders(step.lanes.flatMap(({ operationKeys }) => operationKeys))) {
        const row = await store.get("vaultOrders", order.operationKey.replace("vault:", ""));
        await targets.carryOut(proxy, order, row?.managedAccountKey);
        wrong.push(...(await wronglyCertain(store, targets)));
      }
    }
  }
  return [...new Set(wrong)];
}

const open = (opened: TestStore) => openTestService({ clock, opened, settings: roomSettings });

/** Continues after the backup on the same targets, in a database that is then lost. */
async function goOnAndLose(): Promise<Targets> {
  const targets = targetsThen.copy();
  const service = await open(await putBackSilently(backup, clock));
  expect(await workOff(service, targets)).toEqual([]);
  expect(things.operations.map((key) => targets.done.get(key))).toEqual([1, 1]);
  // A password that is in no backup.
  targets.passwords.set(things.confirmed, "made-after-the-backup");
  await service.close();
  return targets;
}

test.each(
  wrongBy.flatMap((lost) =>
    lost === 0
      ? [[0, 0]]
      : [
          [lost, 0],
          [0, lost],
        ],
  ),
)(
  "beside targets that have gone on nothing is wrongly certain or done twice, with clocks that are wrong by %i ms before and %i ms after",
  async (before, after) => {
    clock.set(start + hourMs + before);
    const targets = await goOnAndLose();
    clock.set(start + 2 * hourMs + after);
    const service = await open(await restore(backup, clock));
    const { store } = service;
    expect(await wronglyCertain(store, targets)).toEqual([]);
    expect(await workOff(service, targets)).toEqual([]);
    expect(things.operations.map((key) => targets.done.get(key))).toEqual([1, 1]);
    const accounts = await readTrees(store, [things.confirmed, things.ordered]);
    expect(accounts.get(things.confirmed)?.tree.state).toBe("conflict");
    expect(accounts.get(things.ordered)?.tree.state).toBe("C");
    // The password of the order or, if its target was asked before the send, one made later: both are known.
    expect(targets.passwords.get(things.ordered)).not.toBe(oldPassword);
    expect(await wronglyCertain(store, targets)).toEqual([]);
    await service.close();
  },
);

test("the same comparison finds what is certain wrongly and done twice where the database was put back without a word", async () => {
  clock.set(start + hourMs);
  const targets = await goOnAndLose();
  const service = await open(await putBackSilently(backup, clock));
  expect(await workOff(service, targets)).toEqual([things.confirmed]);
  expect(things.operations.map((key) => targets.done.get(key))).toEqual([2, 1]);
  await service.close();
});
