import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type MassStepsRoom, openMassStepsRoom } from "#test/support/mass-steps-room.ts";
import { namedObject } from "#test/support/named-object.ts";

import { engineCaller } from "../kernel/callers.ts";
import { invoke } from "../kernel/invoke.ts";
import { addTemplate, updateTemplate } from "../templates/change-templates.ts";
import { pauseMassReset, resumeMassReset, stopMassReset } from "./change-mass-resets.ts";
import { massResetProgress } from "./read-mass-resets.ts";

let room: MassStepsRoom;
beforeEach(async () => {
  room = await openMassStepsRoom();
  await room.store.transaction(() =>
    room.store.save("groups", { key: "sales", ...namedObject("sales"), managed: true }),
  );
});
afterEach(() => room.close());

const operator = engineCaller("cli", "test");
const onboard = (file: string, terms: object = {}) =>
  room.create({ action: "onboard", condition: undefined, reason: "a new team", file, ...terms });
const counts = (key: string) => invoke(massResetProgress, room.context, operator, { key });
const userOf = async (id: string) => (await room.store.select("users", { where: { id } }))[0];
const faultsOf = async (draft: Promise<unknown>) => {
  const error = await draft.then(
    () => undefined,
    (refused: unknown) => refused as { code: string; details?: readonly { message: string }[] },
  );
  return error?.details?.map(({ message }) => message) ?? [error?.code];
};

describe("an onboarding", () => {
  // @specification 1.onboarding
  test("adds people with accounts and memberships, and starts the mass reset of their first passwords", async () => {
    const file = "id,displayName,manager,accounts,groups\neve,Eve Ash,bob,T1|T2=eve.ash,T1=sales\nbob,,,T1,T1=sales\n";
    const draft = await onboard(file, { delivery: "file" });
    expect(draft).toMatchObject({
      action: "onboard",
      people: 2,
      accounts: 5,
      skipped: [{ because: "alreadySo", accounts: 1 }],
    });
    expect(await userOf("eve")).toBeUndefined();
    const { key } = await room.begin(draft);
    await room.carryOutSteps(key);
    expect((await room.told(key)).toSorted()).toEqual([
      "2 eve addAccount T1 S",
      "2 eve addAccount T2 S",
      "2 eve addUser  S",
      "2 eve join T1 S",
      "3 bob addAccount T1 X alreadySo",
      "3 bob join T1 S",
      "4 - passwords  S",
    ]);
    const eve = await userOf("eve");
    expect(eve).toMatchObject({ displayName: "Eve Ash", managerKey: room.keyOf("bob"), superuser: false });
    const accounts = await room.store.select("accounts", { where: { userKey: eve?.key ?? "" } });
    expect(accounts.map(({ targetSystemKey, shortId }) => `${targetSystemKey} ${shortId}`).toSorted()).toEqual([
      "T1 eve",
      "T2 eve.ash",
    ]);
    expect(await room.state(key)).toMatchObject({ state: "ended" });
    const { passwordsKey } = await room.state(key);
    expect(await room.state(passwordsKey ?? "")).toMatchObject({ action: "reset", accounts: 2, delivery: "file" });
    await room.carryOut(passwordsKey ?? "");
    expect(await counts(passwordsKey ?? "")).toMatchObject({ done: 2, failed: 0 });
    const audited = await room.store.select("sesslog_full", { where: { operation: "USAD" } });
    expect(audited.map(({ actor, recipient }) => [actor, recipient])).toEqual([[room.keyOf("root"), eve?.key]]);
  });

  test("takes known people by their keys, and gives them what its terms say", async () => {
    const draft = await onboard("", {
      file: undefined,
      userKeys: [room.keyOf("root")],
      targetSystemKeys: ["T2"],
      includePrivileged: true,
    });
    const { key } = await room.begin(draft);
    await room.carryOutSteps(key);
    expect(await room.told(key)).toEqual(["1 root addAccount T2 S"]);
  });

  test("requests the template of a line, or else that of its terms, for each person", async () => {
    const add = (name: string, targetSystemKey: string) =>
      invoke(addTemplate, room.context, operator, { name, operations: [{ code: "ACUA", targetSystemKey }] });
    await add("Seller", "T1");
    const { key: templateKey } = await add("Starter", "T2");
    const { key } = await room.begin(await onboard("id,template\neve,Seller\nfay,", { templateKey }));
    await room.carryOutSteps(key);
    expect((await room.told(key)).toSorted()).toEqual([
      "2 eve addUser  S",
      "2 eve request  S",
      "3 fay addUser  S",
      "3 fay request  S",
    ]);
    for (const [id, targetSystemKey] of [
      ["eve", "T1"],
      ["fay", "T2"],
    ] as const) {
      const accounts = await room.store.select("accounts", { where: { userKey: (await userOf(id))?.key ?? "" } });
      expect(accounts.map((account) => account.targetSystemKey)).toEqual([targetSystemKey]);
    }
  });

  test("whose template is disabled meanwhile adds the people, and fails where it would be requested", async () => {
    const operations = [{ code: "ACUA", targetSystemKey: "T1" }];
    const { key: templateKey } = await invoke(addTemplate, room.context, operator, { name: "Starter", operations });
    const { key } = await room.begin(await onboard("id\neve", { templateKey, failureShareMax: 100 }));
    await invoke(updateTemplate, room.context, operator, { key: templateKey, enabled: false });
    await room.carryOutSteps(key);
    expect((await room.told(key)).toSorted()).toEqual(["2 eve addUser  S", "2 eve request  F TEMPLATE_DISABLED"]);
    expect(await room.store.count("requestBatches")).toBe(0);
  });

  test("skips what waits for a step that has failed, and goes on with other people", async () => {
    const { key } = await room.begin(
      await onboard("id,accounts,groups\neve,T1,T1=sales\nfay,T1,", { failureShareMax: 100 }),
    );
    await room.carryOutSteps(key, (name) => (name === "eve" ? "F" : "S"));
    expect((await room.told(key)).toSorted()).toEqual([
      "2 eve addAccount T1 F policy",
      "2 eve addUser  S",
      "2 eve join T1 X stepBefore",
      "3 fay addAccount T1 S",
      "3 fay addUser  S",
    ]);
    expect(await counts(key)).toEqual({ accounts: 5, done: 3, failed: 1, leftOut: 1, open: 0 });
  });

  test("whose first people fail pauses before the others", async () => {
    const { key } = await room.begin(await onboard("id,accounts\neve,T1\nfay,T1\ngus,T1", { canaries: 1 }));
    await room.carryOutSteps(key, () => "F");
    expect(await room.state(key)).toMatchObject({ state: "paused", pausedBecause: "canary" });
    expect(await userOf("fay")).toBeUndefined();
    await invoke(resumeMassReset, room.context, operator, { key });
    await room.carryOutSteps(key);
    expect(await userOf("gus")).toBeDefined();
    expect(await room.state(key)).toMatchObject({ state: "ended" });
  });

  test("that is paused does nothing until it is resumed, and stopped leaves a row for each step", async () => {
    const { key } = await room.begin(await onboard("id,accounts\neve,T1\nfay,T1"));
    await room.next(key);
    await invoke(pauseMassReset, room.context, operator, { key });
    const steps = await room.steps(key);
    await room.act(steps.map((step) => `step:${step.key}`));
    expect(await userOf("eve")).toBeUndefined();
    await invoke(stopMassReset, room.context, operator, { key });
    await room.carryOutSteps(key);
    expect(await counts(key)).toEqual({ accounts: 4, done: 0, failed: 0, leftOut: 4, open: 0 });
    expect(await room.state(key)).toMatchObject({ state: "stopped" });
  });

  test("does nothing twice, however often its steps are taken again", async () => {
    const { key } = await room.begin(await onboard("id,accounts\neve,T1"));
    await room.next(key);
    const again = async () => room.act((await room.steps(key)).map((step) => `step:${step.key}`));
    for (let times = 0; times < 4; times += 1) await again();
    expect(await room.store.count("users", { id: "eve" })).toBe(1);
    expect(await room.store.count("requestOperations", { code: "ACUA" })).toBe(1);
    await room.carryOutSteps(key);
    expect(await room.store.count("requestOperations", { code: "ACUA" })).toBe(1);
    expect(await room.state(key)).toMatchObject({ state: "ended" });
  });

  test("has the rights of its starter at each step: without them nothing is done", async () => {
    const { key } = await room.begin(await onboard("id,accounts\neve,T1", { failureShareMax: 100 }));
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("root"), superuser: false }));
    await room.carryOutSteps(key);
    expect((await room.told(key)).toSorted()).toEqual([
      "2 eve addAccount T1 X stepBefore",
      "2 eve addUser  F FORBIDDEN",
    ]);
    expect(await userOf("eve")).toBeUndefined();
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("root"), disabled: true }));
  });
});

/** Each line was a bug report about another product that takes people in from files. */
describe("an onboarding file", () => {
  test.each<[string, string, readonly RegExp[]]>([
    ["with a person twice, which others drop in silence", "id\neve\neve", [/line 3, id: 'eve' stands in line 2 too/]],
    ["with a person twice in another case", "id\neve\nEVE", [/line 3, id: .* are one person/]],
    ["with a person who exists and gets nothing", "id\nada\neve", [/line 2, id: 'ada' is known, and gets nothing/]],
    [
      "with other values of a known person",
      "id,displayName,accounts\nada,Eve,T2",
      [/line 2, displayName: 'ada' is known/],
    ],
    ["with the id of a superuser", "id,accounts\nroot,T1", [/line 2, id: 'root' is a superuser/]],
    ["with an id that looks like a superuser's", "id\nr00t", [/line 2, id: .*root/]],
    ["with an id that its own call refuses", 'id\n"a b"', [/line 2, id: it /]],
    ["with an unknown target system", "id,accounts\neve,T9", [/line 2, accounts: no target system has the key 'T9'/]],
    ["with an unknown group", "id,groups\neve,T1=none", [/line 2, groups: no group on 'T1' is called 'none'/]],
    ["with an unknown template", "id,template\neve,none", [/line 2, template: no template/]],
    ["with an unknown column", "id,password\neve,x", [/line 1, password: it is none of/]],
    ["without the column of ids", "name\neve", [/line 1, name: it is none of/]],
    ["with an unknown manager", "id,manager\neve,nobody", [/line 2, manager/]],
  ])("%s is refused, and nothing is written", async (_what, file, expected) => {
    const faults = await faultsOf(onboard(file));
    expect(faults).toHaveLength(expected.length);
    for (const [index, words] of expected.entries()) expect(faults[index]).toMatch(words);
    expect(await room.store.count("massResetSteps")).toBe(0);
    expect(await room.store.count("massResets")).toBe(0);
  });

  test("with a mark, ends of lines of Windows and semicolons is read as it is meant", async () => {
    const draft = await onboard("\uFEFFid;displayName;accounts\r\neve ; Eve ;T1 | T2\r\n;;\r\n");
    expect(draft).toMatchObject({ people: 1, accounts: 3 });
  });

  test("with faults is taken without them where that is wanted, and the others are not lost", async () => {
    expect(await onboard("id,accounts\nada,T1\neve,T9\nfay,T1\nfay,T1", { skipFaults: true })).toMatchObject({
      people: 1,
      accounts: 2,
    });
  });

  test("with formulas keeps them as text, and none becomes an id", async () => {
    const faults = await faultsOf(onboard("id,displayName\n\"=cmd|'/c calc'!A1\",x"));
    expect(faults[0]).toMatch(/line 2, id/);
    const { key } = await room.begin(await onboard('id,displayName\neve,"=1+1"'));
    await room.carryOutSteps(key);
    expect(await userOf("eve")).toMatchObject({ displayName: "=1+1" });
  });

  test("with a line of a mebibyte, or more lines than one call takes, is refused", async () => {
    const long = await onboard(`id\n${"e".repeat(1024 ** 2)}`).catch((error: unknown) => error);
    expect(long).toMatchObject({ code: "INPUT_INVALID", target: "file" });
    const wide = await faultsOf(onboard(`id\n${"e".repeat(200_000)}`));
    expect(wide[0]).toMatch(/line 2, id/);
    const many = Array.from({ length: 1_001 }, (_, index) => `p${index}`).join("\n");
    expect(await onboard(`id\n${many}`).catch((error: unknown) => error)).toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  test("names people who become managers of others in it, who are added after them", async () => {
    const { key } = await room.begin(await onboard("id,manager\neve,fay\nfay,"));
    await room.carryOutSteps(key);
    expect((await userOf("eve"))?.managerKey).toBe((await userOf("fay"))?.key);
  });
});

describe("terms of another action", () => {
  test.each<[object, string]>([
    [{ action: "onboard", condition: "id ne 'root'" }, "MASS_RESET_ACTION"],
    [{ action: "onboard", condition: undefined, file: "id\neve", ends: ["leave"] }, "MASS_RESET_ACTION"],
    [{ action: "onboard", condition: undefined, file: "id\neve", endSessions: true }, "MASS_RESET_ACTION"],
    [{ ends: ["leave"] }, "MASS_RESET_ACTION"],
    [{ includePrivileged: true }, "MASS_RESET_ACTION"],
    [{ action: "offboard", ends: ["leave"], delivery: "file" }, "MASS_RESET_ACTION"],
    [{ action: "offboard" }, "MASS_RESET_ENDS"],
    [{ action: "offboard", ends: ["leave", "disableUser"] }, "MASS_RESET_ENDS"],
    [{ action: "offboard", ends: ["leave"], includePrivileged: true }, "MASS_RESET_PRIVILEGED"],
    [{ action: "elsewhere" }, "INPUT_INVALID"],
  ])("%j are refused with %s", async (terms, code) => {
    await expect(room.create(terms)).rejects.toMatchObject({ code });
  });
});
