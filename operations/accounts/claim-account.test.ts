import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { Caller } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";
import type { Row } from "#store/tables.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { claimAccount } from "./claim-account.ts";

let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom({ capabilities: ["verify"], targets: { T1: [], CLOSED: [] } });
  await room.store.transaction(async () => {
    await allow("T1", true);
    await add("free", {});
    await add("attached", { userKey: room.keyOf("bob"), associatedBy: "auto" });
    await add("kept", { userKey: room.keyOf("bob"), associatedBy: "admin" });
    await add("closed", { targetSystemKey: "CLOSED" });
    await add("twin", {});
    await add("twin2", { shortId: "twin" });
  });
});
afterEach(() => room.close());

const allow = (targetSystemId: string, value: boolean) =>
  saveOption(room.context, { targetSystemId, name: "allowClaimAccounts", target: "value" }, value);

const add = (key: string, part: Partial<Row<"accounts">>) =>
  room.store.save("accounts", {
    key,
    targetSystemKey: "T1",
    stableId: key,
    longId: key,
    shortId: key,
    displayId: key,
    ...part,
  });

const claim = (part: object = {}, as: Caller = room.as("ada")) =>
  invoke(claimAccount, room.context, as, {
    key: room.keyOf("ada"),
    targetSystemKey: "T1",
    shortId: "free",
    password: new Secret("the-right-one"),
    ...part,
  });

const owner = async (key: string) => {
  const row = await room.store.get("accounts", key);
  return [row?.userKey ?? null, row?.associatedBy ?? null];
};

/** Answers a claim as its proxy, and advances its request. */
async function carryOut(claimed: { key: string; requestKey: string }, outcome: Parameters<RequestRoom["answer"]>[1]) {
  const request = { key: claimed.requestKey };
  await room.step(request);
  await room.answer(claimed.key, outcome);
  await room.step(request, { ended: [{ operationKeys: [claimed.key], failure: null }] });
  return room.store.get("requestOperations", claimed.key);
}

// @specification 2.option.claim
describe("allowClaimAccounts", () => {
  test.each(["free", "attached"])(
    "an account that is %s is the claimant's once its password was right",
    async (key) => {
      const claimed = await claim({ shortId: key });
      expect(claimed).toMatchObject({ code: "ACCL", status: "notStarted", accountKey: key });
      expect((await owner(key))[0]).not.toBe(room.keyOf("ada"));
      expect(await carryOut(claimed, { result: "S" })).toMatchObject({ result: "S", password: null });
      expect(await owner(key)).toEqual([room.keyOf("ada"), "claim"]);
      const [audit] = await room.store.select("sesslog_full", { where: { operation: "ACCL" } });
      expect(audit).toMatchObject({
        result: "S",
        actor: room.keyOf("ada"),
        recipient: room.keyOf("ada"),
        account: key,
      });
    },
  );

  test("a wrong password leaves the owner as he is", async () => {
    const failed = { result: "F", code: "currentPassword", message: "Invalid credentials" } as const;
    expect(await carryOut(await claim(), failed)).toMatchObject({ result: "F", errorMessage: "Invalid credentials" });
    expect(await owner("free")).toEqual([null, null]);
    expect(await room.store.count("sesslog_full", { operation: "ACCL", result: "F" })).toBe(1);
  });

  test.each([
    ["belongs to somebody by an administrator", { shortId: "kept" }],
    ["does not exist", { shortId: "nobody" }],
    ["has a name that two accounts bear", { shortId: "twin" }],
    ["is on a target system without the option", { targetSystemKey: "CLOSED", shortId: "closed" }],
    ["is on no target system", { targetSystemKey: "NONE" }],
  ])("an account that %s is refused in the same words", async (_why, part) => {
    await expect(claim(part)).rejects.toMatchObject({ code: "ACCOUNT_NOT_CLAIMABLE", target: "shortId" });
    expect(await room.store.count("requestOperations")).toBe(0);
  });

  test("nobody claims for somebody else, not even a superuser", async () => {
    for (const as of [room.as("bob"), { ...room.as("dan"), superuser: true }])
      await expect(claim({}, as)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("an account that gets an owner meanwhile stays with that owner", async () => {
    const claimed = await claim();
    const request = { key: claimed.requestKey };
    await room.step(request);
    const given = { key: "free", userKey: room.keyOf("bob"), associatedBy: "admin" } as const;
    await room.store.transaction(() => room.store.save("accounts", given));
    await room.answer(claimed.key, { result: "S" });
    expect(await room.store.get("requestOperations", claimed.key)).toMatchObject({ result: "F", errorCode: "policy" });
    expect(await owner("free")).toEqual([room.keyOf("bob"), "admin"]);
  });
});
