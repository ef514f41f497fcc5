import { afterAll, beforeAll, expect, it } from "vitest";

import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const manyGroups = Array.from({ length: 11 }, (_one, number) => `group ${number}`);
let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({
    people: ["ada", "bob", "cy"],
    targets: { ONE: [{ authorizers: ["bob"] }, { authorizers: ["cy"] }] },
  });
  const { store } = api;
  const named = (name: string) => ({ stableId: name, longId: name, shortId: name, displayId: name });
  const ofOne = { targetSystemKey: "ONE", userKey: api.keyOf("ada") };
  await store.transaction(async () => {
    for (const name of ["clerk", "root"]) await store.save("accounts", { key: name, ...ofOne, ...named(name) });
    for (const name of ["clerks", "admins", ...manyGroups])
      await store.save("groups", { key: name, targetSystemKey: "ONE", managed: true, ...named(name) });
    await store.save("groupMemberships", { key: "one", groupKey: "clerks", accountKey: "clerk" });
    await store.save("groupMemberships", { key: "two", groupKey: "admins", accountKey: "root" });
    const managed = { key: "m", accountKey: "root", managedSystemKey: "s", status: "C" } as const;
    await store.save("managedAccounts", { ...managed, policyId: "DEFAULT" });
  });
});
afterAll(() => api.close());

const get = async (path: string, as: string) => (await api.call("GET", `/v2/requests${path}`, as)).json;
const risksOf = async (...operations: readonly object[]) => {
  const { key } = await api.submit(operations.map((one) => ({ targetSystemKey: "ONE", ...one })));
  return (await get(`(${key})?$select=risks`, "bob")).risks;
};

it("are told of what a request asks for, as the accounts and groups are of which it is", async () => {
  expect(await risksOf({ code: "DNAU", accountKey: "clerk" })).toEqual([]);
  expect(await risksOf({ code: "DELU", accountKey: "clerk" })).toEqual(["removesForGood"]);
  expect(await risksOf({ code: "DNAU", accountKey: "root" })).toEqual(["privilegedAccount"]);
  expect(await risksOf({ code: "GRUA", accountKey: "clerk", groupKey: "admins" })).toEqual(["privilegedGroup"]);
  expect(await risksOf({ code: "GRUA", accountKey: "root", groupKey: "clerks" })).toEqual(["privilegedAccount"]);
  expect(await risksOf(...manyGroups.map((groupKey) => ({ code: "GRUA", accountKey: "clerk", groupKey })))).toEqual([
    "manyOperations",
  ]);
});

it("follow what is managed now: an account that is managed no more is none", async () => {
  const become = (policyId: string) =>
    api.store.transaction(() => api.store.save("managedAccounts", { key: "m", policyId }));
  await become("HISTORICAL");
  expect(await risksOf({ code: "GRUA", accountKey: "root", groupKey: "admins" })).toEqual(["alreadyHeld"]);
  await become("DEFAULT");
  expect(await risksOf({ code: "GRUA", accountKey: "root", groupKey: "admins" })).toEqual([
    "privilegedAccount",
    "privilegedGroup",
    "alreadyHeld",
  ]);
});

it("are told of a group that is no longer managed", async () => {
  const { key } = await api.submit([
    { code: "GRUA", targetSystemKey: "ONE", accountKey: "clerk", groupKey: "group 0" },
    { code: "GRUD", targetSystemKey: "ONE", accountKey: "clerk", groupKey: "clerks" },
  ]);
  const managed = (value: boolean) =>
    api.store.transaction(() => api.store.save("groups", { key: "group 0", managed: value }));
  await managed(false);
  expect((await get(`(${key})?$select=risks`, "bob")).risks).toEqual(["groupNotManaged"]);
  await managed(true);
  expect((await get(`(${key})?$select=risks`, "bob")).risks).toEqual([]);
});

it("are told of who decides about what is for them, and of nobody to whom it was sent back", async () => {
  const { key } = await api.submit([{ code: "ACUA", targetSystemKey: "ONE" }], { recipientKey: api.keyOf("ada") });
  await api.call("POST", `/v2/requests(${key})/sendBack`, "bob", { phase: 1, comment: "why?" });
  expect((await get(`(${key})?$select=risks`, "ada")).risks).toEqual(["alreadyHeld"]);
  const forBob = await api.call("POST", "/v2/requests", "bob", {
    recipientKey: api.keyOf("bob"),
    operations: [{ code: "ACUA", targetSystemKey: "ONE" }],
  });
  const told = await get(`(${forBob.json.key})?$select=risks`, "bob");
  expect(told.risks).toEqual(["decidesForOneself"]);
});

it("are told where they are named alone, of each row of a list, and cannot be filtered or ordered by", async () => {
  const { value } = await get("/waitingForMe?$select=number,risks&$orderby=number", "bob");
  expect(value.length).toBeGreaterThan(1);
  for (const row of value) expect(row.risks).toBeInstanceOf(Array);
  const whole = await get("/waitingForMe?$select=*,risks&$top=1", "bob");
  expect(whole.value[0]).toMatchObject({ number: expect.any(String), risks: expect.any(Array) });
  expect((await get("/waitingForMe?$top=1", "bob")).value[0]).not.toHaveProperty("risks");
  expect((await get("/waitingForMe?$orderby=risks", "bob")).error.code).toBe("ORDER_BY_NOT_ALLOWED");
});
