import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { Caller } from "#operations/kernel/context.ts";
import { ManualClock } from "#platform/clock.ts";
import { createPolicyEngine } from "#policies/engine.ts";
import { createReloadableEngine } from "#policies/reloadable-engine.ts";
import { type ChangeFeedParts, createChangeFeed } from "#store/changes/change-feed.ts";
import type { Save } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { countStatements } from "#test/support/count-statements.ts";

import { mintAccessToken } from "./access-token.ts";
import { type Authenticate, createAuthenticator } from "./authenticate.ts";

const stranger: Caller = {
  kind: "anonymous",
  key: null,
  id: "anonymous",
  superuser: false,
  classes: [],
  sessid: "none",
  module: "rest",
  requestId: "call",
};
const seconds = 1000;
const minutes = 60 * seconds;

let clock: ManualClock;
let api: TestApi;
let key: string;
let token: string;
let authenticate: Authenticate;

beforeEach(async () => {
  clock = new ManualClock();
  api = await openTestApi({ clock });
  ({ key } = await api.addUser("ada"));
  const claims = { sub: key, gid: "session", ver: 1, client_id: "gatehouse", scope: "api" };
  token = await mintAccessToken(api.context, claims).then((secret) => secret.use((text) => text));
  authenticate = createAuthenticator(api.context);
});
afterEach(() => api.close());

const refused = { code: "TOKEN_INVALID" };
const save = (row: Omit<Save<"users">, "key">) => api.store.transaction(() => api.store.save("users", { ...row, key }));

describe("a bearer token", () => {
  it("tells who calls", async () => {
    expect(await authenticate(token, stranger)).toMatchObject({
      kind: "user",
      key,
      id: "ada",
      classes: ["_ALLUSERS_", "_EXPLICIT_REST_API_USERS_"],
      sessid: "session",
      requestId: "call",
    });
  });

  it("costs no statement from its second call on, through any door of the process", async () => {
    await authenticate(token, stranger);
    const another = createAuthenticator(api.context);
    const count = await countStatements(api, async () => {
      for (let calls = 0; calls < 10; calls++) await another(token, stranger);
    });
    expect(count).toBe(0);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["its user is locked by an administrator", () => save({ locked: true, lockedBy: "administrator" })],
    ["its user is locked, by nobody knows whom", () => save({ locked: true, lockedAt: clock.now() })],
    ["its user is disabled", () => save({ disabled: true })],
    ["its user's password is changed", () => save({ passwordHash: "other", tokenVersion: 2 })],
    ["its user is gone", () => api.store.transaction(() => api.store.remove("users", key))],
    ["it is revoked", () => revoke("jti")],
    ["its session is revoked", () => revoke("session")],
    ["its user leaves the class", () => leaveClass()],
  ])("is refused at the next call after %s", async (_name, change) => {
    await authenticate(token, stranger);
    await change();
    await expect(authenticate(token, stranger)).rejects.toMatchObject(refused);
  });

  it("is good while its user is locked by wrong passwords", async () => {
    await save({ locked: true, lockedBy: "failures", lockedAt: clock.now() });
    expect(await authenticate(token, stranger)).toMatchObject({ id: "ada" });
  });

  it("is judged by a changed policy at once", async () => {
    const context = {
      ...api.context,
      changes: createChangeFeed({ changeLog: api.store.changeLog, clock, log: api.context.log, pollMs: 1000 }),
      policies: createReloadableEngine(createPolicyEngine()),
    };
    const authenticateByPolicy = createAuthenticator(context);
    await authenticateByPolicy(token, stranger);
    context.policies.replace(createPolicyEngine([]));
    await expect(authenticateByPolicy(token, stranger)).rejects.toMatchObject(refused);
  });
});

describe("while the change log cannot be read", () => {
  it("tokens are taken for ten seconds, then 503 is answered until it can", async () => {
    const { changeLog } = api.store;
    let away = false;
    const broken: ChangeFeedParts["changeLog"] = {
      onCommit: (listener) => changeLog.onCommit(listener),
      position: () => changeLog.position(),
      follow: (...given) => (away ? Promise.reject(new Error("away")) : changeLog.follow(...given)),
    };
    const changes = createChangeFeed({ changeLog: broken, clock, log: api.context.log, pollMs: 3_600_000 });
    await changes.start();
    const careful = createAuthenticator({ ...api.context, changes });
    await careful(token, stranger);
    away = true;
    clock.advance(9_999);
    await changes.poll();
    expect(await careful(token, stranger)).toMatchObject({ id: "ada" });
    clock.advance(1);
    await expect(careful(token, stranger)).rejects.toMatchObject({ code: "TOKENS_STALE", kind: "unavailable" });
    away = false;
    await changes.poll();
    expect(await careful(token, stranger)).toMatchObject({ id: "ada" });
    await changes.stop();
  });
});

async function revoke(what: "jti" | "session"): Promise<void> {
  const { jti = "" } = await authenticate(token, stranger);
  const identifier = what === "jti" ? jti : "session";
  await api.store.transaction(() =>
    api.store.save("revokedTokens", { jti: identifier, expiresAt: clock.now() + 6 * minutes }),
  );
}

async function leaveClass(): Promise<void> {
  const [member] = await api.store.select("userClassMembers", { where: { userKey: key } });
  await api.store.transaction(() => api.store.remove("userClassMembers", member?.key ?? ""));
}
