import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { ManualClock } from "#platform/clock.ts";
import { createPolicyEngine } from "#policies/engine.ts";
import { createReloadableEngine } from "#policies/reloadable-engine.ts";
import { createChangeFeed } from "#store/changes/change-feed.ts";
import type { Save } from "#store/tables.ts";
import { beginSessionOf } from "#test/support/begin-session.ts";
import { countStatements } from "#test/support/count-statements.ts";
import { openTestService, type TestService } from "#test/support/service.ts";

import { cleanGrants } from "../../identity/clean-grants.ts";
import { endKeyedSession } from "../../identity/engine/end-keyed-session.ts";
import { revokeFamily } from "../../identity/engine/grants.ts";
import { engineCaller } from "../../kernel/callers.ts";
import { invoke } from "../../kernel/invoke.ts";
import { requireValidToken } from "../../kernel/operation-identifiers.ts";
import type { KeyedSession } from "./begin-keyed-session.ts";
import { type AuthenticateSession, createSessionAuthenticator } from "./session-authenticator.ts";

const origin = { module: "ui", requestId: "call", ip: "192.0.2.7" } as const;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const refused = { code: "SESSION_INVALID", kind: "unauthenticated" };

let clock: ManualClock;
const key = "ada-key";
let opened: TestService;
let session: KeyedSession;
let authenticate: AuthenticateSession;

beforeEach(async () => {
  clock = new ManualClock();
  opened = await openTestService({ clock });
  await opened.store.transaction(() => opened.store.add("users", { key, id: "ada" }));
  session = await beginSessionOf(opened.context, "ada");
  authenticate = createSessionAuthenticator(opened.context);
});
afterEach(() => opened.close());

const show = (by: AuthenticateSession = authenticate) => by(session.secret, "browserSession", origin);
const row = async () => opened.store.get("keyedSessions", session.sessid);
const saveUser = (part: Omit<Save<"users">, "key">) =>
  opened.store.transaction(() => opened.store.save("users", { ...part, key }));
const end = () => opened.store.transaction(() => endKeyedSession(opened.context, session.sessid, "logout"));

/** Opens the same service as another process, which learns of the first one's actions only from the change log. */
async function otherProcess() {
  const { log } = opened.context;
  const { changeLog } = opened.store;
  const changes = createChangeFeed({
    changeLog: {
      onCommit: () => () => undefined,
      follow: (...given) => changeLog.follow(...given),
      position: () => changeLog.position(),
    },
    clock,
    log,
    pollMs: hourMs,
  });
  await changes.start();
  return { changes, authenticate: createSessionAuthenticator({ ...opened.context, changes }) };
}

describe("the secret of a session", () => {
  it("tells who calls, and is nowhere but with its holder", async () => {
    expect(await show()).toEqual({
      kind: "user",
      key,
      id: "ada",
      superuser: false,
      scope: "api",
      sessid: session.sessid,
      jti: session.sessid,
      classes: ["_ALLUSERS_"],
      ...origin,
    });
    const text = session.secret.use((secret) => secret);
    expect(JSON.stringify(await row())).not.toContain(text);
    expect(await row()).toMatchObject({ userKey: key, userVersion: 1, door: "password", idleSeconds: 30 * 60 });
    expect(await opened.store.sessions.stateOf(session.sessid)).toMatchObject({
      door: "password",
      actor: key,
      endedAt: null,
      expiresAt: session.expiresAt,
    });
  });

  it.each([
    ["is empty", ""],
    ["is nobody's", "A".repeat(43)],
    ["is the hash that is kept", "hash"],
    ["is long", "A".repeat(1_000_000)],
  ])("is refused where it %s", async (_how, text) => {
    const kept = await row();
    const secret = new Secret(text === "hash" ? (kept?.secretHash ?? "") : text);
    await expect(authenticate(secret, "browserSession", origin)).rejects.toMatchObject(refused);
  });

  it("opens no other kind of session", async () => {
    await expect(authenticate(session.secret, "librarySession", origin)).rejects.toMatchObject(refused);
    const library = await beginSessionOf(opened.context, "ada", { gift: "soapSession", door: "soap" });
    for (const gift of ["browserSession", "librarySession"] as const)
      await expect(authenticate(library.secret, gift, origin)).rejects.toMatchObject(refused);
    expect((await opened.store.get("keyedSessions", library.sessid))?.idleSeconds).toBe(15 * 60);
  });

  it("is another one each time, also of the same user", async () => {
    const second = await beginSessionOf(opened.context, "ada");
    expect(second.sessid).not.toBe(session.sessid);
    expect(second.secret.use((one) => session.secret.use((other) => one === other))).toBe(false);
  });

  it("costs no statement from its second call on, through any door of the process", async () => {
    await show();
    const another = createSessionAuthenticator(opened.context);
    const count = await countStatements(opened, async () => {
      for (let calls = 0; calls < 10; calls++) await show(another);
    });
    expect(count).toBe(0);
  });
});

describe("a session", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["its user is locked by an administrator", () => saveUser({ locked: true, lockedBy: "administrator" })],
    ["its user is disabled", () => saveUser({ disabled: true })],
    ["its user has another password", () => saveUser({ tokenVersion: 2 })],
    ["its user is gone", () => opened.store.transaction(() => opened.store.remove("users", key))],
    ["it was ended", end],
    [
      "it was ended as any session is",
      () => opened.store.transaction(() => revokeFamily(opened.context, session.sessid, "revoked")),
    ],
    ["it was gone", () => opened.store.transaction(() => opened.store.remove("keyedSessions", session.sessid))],
  ])("is over at the next call after %s", async (_name, change) => {
    await show();
    await change();
    await expect(show()).rejects.toMatchObject(refused);
    await expect(show((await otherProcess()).authenticate)).rejects.toMatchObject(refused);
  });

  it("is over in another process when that has heard of it, and stays over when what was revoked is forgotten", async () => {
    const other = await otherProcess();
    await show(other.authenticate);
    await end();
    await other.changes.poll();
    await expect(show(other.authenticate)).rejects.toMatchObject(refused);
    await opened.store.transaction(() => opened.store.remove("revokedTokens", session.sessid));
    await other.changes.poll();
    await expect(show(other.authenticate)).rejects.toMatchObject(refused);
    await expect(show((await otherProcess()).authenticate)).rejects.toMatchObject(refused);
    await other.changes.stop();
  });

  it("is not taken while it is not known what other processes have revoked", async () => {
    const other = await otherProcess();
    await show(other.authenticate);
    clock.advance(10_000);
    await expect(show(other.authenticate)).rejects.toMatchObject({ code: "TOKENS_STALE" });
    await other.changes.stop();
  });

  it("asks its own policy, at once when that has changed", async () => {
    const policies = createReloadableEngine(createPolicyEngine());
    const changes = createChangeFeed({ ...opened.context, changeLog: opened.store.changeLog, pollMs: hourMs });
    const byPolicy = createSessionAuthenticator({ ...opened.context, changes, policies });
    await show(byPolicy);
    const library = await beginSessionOf(opened.context, "ada", { gift: "librarySession", door: "library" });
    await expect(byPolicy(library.secret, "librarySession", origin)).rejects.toMatchObject(refused);
    policies.replace(createPolicyEngine([]));
    await expect(show(byPolicy)).rejects.toMatchObject(refused);
  });

  it("proves in the transaction of a call that it has not ended meanwhile", async () => {
    const caller = await show();
    const call = { ...opened.context, caller, visible: new Map(), operationId: "o", startedAt: clock.now() };
    const prove = () => opened.store.transaction(() => requireValidToken(call, "REQUEST_SUBMIT"));
    await prove();
    await end();
    await expect(prove()).rejects.toMatchObject(refused);
  });
});

describe("the time of a session", () => {
  it("ends when it was not used for long enough, to the millisecond", async () => {
    clock.advance(30 * minuteMs - 1);
    await show();
    clock.advance(30 * minuteMs - 1);
    await show();
    clock.advance(30 * minuteMs);
    await expect(show()).rejects.toMatchObject(refused);
    await expect(show()).rejects.toMatchObject(refused);
  });

  it("ends for good, however much it is used", async () => {
    for (let used = 0; used < 12 * 3 - 1; used++) {
      clock.advance(20 * minuteMs);
      await show();
    }
    clock.advance(20 * minuteMs - 1);
    await show();
    clock.advance(1);
    await expect(show()).rejects.toMatchObject(refused);
  });

  it("is noted once a minute, so another process goes on with it", async () => {
    const other = await otherProcess();
    await show(other.authenticate);
    clock.advance(minuteMs - 1);
    await show();
    expect(await row()).toMatchObject({ version: 1 });
    clock.advance(1);
    await Promise.all([show(), show(), show()]);
    await expect.poll(row).toMatchObject({ lastUsedAt: clock.now(), version: 2 });
    await show();
    clock.advance(30 * minuteMs - 1);
    // It has heard of nothing, so it asks before it refuses.
    await other.changes.poll();
    await show(other.authenticate);
    await expect.poll(row).toMatchObject({ lastUsedAt: clock.now(), version: 3 });
    await other.changes.stop();
  });

  it("is what the settings say when it begins", async () => {
    const settings = { ...opened.context.settings, browserSessionIdleMinutes: 2, browserSessionHours: 1 };
    const short = await beginSessionOf({ ...opened.context, settings }, "ada");
    expect(short.expiresAt).toBe(clock.now() + hourMs);
    clock.advance(2 * minuteMs);
    await expect(authenticate(short.secret, "browserSession", origin)).rejects.toMatchObject(refused);
  });

  it("is over for a day when its row goes", async () => {
    const clean = () => invoke(cleanGrants, opened.context, engineCaller("idtm", "clean"), {});
    clock.set(session.expiresAt + 24 * hourMs);
    await clean();
    expect(await row()).toBeDefined();
    clock.advance(1);
    await clean();
    expect(await row()).toBeUndefined();
  });
});
