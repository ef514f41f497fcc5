// @databases sqlite mariadb
import { afterEach, beforeEach, expect, test } from "vitest";

import { systemIds } from "#platform/ids.ts";

import { loadSource, saveSource } from "../support/sources.ts";
import { openTestStore, type TestStore } from "../support/store.ts";

let opened: TestStore;

beforeEach(async () => {
  opened = await openTestStore();
});
afterEach(() => opened.close());

/** Adds users as they were before IDs that differ only in case were forbidden. */
const users = (...ids: readonly string[]) =>
  opened.store.transaction(async () => {
    for (const id of ids) await opened.store.add("users", { key: `key of ${id}`, id, foldedId: null });
  });

/** Adds a target with accounts without owner, whose `uid` is the name without its prefix. */
async function target(type: string, names: readonly string[], autoAttachBy: string | null = null): Promise<void> {
  await saveSource(opened.store, "T1", { type, sourceOfProfiles: false, autoAttachBy });
  await opened.store.transaction(async () => {
    for (const name of names) {
      const key = `key of ${name}`;
      const all = { stableId: `id of ${name}`, longId: name, shortId: name, displayId: name };
      await opened.store.add("accounts", { key, targetSystemKey: "T1", ...all });
      const value = { key: systemIds.guid(), accountKey: key, name: "uid", sequence: 0, value: name.slice(2) };
      await opened.store.add("accountAttributes", value);
    }
  });
}

async function joined(attribute: string | null = null) {
  const order = {
    run: systemIds.guid(),
    targetSystemKey: "T1",
    attribute: null,
    startedStamp: opened.store.loads.stamp(),
  };
  const { loads } = opened.store;
  const { given, unclear } = await opened.store.transaction(() => loads.associate("T1", attribute));
  const { problems } = await opened.store.transaction(() => loads.owners(order, unclear));
  const accounts = await opened.store.select("accounts", { orderBy: [["shortId", "asc"]] });
  const owners = accounts.flatMap(({ shortId, userKey }) => (userKey === null ? [] : [`${shortId}: ${userKey}`]));
  return { count: given, owners, problems };
}

test("on a target whose names have no case, an account is that of the user whose id it bears in any letters", async () => {
  await users("jdoe", "ANNA", "m\u00fcller", "ben");
  await target("ldap", ["JDoe", "anna", "MU\u0308LLER", "ben", "service"]);
  expect(await joined()).toEqual({
    count: 4,
    owners: ["JDoe: key of jdoe", "MU\u0308LLER: key of m\u00fcller", "anna: key of ANNA", "ben: key of ben"],
    problems: [],
  });
  expect(await joined()).toMatchObject({ count: 0, problems: [] });
  const [row] = await opened.store.select("accounts", { where: { shortId: "JDoe" } });
  expect(row?.associatedBy).toBe("auto");
});

test("on a target whose names have case, an account is that of the user whose id it bears so, in any form of Unicode", async () => {
  await users("jdoe", "m\u00fcller", "ben");
  await target("ssh", ["JDoe", "mu\u0308ller", "ben"]);
  expect((await joined()).owners).toEqual(["ben: key of ben", "mu\u0308ller: key of m\u00fcller"]);
});

test("what two users may bear, or two accounts, is nobody's, and it is said", async () => {
  await users("jdoe", "JDoe", "anna", "ben");
  await target("ldap", ["jdoe", "ANNA", "Anna", "BEN", "ben"]);
  expect(await joined()).toEqual({
    count: 1,
    owners: ["ben: key of ben"],
    problems: [expect.stringMatching(/^4 account\(s\) belong to nobody, because .*: .*Attach them by hand\.$/)],
  });
});

test("an attribute is compared by the rule of the target's names", async () => {
  await users("jdoe", "anna");
  await target("ldap", ["u-JDOE", "u-anna", "u-x"], "uid");
  expect((await joined("uid")).owners).toEqual(["u-JDOE: key of jdoe", "u-anna: key of anna"]);
});

test("a source of profiles makes nobody anew whose id differs in case, nor two who do, nor who looks like a superuser", async () => {
  await users("jdoe");
  await opened.store.transaction(() =>
    opened.store.add("users", { key: "key of admin", id: "admin", superuser: true }),
  );
  await saveSource(opened.store, "HR", { type: "ldap" });
  const names = ["JDoe", "Anna", "anna", "аdmin", "zw\u200b1", "Mu\u0308ller", "ben"];
  const loaded = await loadSource(
    opened.store,
    "HR",
    names.map((name) => ({ name })),
    true,
  );
  const rows = await opened.store.select("users", { orderBy: [["id", "asc"]] });
  expect(rows.map(({ id }) => id)).toEqual(["M\u00fcller", "admin", "ben", "jdoe"]);
  expect(loaded.people.problems).toEqual([
    expect.stringContaining("1 account(s) bear a name that is no id"),
    expect.stringContaining("3 account(s) bear a name that others have in letters of another case"),
  ]);
  const accounts = await opened.store.select("accounts", { where: { shortId: "JDoe" } });
  expect(accounts).toMatchObject([{ userKey: "key of jdoe" }]);
});
