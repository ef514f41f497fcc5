import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { hashBody, openProxyKeys } from "#activities/proxy/keys.ts";
import { ProxyCallError } from "#activities/proxy/signed-calls.ts";
import { reportedAccountsPerMinute, reportsPerMinute } from "#domain/password-sender-limits.ts";
import { type ReportAnswer, senderPaths } from "#domain/password-sync/sender-call.ts";
import { changedRules, initialRules } from "#domain/passwords/password-rules.ts";
import { proxyCallHeaders } from "#domain/proxies/proxy-call.ts";
import { openSenderRoom, type SenderRoom } from "#test/support/sender-room.ts";
import type { TestSender } from "#test/support/test-sender.ts";
import { newPassword, openVaultOrder } from "#test/support/vault-room.ts";

let room: SenderRoom;
let sender: TestSender;
beforeEach(async () => {
  room = await openSenderRoom();
  sender = room.first;
});
afterEach(() => room.close());

const ada = { shortId: "ada" };
const refused = (call: Promise<unknown>) =>
  call.then(
    () => "taken",
    (error: unknown) => (error instanceof ProxyCallError ? `${error.status} ${error.code}` : "failed"),
  );
const dayMs = 86_400_000;

describe("enrolling", () => {
  it("takes a token once, and the same key again", async () => {
    const { json } = await room.call("POST", "/v2/passwordSenders", "root", { targetSystemKey: "T2", name: "x" });
    const other = openProxyKeys(`${room.folder}/other`, "sender-keys.json");
    const enrol = async (keys: TestSender["keys"], token = json.token) => {
      const content = { senderKey: json.key, token, signingKey: keys.signingKey };
      const answer = await room.send("POST", senderPaths.enrol, signedBy(keys, json.key, content));
      return answer.status === 200 ? "taken" : `${answer.status} ${answer.json.error.code}`;
    };
    expect(await enrol(other, "another token")).toBe("401 PROXY_TOKEN_INVALID");
    expect(await enrol(other)).toBe("taken");
    expect(await enrol(other)).toBe("taken");
    expect(await enrol(sender.keys)).toBe("401 PROXY_TOKEN_INVALID");
  });

  it("tells the settings of the target system, also when they change", async () => {
    expect(sender.settings).toMatchObject({ whileAway: "accept", series: null, through: 0 });
    await room.store.transaction(() => room.store.save("targetSystems", { id: "T1", passwordSenderOffline: "refuse" }));
    expect(await sender.hello({ version: "1.2.3", waiting: 4 })).toMatchObject({
      whileAway: "refuse",
      receivingKey: sender.settings.receivingKey,
    });
    expect(await room.store.get("passwordSenders", sender.key)).toMatchObject({
      softwareVersion: "1.2.3",
      waiting: 4,
    });
  });
});

describe("a reported change", () => {
  const first = "Lighthouse 7 on the hill";

  it("is set on the other accounts of its owner, each by an operation with its row in the audit, and not where it came from", async () => {
    expect(await sender.report(ada, first)).toMatchObject({ outcome: "synchronized", number: 1, through: 1 });
    const carried = await room.work();
    expect(carried.map(({ targetSystem, password }) => [targetSystem, password]).toSorted()).toEqual([
      ["T2", first],
      ["T3", first],
    ]);
    const rows = await room.store.select("sesslog_full", { orderBy: [["seq", "asc"]] });
    const changed = rows.filter(({ operation }) => operation === "ACHG");
    expect(changed.map(({ targetSystem, recipient }) => [targetSystem, recipient]).toSorted()).toEqual([
      ["T2", room.keyOf("ada")],
      ["T3", room.keyOf("ada")],
    ]);
    expect(changed.every(({ ident }) => (ident ?? "") !== "")).toBe(true);
    const codes = rows.map(({ operation }) => operation);
    expect([codes.includes("SRES"), codes.includes("ACEX"), codes.filter((code) => code === "PWSY").length]).toEqual([
      false,
      false,
      1,
    ]);
    expect(rows.find(({ operation }) => operation === "PWSY")).toMatchObject({ ident: sender.key, account: "ada" });
    expect(await room.noticesOf("ada")).toEqual(["passwordsSynced"]);
    const account = await room.store.get("accounts", room.accountKey("ada", "T1"));
    expect(account?.lastPasswordChange).toBe(room.clock.now());
    const operations = await room.store.select("requestOperations", { where: { code: "PWRS" } });
    expect(operations.map(({ reportedAccountKey, password }) => [reportedAccountKey, password])).toEqual([
      [account?.key, null],
      [account?.key, null],
    ]);
  });

  it("is an echo where the service has set it, before and after its outcome is recorded", async () => {
    const [second, third] = [await room.sender("T2"), await room.sender("T3")];
    await sender.report(ada, first);
    await room.fetch();
    expect(await second.report(ada, first)).toMatchObject({ outcome: "echo" });
    room.clock.advance(dayMs);
    await room.work();
    expect(await third.report(ada, first)).toMatchObject({ outcome: "echo" });
    expect(await room.work()).toEqual([]);
  });

  it("of two at once wins if it is accepted last, and what waits of the other one is superseded", async () => {
    const second = await room.sender("T2");
    await sender.report(ada, first);
    await second.report(ada, "Windmill 9 by the river");
    const carried = await room.work();
    const last = Object.fromEntries(carried.map(({ targetSystem, password }) => [targetSystem, password]));
    expect(last).toEqual({ T1: "Windmill 9 by the river", T3: "Windmill 9 by the river" });
  });

  it("is set on an account that had it a moment ago, so that accounts of a group stay the same", async () => {
    const second = await room.sender("T2");
    await sender.report(ada, first);
    await room.work();
    await second.report(ada, "Windmill 9 by the river");
    await room.work();
    room.clock.advance(dayMs);
    expect(await sender.report(ada, first)).toMatchObject({ outcome: "synchronized" });
    const carried = (await room.work()).filter(({ looksFirst }) => !looksFirst);
    expect(carried.map(({ password }) => password)).toEqual([first, first]);
    expect(carried.map(({ targetSystem }) => targetSystem).toSorted()).toEqual(["T2", "T3"]);
  });

  it("that the service may have made, before a newer one took its place, is an echo", async () => {
    const second = await room.sender("T2");
    await sender.report(ada, first);
    const fetched = await room.fetch();
    const unreachable = { sends: 1, result: "F", code: "unreachable" } as const;
    for (const operationKey of fetched) await room.proxy.outcomes([{ operationKey, ...unreachable }]);
    await second.report(ada, "Windmill 9 by the river");
    const operation = await room.store.get("requestOperations", fetched[0] ?? "");
    room.clock.advance(360_000);
    await room.step({ key: operation?.requestKey ?? "" }, { ended: [{ operationKeys: fetched, failure: null }] });
    room.clock.advance(360_000);
    await room.work();
    const ends = await Promise.all(fetched.map((key) => room.store.get("requestOperations", key)));
    expect(ends.map((end) => end?.errorCode)).toContain("superseded");
    expect(await second.report(ada, first)).toMatchObject({ outcome: "echo" });
  });

  it("is looked at once more where the service was setting another one at that moment", async () => {
    const second = await room.sender("T2");
    await sender.report(ada, "Lighthouse 7 on the hill");
    const fetched = await room.fetch();
    expect(fetched.length).toBe(2);
    await second.report(ada, "Windmill 9 by the river");
    for (const operationKey of fetched) await room.proxy.outcomes([{ operationKey, sends: 1, result: "S" }]);
    const operation = await room.store.get("requestOperations", fetched[0] ?? "");
    await room.step({ key: operation?.requestKey ?? "" }, { ended: [{ operationKeys: fetched, failure: null }] });
    const carried = await room.work();
    expect(carried.map(({ targetSystem, looksFirst }) => [targetSystem, looksFirst]).toSorted()).toEqual([
      ["T1", false],
      ["T2", true],
      ["T3", false],
    ]);
  });

  it("is answered the same again under the same number, and is nothing under an older one", async () => {
    await sender.report(ada, first);
    expect(await sender.repeat()).toMatchObject({ outcome: "synchronized", through: 1 });
    await sender.report(ada, "Windmill 9 by the river");
    expect(await sender.report(ada, "Barn 3 in the field", { number: 1 })).toMatchObject({ outcome: "repeated" });
    expect(await sender.report(ada, "Barn 3 in the field", { number: 4 })).toMatchObject({
      outcome: "gap",
      through: 2,
    });
    const carried = await room.work();
    expect(carried.at(-1)?.password).toBe("Windmill 9 by the river");
    expect(carried.some(({ password }) => password.startsWith("Barn"))).toBe(false);
  });

  it("of a new series begins with 1, and the replaced series is over", async () => {
    await sender.report(ada, first);
    const other = { series: "spool-2", number: 2 };
    expect(await sender.report(ada, "Windmill 9 by the river", other)).toMatchObject({ outcome: "gap", through: 1 });
    expect(await sender.report(ada, "Windmill 9 by the river", { ...other, number: 1 })).toMatchObject({ through: 1 });
    expect(await refused(sender.report(ada, first, { number: 2 }))).toBe("409 SENDER_SERIES_OVER");
  });

  it("back to a password that the service had set is one, if the echo of that was lost", async () => {
    const lax = changedRules(initialRules(), { history: { notHistory: { mode: "disabled", value: 1 } } });
    await room.store.transaction(() => room.store.save("passwordPolicies", { id: "DEFAULT", ...lax }));
    const password = "Windmill 9 by the river";
    await room.call("POST", `/v2/users(${room.keyOf("ada")})/resetPasswords`, "root", { password });
    await room.work();
    room.clock.advance(dayMs);
    expect(await sender.report(ada, first)).toMatchObject({ outcome: "synchronized" });
    await room.work();
    room.clock.advance(dayMs);
    expect(await sender.report(ada, password)).toMatchObject({ outcome: "synchronized" });
    const carried = await room.work();
    expect(carried.filter(({ targetSystem }) => targetSystem !== "T1").map((one) => one.password)).toEqual([
      password,
      password,
    ]);
  });

  it("is superseded if the service has accepted a newer one while it was kept at its sender", async () => {
    const password = "Windmill 9 by the river";
    await room.call("POST", `/v2/users(${room.keyOf("ada")})/resetPasswords`, "root", { password });
    await room.work();
    room.clock.advance(600_000);
    expect(await sender.report(ada, first, { heldMs: 3_600_000 })).toMatchObject({ outcome: "superseded" });
    expect(await room.work()).toEqual([]);
    expect(await sender.report(ada, first, { heldMs: 1_000 })).toMatchObject({ outcome: "synchronized" });
  });

  it.each<[string, (keys: SenderRoom) => Promise<unknown>, string]>([
    [
      "whose owner is disabled",
      ({ store, keyOf }) => store.save("users", { key: keyOf("ada"), disabled: true }),
      "recorded",
    ],
    [
      "that is disabled",
      ({ store, accountKey }) => store.save("accounts", { key: accountKey("ada", "T1"), enabled: false }),
      "recorded",
    ],
    [
      "in a group that keeps nothing the same",
      ({ store }) => store.save("targetGroups", { id: "DEFAULT", syncPasswords: false }),
      "recorded",
    ],
    [
      "without an owner",
      ({ store, accountKey }) => store.save("accounts", { key: accountKey("ada", "T1"), userKey: null }),
      "recorded",
    ],
  ])("of an account %s is only recorded", async (_, change, outcome) => {
    await room.store.transaction(() => change(room));
    expect(await sender.report(ada, first)).toMatchObject({ outcome });
    expect(await room.work()).toEqual([]);
    expect(await room.store.count("passwordHistories")).toBe(1);
  });

  it("that nobody can read, or that was not made, is set nowhere", async () => {
    expect(await sender.report(ada, null)).toMatchObject({ outcome: "recorded" });
    expect(await sender.report(ada, null, { reason: "withdrawn" })).toMatchObject({ outcome: "withdrawn" });
    expect(await room.work()).toEqual([]);
  });

  it("leaves accounts whose policy refuses it, whose resets are blocked, or that are disabled, and tells their owner", async () => {
    await room.store.transaction(async () => {
      await room.store.save("targetGroups", {
        id: "LONG",
        description: "",
        syncPasswords: true,
        passwordPolicyId: "LONG",
      });
      await room.store.save("passwordPolicies", { id: "LONG", description: "", ...minLength(60) });
      await room.store.save("targetSystems", { id: "T2", targetGroup: "LONG" });
    });
    const accountKey = room.accountKey("ada", "T3");
    await room.call("POST", "/v2/passwordBlocks", "root", { userKey: null, accountKey, reason: "called" });
    expect(await sender.report(ada, first)).toMatchObject({ outcome: "recorded" });
    expect(await room.work()).toEqual([]);
    const told = (await room.noticesOf("ada")).filter((notice) => notice.startsWith("passwordNot"));
    expect(told.toSorted()).toEqual(["passwordNotSynced resetsBlocked", "passwordNotSynced ruleLength"]);
    const [row] = await room.store.select("sesslog_full", { where: { operation: "PWSY" } });
    expect(row?.message).toContain("'ada' on T2: ruleLength");
  });

  it("that a target system refuses is told to its owner", async () => {
    await sender.report(ada, first);
    await room.work((target) =>
      target === "T2" ? { result: "F", code: "strength", message: "too simple" } : { result: "S" },
    );
    expect((await room.noticesOf("ada")).toSorted()).toEqual(["passwordNotSynced targetRefused", "passwordsSynced"]);
  });

  it("is brought by the queue to a target system that is down, and makes what is queued of its own account pointless", async () => {
    await room.store.transaction(() =>
      room.store.save("targetGroups", { id: "DEFAULT", passwordQueueMode: "automatic" }),
    );
    const second = await room.sender("T2");
    await sender.report(ada, first);
    await room.work((target) =>
      target === "T2" ? { result: "F", code: "unreachable", message: "down" } : { result: "S" },
    );
    const [queued] = await room.store.select("passwordQueue");
    expect(queued).toMatchObject({ targetSystemKey: "T2", reportedAccountKey: room.accountKey("ada", "T1") });
    await second.report(ada, "Windmill 9 by the river");
    expect(await room.store.count("passwordQueue")).toBe(0);
  });
});

describe("an account that the vault manages", () => {
  it("is never synchronized: its own passwords are echoes, and any other one is a doubt", async () => {
    const { managedAccountKey } = await openVaultOrder(room, "T1");
    expect(await sender.judge({ shortId: "root" }, "x")).toMatchObject({ verdict: "allow" });
    expect(await sender.report({ shortId: "root" }, newPassword)).toMatchObject({ outcome: "echo" });
    const doubts = { operation: "MADB", ident: managedAccountKey };
    expect(await room.store.count("sesslog_full", doubts)).toBe(0);
    expect(await sender.report({ shortId: "root" }, "Windmill 9 by the river")).toMatchObject({ outcome: "managed" });
    expect(await room.store.count("sesslog_full", doubts)).toBe(1);
    expect(await room.store.count("requestOperations")).toBe(0);
  });
});

describe("a dishonest sender", () => {
  const password = "Lighthouse 7 on the hill";

  it("reports no account of another target system, and learns nothing about it", async () => {
    const third = await room.sender("T3");
    expect(await third.report({ shortId: "bob" }, password)).toMatchObject({ outcome: "unknownAccount" });
    expect(await third.judge({ shortId: "bob" }, "x")).toMatchObject({ verdict: "allow" });
    expect(await third.report({ shortId: "ada", stableId: "id-bob" }, password)).toMatchObject({
      outcome: "unknownAccount",
    });
    expect(await room.work()).toEqual([]);
  });

  it.each<[string, (own: TestSender) => Promise<string>]>([
    ["of another account", (own) => own.seal({ series: "spool-1", number: 1, name: { shortId: "bob" }, password })],
    ["of another number", (own) => own.seal({ series: "spool-1", number: 2, name: ada, password })],
    ["of a judgement", (own) => own.seal({ name: ada, password })],
    ["of another sender", (own) => own.seal({ sender: "x", series: "spool-1", number: 1, name: ada, password })],
    ["without a password", (own) => own.seal({ series: "spool-1", number: 1, name: ada, password: "" })],
    ["with half a character", (own) => own.seal({ series: "spool-1", number: 1, name: ada, password: "\ud800 half" })],
    ["with U+0000", (own) => own.seal({ series: "spool-1", number: 1, name: ada, password: "cut \u0000 off" })],
    ["that is none", () => Promise.resolve("a.b.c.d.e")],
  ])("cannot use the sealed text %s", async (_, make) => {
    const report = { series: "spool-1", number: 1, name: ada, jwe: await make(sender), heldMs: 0 };
    expect(await refused(sender.send(senderPaths.report, report))).toBe("400 SEALED_PASSWORD_INVALID");
    expect(await room.store.count("passwordHistories")).toBe(0);
  });

  it("cannot send a call twice, with another key, or after it was revoked", async () => {
    const hello = { version: "1", waiting: 0 };
    const call = signedBy(sender.keys, sender.key, hello, senderPaths.hello);
    expect((await room.send("POST", senderPaths.hello, call)).status).toBe(200);
    expect((await room.send("POST", senderPaths.hello, call)).status).toBe(401);
    const rogue = openProxyKeys(`${room.folder}/rogue`, "sender-keys.json");
    expect(
      (await room.send("POST", senderPaths.hello, signedBy(rogue, sender.key, hello, senderPaths.hello))).status,
    ).toBe(401);
    await room.call("POST", `/v2/passwordSenders(${sender.key})/revoke`, "root", {});
    expect(await refused(sender.report(ada, password))).toBe("401 PROXY_SIGNATURE_INVALID");
    expect(await room.work()).toEqual([]);
  });

  it("cannot give an account a time that nobody can read", async () => {
    const heldMs = Number.MAX_SAFE_INTEGER;
    expect(await sender.report(ada, password, { heldMs })).toMatchObject({ outcome: "synchronized" });
    const { status, json } = await room.call("GET", `/v2/accounts(${room.accountKey("ada", "T1")})`, "root");
    expect([status, json.lastPasswordChange]).toEqual([200, "1970-01-01T00:00:00.000Z"]);
  });

  it("may report so often in a minute, and superusers hear of one that reports many accounts", async () => {
    const names = Array.from({ length: reportedAccountsPerMinute + 1 }, (_, number) => `person${number}`);
    await room.store.transaction(async () => {
      for (const id of names) {
        const userKey = room.context.ids.guid();
        await room.store.save("users", { key: userKey, id });
        for (const targetSystemKey of ["T1", "T2"]) {
          const key = room.context.ids.guid();
          const all = { stableId: id, longId: id, shortId: id, displayId: id };
          await room.store.save("accounts", { key, targetSystemKey, userKey, ...all });
        }
      }
    });
    for (const id of names) await sender.report({ shortId: id }, password);
    const floods = await room.store.count("notices", { kind: "passwordSenderFlood" });
    expect(floods).toBeGreaterThan(0);
    const rest = reportsPerMinute - names.length;
    const withdrawn = (): Promise<ReportAnswer> => sender.report(ada, null, { reason: "withdrawn" });
    for (let call = 0; call < rest; call += 1) await withdrawn();
    expect(await refused(withdrawn())).toBe("429 TOO_MANY");
    room.clock.advance(60_000);
    expect(await refused(withdrawn())).toBe("taken");
    expect(await room.store.count("notices", { kind: "passwordSenderFlood" })).toBe(floods);
  });
});

/** Returns a signed call as its headers and its body. */
function signedBy(keys: TestSender["keys"], key: string, content: object, path: string = senderPaths.enrol) {
  const body = JSON.stringify(content);
  const timeMs = room.clock.now();
  const nonce = room.context.ids.token(16);
  const bodyHash = hashBody(body);
  const headers = {
    "content-type": "application/json",
    [proxyCallHeaders.proxy]: key,
    [proxyCallHeaders.time]: String(timeMs),
    [proxyCallHeaders.nonce]: nonce,
    [proxyCallHeaders.bodyHash]: bodyHash,
    [proxyCallHeaders.signature]: keys.signCall({ proxyId: key, method: "POST", path, timeMs, nonce, bodyHash }),
  };
  return { headers, body };
}

function minLength(value: number) {
  return changedRules(initialRules(), { length: { minLength: { mode: "required", value } } });
}
