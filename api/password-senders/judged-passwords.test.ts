import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { judgementsOfAccountPerMinute, judgementsPerMinute } from "#domain/password-sender-limits.ts";
import { changedRules, initialRules } from "#domain/passwords/password-rules.ts";
import { openSenderRoom, type SenderRoom } from "#test/support/sender-room.ts";
import type { TestSender } from "#test/support/test-sender.ts";

let room: SenderRoom;
let sender: TestSender;
beforeEach(async () => {
  room = await openSenderRoom();
  sender = room.first;
});
afterEach(() => room.close());

const ada = { shortId: "ada" };

describe("a password that is judged", () => {
  it("is allowed or refused by the rules of its account, and nothing is kept", async () => {
    await room.store.transaction(() => room.store.save("passwordPolicies", { id: "DEFAULT", ...minLength(12) }));
    const before = await room.store.count("sesslog_full");
    expect(await sender.judge(ada, "Lighthouse 7 on the hill")).toMatchObject({ verdict: "allow", messages: [] });
    const { verdict, messages } = await sender.judge(ada, "Xyq 7 w");
    expect([verdict, messages.map(({ rule }) => rule)]).toEqual(["refuse", ["length.minLength"]]);
    // A person reads it in a terminal, who knows no rule by its name.
    expect(messages[0]?.message).toBe("The password must have at least 12 characters; choose a longer one.");
    expect(await sender.judge({ shortId: "stranger" }, "short")).toMatchObject({ verdict: "allow" });
    expect(await room.store.count("sesslog_full")).toBe(before);
    expect(await room.store.count("passwordHistories")).toBe(0);
  });

  it("is allowed if the service is setting it at this moment", async () => {
    await sender.report(ada, "Lighthouse 7 on the hill");
    await room.store.transaction(() => room.store.save("passwordPolicies", { id: "DEFAULT", ...minLength(90) }));
    const second = await room.sender("T2");
    expect(await second.judge(ada, "Lighthouse 7 on the hill")).toMatchObject({ verdict: "allow" });
    expect(await second.judge(ada, "Lighthouse 8 on the hill")).toMatchObject({ verdict: "refuse" });
  });
});

describe("a password that a mass reset is setting", () => {
  it("is allowed, whatever the policies are by now", async () => {
    await room.store.transaction(async () => {
      await room.store.save("passwordPolicies", { id: "DEFAULT", ...minLength(90) });
      const [key, accountKey] = [room.context.ids.guid(), room.accountKey("ada", "T1")];
      const at = { table: "massResetAccounts", key, column: "password" } as const;
      const of = { key, runKey: "run", targetSystemKey: "T1", accountKey, accountName: "ada", act: "set" } as const;
      const password = room.store.seal(new Secret("Made by chance 1"), at);
      await room.store.add("massResetAccounts", { ...of, userKey: null, password, turn: 1, createdAt: 0 });
    });
    expect(await sender.judge(ada, "Made by chance 1")).toMatchObject({ verdict: "allow" });
    expect(await sender.judge(ada, "Made by chance 2")).toMatchObject({ verdict: "refuse" });
  });
});

describe("a sender that wants passwords judged", () => {
  const password = "Lighthouse 7 on the hill";

  it("tries few passwords for an account, and takes nothing away from others by that", async () => {
    await room.store.transaction(() => room.store.save("passwordPolicies", { id: "DEFAULT", ...minLength(12) }));
    const bob = { shortId: "bob" };
    for (let guess = 0; guess < judgementsOfAccountPerMinute; guess += 1)
      expect(await sender.judge(ada, `${password} ${guess}`)).toMatchObject({ verdict: "allow" });
    for (let guess = judgementsOfAccountPerMinute; guess <= judgementsPerMinute; guess += 1)
      expect(await sender.judge(ada, `${password} ${guess}`)).toMatchObject({ verdict: "refuse" });
    expect(await sender.judge(bob, password)).toMatchObject({ verdict: "allow" });
    room.clock.advance(60_000);
    expect(await sender.judge(ada, password)).toMatchObject({ verdict: "allow" });
  });
});

function minLength(value: number) {
  return changedRules(initialRules(), { length: { minLength: { mode: "required", value } } });
}
