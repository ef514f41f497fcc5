// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { createUser } from "#operations/users/change-users.ts";
import { importPeople } from "#operations/users/import-people.ts";
import { issuePasswordLink } from "#operations/users/issue-password-link.ts";
import { disableUser } from "#operations/users/set-disabled.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callerOf } from "../support/service.ts";

const operator = engineCaller("cli", "test", "cli:test");
const people = 300;
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const settled = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((call) => (call.status === "fulfilled" ? "done" : call.reason.code)).toSorted();

test("of two superusers who shut each other out at the same time, and are the last, one stays", async () => {
  const [root] = await api.store.select("users", { where: { id: "root" } });
  const other = await api.addUser("other", { superuser: true });
  if (root === undefined) throw new Error("there is no root");
  const calls = [
    invoke(disableUser, api.context, callerOf(root), { key: other.key }),
    invoke(disableUser, api.context, callerOf(other), { key: root.key }),
  ];
  expect(await settled(calls)).toEqual(["LAST_SUPERUSER", "done"]);
  expect(await api.store.count("users", { superuser: true, disabled: false })).toBe(1);
});

test("of two who add one id at the same time one succeeds, also in another case, and another letter is another id", async () => {
  const add = (id: string) => invoke(createUser, api.context, operator, { id });
  const outcomes = await settled([add("anna"), add("anna"), add("Anna"), add("änna")]);
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(2);
  const ids = (await api.store.select("users")).map(({ id }) => id.toLowerCase());
  expect(ids.filter((id) => id === "anna")).toHaveLength(1);
});

test(`${people} people of a file are written together, each below the one before, and nothing the second time`, async () => {
  const rows = Array.from(
    { length: people },
    (_, index) => `p${index},Person ${index},${index > 0 ? `p${index - 1}` : ""}`,
  );
  const text = `id,displayName,manager\n${rows.toReversed().join("\n")}\n`;
  const take = () => invoke(importPeople, api.context, operator, { text, keepGoing: false });
  const does = async () => new Set((await take()).people.map((person) => person.does));
  expect(await does()).toEqual(new Set(["add"]));
  expect(await does()).toEqual(new Set(["leave"]));
  expect(await api.store.count("sesslog_full", { operation: "USAD", actor: "cli:test", result: "S" })).toBe(people + 2);
});

test("disabling ends every session of the user alone, and a link", async () => {
  const [one, two] = [await api.addUser("one"), await api.addUser("two")];
  const [first, , of] = [await api.signIn("one"), await api.signIn("one"), await api.signIn("two")];
  await invoke(issuePasswordLink, api.context, operator, { key: one.key });
  await invoke(disableUser, api.context, operator, { key: one.key });
  expect(await api.store.get("users", one.key)).toMatchObject({ passwordLinkHash: null, tokenVersion: 2 });
  expect(await api.store.get("users", two.key)).toMatchObject({ tokenVersion: 1 });
  const refresh = async ({ json }: typeof first) => {
    const form = { grant_type: "refresh_token", client_id: "gatehouse", refresh_token: json.refresh_token };
    return (await api.send("POST", "/identity/connect/token", { form })).status;
  };
  expect([await refresh(first), await refresh(of)]).toEqual([400, 200]);
});
