import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import type { Row } from "#store/tables.ts";
import { authorizeBy, type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";

let room: CheckoutRoom;

beforeEach(async () => {
  room = await openCheckoutRoom();
});
afterEach(() => room.close());

const code = (answer: { json: { error?: { code: string } } }) => answer.json.error?.code;
const minuteMs = 60_000;

// @specification 1.disclosure
describe("a check-out without asking", () => {
  it("hands the password out, shows it once for a token, and takes it back", async () => {
    const asked = await room.ask("trudy", { minutes: 30 });
    expect(asked).toMatchObject({ status: 201, json: { status: "checkedOut", minutes: 30, requestKey: null } });
    const { key } = asked.json;
    const { json: account } = await room.call("trudy", "GET", `managedAccounts(${room.accountKey})`);
    expect(account).toMatchObject({ name: "root", targetSystemKey: "T1", checkoutCount: 1, checkoutLimit: 1 });
    const disclosure = await room.call("trudy", "POST", `checkouts(${key})/disclose`, { plugin: "copy" });
    expect(disclosure.json).toMatchObject({ token: expect.any(String), expiresAt: expect.any(String) });
    const { token } = disclosure.json;
    const shown = await room.call("trudy", "POST", `checkouts(${key})/reveal`, { token });
    const passwords = [{ content: room.first, status: "C" }];
    expect(shown).toMatchObject({ status: 200, json: { how: "copy", certain: true, passwords } });
    expect(shown.headers["cache-control"]).toBe("no-store");
    const again = await room.call("trudy", "POST", `checkouts(${key})/reveal`, { token });
    expect([again.status, code(again)]).toEqual([403, "DISCLOSURE_TOKEN_INVALID"]);
    const back = await room.call("trudy", "POST", `checkouts(${key})/checkIn`, {});
    expect(back.json).toMatchObject({ status: "checkedIn" });
    expect(code(await room.call("trudy", "POST", `checkouts(${key})/disclose`, {}))).toBe("CHECKOUT_NOT_OUT");
    const { json } = await room.call(
      "trudy",
      "GET",
      `checkouts(${key})?$expand=disclosures,user($select=id),managedAccount($select=name)`,
    );
    expect(json).toMatchObject({ user: { id: "trudy" }, managedAccount: { name: "root" }, awaitsChange: true });
    expect(json.disclosures).toMatchObject([{ plugin: "copy", module: "rest", usedAt: expect.any(String) }]);
    const audited = await room.store.select("sesslog_full", { where: { ident: room.accountKey, operation: "CHKO" } });
    expect(audited.map(({ message }) => message)).toEqual([
      "30 minute(s): replace the certificate",
      "disclosed by copy at rest: replace the certificate",
    ]);
  });

  it("is given to nobody else before its password is changed, and then with the new one alone", async () => {
    const { key } = (await room.ask("trudy")).json;
    expect(await room.ask("tom")).toMatchObject({ status: 409, json: { error: { code: "CHECKOUT_NOT_FREE" } } });
    await room.call("trudy", "POST", `checkouts(${key})/checkIn`, {});
    expect((await room.ask("tom")).json.error.message).toContain("is being changed");
    const [run] = await room.store.select("runs");
    expect(run).toMatchObject({ kind: "randomize", reason: "checkIn", accountKeys: [room.accountKey] });
    await room.changePassword("second-Password-2");
    const { json } = await room.ask("tom");
    expect(await room.reveal("tom", json.key)).toEqual(["second-Password-2"]);
    expect(await room.checkout(key)).toMatchObject({ awaitsChange: false, changedAt: expect.any(Number) });
    expect(await room.store.count("runs")).toBe(1);
  });

  it("ends by the clock, after a warning, and its time counts from when it was handed out", async () => {
    const now = room.clock.now();
    const { key } = (await room.ask("trudy", { minutes: 30, startAt: new Date(now + 60 * minuteMs).toISOString() }))
      .json;
    expect(await room.checkout(key)).toMatchObject({ status: "approved", expiresAt: null });
    room.clock.set(now + 60 * minuteMs);
    expect(await room.moments()).toBe(1);
    expect(await room.checkout(key)).toMatchObject({ status: "checkedOut", expiresAt: now + 90 * minuteMs });
    room.clock.set(now + 80 * minuteMs);
    await room.moments();
    expect(await room.store.select("notices", { where: { kind: "checkoutEnding" } })).toMatchObject([
      { facts: { minutes: 10 } },
    ]);
    const extend = (minutes: number) =>
      room.call("trudy", "POST", `checkouts(${key})/extend`, { minutes, reason: "it takes longer" });
    expect(code(await extend(61))).toBe("CHECKOUT_EXTENSION");
    expect((await extend(10)).json.expiresAt).toBe(new Date(now + 100 * minuteMs).toISOString());
    expect(code(await extend(10))).toBe("CHECKOUT_EXTENSION");
    room.clock.set(now + 100 * minuteMs);
    expect(code(await room.call("trudy", "POST", `checkouts(${key})/disclose`, {}))).toBe("CHECKOUT_NOT_OUT");
    await room.moments();
    expect(await room.checkout(key)).toMatchObject({ status: "expired", awaitsChange: true });
  });

  it("asks for the change again when it did not come about, until it has", async () => {
    const { key } = (await room.ask("trudy")).json;
    await room.call("trudy", "POST", `checkouts(${key})/checkIn`, {});
    const failRun = async () => {
      for (const { key: run, endedAt } of await room.store.select("runs"))
        if (endedAt === null)
          await room.store.transaction(() =>
            room.store.save("runs", { key: run, state: "ended", endedAt: room.clock.now() }),
          );
    };
    await failRun();
    room.clock.set(room.clock.now() + 10_000);
    await room.moments();
    expect(await room.store.count("runs")).toBe(1);
    room.clock.set(room.clock.now() + 60_000);
    await room.moments();
    expect(await room.store.count("runs")).toBe(2);
    await room.changePassword("second-Password-2");
    room.clock.set(room.clock.now() + 60_000);
    await room.moments();
    expect(await room.checkout(key)).toMatchObject({ awaitsChange: false });
    room.clock.set(room.clock.now() + 600_000);
    expect(await room.moments()).toBe(0);
  });

  it("asks for no change that would leave the account alone, and for it once that is over", async () => {
    const setSystem = (enabled: boolean) =>
      room.store.transaction(async () => {
        for (const { key } of await room.store.select("managedSystems"))
          await room.store.save("managedSystems", { key, enabled });
      });
    const { key } = (await room.ask("trudy")).json;
    await setSystem(false);
    await room.call("trudy", "POST", `checkouts(${key})/checkIn`, {});
    room.clock.set(room.clock.now() + 600_000);
    expect(await room.moments()).toBe(1);
    expect(await room.store.count("runs")).toBe(0);
    expect((await room.ask("tom")).json.error.code).toBe("CHECKOUT_NOT_FREE");
    await setSystem(true);
    room.clock.set(room.clock.now() + 10_000);
    await room.moments();
    expect(await room.store.count("runs")).toBe(1);
  });

  it("waits with the change for the window of its policy", async () => {
    const hour = new Date(room.clock.now()).getUTCHours();
    const at = (more: number) => `${String((hour + more) % 24).padStart(2, "0")}:00`;
    await room.setPolicy({ changeWindow: `${at(2)}-${at(3)}` });
    const { key } = (await room.ask("trudy")).json;
    await room.call("trudy", "POST", `checkouts(${key})/checkIn`, {});
    expect(await room.store.count("runs")).toBe(0);
    expect(await room.store.get("managedAccounts", room.accountKey)).toMatchObject({
      nextRandomized: room.clock.now(),
    });
  });

  it("gives both passwords while it is uncertain which one holds, and says so", async () => {
    const { key } = (await room.ask("trudy")).json;
    const token = (await room.call("trudy", "POST", `checkouts(${key})/disclose`, {})).json.token;
    await room.store.transaction(async () => {
      const [entry] = await room.store.select("vaultEntries");
      const row = {
        key: "new",
        managedAccountKey: room.accountKey,
        parentKey: entry?.key ?? null,
        createdNode: "node1",
      };
      const sealed = room.store.seal(new Secret("perhaps"), { table: "vaultEntries", column: "secret", key: "new" });
      await room.store.add("vaultEntries", { ...row, secret: sealed, origin: "randomized", status: "U", createdAt: 1 });
    });
    const { json } = await room.call("trudy", "POST", `checkouts(${key})/reveal`, { token });
    expect(json.certain).toBe(false);
    expect(json.passwords.map(({ status }: { status: string }) => status).toSorted()).toEqual(["C", "U"]);
  });

  it("is bounded by its policy: minutes, one at a time, so many on a day, a reason", async () => {
    expect(code(await room.ask("trudy", { minutes: 61 }))).toBe("CHECKOUT_MINUTES");
    expect((await room.ask("trudy", { reason: " " })).status).toBe(400);
    expect((await room.ask("trudy", { managedAccountKey: "7c9e6679-7425-40de-944b-e07fc1f90ae7" })).status).toBe(403);
    await room.setPolicy({ checkoutsPerDay: 1, concurrency: 2 });
    const { key } = (await room.ask("trudy")).json;
    expect(code(await room.ask("trudy"))).toBe("CHECKOUT_OPEN");
    await room.call("trudy", "POST", `checkouts(${key})/checkIn`, {});
    await room.changePassword("second-Password-2");
    expect(code(await room.ask("trudy"))).toBe("CHECKOUTS_PER_DAY");
    room.clock.set(room.clock.now() + 24 * 60 * minuteMs);
    expect((await room.ask("trudy")).status).toBe(201);
  });
});

describe("a check-out that is asked for", () => {
  it("needs somebody who authorizes it, waits for them, and is handed out by the last decision", async () => {
    expect(code(await room.ask("ada"))).toBe("PHASES_MISSING");
    await authorizeBy(room, `all(any(1, user('${room.keyOf("ben")}')), any(1, user('${room.keyOf("cleo")}')))`);
    const asked = await room.ask("ada", { minutes: 15 });
    expect(asked).toMatchObject({ status: 201, json: { status: "requested" } });
    const { key, requestKey } = asked.json;
    const decide = (who: string) =>
      room.call(who, "POST", `requests(${requestKey})/decide`, { phase: 1, decision: "approve" });
    expect((await decide("ben")).status).toBe(200);
    room.clock.set(room.clock.now() + 3 * 24 * 60 * minuteMs);
    expect(await room.checkout(key)).toMatchObject({ status: "requested" });
    expect((await decide("cleo")).status).toBe(200);
    expect(await room.checkout(key)).toMatchObject({
      status: "checkedOut",
      expiresAt: room.clock.now() + 15 * minuteMs,
    });
    expect(await room.store.get("reqbatch", requestKey)).toMatchObject({ status: "C" });
    expect(await room.reveal("ada", key)).toEqual([room.first]);
    const judged = () => invoke(replayRequest, room.context, engineCaller("cli", "test"), { key: requestKey });
    expect(await judged()).toMatchObject({ replayed: "C", findings: [], signed: expect.anything() });
    expect((await room.store.requestLedger.read(requestKey)).map(({ kind }) => kind).slice(-2)).toEqual([
      "ended",
      "disclosed",
    ]);
    const [row] = await room.store.select("disclosures", { where: { checkoutKey: key } });
    const untold = { ...(row as Row<"disclosures">), key: "untold", tokenHash: "untold" };
    await room.store.transaction(() => room.store.add("disclosures", untold));
    expect(await judged()).toMatchObject({ findings: [{ field: "disclosures" }] });
  });

  it("waits for its turn when it is approved while another one has the password", async () => {
    await authorizeBy(room, `any(1, user('${room.keyOf("ben")}'))`);
    const { key: other } = (await room.ask("trudy")).json;
    const { key, requestKey } = (await room.ask("ada")).json;
    await room.call("ben", "POST", `requests(${requestKey})/decide`, { phase: 1, decision: "approve" });
    expect(await room.checkout(key)).toMatchObject({ status: "approved" });
    expect(await room.store.get("reqbatch", requestKey)).toMatchObject({ status: "X" });
    await room.call("trudy", "POST", `checkouts(${other})/checkIn`, {});
    room.clock.set(room.clock.now() + 10_000);
    await room.moments();
    expect(await room.checkout(key)).toMatchObject({ status: "approved" });
    await room.changePassword("second-Password-2");
    room.clock.set(room.clock.now() + 10_000);
    await room.moments();
    expect(await room.checkout(key)).toMatchObject({ status: "checkedOut" });
    expect(await room.store.get("reqbatch", requestKey)).toMatchObject({ status: "C" });
  });

  it("is never handed out to who has lost the right since they asked", async () => {
    await authorizeBy(room, `any(1, user('${room.keyOf("ben")}'))`);
    const { key, requestKey } = (await room.ask("ada")).json;
    const { store } = room;
    const [member] = await store.select("userClassMembers", { where: { userClassId: "ASKERS" } });
    await store.transaction(() => store.remove("userClassMembers", member?.key ?? ""));
    await room.call("ben", "POST", `requests(${requestKey})/decide`, { phase: 1, decision: "approve" });
    const endReason = "Its holder has no right to it any more.";
    expect(await room.checkout(key)).toMatchObject({ status: "withdrawn", checkedOutAt: null, endReason });
    const [operation] = await store.select("requestOperations", { where: { requestKey } });
    expect(operation).toMatchObject({ result: "F", errorCode: "CHECKOUT_NOT_FREE", errorMessage: endReason });
  });

  it("ends with its request when that is denied, cancelled or has expired", async () => {
    await authorizeBy(room, `any(1, user('${room.keyOf("ben")}'))`);
    const denied = (await room.ask("ada")).json;
    await room.call("ben", "POST", `requests(${denied.requestKey})/decide`, { phase: 1, decision: "deny" });
    await room.step({ key: denied.requestKey });
    expect(await room.checkout(denied.key)).toMatchObject({ status: "denied" });
    const cancelled = (await room.ask("ada")).json;
    await room.call("ada", "POST", `requests(${cancelled.requestKey})/cancel`, {});
    expect(await room.checkout(cancelled.key)).toMatchObject({ status: "withdrawn" });
  });

  it("may be part of a request for a person who has the right", async () => {
    await authorizeBy(room, `any(1, user('${room.keyOf("ben")}'))`);
    const account = await room.store.get("managedAccounts", room.accountKey);
    const operations = [{ code: "ARCHREQPWD", targetSystemKey: "T1", accountKey: account?.accountKey }];
    const submit = async (as: string, id: string, reason?: string) => {
      const recipientKey = room.keyOf(id);
      return room.call(as, "POST", "requests", { recipientKey, operations, ...(reason && { reason }) });
    };
    expect(code(await submit("root", "nobody", "why"))).toBe("CHECKOUT_RIGHT_MISSING");
    expect(code(await submit("root", "ada"))).toBe("CHECKOUT_REASON_MISSING");
    expect((await submit("root", "ada", "why")).status).toBe(202);
    expect(await room.store.select("checkouts")).toMatchObject([{ status: "requested", minutes: 60, reason: "why" }]);
  });
});
