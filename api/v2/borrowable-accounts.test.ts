import { afterEach, beforeEach, expect, it } from "vitest";

import { type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";

let room: CheckoutRoom;

beforeEach(async () => {
  room = await openCheckoutRoom();
});
afterEach(() => room.close());

const rights = "mayBorrow,mayTake,mayBreakGlass,mayManage";

it("says to everybody what they may do with the password of an account", async () => {
  for (const [who, told] of [
    ["ada", { mayBorrow: true, mayTake: false, mayBreakGlass: false, mayManage: false }],
    ["trudy", { mayBorrow: true, mayTake: true, mayBreakGlass: false, mayManage: false }],
    ["fay", { mayBorrow: true, mayTake: false, mayBreakGlass: true, mayManage: false }],
    ["olga", { mayBorrow: false, mayTake: false, mayBreakGlass: false, mayManage: true }],
    ["wes", { mayBorrow: false, mayTake: false, mayBreakGlass: false, mayManage: false }],
    // The right to do everything else gives no right to a password.
    ["root", { mayBorrow: false, mayTake: false, mayBreakGlass: false, mayManage: false }],
  ] as const) {
    const { json } = await room.call(who, "GET", `managedAccounts(${room.accountKey})?$select=${rights}`);
    expect([who, json]).toMatchObject([who, told]);
    const listed = await room.call(who, "GET", "managedAccounts?$filter=mayBorrow&$select=key");
    expect([who, listed.json.value.length]).toEqual([who, told.mayBorrow ? 1 : 0]);
  }
});

it("says it of nobody's account to who has no right, and of none that is disabled or managed no more", async () => {
  expect((await room.call("nobody", "GET", "managedAccounts?$filter=not mayBorrow")).json.value).toEqual([]);
  const borrowable = async () =>
    (await room.call("trudy", "GET", "managedAccounts?$filter=mayBorrow")).json.value.length as number;
  const save = (part: object) =>
    room.store.transaction(() => room.store.save("managedAccounts", { key: room.accountKey, ...part }));
  await save({ disabledReason: "the vendor works on it" });
  expect(await borrowable()).toBe(0);
  await save({ disabledReason: null, policyId: "HISTORICAL" });
  expect(await borrowable()).toBe(0);
  await save({ policyId: "P" });
  expect(await borrowable()).toBe(1);
});

it("tells what the policy says of check-outs to who may see the account", async () => {
  await room.setPolicy({ concurrency: 2, extensionsMax: 3, attended: true, ticketPlugin: "ticket.ts" });
  const { json } = await room.call("ada", "GET", `managedAccounts(${room.accountKey})`);
  const terms = { checkoutLimit: 2, checkoutMinutes: 60, checkoutExtensions: 3, checkoutTicket: true };
  expect(json).toMatchObject({ ...terms, checkoutAttended: true, disclosurePlugins: ["display", "copy"] });
  expect(json).not.toHaveProperty("mayBorrow");
});

it("finds an account by what it is called, also when it has gone from its target", async () => {
  const found = async (words: string, who = "ada") =>
    (await room.call(who, "GET", `managedAccounts?$search=${words}`)).json.value.length as number;
  expect(await found("OO")).toBe(1);
  expect(await found("other")).toBe(0);
  expect(await found("root", "nobody")).toBe(0);
  const { accountKey } = (await room.store.get("managedAccounts", room.accountKey)) ?? {};
  await room.store.transaction(async () => {
    await room.store.save("managedAccounts", { key: room.accountKey, accountName: "formerly" });
    await room.store.save("accounts", { key: accountKey ?? "", shortId: "renamed" });
  });
  expect(await found("formerly")).toBe(1);
  expect(await found("renamed")).toBe(1);
  expect(await found("root")).toBe(0);
});

it("leads superusers to managed systems with their policies, and nobody else", async () => {
  const [system] = await room.store.select("managedSystems");
  const managedSystemKey = system?.key ?? "";
  const binding = { key: room.context.ids.guid(), managedSystemKey, policyId: "P" };
  await room.store.transaction(() => room.store.add("managedSystemBindings", binding));
  const { json } = await room.call("root", "GET", "managedSystems?$expand=policies($select=id)");
  expect(json.value).toMatchObject([{ id: "T1", mode: "push", enabled: true, policies: [{ id: "P" }] }]);
  expect((await room.call("root", "GET", `managedSystems(${managedSystemKey})/policies`)).json.value).toMatchObject([
    { id: "P" },
  ]);
  for (const path of ["managedSystems", `managedSystems(${managedSystemKey})`])
    expect([path, (await room.call("olga", "GET", path)).status]).toEqual([path, 403]);
});

it("names the accounts of a run where its orders are read", async () => {
  const key = room.context.ids.guid();
  await room.store.transaction(async () => {
    const asked = { key, kind: "verify", reason: "asked", requestId: "call", state: "queued", createdAt: 1 } as const;
    await room.store.add("runs", asked);
    const order = { key: room.context.ids.guid(), runKey: key, managedAccountKey: room.accountKey } as const;
    await room.store.add("vaultOrders", { ...order, targetSystemKey: "T1", act: "verify", createdAt: 1 });
  });
  const path = `runs(${key})/orders?$expand=managedAccount($select=name)`;
  expect((await room.call("root", "GET", path)).json.value).toMatchObject([{ managedAccount: { name: "root" } }]);
  expect((await room.call("olga", "GET", path)).status).toBe(403);
  const of = `runs?$filter=orders/any(o:o/managedAccountKey eq ${room.accountKey})`;
  expect((await room.call("root", "GET", of)).json.value).toMatchObject([{ key }]);
});
