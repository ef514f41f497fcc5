import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { setPasswordByLink } from "#operations/sign-in/set-password-by-link.ts";
import { keepMembers } from "#operations/user-classes/keep-members.ts";
import { type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";
import { callerOf } from "#test/support/service.ts";

let room: CheckoutRoom;
let rootKey = "";

beforeEach(async () => {
  room = await openCheckoutRoom();
  rootKey = (await room.store.select("users", { where: { id: "root" } }))[0]?.key ?? "";
});
afterEach(() => room.close());

const enter = async (userClassId: string, userKey: string) =>
  (await room.call("root", "POST", `userClasses('${userClassId}')/members`, { userKey })).status;
const told = async (kind: "rightGiven" | "ownPassword" | "holderPassword" = "rightGiven") => {
  const rows = await room.store.select("notices", { where: { kind }, orderBy: [["key", "asc"]] });
  return rows.map(({ userKey, facts }) => ({ userKey, facts }));
};
const write = (condition: string | null) =>
  room.call("root", "PATCH", "userClasses('TRUSTED')", { condition, description: "trusted" });
const keep = () => invoke(keepMembers, room.context, engineCaller("idwfm", "keeper"), { id: "TRUSTED" });

interface Expected {
  readonly right?: string;
  readonly giverKey?: string;
  readonly moreHolders?: number;
}

/** Returns the notification for olga, who is responsible for the accounts. */
const toOlga = (way: string, holders: readonly string[], more: Expected = {}) => ({
  userKey: room.keyOf("olga"),
  facts: { right: "preApproved", giverKey: rootKey, moreHolders: 0, ...more, way, holders: holders.join(", ") },
});

describe("those who answer for privileged passwords are told of a new holder of a right", () => {
  it("who is put into a class, by whoever it is and whoever that is", async () => {
    expect(await enter("TRUSTED", room.keyOf("ben"))).toBe(201);
    expect(await told()).toEqual([toOlga("byMember", [room.keyOf("ben")])]);
    expect(await enter("TRUSTED", rootKey)).toBe(201);
    expect((await told())[1]).toEqual(toOlga("byMember", [rootKey]));
    await room.store.transaction(() => room.store.add("userClasses", { id: "PLAIN", description: "plain" }));
    expect(await enter("PLAIN", rootKey)).toBe(201);
    expect(await told()).toHaveLength(2);
  });

  it("whom the condition of a class chooses, and nobody who was in it before", async () => {
    expect((await write("id eq 'ben'")).status).toBe(204);
    expect(await told()).toEqual([toOlga("byCondition", [room.keyOf("ben")])]);
    expect((await write("id eq 'ben' or id eq 'root'")).status).toBe(204);
    expect((await told())[1]).toEqual(toOlga("byCondition", [rootKey]));
    expect((await write("id eq 'root'")).status).toBe(204);
    expect((await write(null)).status).toBe(204);
    expect(await told()).toHaveLength(2);
  });

  it("whom a condition chooses because a fact has changed that it reads: everybody, for nobody is known to have done it", async () => {
    expect((await write("displayName eq 'Keeper of servers'")).status).toBe(204);
    expect(await told()).toEqual([]);
    const change = { displayName: "Keeper of servers" };
    expect((await room.call("root", "PATCH", `users(${rootKey})`, change)).status).toBe(204);
    await keep();
    const rows = await told();
    expect(rows).toContainEqual(toOlga("byCondition", [rootKey], { giverKey: "" }));
    expect(rows.map(({ userKey }) => userKey).toSorted()).toEqual([rootKey, room.keyOf("olga")].toSorted());
  });

  it("by one notice, however many they are", async () => {
    const people = await room.store.select("users");
    expect((await write("id ne 'trudy' and id ne 'tom'")).status).toBe(204);
    const rows = await told();
    expect(rows).toMatchObject([{ facts: { way: "byCondition", moreHolders: people.length - 2 - 5 } }]);
    expect(String(rows[0]?.facts["holders"]).split(", ")).toHaveLength(5);
  });

  it("whose class is given a right, and nobody is told of a class without members", async () => {
    const path = "managedSystemPolicies('P')/grantRight";
    await room.store.transaction(() => room.store.add("userClasses", { id: "PLAIN", description: "plain" }));
    expect((await room.call("root", "POST", path, { right: "see", userClassId: "PLAIN" })).status).toBe(200);
    expect(await told()).toEqual([]);
    expect((await room.call("root", "POST", path, { right: "manage", userClassId: "ASKERS" })).status).toBe(200);
    expect(await told()).toContainEqual(toOlga("byRight", [room.keyOf("ada")], { right: "manage" }));
  });
});

describe("the password by which somebody signs in", () => {
  const issue = async (key: string) => {
    const { json } = await room.call("root", "POST", `users(${key})/issuePasswordLink`, {});
    return new Secret(new URL(String(json.link)).searchParams.get("link") ?? "");
  };
  const stranger = callerOf({ key: "", id: "anonymous", superuser: false }, { kind: "anonymous", key: null });
  const password = new Secret("A new passw0rt here");

  it("is told of to its person, and where that one has a right to privileged passwords to those who answer for them", async () => {
    const trudy = room.keyOf("trudy");
    const link = await issue(trudy);
    const issued = { change: "linkIssued", changerKey: rootKey };
    expect(await told("ownPassword")).toEqual([{ userKey: trudy, facts: issued }]);
    expect(await told("holderPassword")).toEqual([
      { userKey: room.keyOf("olga"), facts: { ...issued, holderKey: trudy } },
    ]);
    await setPasswordByLink(room.context, stranger, { link, password });
    const set = { change: "passwordSet", changerKey: "" };
    expect((await told("ownPassword"))[1]).toEqual({ userKey: trudy, facts: set });
    const overseers = (await told("holderPassword")).slice(1);
    expect(overseers).toContainEqual({ userKey: room.keyOf("olga"), facts: { ...set, holderKey: trudy } });
    expect(overseers).toContainEqual({ userKey: rootKey, facts: { ...set, holderKey: trudy } });
  });

  it("is told of to its person alone where that one has no such right", async () => {
    await issue(room.keyOf("ben"));
    expect(await told("ownPassword")).toHaveLength(1);
    expect(await told("holderPassword")).toEqual([]);
  });

  it("of a user made for it, put into the class and signed in as leaves its notices", async () => {
    const made = await room.call("root", "POST", "users", { id: "puppet", displayName: "Puppet" });
    expect(made.status).toBe(201);
    const key = String(made.json.userKey ?? made.json.key);
    expect(await enter("TRUSTED", key)).toBe(201);
    await issue(key);
    expect(await told()).toEqual([toOlga("byMember", [key])]);
    expect((await told("holderPassword")).map(({ userKey }) => userKey)).toEqual([room.keyOf("olga")]);
  });
});

it("who authorizes check-outs is set and read where the policy is, by superusers alone", async () => {
  const path = "managedSystemPolicies('P')";
  const phase = { sequence: 1, rule: "all(any(1, class('OWNERS')), not(requester))" };
  const set = { authorizationPhases: [phase] };
  expect((await room.call("root", "POST", `${path}/setAuthorizationPhases`, set)).status).toBe(200);
  const read = await room.call("root", "GET", `${path}?$select=id,authorizationPhases`);
  expect(read.json).toMatchObject({ id: "P", authorizationPhases: [phase] });
  const others = await room.call("root", "GET", "managedSystemPolicies?$select=authorizationPhases&$filter=id ne 'P'");
  expect(others.json.value.length).toBeGreaterThan(0);
  for (const { authorizationPhases } of others.json.value) expect(authorizationPhases).toEqual([]);
  expect((await room.call("olga", "GET", path)).status).toBe(403);
});
