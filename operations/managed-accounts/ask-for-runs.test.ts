import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { eq } from "#domain/query/condition.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { pauseRun, resumeRun, stopRun } from "#operations/runs/change-runs.ts";
import { nextRunStep } from "#operations/runs/next-run-step.ts";
import { listRuns, showRun } from "#operations/runs/read-runs.ts";
import { install } from "#operations/setup/install.ts";
import { startDueRun } from "#operations/vault/start-due-runs.ts";
import type { Row, Save } from "#store/tables.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { refusalText } from "#test/support/says.ts";
import { openVaultOrder } from "#test/support/vault-room.ts";

import {
  askForManagedAccounts,
  randomizeManagedAccount,
  randomizeManagedSystemPolicy,
  settleManagedAccounts,
  verifyManagedAccount,
  verifyManagedSystemPolicy,
} from "./ask-for-runs.ts";

const engine = engineCaller("cli", "test");
const hourMs = 3_600_000;
let room: RequestRoom;
/** A managed account whose password is confirmed, under a policy of its own. */
let account: Row<"managedAccounts">;

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [] } });
  const { store } = room;
  const { managedAccountKey, newKey, orderKey } = await openVaultOrder(room, "T1");
  await store.transaction(async () => {
    await store.add("managedSystems", {
      key: "system",
      id: "T1",
      description: "",
      type: "fault",
      mode: "push",
      targetSystemKey: "T1",
    });
    await store.save("vaultEntries", { key: newKey, status: "failed", settledAt: room.clock.now() });
    await store.save("vaultOrders", { key: orderKey, result: "X", openAccountKey: null, endedAt: 0 });
    await store.remove("vaultOrders", orderKey);
    account = await store.save("managedAccounts", { key: managedAccountKey, status: "C" });
    for (const { key } of await store.select("runs")) await store.remove("runs", key);
  });
});
afterEach(() => room.close());

const call = <I, O, P>(operation: Operation<I, O, P>, input: object) => invoke(operation, room.context, engine, input);
const set = (part: Partial<Save<"managedAccounts">>) =>
  room.store.transaction(() => room.store.save("managedAccounts", { key: account.key, ...part }));
const checkOut = () =>
  room.store.transaction(() =>
    room.store.add("checkouts", {
      key: "out",
      managedAccountKey: account.key,
      policyId: account.policyId,
      userKey: "ada",
      status: "checkedOut",
      reason: "work",
      minutes: 5,
      requestedAt: 0,
    }),
  );
const setPolicy = (part: Partial<Save<"managedSystemPolicies">>) =>
  room.store.transaction(() => room.store.save("managedSystemPolicies", { id: account.policyId, ...part }));
const step = (key: string, ordinal = 0) => call(nextRunStep, { key, run: "run", ordinal, busy: [] });
const runs = () => room.store.select("runs");

describe("a run", () => {
  test("is asked for, woken by the outbox, planned by its first step, and shows how far it has come", async () => {
    const { key, state, reason } = await call(randomizeManagedAccount, { key: account.key });
    expect([state, reason]).toEqual(["queued", "asked"]);
    expect(await room.store.outbox.open()).toEqual([{ workflowType: "vaultRun", workflowId: key }]);
    expect(await step(key)).toMatchObject({ do: "perform", lanes: [{ targetSystemKey: "T1", proxy: "local" }] });
    const progress = { accounts: 1, done: 0, failed: 0, leftOut: 0, open: 1 };
    expect(await call(showRun, { key })).toMatchObject({ state: "running", progress, failures: [] });
    expect(await call(listRuns, {})).toMatchObject([{ key, progress }]);
    expect(await room.store.get("managedAccounts", account.key)).toMatchObject({ status: "U" });
    const audited = await room.store.select("sesslog_full", { where: { operation: "MARA" } });
    expect(audited).toMatchObject([{ ident: account.key, batchId: key, result: "S" }]);
  });

  test("is paused, resumed and stopped, and what it has written and never sent has failed", async () => {
    const { key } = await call(randomizeManagedAccount, { key: account.key });
    expect(await call(pauseRun, { key })).toMatchObject({ state: "paused" });
    expect(await step(key)).toMatchObject({ lanes: [], waitMs: null });
    expect(await call(resumeRun, { key })).toMatchObject({ state: "queued" });
    expect(await step(key, 1)).toMatchObject({ lanes: [{ targetSystemKey: "T1" }] });
    await call(pauseRun, { key });
    expect(await call(resumeRun, { key })).toMatchObject({ state: "running" });
    await call(stopRun, { key });
    expect(await refusalText(call(pauseRun, { key }))).toMatch(/^VAULT_RUN_OVER/);
    expect(await step(key, 2)).toEqual({ do: "finished" });
    expect(await call(showRun, { key })).toMatchObject({ state: "stopped", progress: { leftOut: 1, open: 0 } });
    expect(await room.store.get("managedAccounts", account.key)).toMatchObject({ status: "C" });
    expect(await room.store.outbox.open()).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["It is disabled (vendor): enable it first.", () => set({ disabledReason: "vendor" })],
    ["is disabled: enable that first.", () => setPolicy({ enabled: false })],
    ["It is managed no more", () => set({ policyId: "HISTORICAL" })],
    ["checked out: check it in first.", () => checkOut()],
    ["in conflict: settle them first", () => set({ status: "conflict" })],
  ])("is refused with the way out: %s", async (words, change) => {
    await change();
    expect(await refusalText(call(randomizeManagedAccount, { key: account.key }))).toContain(words);
    expect(await runs()).toEqual([]);
  });

  // @specification 8.randomize-local-fallback
  test("over many is confirmed where the service asks for it, and told with the counts", async () => {
    Object.assign(room.context.settings, { randomizeLocalFallback: false });
    const all = { kind: "randomize", accountKeys: null };
    const counted = "CONFIRMATION_REQUIRED The passwords of 1 account(s) would be changed, 0 left alone.";
    expect(await refusalText(call(askForManagedAccounts, all))).toContain(counted);
    expect(await refusalText(call(randomizeManagedSystemPolicy, { key: account.policyId }))).toContain(counted);
    expect(await call(askForManagedAccounts, { ...all, confirm: true })).toMatchObject({ accountKeys: null });
    expect(await call(randomizeManagedSystemPolicy, { key: account.policyId, confirm: true })).toMatchObject({
      policyId: account.policyId,
    });
    await call(install, {});
    expect(await refusalText(call(randomizeManagedSystemPolicy, { key: "HISTORICAL", confirm: true }))).toMatch(
      /BUILT_IN/,
    );
    expect(await call(verifyManagedSystemPolicy, { key: account.policyId })).toMatchObject({ kind: "verify" });
  });

  test("that verifies is asked for of one account and of what is uncertain", async () => {
    expect(await call(verifyManagedAccount, { key: account.key })).toMatchObject({ kind: "verify", reason: "asked" });
    await set({ status: "U" });
    const { key } = await call(settleManagedAccounts, {});
    await step(key);
    expect(await call(showRun, { key })).toMatchObject({ reason: "settle", progress: { accounts: 1 } });
  });
});

describe("what nobody asks for", () => {
  const due = (reason: string) => call(startDueRun, { reason });

  test("begins when a password is due, once, and not while its policy is frozen or its window closed", async () => {
    const now = room.clock.now();
    await due("due");
    expect(await runs()).toEqual([]);
    await set({ nextRandomized: now });
    await setPolicy({ frozenUntil: now + 1 });
    await due("due");
    const hour = new Date(now).getUTCHours();
    const closed = `${String((hour + 2) % 24).padStart(2, "0")}:00-${String((hour + 3) % 24).padStart(2, "0")}:00`;
    await setPolicy({ frozenUntil: null, changeWindow: closed });
    await due("due");
    expect(await runs()).toEqual([]);
    await setPolicy({ changeWindow: null });
    await due("due");
    await due("due");
    const [run] = await runs();
    expect(await runs()).toMatchObject([{ kind: "randomize", reason: "due" }]);
    await step(run?.key ?? "");
    await due("due");
    expect(await runs()).toHaveLength(1);
  });

  test("settles what is uncertain, and leaves alone what another run has in its hands", async () => {
    await due("settle");
    expect(await runs()).toEqual([]);
    await set({ status: "U" });
    await due("settle");
    expect(await runs()).toMatchObject([{ kind: "verify", reason: "settle" }]);
  });

  test("verifies a share of the passwords once each night", async () => {
    const day = 24 * hourMs;
    await setPolicy({ verifyShare: 100 });
    const midnight = Math.ceil(room.clock.now() / day) * day;
    room.clock.set(midnight + 12 * hourMs);
    await due("nightly");
    expect(await runs()).toEqual([]);
    for (const hour of [26, 27, 50]) {
      room.clock.set(midnight + hour * hourMs);
      await due("nightly");
      for (const { key } of await runs())
        await room.store.transaction(() => room.store.save("runs", { key, state: "ended", endedAt: 1, startedAt: 1 }));
    }
    expect(await runs()).toHaveLength(2);
  });
});

// @specification 8.randomize-local-fallback
test("what another node manages is left to it while it is there; where it is not, this one stands in, unless nobody is to", async () => {
  await setPolicy({ managedByNode: "far" });
  await set({ nextRandomized: 0 });
  const onNodes = (isFarThere: boolean, fallsBack = true): ServiceContext => ({
    ...room.context,
    nodes: { ...room.context.nodes, available: async () => new Set([room.store.node, ...(isFarThere ? ["far"] : [])]) },
    settings: { ...room.context.settings, randomizeLocalFallback: fallsBack },
  });
  const due = async (context: ServiceContext) => {
    await invoke(startDueRun, context, engine, { reason: "due" });
    return (await runs()).length;
  };
  const asked = (context: ServiceContext) =>
    refusalText(invoke(randomizeManagedAccount, context, engine, { key: account.key }));
  expect(await due(onNodes(true))).toBe(0);
  expect(await asked(onNodes(true))).toMatch(/^MANAGED_ACCOUNT_UNFIT The node 'far' has it in its hands: ask there/);
  expect(await due(onNodes(false, false))).toBe(0);
  const elsewhere: ServiceContext = {
    ...onNodes(false),
    store: Object.assign(Object.create(room.store) as typeof room.store, {
      homes: { ...room.store.homes, here: async () => eq("homeNode", "far"), elsewhere: async () => "far" },
    }),
  };
  expect(await due(elsewhere)).toBe(0);
  expect(await asked(elsewhere)).toMatch(/^MANAGED_ACCOUNT_UNFIT It belongs to the node 'far': ask there/);
  expect(await due(onNodes(false))).toBe(1);
  expect(await asked(onNodes(false, false))).toBe("taken");
});
