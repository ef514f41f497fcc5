import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { changedRules, initialRules } from "#domain/passwords/password-rules.ts";
import { passwordOf } from "#operations/mass-resets/engine/items.ts";
import { type MassResetRoom, openMassResetRoom } from "#test/support/mass-reset-room.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";

/** A plug-in that refuses about half of all passwords, and every one of accounts called cy. */
const seldom = `
export const kind = "passwordRule";
export const run = ({ password, account }) => {
  const isFine = password.use((text) => /[a-m]$/i.test(text)) && account.id !== "cy";
  return isFine ? { accepted: true } : { accepted: false, message: "must end with a letter of the first half" };
};
`;

let room: MassResetRoom;
beforeEach(async () => {
  room = await openMassResetRoom();
  writePlugins(room, {
    "seldom.mjs": seldom,
    "broken.mjs": "export const kind = 'passwordRule'; export const run = () => 1;",
  });
});
afterEach(() => room.close());

async function judgeBy(name: string): Promise<void> {
  await room.store.transaction(async () => {
    await room.store.save("targetGroups", { id: "DEFAULT", passwordPolicyId: "DEFAULT" });
    const plugin = { mode: "required", value: name } as const;
    const rules = changedRules(initialRules(), { custom: { plugin } });
    await room.store.save("passwordPolicies", { id: "DEFAULT", description: "DEFAULT", ...rules });
  });
}

const ended = async (key: string) =>
  (await room.items(key))
    .map(({ accountName, targetSystemKey, result, errorCode }) =>
      [accountName, targetSystemKey, result, errorCode ?? ""].join(" ").trim(),
    )
    .toSorted();

describe("the passwords of a mass reset whose policy names a plug-in", () => {
  test("are those that it accepts; where it accepts none the account fails with its words", async () => {
    await judgeBy("seldom.mjs");
    const terms = { targetSystemKeys: ["T1"], delivery: "file", failureShareMax: 100 };
    const { key } = await room.begin(await room.create(terms));
    await room.carryOut(key);
    const rows = await room.items(key);
    const refused = rows.filter(({ result }) => result === "F");
    expect(refused.map(({ errorCode, message, sends }) => [errorCode, sends, message])).toEqual(
      refused.map(() => ["policy", 0, expect.stringContaining("plugin seldom.mjs: The plug-in")]),
    );
    expect(refused.some(({ accountName }) => accountName === "cy")).toBe(true);
    for (const row of rows.filter(({ result }) => result === "S"))
      expect(passwordOf(room.store, row)?.use((text) => text)).toMatch(/[a-m]$/i);
  });

  test("fail where it gives no usable answer", async () => {
    await judgeBy("broken.mjs");
    const { key } = await room.begin(await room.create({ condition: "id eq 'ada'", failureShareMax: 100 }));
    await room.carryOut(key);
    expect(await ended(key)).toEqual(["ada T1 F policy", "ada T2 F policy"]);
  });

  test("are judged once: a password that is sent again is the same", async () => {
    await judgeBy("seldom.mjs");
    const { key } = await room.begin(await room.create({ condition: "id eq 'ada'", targetSystemKeys: ["T1"] }));
    const keys = await room.inHand(key);
    const sent = async () => (await room.proxy.orders([...keys]))[0]?.password?.use((text) => text);
    const first = await sent();
    if (first === undefined) expect(await ended(key)).toEqual(["ada T1 F policy"]);
    else expect(await sent()).toBe(first);
  });
});
