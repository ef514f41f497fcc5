import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createPasswordHasher } from "#operations/proofs/password-hasher.ts";
import { ManualClock } from "#platform/clock.ts";

import { type ApiProcesses, startApiProcesses } from "../support/api-processes.ts";
import { openTestApi, type TestApi } from "../support/api.ts";
import { auditedCalls } from "../support/audited-calls.ts";
import { addPeople } from "../support/people.ts";
import { testSize } from "../support/test-size.ts";

const minuteMs = 60_000;
/** Number of wrong passwords sent at once. */
const crowd = testSize(50, 200);
// This many hashes take a while if little of the machine is free.
const hashesMs = 300_000;

describe("wrong passwords", () => {
  const clock = new ManualClock();
  let api: TestApi;
  let person: string;
  let count = 0;

  async function open(settings: object = {}): Promise<void> {
    api = await openTestApi({ clock, settings, passwords: createPasswordHasher({ queueMax: 500 }) });
    person = `person${++count}`;
    await api.addUser(person);
  }
  afterEach(() => api.close());

  const user = async () => (await api.store.select("users", { where: { id: person } }))[0];
  const wrong = () => api.signIn(person, { password: "wrong" });
  const saysOf = async () => (await api.signIn(person)).json.error_description;
  const inParallel = (times: number) => Promise.all(Array.from({ length: times }, wrong));

  it(
    "that come side by side are counted to the last one",
    async () => {
      await open({ userAuthFailuresMax: 1000 });
      await inParallel(crowd);
      expect(await user()).toMatchObject({ failures: crowd, locked: false, tokenVersion: 1 });
      expect(await auditedCalls(api, { operation: "LGIN", result: "F", ident: person })).toBe(crowd);
      expect((await api.signIn(person)).status).toBe(200);
      expect(await user()).toMatchObject({ failures: 0 });
    },
    hashesMs,
  );

  it(
    "that come side by side lock once, and count no further",
    async () => {
      await open();
      const { json } = await api.signIn(person);
      const answers = await inParallel(crowd);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await user()).toMatchObject({ failures: 5, lockedBy: "failures", lockedAt: clock.now(), tokenVersion: 1 });
      expect(await auditedCalls(api, { operation: "LGIN", result: "F", ident: person })).toBe(crowd);
      const authorization = `Bearer ${json.access_token}`;
      expect((await api.send("GET", "/identity/connect/userinfo", { headers: { authorization } })).status).toBe(200);
    },
    hashesMs,
  );

  // @specification 8.lockout-duration
  it("lock after MAX USERAUTH FAILURE, for LOCKOUT_DURATION minutes, to the millisecond", async () => {
    await open({ userAuthFailuresMax: 3, lockoutDurationMinutes: 7 });
    await wrong();
    await wrong();
    expect((await api.signIn(person)).status).toBe(200);
    for (let times = 0; times < 2; times++) await wrong();
    expect(await user()).toMatchObject({ failures: 2, locked: false });
    await wrong();
    clock.advance(7 * minuteMs - 1);
    expect(await saysOf()).toBe("USER_LOCKED");
    clock.advance(1);
    expect((await api.signIn(person)).status).toBe(200);
    expect(await user()).toMatchObject({ failures: 0, locked: false, lockedAt: null });
  });

  it("do not make a lock longer, and count from one again when it is over", async () => {
    await open();
    await inParallel(5);
    clock.advance(29 * minuteMs);
    await wrong();
    clock.advance(minuteMs);
    await wrong();
    expect(await user()).toMatchObject({ failures: 1, locked: false, lockedAt: null });
  });

  it("never end what an administrator has set: a lock, or disabled", async () => {
    await open();
    const { key = "" } = (await user()) ?? {};
    await api.store.transaction(() =>
      api.store.save("users", { key, locked: true, lockedBy: "administrator", lockedAt: clock.now() }),
    );
    clock.advance(365 * 24 * 60 * minuteMs);
    expect(await saysOf()).toBe("USER_LOCKED");
    await api.store.transaction(() => api.store.save("users", { key, locked: false, disabled: true }));
    await inParallel(5);
    clock.advance(31 * minuteMs);
    expect(await saysOf()).toBe("USER_DISABLED");
  });
});

describe("gatehouse userunlock", () => {
  const password = "a password of the test";
  const ids = ["anna", "bert", "carl", "dora"] as const;
  let apis: ApiProcesses;

  beforeAll(async () => {
    apis = await startApiProcesses({ MAX_USERAUTH_FAILURE: "2", LOCKOUT_DURATION: "1000" });
    await addPeople(apis.service.context, ids, password);
  });
  afterAll(() => apis.stop());
  beforeEach(async () => {
    for (const id of ids) for (let times = 0; times < 2; times++) await signIn(id, "wrong");
  });

  async function signIn(username: string, given = password): Promise<unknown> {
    const fields = { grant_type: "password", client_id: "gatehouse", username, password: given };
    const { status, body } = await apis.processes.first.post("/identity/connect/token", fields);
    return status === 200 ? 200 : (body as Record<string, unknown>)["error_description"];
  }
  const lastAudit = async () => {
    const rows = await apis.service.context.store.select("sesslog_full", {
      where: { operation: "ULCK" },
      orderBy: [["seq", "desc"]],
    });
    return rows.map(({ ident, result, module, message }) => ({ ident, result, module, message }));
  };

  it("lifts the lock of one user at once", async () => {
    expect(await signIn("anna")).toBe("USER_LOCKED");
    expect(await apis.command("userunlock", "anna")).toMatchObject({ code: 0, output: "anna is unlocked.\n" });
    expect(await signIn("anna")).toBe(200);
    expect(await signIn("bert")).toBe("USER_LOCKED");
    expect((await lastAudit())[0]).toEqual({ ident: "anna", result: "S", module: "cli", message: "unlocked" });
    expect(await apis.command("userunlock", "anna")).toMatchObject({ code: 0, output: "anna was not locked.\n" });
  });

  // @specification 8.lockout-duration
  it("lifts every lock, also one a person has set, and leaves a disabled user disabled", async () => {
    const { store } = apis.service.context;
    const keyOf = async (id: string) => (await store.select("users", { where: { id } }))[0]?.key ?? "";
    const [carl, dora] = [await keyOf("carl"), await keyOf("dora")];
    await store.transaction(async () => {
      await store.save("users", { key: carl, locked: true, lockedBy: "administrator" });
      await store.save("users", { key: dora, disabled: true });
    });
    expect(await apis.command("userunlock", "-all")).toMatchObject({ code: 0, output: "4 user(s) unlocked.\n" });
    expect(await Promise.all(ids.map((id) => signIn(id)))).toEqual([200, 200, 200, "USER_DISABLED"]);
    const audited = (await lastAudit()).slice(0, 4).map(({ ident }) => ident);
    expect(audited.toSorted()).toEqual([...ids]);
    expect(await apis.command("userunlock", "--all")).toMatchObject({ code: 0, output: "0 user(s) unlocked.\n" });
  });

  it("says what is wrong with its words", async () => {
    expect(await apis.command("userunlock", "nobody")).toMatchObject({
      code: 1,
      output: expect.stringMatching(/No user has this ID/),
    });
    expect(await apis.command("userunlock", "-al")).toMatchObject({
      code: 2,
      output: expect.stringMatching(/'-al' is not an option/),
    });
    expect((await apis.command("userunlock")).code).toBe(2);
    expect((await lastAudit())[0]).toMatchObject({ ident: "nobody", result: "F" });
  });
});
