import { afterEach, beforeEach, expect, it } from "vitest";

import { type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";

let room: CheckoutRoom;
let rootKey = "";

beforeEach(async () => {
  room = await openCheckoutRoom();
  rootKey = (await room.store.select("users", { where: { id: "root" } }))[0]?.key ?? "";
});
afterEach(() => room.close());

const enter = async (userClassId: string, userKey: string) =>
  (await room.call("root", "POST", `userClasses('${userClassId}')/members`, { userKey })).status;
const told = async () => {
  const rows = await room.store.select("notices", { where: { kind: "rightGiven" } });
  return rows.map(({ userKey, facts }) => ({ userKey, facts }));
};
const toOlga = (right: string) => ({
  userKey: room.keyOf("olga"),
  facts: expect.objectContaining({ giverKey: rootKey, right }),
});

it("who enters a class that has rights to passwords by their own hand is told of to those who answer for them", async () => {
  expect(await enter("TRUSTED", room.keyOf("ben"))).toBe(201);
  expect(await told()).toEqual([]);
  expect(await enter("TRUSTED", rootKey)).toBe(201);
  expect(await told()).toEqual([toOlga("preApproved")]);
});

it("who writes a condition that lets themselves into such a class is told of, and who was in it before is not", async () => {
  const write = (condition: string | null) =>
    room.call("root", "PATCH", "userClasses('TRUSTED')", { condition, description: "trusted" });
  expect((await write("id eq 'ben'")).status).toBe(204);
  expect(await told()).toEqual([]);
  expect((await write("id eq 'ben' or id eq 'root'")).status).toBe(204);
  expect(await told()).toEqual([toOlga("preApproved")]);
  expect((await write("id eq 'root'")).status).toBe(204);
  expect(await told()).toHaveLength(1);
  expect((await write(null)).status).toBe(204);
  expect(await told()).toHaveLength(1);
});

it("who gives a right to a class of theirs is told of too", async () => {
  await room.store.transaction(() => room.store.add("userClasses", { id: "PLAIN", description: "plain" }));
  expect(await enter("PLAIN", rootKey)).toBe(201);
  expect(await told()).toEqual([]);
  const path = "managedSystemPolicies('P')/grantRight";
  expect((await room.call("root", "POST", path, { right: "see", userClassId: "PLAIN" })).status).toBe(200);
  expect(await told()).toEqual([toOlga("see")]);
});

it("who authorizes check-outs is set and read where the policy is, by superusers alone", async () => {
  const path = "managedSystemPolicies('P')";
  const phase = { sequence: 1, rule: "all(any(1, class('OWNERS')), not(requester))" };
  const set = { authorizationPhases: [phase] };
  expect((await room.call("root", "POST", `${path}/setAuthorizationPhases`, set)).status).toBe(200);
  const read = await room.call("root", "GET", `${path}?$select=id,authorizationPhases`);
  expect(read.json).toMatchObject({ id: "P", authorizationPhases: [phase] });
  const others = await room.call("root", "GET", "managedSystemPolicies?$select=authorizationPhases&$filter=id ne 'P'");
  for (const { authorizationPhases } of others.json.value) expect(authorizationPhases).toEqual([]);
  expect((await room.call("olga", "GET", path)).status).toBe(403);
});
