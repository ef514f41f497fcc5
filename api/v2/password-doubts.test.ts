import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Outcome } from "#domain/requests/order.ts";
import type { RunStep } from "#domain/runs/run-step.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { moveManagedAccount } from "#operations/managed-accounts/change-managed-accounts.ts";
import { addManagedSystemPolicy } from "#operations/managed-accounts/change-managed-system-policies.ts";
import { bindManagedSystem } from "#operations/managed-accounts/change-managed-systems.ts";
import { nextRunStep } from "#operations/runs/next-run-step.ts";
import { install } from "#operations/setup/install.ts";
import { type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";
import { saveProxy, usualCapabilities } from "#test/support/organisation.ts";

const engine = engineCaller("cli", "test");
const other = "somebody-elses-Passw0rd";
let room: CheckoutRoom;
let accountKey = "";

beforeEach(async () => {
  room = await openCheckoutRoom();
  const { store, context } = room;
  const managed = await store.get("managedAccounts", room.accountKey);
  accountKey = managed?.accountKey ?? "";
  const bound = { policyId: "P", managedSystemKey: managed?.managedSystemKey ?? "" };
  await invoke(install, context, engine, {});
  await store.transaction(async () => {
    await store.add("managedSystemBindings", { key: context.ids.guid(), ...bound });
    await saveProxy(context, "local", [...usualCapabilities, "resetPassword", "verify"]);
  });
});
afterEach(() => room.close());

const account = async () => {
  const { json } = await room.call("olga", "GET", `managedAccounts(${room.accountKey})`);
  return { status: json.status, doubt: json.doubt };
};
const asRoot = (action: string, body: object = {}) =>
  room.call("root", "POST", `managedAccounts(${room.accountKey})/${action}`, body);
const move = (policyId: string) => invoke(moveManagedAccount, room.context, engine, { key: room.accountKey, policyId });
const done = { result: "S" } as const;

/** Requests another password of the account, which the target accepts by default. */
async function reset(outcome: Parameters<CheckoutRoom["answer"]>[1] = done): Promise<void> {
  const asked = await room.call("root", "POST", `accounts(${accountKey})/resetPassword`, { password: other });
  expect(asked.status).toBe(202);
  await room.carryOut(asked, outcome);
}

async function borrowed() {
  const { json } = await room.ask("trudy", { minutes: 30 });
  const asked = await room.call("trudy", "POST", `checkouts(${json.key})/disclose`, {});
  const shown = await room.call("trudy", "POST", `checkouts(${json.key})/reveal`, { token: asked.json.token });
  return {
    certain: shown.json.certain,
    statuses: shown.json.passwords.map(({ status }: { status: string }) => status),
  };
}

const runs = () => room.store.select("runs", { where: { kind: "verify" }, orderBy: [["createdAt", "asc"]] });

/** Sends the order of a run to its proxy. Returns its key, the number of sends, and the key of its password entry. */
async function sent(runKey: string, ordinal = 0) {
  const step: RunStep = await invoke(nextRunStep, room.context, engine, {
    key: runKey,
    run: "run",
    ordinal,
    busy: [],
  });
  const [operationKey = ""] = step.do === "perform" ? (step.lanes[0]?.operationKeys ?? []) : [];
  const [order] = await room.proxy.orders([operationKey]);
  return { operationKey, sends: order?.sends ?? 0, entryKey: order?.passwordKey ?? "" };
}

type Sent = Awaited<ReturnType<typeof sent>>;

async function report({ operationKey, sends, entryKey }: Sent, answer: "opens" | "refused"): Promise<void> {
  const tried = [{ key: entryKey, answer, counts: answer === "refused" }];
  const said: Partial<Outcome> = answer === "opens" ? { result: "S" } : { result: "F", code: "currentPassword" };
  await room.proxy.outcomes([{ operationKey, sends, result: "S", ...said, tried }]);
}

describe("an account that comes back from HISTORICAL", () => {
  it("has no password that counts before its target was asked, which it is at once", async () => {
    expect(await account()).toEqual({ status: "C", doubt: null });
    await move("HISTORICAL");
    await reset();
    expect(await runs()).toEqual([]);
    await move("P");
    expect(await account()).toEqual({ status: "U", doubt: "back" });
    expect(await borrowed()).toEqual({ certain: false, statuses: ["U"] });
    const [run] = await runs();
    expect(run).toMatchObject({ reason: "asked", accountKeys: [room.accountKey] });
    room.clock.advance(1000);
    await report(await sent(run?.key ?? ""), "refused");
    expect((await account()).status).toBe("conflict");
    expect(await room.store.count("vaultEntries")).toBe(1);
  });

  it("is certain again where its target says that the password still opens", async () => {
    await move("HISTORICAL");
    await move("P");
    await report(await sent((await runs())[0]?.key ?? ""), "opens");
    expect(await account()).toEqual({ status: "C", doubt: null });
    expect(await borrowed()).toEqual({ certain: true, statuses: ["C"] });
  });

  it("is not certain by what its target said before it came back, however late the answer comes", async () => {
    const asked = await asRoot("verify");
    const order = await sent(asked.json.key);
    await move("HISTORICAL");
    await reset();
    await move("P");
    await report(order, "opens");
    expect(await account()).toMatchObject({ status: "U", doubt: "back" });
  });

  it("is not doubted where it is only moved to another policy", async () => {
    await invoke(addManagedSystemPolicy, room.context, engine, { id: "Q", description: "q", mode: "push" });
    const { managedSystemKey } = (await room.store.get("managedAccounts", room.accountKey)) ?? {};
    await invoke(bindManagedSystem, room.context, engine, { key: managedSystemKey, policyId: "Q" });
    await move("Q");
    expect((await room.store.get("managedAccounts", room.accountKey))?.status).toBe("C");
    expect(await runs()).toEqual([]);
  });
});

describe("another password that the service itself gives an account", () => {
  it("is noted in the vault while it is disabled, and verified when it is enabled", async () => {
    await asRoot("disable", { reason: "its owner wants it back" });
    await reset();
    expect(await account()).toEqual({ status: "U", doubt: "set" });
    expect(await runs()).toEqual([]);
    await asRoot("enable");
    expect(await runs()).toHaveLength(1);
    const audited = await room.store.select("sesslog_full", { where: { operation: "MADB" } });
    expect(audited).toMatchObject([{ ident: room.accountKey, result: "S" }]);
  });

  it("is noted where it may have been set, and is not where the target has refused it", async () => {
    await asRoot("disable", { reason: "its owner wants it back" });
    await reset({ result: "F", code: "policy", message: "too young" });
    expect((await account()).status).toBe("C");
    await reset({ result: "F", code: "internal", message: "who knows" });
    expect(await account()).toEqual({ status: "U", doubt: "set" });
  });

  it("is not sent any more once the account is managed", async () => {
    await move("HISTORICAL");
    const asked = await room.call("root", "POST", `accounts(${accountKey})/resetPassword`, { password: other });
    await move("P");
    const step = await room.step({ key: asked.json.requestKey });
    const [operationKey = ""] = step.do === "perform" ? (step.chunks[0]?.operationKeys ?? []) : [];
    expect(await room.proxy.orders([operationKey])).toEqual([]);
    const [operation] = await room.operations({ key: asked.json.requestKey });
    expect(operation).toMatchObject({ result: "F", errorCode: "policy" });
    expect(await account()).toMatchObject({ doubt: "back" });
  });
});
