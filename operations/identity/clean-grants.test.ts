import { afterEach, beforeEach, expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import { invoke } from "../kernel/invoke.ts";
import { cleanGrants } from "./clean-grants.ts";

const engine = callerOf(
  { key: "", id: "maintenance", superuser: false },
  { kind: "engine", key: null, module: "idtm" },
);
const clock = new ManualClock();
let opened: TestService;

beforeEach(async () => {
  opened = await openTestService({ clock });
});
afterEach(() => opened.close());

const clean = () => invoke(cleanGrants, opened.context, engine, {});
const kept = async () => ({
  grants: (await opened.store.select("persistedGrants", { orderBy: [["key", "asc"]] })).map(({ key }) => key),
  codes: (await opened.store.select("authorizationCodes", { orderBy: [["key", "asc"]] })).map(({ key }) => key),
  revoked: (await opened.store.select("revokedTokens", { orderBy: [["jti", "asc"]] })).map(({ jti }) => jti),
});

/** Adds a grant, a code and a revocation that end at a time. */
async function addEnding(name: string, expiresAt: number): Promise<void> {
  const { store } = opened;
  const parts = { family: name, userKey: "u", clientId: "c", scope: "api", createdAt: 0, expiresAt };
  await store.transaction(async () => {
    await store.save("persistedGrants", { key: name, tokenHash: name, ...parts });
    await store.save("authorizationCodes", {
      key: name,
      codeHash: name,
      redirectUri: "https://a.example/",
      codeChallenge: "x",
      ...parts,
    });
    await store.save("revokedTokens", { jti: name, expiresAt });
  });
}

// @specification 5.grant-cleanup
it("keeps what has been expired for 23:59:59, and deletes what has been for 24:00:01", async () => {
  const expiresAt = clock.now() + 1000;
  await addEnding("ended", expiresAt);
  await addEnding("later", expiresAt + 3_600_000);
  clock.set(expiresAt + (24 * 3600 - 1) * 1000);
  expect(await clean()).toEqual({ deleted: 0, left: false });
  clock.set(expiresAt + 24 * 3600 * 1000);
  expect(await clean()).toEqual({ deleted: 0, left: false });
  expect(await kept()).toEqual({ grants: ["ended", "later"], codes: ["ended", "later"], revoked: ["ended", "later"] });
  clock.set(expiresAt + (24 * 3600 + 1) * 1000);
  expect(await clean()).toEqual({ deleted: 3, left: false });
  expect(await kept()).toEqual({ grants: ["later"], codes: ["later"], revoked: ["later"] });
});

it("deletes sign-ins as soon as they are over: strangers begin as many as they like", async () => {
  const { store } = opened;
  const expiresAt = clock.now() + 600_000;
  const at = { chain: "sign-in", chainNumber: 0, step: "password", entered: false, turn: 0, chainChanges: 0 };
  const begun = { aim: "tokens", cookieHash: "c", memory: "m", startedAt: clock.now(), ...at } as const;
  await store.transaction(async () => {
    await store.add("signInAttempts", { key: "over", handleHash: "1", expiresAt, ...begun });
    await store.add("signInAttempts", { key: "open", handleHash: "2", expiresAt: expiresAt + 2, ...begun });
  });
  clock.set(expiresAt + 1);
  expect(await clean()).toEqual({ deleted: 1, left: false });
  expect((await store.select("signInAttempts", {})).map(({ key }) => key)).toEqual(["open"]);
});

it("deletes tokens of disclosures that nobody used and codes of second persons, and keeps what was given out", async () => {
  const { store } = opened;
  const ended = { userKey: "u", createdAt: 0, expiresAt: clock.now() };
  await store.transaction(async () => {
    for (const usedAt of [null, 1]) {
      const key = usedAt === null ? "unused" : "used";
      const place = { checkoutKey: "c", plugin: "display", sessionKey: "s", module: "rest" };
      await store.add("disclosures", { key, ...place, tokenHash: key, usedAt, ...ended });
      await store.add("vouchings", { key, managedAccountKey: "m", purpose: "attend", codeHash: key, usedAt, ...ended });
    }
  });
  clock.advance((24 * 3600 + 1) * 1000);
  expect(await clean()).toEqual({ deleted: 3, left: false });
  expect((await store.select("disclosures")).map(({ key }) => key)).toEqual(["used"]);
  expect(await store.count("vouchings")).toBe(0);
});

it("deletes some at a time and says when more is left", async () => {
  const names = Array.from({ length: 257 }, (_, index) => `grant-${index}`);
  const { store } = opened;
  const parts = { family: "f", userKey: "u", clientId: "c", scope: "api", createdAt: 0, expiresAt: 1 };
  await store.transaction(async () => {
    for (const key of names) await store.save("persistedGrants", { key, tokenHash: key, ...parts });
  });
  expect(await clean()).toEqual({ deleted: 256, left: true });
  expect(await clean()).toEqual({ deleted: 1, left: false });
});

it("is for the engine alone", async () => {
  const user = callerOf({ key: "r", id: "root", superuser: true });
  await expect(invoke(cleanGrants, opened.context, user, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
});
