import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type MassStepsRoom, openMassStepsRoom } from "#test/support/mass-steps-room.ts";
import { namedObject } from "#test/support/named-object.ts";
import { callerOf } from "#test/support/service.ts";

import { engineCaller } from "../kernel/callers.ts";
import { invoke } from "../kernel/invoke.ts";
import { stopMassReset } from "./change-mass-resets.ts";
import { addMassReset } from "./create-mass-reset.ts";
import { massResetProgress } from "./read-mass-resets.ts";
import { startMassReset } from "./start-mass-reset.ts";
import { trialMassReset } from "./trial-mass-reset.ts";

let room: MassStepsRoom;
beforeEach(async () => {
  room = await openMassStepsRoom();
});
afterEach(() => room.close());

const operator = engineCaller("cli", "test");
const offboard = (terms: object) => room.create({ action: "offboard", reason: "the contract ends", ...terms });
const everybody = { condition: "id ne ''" };
const counts = (key: string) => invoke(massResetProgress, room.context, operator, { key });
const user = async (id: string) => room.store.get("users", room.keyOf(id));
const accountKeys = async (id: string) =>
  (
    await room.store.select("accounts", { where: { userKey: room.keyOf(id) }, orderBy: [["targetSystemKey", "asc"]] })
  ).map(({ key }) => key);

describe("an offboarding", () => {
  // @specification 1.onboarding
  test("lets people leave as each leaves alone, and ends their accounts", async () => {
    const draft = await offboard({ condition: "id eq 'ada'", ends: ["leave", "disableAccounts"] });
    expect(draft).toMatchObject({ people: 1, accounts: 3 });
    const { key } = await room.begin(draft);
    await room.carryOutSteps(key);
    expect((await room.told(key)).toSorted()).toEqual([
      "1 ada disableAccount T1 S",
      "1 ada disableAccount T2 S",
      "1 ada leave  S",
    ]);
    expect(await user("ada")).toMatchObject({ disabled: true, disabledBy: "leaving" });
    expect(await room.store.count("leavingSteps", { userKey: room.keyOf("ada") })).toBeGreaterThan(5);
    const left = await room.store.select("sesslog_full", { where: { operation: "USLV" } });
    expect(left.map(({ actor, recipient }) => [actor, recipient])).toEqual([[room.keyOf("root"), room.keyOf("ada")]]);
    expect(await counts(key)).toEqual({ accounts: 3, done: 3, failed: 0, leftOut: 0, open: 0 });
    // The same people again: nothing is done, and others do not count as already gone.
    expect(await offboard({ condition: "id eq 'ada'", ends: ["leave"] })).toMatchObject({
      accounts: 0,
      skipped: [{ because: "alreadySo", accounts: 1 }],
    });
  });

  test("of everybody needs a confirmation, and leaves whoever starts it and superusers alone", async () => {
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("dan"), superuser: true }));
    const draft = await offboard({ ...everybody, ends: ["leave"] });
    expect(draft).toMatchObject({
      people: 3,
      skipped: expect.arrayContaining([
        { because: "self", accounts: 1 },
        { because: "superuser", accounts: 1 },
      ]) as unknown,
    });
    const many = Array.from({ length: 6 }, (_, index) => ({ key: room.context.ids.guid(), id: `p${index}` }));
    await room.store.transaction(() => room.store.addAll("users", many));
    await expect(room.begin({ ...draft, accounts: 9 })).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    await expect(room.begin(draft, { confirm: true })).rejects.toMatchObject({ code: "MASS_RESET_COUNT" });
    const { key } = await room.begin({ ...draft, accounts: 9 }, { confirm: true });
    await room.carryOutSteps(key);
    expect([await user("root"), await user("dan"), await user("bob")].map((one) => one?.disabled)).toEqual([
      false,
      false,
      true,
    ]);
    expect(await counts(key)).toMatchObject({ done: 9, leftOut: 2, failed: 0 });
  });

  test("ends the access of superusers who are named and included, but never that of whoever starts it", async () => {
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("dan"), superuser: true }));
    const userKeys = [room.keyOf("dan"), room.keyOf("root")];
    const chosen = { condition: undefined, userKeys, ends: ["disableUser"] };
    expect(await offboard(chosen)).toMatchObject({ accounts: 0 });
    const draft = await offboard({ ...chosen, includePrivileged: true });
    expect(draft).toMatchObject({ accounts: 1, skipped: [{ because: "self", accounts: 1 }] });
    const { key } = await room.begin(draft);
    await room.carryOutSteps(key);
    expect([(await user("dan"))?.disabled, (await user("root"))?.disabled]).toEqual([true, false]);
  });

  test("leaves a person alone who has become a superuser since the start", async () => {
    const { key } = await room.begin(
      await offboard({ condition: "id eq 'ada'", ends: ["disableUser", "deleteAccounts"] }),
    );
    await room.next(key);
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("ada"), superuser: true }));
    await room.carryOutSteps(key);
    expect((await room.told(key)).map((words) => words.split(" ").at(-1))).toEqual(Array(3).fill("superuser"));
    expect(await room.store.count("accounts", { userKey: room.keyOf("ada") })).toBe(2);
  });

  test("leaves privileged accounts alone: of the vault, and the login of the service itself", async () => {
    const { store, context } = room;
    const [onT1 = "", onT2 = ""] = await accountKeys("ada");
    const [ofVault = ""] = await accountKeys("bob");
    const administratorId = "cn=service";
    await store.transaction(async () => {
      await store.save("accounts", { key: onT2, longId: administratorId });
      const login = { key: context.ids.guid(), targetSystemId: "T2", administratorId, lastChanged: 0 };
      await store.save("targetSystemCredentials", login);
      const managed = { managedSystemKey: "S", status: "U", policyId: "P" } as const;
      await store.save("managedAccounts", { key: context.ids.guid(), accountKey: ofVault, ...managed });
    });
    const draft = await offboard({
      condition: undefined,
      accountKeys: [onT1, onT2, ofVault],
      ends: ["deleteAccounts"],
    });
    expect(draft).toMatchObject({ accounts: 1, skipped: [{ because: "privileged", accounts: 2 }] });
    const { key } = await room.begin(draft);
    await room.carryOutSteps(key);
    const left = await Promise.all([onT1, onT2, ofVault].map((one) => store.get("accounts", one)));
    expect(left.map((account) => account?.key)).toEqual([undefined, onT2, ofVault]);
  });

  test("ends memberships as each ends alone", async () => {
    const { store, context } = room;
    const [accountKey = ""] = await accountKeys("ada");
    await store.transaction(async () => {
      await store.save("groups", { key: "staff", ...namedObject("staff"), managed: true });
      const of = { accountKey, groupKey: "staff", targetSystemKey: "T1" };
      await store.save("groupMemberships", { key: context.ids.guid(), ...of });
    });
    const terms = { condition: undefined, accountKeys: [accountKey], ends: ["memberships", "disableAccounts"] };
    const { key } = await room.begin(await offboard(terms));
    await room.carryOutSteps(key);
    expect((await room.told(key)).toSorted()).toEqual(["1 ada disableAccount T1 S", "1 ada endMembership T1 S"]);
    expect(await store.count("groupMemberships", { groupKey: "staff" })).toBe(0);
    expect(await user("ada")).toMatchObject({ disabled: false });
  });

  test("of which too many fail pauses by itself", async () => {
    const { key } = await room.begin(
      await offboard({
        condition: "id ne 'root'",
        ends: ["disableAccounts"],
        failuresMax: 1,
        canaries: 2,
        canaryFailuresMax: 9,
      }),
    );
    await room.carryOutSteps(key, () => "F");
    expect(await room.state(key)).toMatchObject({ state: "paused", pausedBecause: "failures" });
    expect((await counts(key)).failed).toBeGreaterThan(2);
  });

  test("that is stopped lets go on what was begun, and says so", async () => {
    const { key } = await room.begin(await offboard({ condition: "id eq 'ada'", ends: ["disableAccounts"] }));
    for (let steps = 0; steps < 4; steps += 1) {
      const step = await room.next(key);
      if (step.do === "perform") for (const { operationKeys } of step.lanes) await room.act(operationKeys);
    }
    await invoke(stopMassReset, room.context, operator, { key });
    await room.carryOutSteps(key);
    const rows = await room.steps(key);
    expect(rows.map(({ result, errorCode, requestKey }) => [result, errorCode, requestKey !== null])).toEqual(
      Array.from({ length: 2 }, () => ["X", "goesOn", true]),
    );
  });

  test("is tried, and shows its first steps", async () => {
    const { key } = await offboard({ condition: "id eq 'ada'", ends: ["disableUser", "deleteAccounts"] });
    const trial = await invoke(trialMassReset, room.context, operator, { key });
    expect(trial.steps.map(({ act, userId, accountName }) => [act, userId, accountName])).toEqual([
      ["disableUser", "ada", null],
      ["deleteAccount", "ada", "ada"],
      ["deleteAccount", "ada", "ada"],
    ]);
    expect(trial.first).toEqual([]);
    // Its steps are acts of a user, with the rights of that user.
    await expect(invoke(startMassReset, room.context, operator, { key, expectCount: 3 })).rejects.toMatchObject({
      code: "MASS_RESET_STARTER_UNFIT",
    });
  });
});

describe("own accounts", () => {
  const create = (terms: object) => {
    const ada = callerOf({ key: room.keyOf("ada"), id: "ada", superuser: true }, { provedAt: room.clock.now() });
    return invoke(addMassReset, room.context, ada, { reason: "a breach", condition: "id ne 'root'", ...terms });
  };

  test("are reset only where that is wanted", async () => {
    expect(await create({})).toMatchObject({ accounts: 6, skipped: [{ because: "own", accounts: 2 }] });
    expect(await create({ includeOwn: true })).toMatchObject({ accounts: 8, skipped: [] });
  });
});
