import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { setAuthorizationPhases } from "#operations/groups/set-authorization-phases.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { updateTargetSystem } from "#operations/target-systems/change-target-systems.ts";
import type { Settings } from "#platform/settings/settings.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { engineCaller } from "../kernel/callers.ts";
import { replayRequest } from "./replay-request.ts";

let room: RequestRoom;
const create = { code: "ACUA", targetSystemKey: "T1" };
const approve = { decision: "approve" };
const root = () => ({ ...room.as("dan"), superuser: true });
const people = ["ada", "bob", "cy", "dan", "eve"];

async function openRoom(settings: Partial<Settings> = {}): Promise<void> {
  room = await openRequestRoom({ people, classes: { TEAM: ["bob", "cy"], SECURITY: ["eve"] } }, settings);
  const { store } = room;
  await store.transaction(async () => {
    await store.save("targetGroups", {
      id: "DEFAULT",
      passwordChangeRestriction: "anyNumber",
      passwordPolicyId: "DEFAULT",
    });
    const object = { targetSystemKey: "T1", stableId: "1", longId: "x", shortId: "x", displayId: "x" };
    await store.save("accounts", { ...object, key: "mine", userKey: room.keyOf("ada") });
    await store.save("groups", { ...object, key: "staff", managed: true });
    await store.save("groupOwners", { key: "o1", groupKey: "staff", userKey: room.keyOf("eve") });
    await store.save("groupOwners", { key: "o2", groupKey: "staff", userKey: room.keyOf("cy") });
  });
}
beforeEach(() => openRoom());
afterEach(() => room.close());

const setUser = (id: string, part: object) =>
  room.store.transaction(() => room.store.save("users", { ...part, key: room.keyOf(id) }));
const phasesOn = (...rules: readonly (string | object)[]) =>
  rules.map((one, index) => ({ sequence: index + 1, ...(typeof one === "string" ? { rule: one } : one) }));
const authorizeBy = (...rules: readonly (string | object)[]) =>
  invoke(updateTargetSystem, room.context, root(), { key: "T1", authorizationPhases: phasesOn(...rules) });
const authorizeGroupBy = (part: object) =>
  invoke(setAuthorizationPhases, room.context, root(), { key: "staff", ...part });
const join = { code: "GRUA", targetSystemKey: "T1", accountKey: "mine", groupKey: "staff" };

async function phasesOf({ key }: { readonly key: string }) {
  return room.store.select("requestPhases", { where: { requestKey: key }, orderBy: [["sequence", "asc"]] });
}

async function askedIn(request: { readonly key: string }, sequence: number): Promise<string[]> {
  const phase = (await phasesOf(request))[sequence - 1];
  const rows = await room.store.select("requestAuthorizers", { where: { requestPhaseKey: phase?.key ?? "" } });
  const names = new Map(people.map((id) => [room.keyOf(id), id]));
  return rows.map(({ userKey }) => names.get(userKey) ?? userKey).toSorted();
}

const findings = async ({ key }: { readonly key: string }) =>
  (await invoke(replayRequest, room.context, engineCaller("cli", "check"), { key })).findings;

describe("a phase gets its rule and its people when it opens", () => {
  test("so one that is edited while the first is open ends by the old rule, and the next goes by the new one", async () => {
    await authorizeBy("any(2, class('TEAM'))", "any(1, class('TEAM'))");
    const request = await room.submit([create]);
    expect([await askedIn(request, 1), await askedIn(request, 2)]).toEqual([["bob", "cy"], []]);
    await authorizeBy("any(1, class('TEAM'))", "any(1, class('SECURITY'))");
    await room.decide("bob", request, { phase: 1, ...approve });
    const [first, second] = await phasesOf(request);
    expect([first?.state, first?.ruleVersion, second?.state]).toEqual(["open", 1, "pending"]);
    await room.decide("cy", request, { phase: 1, ...approve });
    const [, opened] = await phasesOf(request);
    expect(opened).toMatchObject({ state: "open", rule: "any(1, class('SECURITY'))", ruleVersion: 2 });
    expect(await askedIn(request, 2)).toEqual(["eve"]);
    await room.decide("eve", request, { phase: 2, ...approve });
    expect((await room.step(request)).do).toBe("perform");
    expect(await findings(request)).toEqual([]);
  });

  test("and one that is removed meanwhile as it was when it was asked for", async () => {
    await authorizeBy("any(1, class('TEAM'))", "any(1, class('SECURITY'))");
    const request = await room.submit([create]);
    await authorizeBy("any(1, class('TEAM'))");
    await room.decide("bob", request, { phase: 1, ...approve });
    expect([(await phasesOf(request)).map(({ state }) => state), await askedIn(request, 2)]).toEqual([
      ["approved", "open"],
      ["eve"],
    ]);
  });

  test("who is disabled or has left the class by then is not asked", async () => {
    await authorizeBy(`any(1, user('${room.keyOf("eve")}'))`, {
      authorizers: [{ userClass: "TEAM" }, { userKey: room.keyOf("eve") }],
    });
    const request = await room.submit([create]);
    await setUser("cy", { disabled: true });
    await room.decide("eve", request, { phase: 1, ...approve });
    expect(await askedIn(request, 2)).toEqual(["bob", "eve"]);
  });

  test("and where nobody is left who could approve, the request is denied", async () => {
    await authorizeBy("any(1, class('TEAM'))", "any(1, class('SECURITY'))");
    const request = await room.submit([create]);
    await setUser("eve", { disabled: true });
    await room.decide("bob", request, { phase: 1, ...approve });
    expect((await phasesOf(request)).map(({ state }) => state)).toEqual(["approved", "denied"]);
    await room.step(request);
    expect((await room.row(request)).status).toBe("D");
    expect(await findings(request)).toEqual([]);
  });
});

describe("the words of a rule", () => {
  test("a condition that the request does not meet is as if it were not written, and stands in the ledger", async () => {
    await authorizeBy(`all(any(1, class('TEAM')), when('"GRUA" in resource.codes', any(1, class('SECURITY'))))`);
    const [creating, joining] = [await room.submit([create]), await room.submit([create, join])];
    expect([await askedIn(creating, 1), await askedIn(joining, 1)]).toEqual([
      ["bob", "cy"],
      ["bob", "cy", "eve"],
    ]);
    const [event] = await room.store.select("requestEvents", { where: { requestKey: creating.key, kind: "opened" } });
    expect(JSON.parse(event?.content ?? "")).toMatchObject({
      rule: "all(any(1, class('TEAM')))",
      conditions: [{ condition: `"GRUA" in resource.codes`, isMet: false }],
    });
  });

  test("managers are those so many levels above the recipient, and nobody is their own", async () => {
    await setUser("ada", { managerKey: room.keyOf("bob") });
    await setUser("bob", { managerKey: room.keyOf("cy") });
    await setUser("cy", { managerKey: room.keyOf("ada") });
    await authorizeBy({ authorizers: [{ managerLevels: 1 }, { managerLevels: 2 }] });
    expect(await askedIn(await room.submit([create]), 1)).toEqual(["bob", "cy"]);
    await authorizeBy({ authorizers: [{ managerLevels: 3 }] });
    await expect(room.submit([create])).rejects.toMatchObject({ code: "MANAGER_MISSING" });
  });

  test("owners are those of the groups that are asked for", async () => {
    await authorizeBy({ authorizers: [{ groupOwners: true }] });
    expect(await askedIn(await room.submit([join]), 1)).toEqual(["cy", "eve"]);
    expect((await room.submit([create])).status).toBe("D");
  });

  test("who is taken out is not asked and may not decide", async () => {
    await authorizeBy(`all(any(1, user('${room.keyOf("ada")}'), class('TEAM')), not(requester))`);
    const request = await room.submit([create]);
    expect(await askedIn(request, 1)).toEqual(["bob", "cy"]);
    await expect(room.decide("ada", request, { phase: 1, ...approve })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  const unfit = [
    ["any(1, class('TEAM')", "authorizationPhases.0.rule", /closing bracket/],
    ["any(3, class('TEAM'))", "authorizationPhases.0.rule", /never met/],
    ["any(1, class('NONE'))", "authorizationPhases.0.rule", /no user class is named 'NONE'/],
    ["any(1, user('nobody'))", "authorizationPhases.0.rule", /no user has the key 'nobody'/],
    ["any(1, when('resource.colour == 1', class('TEAM')))", "authorizationPhases.0.rule", /In the condition/],
  ] as const;
  test.each(unfit)("%s is refused with its place", async (rule, target, message) => {
    await expect(authorizeBy(rule)).rejects.toMatchObject({
      code: "TARGET_PHASE_INVALID",
      target,
      message: expect.stringMatching(message),
    });
  });

  test("a rule beside authorizers must be the one that they mean", async () => {
    const authorizers = [{ userClass: "TEAM" }];
    const rule = "all(maxDenials(1, class('TEAM')), any(1, class('TEAM')))";
    await authorizeBy({ authorizers, rule });
    await expect(authorizeBy({ authorizers, rule: "any(2, class('TEAM'))" })).rejects.toMatchObject({
      target: "authorizationPhases.0.rule",
      message: expect.stringContaining("leave one of the two out"),
    });
  });
});

// @specification 8.inheritance
describe("MANAGED GROUP INHERITANCE COPY TARGET", () => {
  const own = { authorizationPhases: phasesOn("any(1, class('SECURITY'))") };
  const ways = async () => (await phasesOf(await room.submit([join]))).map(({ resourceType }) => resourceType);
  beforeEach(() => authorizeBy("any(1, class('TEAM'))"));

  test.each([
    ["add", ["targetSystem", "managedGroup"]],
    ["inheritedOnly", ["targetSystem"]],
    ["none", ["managedGroup"]],
  ] as const)(
    "when on, a group whose phaseInheritance is %s passes the phases of %j",
    async (phaseInheritance, expected) => {
      await authorizeGroupBy({ ...own, phaseInheritance });
      expect(await ways()).toEqual(expected);
    },
  );

  test("when off, phases of its own take the place of those of its target system", async () => {
    await room.close();
    await openRoom({ managedGroupInheritance: false });
    await authorizeBy("any(1, class('TEAM'))");
    expect(await ways()).toEqual(["targetSystem"]);
    await authorizeGroupBy(own);
    expect(await ways()).toEqual(["managedGroup"]);
  });

  test("a group that inherits nothing and has no phases cannot be asked for", async () => {
    await authorizeGroupBy({ phaseInheritance: "none" });
    await expect(room.submit([join])).rejects.toMatchObject({
      code: "PHASES_MISSING",
      target: "operations/0/groupKey",
    });
    expect((await room.submit([create])).status).toBe("W");
  });
});

// @specification 8.phase-propagation
describe("IDWFM AUTH PHASE PROPAGATION", () => {
  test.each(["approve", "deny"] as const)(
    "when on, what was said in an earlier phase (%s) counts with its sign",
    async (decision) => {
      await room.close();
      await openRoom({ authorizationPhasePropagation: true });
      const rule = "all(any(1, class('TEAM')), maxDenials(2, class('TEAM')))";
      await authorizeBy(rule, "all(any(1, class('TEAM')), maxDenials(1, class('TEAM')))");
      const request = await room.submit([create]);
      if (decision === "deny") await room.decide("bob", request, { phase: 1, decision });
      await room.decide("cy", request, { phase: 1, ...approve });
      const [, second] = await phasesOf(request);
      expect(second?.state).toBe(decision === "approve" ? "approved" : "denied");
      await room.step(request);
      expect(await findings(request)).toEqual([]);
    },
  );

  test("when off, everybody is asked again", async () => {
    await authorizeBy("any(1, class('TEAM'))", "any(1, class('TEAM'))");
    const request = await room.submit([create]);
    await room.decide("cy", request, { phase: 1, ...approve });
    expect((await phasesOf(request)).map(({ state }) => state)).toEqual(["approved", "open"]);
  });
});

describe("IDWFM AUTO APPROVE", () => {
  const rule = () => `any(1, user('${room.keyOf("ada")}'), class('TEAM'))`;

  test("when on, who asks approves by asking, in each phase that asks them, and alone", async () => {
    await room.close();
    await openRoom({ requestersApprove: true });
    await authorizeBy(rule(), `any(2, user('${room.keyOf("ada")}'), class('TEAM'))`);
    const request = await room.submit([create]);
    expect((await phasesOf(request)).map(({ state }) => state)).toEqual(["approved", "open"]);
    await room.decide("cy", request, { phase: 2, ...approve });
    expect((await room.step(request)).do).toBe("perform");
    expect(await findings(request)).toEqual([]);
    await authorizeBy(`all(${rule()}, not(requester))`);
    expect((await room.submit([create])).status).toBe("W");
  });

  test("when off, who asks is asked", async () => {
    await authorizeBy(rule());
    expect(await askedIn(await room.submit([create]), 1)).toEqual(["ada", "bob", "cy"]);
  });
});
