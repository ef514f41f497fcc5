import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { newPassword } from "#test/support/account-room.ts";
import { type MassResetRoom, openMassResetRoom } from "#test/support/mass-reset-room.ts";
import { callerOf } from "#test/support/service.ts";

import { engineCaller } from "../kernel/callers.ts";
import { invoke } from "../kernel/invoke.ts";
import { resetPasswords } from "../users/reset-passwords.ts";
import { chooseMore } from "./choose-more.ts";
import { addMassReset } from "./create-mass-reset.ts";
import { massResetProgress } from "./read-mass-resets.ts";
import { removeMassReset } from "./remove-mass-reset.ts";
import { trialMassReset } from "./trial-mass-reset.ts";

let room: MassResetRoom;
beforeEach(async () => {
  room = await openMassResetRoom();
});
afterEach(() => room.close());

const operator = engineCaller("cli", "test");
const counts = (key: string) => invoke(massResetProgress, room.context, operator, { key });

describe("what is not to be reset", () => {
  test("is a row with its reason, and no order", async () => {
    const { store, context } = room;
    await store.transaction(async () => {
      await store.save("targetSystems", { id: "T2", enabled: false });
      const block = { key: context.ids.guid(), userKey: room.keyOf("bob"), reason: "a stranger", createdAt: 0 };
      await store.add("passwordBlocks", block);
    });
    const draft = await room.create();
    const skipped = [
      { because: "targetDisabled", accounts: 4 },
      { because: "blocked", accounts: 1 },
    ];
    expect(draft.skipped.toSorted((one, other) => other.accounts - one.accounts)).toEqual(skipped);
    expect(draft).toMatchObject({ accounts: 3, people: 3 });
    const { key } = await room.begin(draft);
    await room.carryOut(key);
    const rows = await room.items(key);
    expect(
      rows.map(({ accountName, targetSystemKey, errorCode, sends }) => [
        accountName,
        targetSystemKey,
        errorCode,
        sends,
      ]),
    ).toContainEqual(["bob", "T1", "blocked", 0]);
    expect(await counts(key)).toEqual({ accounts: 8, done: 3, failed: 0, leftOut: 5, open: 0 });
  });

  test("is left alone when a block or another owner came after it was planned", async () => {
    const { store, context } = room;
    const { key } = await room.begin(await room.create({ targetSystemKeys: ["T1"], canaries: 1 }));
    await room.inHand(key);
    const [canary] = (await room.items(key)).filter(({ isCanary }) => isCanary);
    const [blocked, moved, other] = (await room.items(key)).filter(({ isCanary }) => !isCanary);
    await store.transaction(async () => {
      const block = { key: context.ids.guid(), userKey: blocked?.userKey ?? "", reason: "a stranger", createdAt: 0 };
      await store.add("passwordBlocks", block);
      await store.save("accounts", { key: moved?.accountKey ?? "", userKey: room.keyOf("root") });
    });
    await room.carryOut(key);
    const ends = new Map((await room.items(key)).map((row) => [row.key, [row.result, row.errorCode, row.sends]]));
    expect([canary, blocked, moved, other].map((row) => ends.get(row?.key ?? ""))).toEqual([
      ["S", null, 1],
      ["X", "blocked", 0],
      ["X", "ownerChanged", 0],
      ["S", null, 1],
    ]);
  });

  test("is left alone when a newer change of its password was made before it was sent", async () => {
    const { store, context } = room;
    const { key } = await room.begin(await room.create({ targetSystemKeys: ["T1"] }));
    const keys = await room.inHand(key);
    const [first] = await room.items(key);
    await store.transaction(async () => {
      const of = { requestKey: "request", sequence: 1, code: "PWRS", targetSystemKey: "T1", dependsOn: [] } as const;
      const made = {
        attributes: {},
        result: "S",
        createdAt: 0,
        passwordTurn: 7,
        accountKey: first?.accountKey ?? "",
      } as const;
      await store.add("requestOperations", { key: context.ids.guid(), ...of, ...made });
    });
    expect(await room.proxy.orders([...keys])).toHaveLength(3);
    expect((await room.items(key))[0]).toMatchObject({
      result: "F",
      errorCode: "superseded",
      sends: 0,
      password: null,
    });
  });

  test("is left alone when another mass reset has changed its password later", async () => {
    const { store, context } = room;
    const { key } = await room.begin(await room.create({ targetSystemKeys: ["T1"] }));
    const keys = await room.inHand(key);
    const [first] = await room.items(key);
    await store.transaction(async () => {
      const { accountKey = "", userKey = null, accountName = "" } = first ?? {};
      const of = { runKey: "another", targetSystemKey: "T1", accountKey, userKey, accountName, act: "set" } as const;
      await store.add("massResetAccounts", { key: context.ids.guid(), ...of, turn: 7, result: "S", createdAt: 0 });
    });
    expect(await room.proxy.orders([...keys])).toHaveLength(3);
    expect((await room.items(key))[0]).toMatchObject({ result: "F", errorCode: "superseded", sends: 0 });
  });

  test("is accounts without owner, unless they are wanted", async () => {
    const { store, context } = room;
    const free = context.ids.guid();
    const names = { longId: "free", shortId: "free", displayId: "free", stableId: "free" };
    await store.transaction(() => store.add("accounts", { key: free, targetSystemKey: "T1", ...names }));
    const chosen = { condition: undefined, accountKeys: [free] };
    expect(await room.create(chosen)).toMatchObject({ accounts: 0, skipped: [{ because: "noOwner", accounts: 1 }] });
    expect(await room.create({ ...chosen, withoutOwner: true })).toMatchObject({ accounts: 1, people: 0 });
  });

  test("is people whom the caller may not help", async () => {
    const { store } = room;
    const helper = callerOf({ key: room.keyOf("ada"), id: "ada", superuser: false }, { provedAt: room.clock.now() });
    await store.transaction(() => store.save("users", { key: room.keyOf("dan"), superuser: true }));
    const refused = invoke(addMassReset, room.context, helper, { reason: "mine", condition: "id ne 'root'" });
    await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("a start", () => {
  test("is refused with both numbers where others are chosen than were looked at", async () => {
    const draft = await room.create();
    const refused = room.begin({ ...draft, accounts: 3 });
    await expect(refused).rejects.toMatchObject({
      code: "MASS_RESET_COUNT",
      message: expect.stringMatching(/3 .* 8 /),
    });
    expect(await room.state(draft.key)).toMatchObject({ state: "draft" });
    expect(await room.store.count("runs")).toBe(0);
  });

  test("of accounts of many users needs a confirmation, and says how many they are", async () => {
    const { store, context } = room;
    await store.transaction(async () => {
      for (let number = 0; number < 60; number += 1) {
        const [key, id] = [context.ids.guid(), `user${number}`];
        await store.add("users", { key, id, displayName: id });
        const names = { longId: id, shortId: id, displayId: id, stableId: id };
        await store.add("accounts", { key: context.ids.guid(), targetSystemKey: "T1", userKey: key, ...names });
      }
    });
    const draft = await room.create();
    await expect(room.begin(draft)).rejects.toMatchObject({
      code: "CONFIRMATION_REQUIRED",
      message: expect.stringMatching(/68 accounts of 64 users .* of 65 /),
    });
    expect(await room.store.count("runs")).toBe(0);
    expect(await room.begin(draft, { confirm: true })).toMatchObject({ state: "queued", accounts: 68 });
  });

  test("of nothing, or of what was started, is refused", async () => {
    const nobody = await room.create({ condition: "id eq 'nobody'" });
    await expect(room.begin(nobody)).rejects.toMatchObject({ code: "MASS_RESET_EMPTY" });
    const draft = await room.create();
    await room.begin(draft);
    await expect(room.begin(draft)).rejects.toMatchObject({ code: "MASS_RESET_STARTED" });
    await expect(invoke(removeMassReset, room.context, operator, { key: draft.key })).rejects.toMatchObject({
      code: "MASS_RESET_STARTED",
    });
  });

  test("takes the accounts that are chosen then: those who come later are not reset", async () => {
    const { store, context } = room;
    const { key } = await room.begin(await room.create());
    await store.transaction(async () => {
      const userKey = context.ids.guid();
      await store.add("users", { key: userKey, id: "eve", displayName: "eve" });
      const names = { longId: "eve", shortId: "eve", displayId: "eve", stableId: "eve" };
      await store.add("accounts", { key: context.ids.guid(), targetSystemKey: "T1", userKey, ...names });
    });
    await room.carryOut(key);
    expect(await room.items(key)).toHaveLength(8);
  });
});

describe("a choice", () => {
  const choose = (terms: object) => room.create({ condition: undefined, ...terms });

  test("is made in exactly one way", async () => {
    for (const terms of [{}, { userKeys: [room.keyOf("ada")], file: "user\nbob" }])
      await expect(choose(terms)).rejects.toMatchObject({ code: "MASS_RESET_CHOICE" });
  });

  test("by a file names users, or accounts of target systems", async () => {
    expect(await choose({ file: "user\nada\nADA\nbob" })).toMatchObject({ accounts: 4, chosenBy: "file" });
    expect(await choose({ file: "account,target\nada,T1\ncy,T2\n" })).toMatchObject({ accounts: 2, people: 2 });
  });

  test("by a file with lines that name nobody is refused with their numbers, unless they are skipped", async () => {
    const file = "user,account,target\nada,,\nnobody,,\n,ada,T9\nbob,bob,T1\n,,\n";
    await expect(choose({ file })).rejects.toMatchObject({
      code: "MASS_RESET_FILE_INVALID",
      details: ["line 3", "line 4", "line 5"].map((target) => expect.objectContaining({ target })),
    });
    await expect(choose({ file: "user\nnobody", lineOffset: 4_000 })).rejects.toMatchObject({
      details: [expect.objectContaining({ target: "line 4002" })],
    });
    expect(await room.store.count("massResets")).toBe(0);
    expect(await choose({ file, skipFaults: true })).toMatchObject({ accounts: 2 });
  });

  test("by keys is refused where one of them is unknown", async () => {
    const unknown = room.context.ids.guid();
    await expect(choose({ userKeys: [room.keyOf("ada"), unknown] })).rejects.toMatchObject({ code: "USER_UNKNOWN" });
    await expect(choose({ accountKeys: [unknown] })).rejects.toMatchObject({ code: "ACCOUNT_UNKNOWN" });
  });

  test("grows by further calls, which a start that has counted before does not miss", async () => {
    const draft = await choose({ userKeys: [room.keyOf("ada")] });
    await invoke(chooseMore, room.context, operator, { key: draft.key, userKeys: [room.keyOf("bob")] });
    await expect(room.begin(draft)).rejects.toMatchObject({ code: "MASS_RESET_COUNT" });
    const trial = await invoke(trialMassReset, room.context, operator, { key: draft.key });
    expect(trial).toMatchObject({ accounts: 4, people: 2, needsConfirmation: false });
    expect(trial.first.map(({ userId, act, because }) => [userId, act, because])).toEqual(
      expect.arrayContaining([
        ["ada", "set", null],
        ["bob", "set", null],
      ]),
    );
    expect(await room.begin({ ...draft, accounts: 4 })).toMatchObject({ accounts: 4 });
  });

  test("is removed with its draft", async () => {
    const { key } = await choose({ userKeys: [room.keyOf("ada")] });
    expect(await room.store.count("massResetParts")).toBe(1);
    await invoke(removeMassReset, room.context, operator, { key });
    expect([await room.store.count("massResetParts"), await room.store.count("massResets")]).toEqual([0, 0]);
  });
});

test("the batch of a call may be a mass reset, by key or number, if the caller may read it", async () => {
  const { key, number } = await room.create();
  const root = callerOf({ key: room.keyOf("root"), id: "root", superuser: true }, { provedAt: room.clock.now() });
  const reset = (batch: string, as = root) => {
    const input = { key: room.keyOf("ada"), password: newPassword, batch };
    return invoke(resetPasswords, room.context, as, input);
  };
  const queued = await reset(number);
  expect((await room.store.get("reqbatch", queued.requestKey))?.batchId).toBe(key);
  await expect(reset(room.context.ids.guid())).rejects.toMatchObject({ code: "BATCH_UNKNOWN" });
  const ada = callerOf({ key: room.keyOf("ada"), id: "ada", superuser: false }, { provedAt: room.clock.now() });
  await expect(reset(key, ada)).rejects.toMatchObject({ code: "BATCH_UNKNOWN" });
});
