import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createViolationKeeper, type ViolationKeeper } from "#activities/hub/violation-keeper.ts";
import type { SodItem } from "#domain/sod/sod-rule.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { invoke } from "../kernel/invoke.ts";
import { addSodRule, removeSodRule, updateSodRule } from "../sod/change-sod-rules.ts";
import { cancel } from "./cancel.ts";
import { edit } from "./edit.ts";
import { replayRequest } from "./replay-request.ts";

let room: RequestRoom;
let keeper: ViolationKeeper;
const operator = engineCaller("cli", "test");
// The name of one is the beginning of the name of another.
const groups = ["pay", "pay-release", "pay-release-2", "audit"];

beforeAll(async () => {
  room = await openRequestRoom({
    people: ["ada", "bob", "cy", "dan"],
    targets: { T1: [{ authorizers: ["bob"], mayEdit: true }, { authorizers: ["cy"] }], T2: [], T20: [] },
  });
  const { store } = room;
  await store.transaction(async () => {
    for (const [target, id] of ["T1", "T2"].flatMap((one) => ["ada", "dan"].map((person) => [one, person] as const)))
      await store.save("accounts", {
        key: `${target}-${id}`,
        targetSystemKey: target,
        userKey: room.keyOf(id),
        stableId: id,
        longId: id,
        shortId: id,
        displayId: id,
      });
    for (const id of ["ada2", "ada3"])
      await store.save("accounts", {
        key: `T1-${id}`,
        targetSystemKey: "T1",
        userKey: room.keyOf("ada"),
        stableId: id,
        longId: id,
        shortId: id,
        displayId: id,
      });
    for (const name of groups)
      await store.save("groups", {
        key: name,
        targetSystemKey: "T1",
        managed: true,
        stableId: name,
        longId: name,
        shortId: name,
        displayId: name,
      });
  });
});
afterAll(() => room.close());

const group = (itemKey: string): SodItem => ({ itemType: "managedGroup", itemKey });
const target = (itemKey: string): SodItem => ({ itemType: "targetSystem", itemKey });
const role = (itemKey: string): SodItem => ({ itemType: "role", itemKey });
const join = (groupKey: string, part: object = {}) => ({
  code: "GRUA",
  targetSystemKey: "T1",
  accountKey: "T1-ada",
  groupKey,
  ...part,
});
const phases = [{ sequence: 1, authorizers: [{ userKey: "" }] }];
const ofDan = () => [{ ...phases[0], authorizers: [{ userKey: room.keyOf("dan") }] }];
let number = 0;
const rule = (parts: readonly (readonly SodItem[])[], part: object = {}) =>
  invoke(addSodRule, room.context, operator, {
    id: `RULE-${(number += 1)}`,
    parts: parts.map((items) => ({ items })),
    ...part,
  });
const approve = async (request: { readonly key: string }, ...people: readonly string[]) => {
  for (const [index, id] of people.entries()) await room.decide(id, request, { phase: index + 1, decision: "approve" });
};
const member = (groupKey: string, key = `m-${groupKey}`) =>
  room.store.save("groupMemberships", { key, groupKey, accountKey: "T1-ada" });
const letters = async (request: { readonly key: string }) =>
  (await room.operations(request)).map(({ code, result, errorCode }) => [code, result, errorCode]);
const isReplayed = async ({ key }: { readonly key: string }) => {
  const { findings } = await invoke(replayRequest, room.context, operator, { key });
  expect(findings).toEqual([]);
};

beforeEach(async () => {
  const { store } = room;
  await store.transaction(async () => {
    for (const table of ["sodRules", "sodRuleItems", "groupMemberships", "roleMembers", "accessExceptions"] as const)
      for (const { key } of await store.select(table)) await store.remove(table, key);
    for (const { key } of await store.select("roleEntitlements")) await store.remove("roleEntitlements", key);
    for (const { key } of await store.select("grants", { where: { kind: "membership", endedAt: null } }))
      await store.save("grants", { key, endedAt: 1, endedBecause: "gone" });
  });
  for (const { key } of await store.select("reqbatch", { where: { active: true } }))
    await invoke(cancel, room.context, room.as("ada"), { key }).catch(() => undefined);
});

describe("a rule that forbids", () => {
  test("refuses the second of two requests with the rule, the access and the way out, and lets the first go on", async () => {
    await rule([[group("pay")], [group("pay-release"), target("T20")]], { severity: "critical" });
    const first = await room.submit([join("pay")]);
    await expect(room.submit([join("pay-release")])).rejects.toMatchObject({
      code: "SOD_FORBIDDEN",
      kind: "conflict",
      target: "operations/0",
      message: expect.stringMatching(
        /'RULE-\d+' \(critical\).*'pay' on 'T1' \(another open request asks for it\).*'pay-release' on 'T1' \(asked for here\).*given back/,
      ),
    });
    // Names of which one begins with the other are two things.
    await room.submit([join("pay-release-2")]);
    await room.submit([{ code: "ACUA", targetSystemKey: "T2", attributes: { shortId: ["x"] } }]);
    await approve(first, "bob", "cy");
    expect((await room.row(first)).status).toBe("X");
    await isReplayed(first);
  });

  test("refuses what is together forbidden in one request, and access beside what the person has", async () => {
    await rule([[group("pay")], [group("audit")]]);
    await expect(room.submit([join("pay"), join("audit")])).rejects.toMatchObject({ code: "SOD_FORBIDDEN" });
    await room.store.transaction(() => member("audit"));
    await expect(room.submit([join("pay")])).rejects.toMatchObject({
      code: "SOD_FORBIDDEN",
      message: expect.stringContaining("(the recipient has it)"),
    });
  });

  test("never stops what only keeps or removes access", async () => {
    await rule([[group("pay")], [group("audit")]]);
    await room.store.transaction(async () => {
      await member("audit");
      await member("pay");
    });
    expect(await room.submit([join("pay")])).toMatchObject({ status: "W" });
    expect(await room.submit([join("audit", { code: "GRUD" })])).toMatchObject({ status: "W" });
  });

  test("counts a role as itself, as the roles within it, and as what it gives", async () => {
    const { store } = room;
    await store.transaction(async () => {
      for (const key of ["clerk", "senior"])
        await store.save("roles", { key, id: key, description: key, createdAt: 1 });
      const none = { targetSystemKey: null, groupKey: null, innerRoleKey: null };
      await store.save("roleEntitlements", {
        key: "1",
        roleKey: "senior",
        kind: "role",
        ...none,
        innerRoleKey: "clerk",
      });
      await store.save("roleEntitlements", {
        key: "2",
        roleKey: "senior",
        kind: "membership",
        ...none,
        groupKey: "pay",
      });
      await store.save("roleMembers", { key: "3", roleKey: "senior", userKey: room.keyOf("ada") });
    });
    await rule([[role("clerk")], [group("audit")]]);
    await expect(room.submit([join("audit")])).rejects.toMatchObject({
      code: "SOD_FORBIDDEN",
      message: expect.stringContaining("the role 'clerk' (the recipient has it)"),
    });
    await rule([[group("pay")], [group("pay-release")]]);
    await expect(room.submit([join("pay-release")])).rejects.toMatchObject({ code: "SOD_FORBIDDEN" });
  });

  test("refuses an edit that would violate it", async () => {
    await rule([[target("T2")], [group("pay")]]);
    const other = await room.submit([join("audit")]);
    await invoke(edit, room.context, room.as("bob"), { key: other.key, operations: [{ sequence: 1, forHours: 5 }] });
    await rule([[group("audit")], [target("T2")]]);
    await expect(
      invoke(edit, room.context, room.as("bob"), { key: other.key, operations: [{ sequence: 1, forHours: 6 }] }),
    ).rejects.toMatchObject({ code: "SOD_FORBIDDEN" });
  });

  test("that comes after a request fails what it forbids when the next phase opens, or before it is performed", async () => {
    await room.store.transaction(() => member("audit"));
    const early = await room.submit([join("pay"), join("pay-release-2")]);
    await approve(early, "bob");
    await rule([[group("pay")], [group("audit")]]);
    const late = await room.submit([join("pay-release")]);
    await rule([[group("pay-release")], [group("audit")]]);
    await room.decide("bob", late, { phase: 1, decision: "approve" });
    expect(await letters(late)).toEqual([["GRUA", "F", "SOD_FORBIDDEN"]]);
    expect((await room.row(late)).status).toBe("D");
    await isReplayed(late);
    await room.decide("cy", early, { phase: 2, decision: "approve" });
    expect(await letters(early)).toEqual([
      ["GRUA", "F", "SOD_FORBIDDEN"],
      ["GRUA", "P", null],
    ]);
    await isReplayed(early);
  });

  test("that comes while a request waits for its start fails it before it is performed", async () => {
    await room.store.transaction(() => member("audit"));
    const startAt = room.clock.now() + 60_000;
    const request = await room.submit([join("pay")], { startAt });
    await approve(request, "bob", "cy");
    await rule([[group("pay")], [group("audit")]]);
    room.clock.advance(60_001);
    await room.step(request);
    expect(await letters(request)).toEqual([["GRUA", "F", "SOD_FORBIDDEN"]]);
    expect((await room.row(request)).status).toBe("C");
    await isReplayed(request);
  });
});

describe("a rule with phases", () => {
  test("adds them to a request that would violate it, after all others", async () => {
    await rule([[group("pay")], [group("audit")]], { answer: "phase", authorizationPhases: ofDan() });
    await room.store.transaction(() => member("audit"));
    const request = await room.submit([join("pay")]);
    await approve(request, "bob", "cy");
    expect((await room.row(request)).status).toBe("W");
    await room.decide("dan", request, { phase: 3, decision: "approve" });
    expect((await room.row(request)).status).toBe("X");
    expect(await letters(request)).toEqual([["GRUA", "P", null]]);
    await isReplayed(request);
  });

  test("that comes after a request adds them when the next phase opens", async () => {
    await room.store.transaction(() => member("audit"));
    const request = await room.submit([join("pay")]);
    await rule([[group("pay")], [group("audit")]], { answer: "phase", authorizationPhases: ofDan() });
    await approve(request, "bob", "cy");
    expect((await room.row(request)).status).toBe("W");
    await room.decide("dan", request, { phase: 3, decision: "deny" });
    expect((await room.row(request)).status).toBe("D");
    await isReplayed(request);
  });

  test("but none, refuses what would violate it", async () => {
    await rule([[group("pay")], [group("audit")]], { answer: "phase" });
    await room.store.transaction(() => member("audit"));
    await expect(room.submit([join("pay")])).rejects.toMatchObject({
      code: "PHASES_MISSING",
      message: expect.stringContaining("the rule has no phases"),
    });
  });

  test("asks also about what needs no approval otherwise", async () => {
    await rule([[target("T2")], [target("T20")]], { answer: "phase", authorizationPhases: ofDan() });
    const request = await room.submit([{ code: "ACUA", targetSystemKey: "T20" }]);
    expect((await room.row(request)).status).toBe("W");
  });
});

describe("a rule with exceptions", () => {
  const except = (sodRuleKey: string, part: object = {}) => ({
    code: "AESOD",
    sodRuleKey,
    control: "The auditor looks at each payment.",
    forHours: 24,
    ...part,
  });

  test("refuses without one, and says how to ask for it", async () => {
    const { key } = await rule([[group("pay")], [group("audit")]], {
      answer: "exception",
      authorizationPhases: ofDan(),
    });
    await room.store.transaction(() => member("audit"));
    await expect(room.submit([join("pay")])).rejects.toMatchObject({
      code: "SOD_EXCEPTION_NEEDED",
      message: expect.stringContaining(`AESOD with sodRuleKey '${key}'`),
    });
    for (const [part, field] of [
      [{ control: null }, "control"],
      [{ forHours: null }, "forHours"],
      [{ sodRuleKey: null }, "sodRuleKey"],
      [{ sodRuleKey: "11111111-1111-4111-8111-111111111111" }, "sodRuleKey"],
      [{ roleKey: "clerk" }, "roleKey"],
    ] as const)
      await expect(room.submit([except(key, part), join("pay")])).rejects.toMatchObject({
        details: expect.arrayContaining([expect.objectContaining({ target: `operations/0/${field}` })]),
      });
  });

  test("lets its own people decide about it, and allows what is asked for until it ends", async () => {
    const { key } = await rule([[group("pay")], [group("audit")]], {
      answer: "exception",
      authorizationPhases: ofDan(),
    });
    await room.store.transaction(() => member("audit"));
    const request = await room.submit([join("pay"), except(key)], { reason: "Holidays" });
    const asked = await room.store.select("requestPhases", {
      where: { requestKey: request.key, resourceType: "sodRule" },
    });
    expect(asked).toHaveLength(1);
    const open = await room.store.select("requestPhases", {
      where: { requestKey: request.key },
      orderBy: [["sequence", "asc"]],
    });
    for (const { sequence, resourceType, targetSystemKey } of open) {
      const id =
        resourceType === "sodRule"
          ? "dan"
          : targetSystemKey === "T1" && sequence <= 2
            ? ["bob", "cy"][sequence - 1]
            : "dan";
      await room.decide(id ?? "", request, { phase: sequence, decision: "approve" });
    }
    expect(await letters(request)).toEqual([
      ["GRUA", "P", null],
      ["AESOD", "S", null],
    ]);
    const [exception] = await room.store.select("accessExceptions");
    expect(exception).toMatchObject({
      kind: "sod",
      userKey: room.keyOf("ada"),
      sodRuleKey: key,
      reason: "Holidays",
      until: room.clock.now() + 24 * 3_600_000,
      requestKey: request.key,
    });
    expect(await room.store.select("sesslog_full", { where: { operation: "AESOD" } })).toMatchObject([
      { result: "S", recipient: room.keyOf("ada"), actor: room.keyOf("ada"), batchId: request.key },
    ]);
    await isReplayed(request);
    // While it is in force, other access of the same part is allowed; afterwards it is not.
    const again = () => room.submit([join("pay", { accountKey: "T1-ada2" })]);
    await again();
    room.clock.advance(25 * 3_600_000);
    await expect(room.submit([join("pay", { accountKey: "T1-ada3" })])).rejects.toMatchObject({
      code: "SOD_EXCEPTION_NEEDED",
    });
  });

  test("fails what its people do not except", async () => {
    const { key } = await rule([[group("pay")], [group("audit")]], {
      answer: "exception",
      authorizationPhases: ofDan(),
    });
    await room.store.transaction(() => member("audit"));
    const request = await room.submit([join("pay"), except(key)]);
    await approve(request, "bob", "cy");
    await room.decide("dan", request, { phase: 3, decision: "deny", operations: [2] });
    await room.decide("dan", request, { phase: 3, decision: "approve" });
    expect((await letters(request)).map(([code, result]) => [code, result])).toEqual([
      ["GRUA", "F"],
      ["AESOD", "R"],
    ]);
  });
});

describe("violations that are there", () => {
  beforeAll(() => {
    keeper = createViolationKeeper(room.context);
  });
  afterAll(() => keeper.stop());
  const found = async () =>
    (await room.store.select("violations", { where: { endedAt: null } })).map(({ userKey, items, exceptionKey }) => [
      userKey === room.keyOf("ada") ? "ada" : userKey,
      items.map(({ part, itemKey }) => `${part} ${itemKey}`),
      exceptionKey,
    ]);

  test("begin and end with access, and with the rule", async () => {
    const { key } = await rule([[group("pay"), target("T1")], [group("audit")]], { answer: "exception" });
    await room.store.transaction(() => member("audit"));
    await keeper.keep();
    expect(await found()).toEqual([["ada", ["1 T1", "2 audit"], null]]);
    await room.store.transaction(async () => {
      await room.store.add("accessExceptions", {
        key: "e",
        kind: "sod",
        userKey: room.keyOf("ada"),
        sodRuleKey: key,
        from: 1,
        until: room.clock.now() + 1000,
      });
    });
    await keeper.keep();
    expect(await found()).toEqual([["ada", ["1 T1", "2 audit"], "e"]]);
    room.clock.advance(2000);
    await keeper.keep();
    expect(await found()).toEqual([["ada", ["1 T1", "2 audit"], null]]);
    await invoke(updateSodRule, room.context, operator, { key, enabled: false });
    await keeper.keep();
    expect(await found()).toEqual([]);
    await invoke(updateSodRule, room.context, operator, { key, enabled: true });
    await keeper.keep();
    expect(await found()).toHaveLength(1);
    await invoke(removeSodRule, room.context, operator, { key });
    await keeper.keep();
    expect(await found()).toEqual([]);
    expect(await room.store.count("violations")).toBe(2);
  });

  test("follow a single change without a look at everybody", async () => {
    await rule([[group("pay")], [group("audit")]]);
    await keeper.keep();
    await room.store.transaction(async () => {
      await member("audit");
      await member("pay");
    });
    await expect.poll(found).toEqual([["ada", ["1 pay", "2 audit"], null]]);
  });
});
