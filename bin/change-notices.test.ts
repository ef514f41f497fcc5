import { afterEach, beforeEach, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { updateSetting } from "#operations/settings/update-setting.ts";
import { systemClock } from "#platform/clock.ts";
import { noticeNames } from "#platform/notices/notice-address.ts";
import { type ChangeFollower, createChangeFeed } from "#store/changes/change-feed.ts";
import { type ToldTable, toldTables } from "#store/changes/told-tables.ts";
import type { Store } from "#store/store.ts";
import { openTestService, type TestService } from "#test/support/service.ts";

import { type ChangeNotices, joinChangeNotices } from "./change-notices.ts";
import { openPolicies, type ProcessPolicies } from "./stored-policies.ts";
import { openSettings, type ProcessSettings } from "./stored-settings.ts";

/** Polling interval longer than any test, so that no change is found by polling. */
const settings = { changesPollMs: 3_600_000 };

/** Parts of another process: a store, a feed and its followers. */
interface Other {
  readonly store: Store;
  readonly changes: ChangeFollower;
  readonly policies: ProcessPolicies;
  readonly stored: ProcessSettings;
}

let here: TestService;
let other: Other;
let joined: ChangeNotices[] = [];

beforeEach(async () => {
  here = await openTestService({ settings, follow: true });
  const store = await here.another();
  const { log } = here.context;
  const changes = createChangeFeed({
    changeLog: store.changeLog,
    clock: systemClock,
    log,
    pollMs: settings.changesPollMs,
  });
  await changes.start();
  const policies = await openPolicies(store, { log, changes });
  other = { store, changes, policies, stored: await openSettings(here.context.settings, store, { log, changes }) };
  joined = [
    await joinChangeNotices({ ...here.context, changes: here.changes }, true),
    await joinChangeNotices({ ...here.context, changes }, true),
  ];
});
afterEach(async () => {
  await Promise.all(joined.map((one) => one.close()));
  other.policies.stop();
  other.stored.stop();
  await other.changes.stop();
  await here.close();
});

const caller = engineCaller("cli", "test");
const key = "a6f0c0de-0000-4000-8000-0000000000aa";

const session = {
  ...({
    key,
    secretHash: "hash",
    door: "password",
    gift: "browserSession",
    userKey: key,
    userVersion: 1,
  } as const),
  startedAt: 0,
  lastUsedAt: 0,
  idleSeconds: 60,
  expiresAt: 1,
};

/** A change of each table that decides calls. */
const changes: { readonly [T in ToldTable]: (store: Store) => Promise<unknown> } = {
  users: async (store) => {
    await store.save("users", { key, id: "eve" });
    await store.save("users", { key, disabled: true });
  },
  userClassMembers: async (store) => {
    await store.save("userClasses", { id: "TEAM", description: "a team" });
    await store.save("userClassMembers", { key, userClassId: "TEAM", userKey: key });
  },
  userAttributes: (store) => store.save("userAttributes", { key, userKey: key, name: "costCenter", value: "7" }),
  revokedTokens: (store) => store.save("revokedTokens", { jti: key, family: null, expiresAt: 1 }),
  async keyedSessions(store) {
    await store.save("keyedSessions", session);
    await store.save("keyedSessions", { key, revokedAt: 1 });
  },
  policies: (store) => store.save("policies", { name: "nodes_get_list", expression: "true", number: 1 }),
  settings: (store) => store.save("settings", { name: "REQUEST_RETRY_INTERVALS_SECONDS", storedValue: "7" }),
};

test.each(Object.keys(changes) as ToldTable[])(
  "a change of %s is told to other processes, which look at once",
  async (table) => {
    const heard = Promise.withResolvers<string>();
    other.changes.subscribe({ tables: [table], onChange: ({ source }) => heard.resolve(source) });
    await here.store.transaction(() => changes[table](here.store));
    expect(await heard.promise).toBe("log");
  },
);

// @specification 5.notices-policies
test("a policy that is changed, and a setting, is in force in another process as soon as it is told", async () => {
  const { engine } = other.policies;
  const before = engine.version;
  await invoke(setPolicy, here.context, caller, { key: "nodes_get_list", expression: "true" });
  await expect.poll(() => engine.version).toBeGreaterThan(before);
  await invoke(updateSetting, here.context, caller, { key: "REQUEST_RETRY_INTERVALS_SECONDS", value: "7,8" });
  await expect.poll(() => other.stored.settings.retryIntervalsSeconds).toEqual([7, 8]);
});

test("without the sockets nothing of another process is heard before the change log is read", async () => {
  await Promise.all(joined.splice(0).map((one) => one.close()));
  const heard: string[] = [];
  other.changes.subscribe({ tables: ["policies"], onChange: ({ key: name }) => heard.push(name) });
  await here.store.transaction(() => changes.policies(here.store));
  expect(heard).toEqual([]);
  await other.changes.poll();
  expect(heard).toEqual(["nodes_get_list"]);
});

test("every socket has tables of which it tells, but those by which an operator orders", () => {
  const used = new Set<string>(Object.values(toldTables));
  expect(Object.values(noticeNames).filter((name) => !used.has(name))).toEqual([
    noticeNames.policyReload,
    noticeNames.serviceReload,
  ]);
});
