import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type ClassKeeper, createClassKeeper } from "#activities/hub/class-keeper.ts";
import { userClassPageMembers } from "#domain/user-class-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addMember } from "#operations/user-classes/change-members.ts";
import { addUserClass, removeUserClass, updateUserClass } from "#operations/user-classes/change-user-classes.ts";
import type { Save } from "#store/tables.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";

// The tests wait, however busy the machine is.
const patience = { timeout: 60_000 };

let api: TestApi;
let keeper: ClassKeeper;
const engine = engineCaller("cli", "user-classes");

beforeAll(async () => {
  api = await openTestApi();
  for (const id of ["ada", "bob", "cy"]) await api.addUser(id, { displayName: id });
  keeper = createClassKeeper(api.context);
});
afterAll(async () => {
  await keeper.stop();
  await api.close();
});

async function keyOf(id: string): Promise<string> {
  const [user] = await api.context.store.select("users", { where: { id } });
  return user?.key ?? "";
}
async function members(userClassId: string): Promise<string[]> {
  const { store } = api.context;
  const rows = await store.select("userClassMembers", { where: { userClassId } });
  const users = await Promise.all(rows.map(({ userKey }) => store.get("users", userKey)));
  return users.map((user) => user?.id ?? "").toSorted();
}
async function soon(userClassId: string, ids: readonly string[]): Promise<void> {
  await expect.poll(() => members(userClassId), { ...patience, interval: 20 }).toEqual(ids);
}
const save = (changes: Save<"users">) => api.context.store.transaction(() => api.context.store.save("users", changes));
const add = (id: string, condition: string | null) =>
  invoke(addUserClass, api.context, engine, { id, description: id, condition });

describe("the hub keeps classes up to their conditions", () => {
  test("as people change, and so do the classes that ask for these", async () => {
    await add("NAMED", "startswith(displayName,'a') and disabled eq false");
    await add("OTHER", "classes/any(c:c/id eq 'NAMED') and id ne 'zoe'");
    expect([await members("NAMED"), await members("OTHER")]).toEqual([["ada"], ["ada"]]);
    await save({ key: await keyOf("bob"), displayName: "another" });
    await soon("NAMED", ["ada", "bob"]);
    await soon("OTHER", ["ada", "bob"]);
    await save({ key: await keyOf("ada"), disabled: true });
    await soon("NAMED", ["bob"]);
    await soon("OTHER", ["bob"]);
    const rows = await api.context.store.select("sesslog_full", { where: { operation: "UCKM" } });
    expect(rows.map(({ ident, message }) => `${ident}: ${message}`)).toEqual(
      expect.arrayContaining(["NAMED: 1 came, 0 left", "OTHER: 0 came, 1 left"]),
    );
  });

  test("by rows of other tables, for members by hand of another class, and page by page", async () => {
    const { context } = api;
    const { store } = context;
    await add("HAND", null);
    await add("ASKS", "classes/any(c:c/id eq 'HAND') or attributes/any(a:a/value eq 'yes')");
    await invoke(addMember, context, engine, { userClassId: "HAND", userKey: await keyOf("cy") });
    await soon("ASKS", ["cy"]);
    const bob = await keyOf("bob");
    const attribute = { key: "attribute-bob", userKey: bob, name: "is", value: "yes" };
    await store.transaction(() => store.save("userAttributes", attribute));
    await soon("ASKS", ["bob", "cy"]);
    await store.transaction(() => store.remove("userAttributes", "attribute-bob"));
    await soon("ASKS", ["cy"]);
    const many = userClassPageMembers * 2 + 10;
    await store.transaction(() =>
      store.addAll(
        "users",
        Array.from({ length: many }, (_, n) => ({ key: `many-${n}`, id: `many-${n}` })),
      ),
    );
    await add("MANY", "startswith(id,'many-')");
    const count = () => store.count("userClassMembers", { userClassId: "MANY" });
    await expect.poll(count, patience).toBe(many);
    await invoke(updateUserClass, context, engine, { key: "MANY", condition: null });
    await expect.poll(count, patience).toBe(0);
    await invoke(removeUserClass, context, engine, { key: "MANY" });
  });

  test("which a policy and a token notice without a look at the database for each call", async () => {
    const { store } = api.context;
    await add("READERS", "displayName eq 'reader'");
    await store.transaction(() =>
      store.save("policies", {
        name: "roles_get_list",
        expression: "'READERS' in principal.classes",
        enabled: true,
        number: 1,
      }),
    );
    await api.context.reloadPolicies?.();
    const read = async () => (await api.send("GET", "/v2/roles", { as: "cy" })).status;
    expect(await read()).toBe(403);
    await save({ key: await keyOf("cy"), displayName: "reader" });
    await expect.poll(read, patience).toBe(200);
    await save({ key: await keyOf("cy"), displayName: "no more" });
    await expect.poll(read, patience).toBe(403);
  });

  test("with a condition that cannot be used any more, and leaves its members as they are", async () => {
    const { store } = api.context;
    await add("BROKEN", "id eq 'cy'");
    await store.transaction(() => store.save("userClasses", { id: "BROKEN", condition: "gone eq 1" }));
    await keeper.keep();
    await add("LATER", "id eq 'cy'");
    await save({ key: await keyOf("cy"), displayName: "once more" });
    expect([await members("BROKEN"), await members("LATER")]).toEqual([["cy"], ["cy"]]);
  });

  test("that were changed while no hub ran, as soon as one starts", async () => {
    await keeper.stop();
    await add("STARTED", "displayName eq 'started'");
    await save({ key: await keyOf("bob"), displayName: "started" });
    expect(await members("STARTED")).toEqual([]);
    keeper = createClassKeeper(api.context);
    await soon("STARTED", ["bob"]);
  });
});

test("gatehouse user class does the same on the database itself", async () => {
  const env = { GATEHOUSE_DATA: api.folder, DATABASE_URL: api.databaseUrl };
  const userClass = (...words: string[]) => callCommand(["user", "class", ...words], { env });
  const added = await userClass("add", "CLI", "--description", "By hand and not", "--condition", "id eq 'ada'");
  expect(added).toEqual({ code: 0, output: "The user class 'CLI' is added.\n" });
  expect((await userClass("member", "add", "CLI", "bob")).output).toBe("bob is a member of 'CLI'.\n");
  const shown = await userClass("show", "CLI");
  expect(shown.output.split("\n")).toEqual([
    "CLI: By hand and not",
    "Condition: id eq 'ada'",
    "Members: 2",
    "  ada  ada  by the condition",
    "  bob  started  by hand",
    "",
  ]);
  expect((await userClass("list")).output).toMatch(/^CLI {2}2 {2}By hand and not {2}id eq 'ada'$/m);
  const refused = await userClass("update", "CLI", "--condition", "displayname eq 'x'");
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("Did you mean 'displayName'?")]);
  const tried = await userClass("trial", "id eq 'ada' or id eq 'bob'", "--people", "5");
  expect(tried.output).toBe("ada  ada\nbob  started\n2 user(s) would be members. Nothing was changed.\n");
  expect((await userClass("member", "remove", "CLI", "bob")).code).toBe(0);
  expect((await userClass("member", "remove", "CLI", "bob")).output).toContain("bob is no member of 'CLI'.");
  expect((await userClass("remove", "_HELP_DESK_")).output).toContain("are built in");
  expect((await userClass("remove", "CLI")).output).toBe("The user class 'CLI' is removed.\n");
});
