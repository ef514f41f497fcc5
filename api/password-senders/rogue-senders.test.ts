import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ProxyCallError } from "#activities/proxy/signed-calls.ts";
import { repeatedChangesPerHour } from "#domain/password-sender-limits.ts";
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
const hourMs = 3_600_000;
const reported = (number: number) => `Lighthouse ${number} on the hill`;
const chosen = "Windmill 9 by the river";
const resetAll = () =>
  room.call("POST", `/v2/users(${room.keyOf("ada")})/resetPasswords`, "root", { password: chosen });

describe("a sender that reports one person again and again", () => {
  it("keeps nobody from a change of the password, which is the later one", async () => {
    await sender.report(ada, reported(1));
    const fetched = await room.fetch();
    await sender.report(ada, reported(2));
    expect((await resetAll()).status).toBe(202);
    for (const operationKey of fetched) await room.proxy.outcomes([{ operationKey, sends: 1, result: "S" }]);
    const operation = await room.store.get("requestOperations", fetched[0] ?? "");
    await room.step({ key: operation?.requestKey ?? "" }, { ended: [{ operationKeys: fetched, failure: null }] });
    const carried = await room.work();
    const last = Object.fromEntries(carried.map(({ targetSystem, password }) => [targetSystem, password]));
    expect(last).toEqual({ T1: chosen, T2: chosen, T3: chosen });
  });

  it("sets so many passwords in an hour, and the person and superusers hear of it once", async () => {
    const second = await room.sender("T1");
    for (let number = 1; number <= repeatedChangesPerHour; number += 1) {
      const by = number % 2 === 0 ? second : sender;
      expect([number, (await by.report(ada, reported(number))).outcome]).toEqual([number, "synchronized"]);
      room.clock.advance(1_000);
    }
    await room.work();
    const told = async () => (await room.noticesOf("ada")).filter((notice) => notice.startsWith("passwordNotSynced"));
    const floods = () => room.store.count("notices", { kind: "passwordSenderFlood" });
    const superusers = await room.store.count("users", { superuser: true });
    expect([await told(), await floods()]).toEqual([[], 0]);
    for (let number = 100; number < 110; number += 1)
      expect([number, (await sender.report(ada, reported(number))).outcome]).toEqual([number, "recorded"]);
    expect(await room.work()).toEqual([]);
    expect(await told()).toEqual(["passwordNotSynced tooOften", "passwordNotSynced tooOften"]);
    expect([superusers > 0, await floods()]).toEqual([true, superusers]);
    // What the person chooses then stays.
    expect((await resetAll()).status).toBe(202);
    await room.work();
    await sender.report(ada, reported(200));
    expect((await room.work()).filter(({ targetSystem }) => targetSystem !== "T1")).toEqual([]);
    room.clock.advance(hourMs);
    expect(await sender.report(ada, reported(201))).toMatchObject({ outcome: "synchronized" });
  });
});

describe("a sender of a disabled target system", () => {
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => "taken",
      (error: unknown) => (error instanceof ProxyCallError ? `${error.status} ${error.code}` : "failed"),
    );

  it("is refused, with what it reports and has judged, until it is enabled", async () => {
    const enable = (enabled: boolean) =>
      room.store.transaction(() => room.store.save("targetSystems", { id: "T1", enabled }));
    await enable(false);
    expect(await refusal(sender.judge(ada, "x"))).toBe("409 SENDER_TARGET_DISABLED");
    expect(await refusal(sender.report(ada, reported(1)))).toBe("409 SENDER_TARGET_DISABLED");
    expect(await room.work()).toEqual([]);
    expect(await room.store.count("passwordHistories")).toBe(0);
    expect(await refusal(sender.hello({ version: "1", waiting: 1 }))).toBe("taken");
    const refused = { operation: "PWSY", result: "F" } as const;
    expect(await room.store.count("sesslog_full", refused)).toBe(1);
    await enable(true);
    expect(await sender.report(ada, reported(1), { heldMs: 1_000 })).toMatchObject({ outcome: "synchronized" });
  });
});

describe("a deleted sender", () => {
  it("leaves what is known of its reports: an older change of the account does not come after them", async () => {
    const reset = { password: chosen };
    await room.call("POST", `/v2/accounts(${room.accountKey("bob", "T1")})/resetPassword`, "root", reset);
    await sender.report({ shortId: "bob" }, reported(1));
    await room.call("POST", `/v2/passwordSenders(${sender.key})/revoke`, "root", {});
    expect((await room.call("DELETE", `/v2/passwordSenders(${sender.key})`, "root")).status).toBe(204);
    expect(await room.work()).toEqual([]);
    const [older] = await room.store.select("requestOperations");
    expect(older).toMatchObject({ result: "F", errorCode: "superseded" });
  });
});
