import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { userClassPageMembers, userClassRemovedMembersMax } from "#domain/user-class-limits.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

let api: TestApi;
let people: Readonly<Record<string, Row<"users">>>;

beforeAll(async () => {
  api = await openTestApi();
  const organisation = { people: ["ada", "bob", "cy"], classes: { _PHASE: ["ada"] } };
  ({ people } = await foundOrganisation(api.context, {
    ...organisation,
    targets: { SERVER: [{ authorizers: ["_PHASE"] }] },
  }));
  await api.letIn(...Object.values(people));
  await setDepartments({ ada: "IT", bob: "IT", cy: "HR" });
});
afterAll(() => api.close());

const keyOf = (id: string) => people[id]?.key ?? "";
async function setDepartments(departments: Readonly<Record<string, string>>): Promise<void> {
  const { store } = api.context;
  await store.transaction(async () => {
    for (const [id, value] of Object.entries(departments))
      await store.save("userAttributes", { key: `department-${id}`, userKey: keyOf(id), name: "department", value });
  });
}

const call = (method: string, path: string, body?: object, as = "root") =>
  api.send(method, `/v2/userClasses${path}`, body === undefined ? { as } : { as, body });
const inDepartment = (name: string) => `attributes/any(a:a/name eq 'department' and a/value eq '${name}')`;

async function members(id: string): Promise<string[]> {
  const { json } = await call("GET", `('${id}')/members?$expand=person($select=id)`);
  const rows: { person: { id: string }; byCondition: boolean }[] = json.value;
  return rows.map(({ person, byCondition }) => `${person.id}${byCondition ? "" : " by hand"}`).toSorted();
}
async function membership(id: string, userId: string): Promise<string> {
  const { json } = await call("GET", `('${id}')/members?$filter=userKey%20eq%20${keyOf(userId)}`);
  return json.value[0].key;
}

describe("/v2/userClasses", () => {
  it("adds, reads, changes and removes a class whose members a condition chooses", async () => {
    const given = { id: "IT", description: "IT department", condition: inDepartment("IT") };
    const { status, json } = await call("POST", "", given);
    expect([status, json]).toEqual([201, expect.objectContaining(given)]);
    expect(await members("IT")).toEqual(["ada", "bob"]);
    expect((await call("PATCH", "('IT')", { condition: inDepartment("HR") })).status).toBe(204);
    expect(await members("IT")).toEqual(["cy"]);
    expect((await call("PATCH", "('IT')", { description: "Others" })).status).toBe(204);
    expect((await call("GET", "('IT')")).json).toMatchObject({ description: "Others", condition: inDepartment("HR") });
    expect((await call("PATCH", "('IT')", { condition: null })).status).toBe(204);
    expect(await members("IT")).toEqual([]);
    expect((await call("DELETE", "('IT')")).status).toBe(204);
    expect(failure(await call("GET", "('IT')")).slice(0, 2)).toEqual([404, "NOT_FOUND"]);
  });

  it("has members by hand, who stay and go apart from the condition", async () => {
    await call("POST", "", { id: "BOTH", description: "Both", condition: inDepartment("HR") });
    const add = (id: string) => call("POST", "('BOTH')/members", { userKey: keyOf(id) });
    const remove = async (id: string) => call("DELETE", `('BOTH')/members(${await membership("BOTH", id)})`);
    expect([(await add("ada")).status, (await add("cy")).status]).toEqual([201, 201]);
    expect(await members("BOTH")).toEqual(["ada by hand", "cy by hand"]);
    expect(failure(await add("ada"))).toEqual([409, "USER_CLASS_MEMBER_EXISTS", "userKey"]);
    // A member that was removed by hand may still be selected by the condition.
    expect([(await remove("ada")).status, (await remove("cy")).status]).toEqual([204, 204]);
    expect(await members("BOTH")).toEqual(["cy"]);
    expect(failure(await remove("cy")).slice(0, 2)).toEqual([409, "USER_CLASS_MEMBER_BY_CONDITION"]);
    await add("cy");
    await call("PATCH", "('BOTH')", { condition: null });
    expect(await members("BOTH")).toEqual(["cy by hand"]);
    expect((await call("DELETE", "('BOTH')")).status).toBe(204);
    expect(await api.context.store.count("userClassMembers", { userClassId: "BOTH" })).toBe(0);
  });

  it("chooses by accounts and by other classes, whoever may see them", async () => {
    const { store } = api.context;
    const name = { longId: "a", shortId: "a", displayId: "a", stableId: "a", targetSystemKey: "SERVER" };
    await store.transaction(() => store.save("accounts", { key: "account-ada", userKey: keyOf("ada"), ...name }));
    await call("POST", "", {
      id: "HAS",
      description: "x",
      condition: "accounts/any(c:c/targetSystem/id eq 'SERVER')",
      force: true,
    });
    expect(await members("HAS")).toEqual(["ada"]);
    const condition = `classes/any(c:c/id in ('HAS','_PHASE')) or ${inDepartment("HR")}`;
    expect((await call("POST", "", { id: "MORE", description: "x", condition })).json.error).toMatchObject({
      code: "USER_CLASS_CONDITION_WRITABLE",
      message: expect.stringContaining("'accounts' of the user, by the user class 'HAS'"),
    });
    await call("POST", "", { id: "MORE", description: "x", condition, force: true });
    expect(await members("MORE")).toEqual(["ada", "cy"]);
    const own = (await api.send("GET", `/v2/users(${keyOf("ada")})/classes?$select=id&$orderby=id`, { as: "root" }))
      .json;
    expect(own.value.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(["HAS", "MORE", "_PHASE", "_EXPLICIT_REST_API_USERS_"]),
    );
    await call("DELETE", "('MORE')");
    await call("DELETE", "('HAS')");
  });

  it("tries a condition and changes nothing", async () => {
    const before = await api.context.store.count("userClassMembers");
    const tried = await call("POST", "/trial", { condition: inDepartment("IT"), peopleMax: 1 });
    const [first] = [people["ada"], people["bob"]].toSorted((a, b) => ((a?.key ?? "") < (b?.key ?? "") ? -1 : 1));
    expect(tried.json).toMatchObject({ users: 2, people: [{ id: first?.id, displayName: first?.id }] });
    expect((await call("POST", "/trial", { condition: "gone eq 1" })).json.error.code).toBe("PROPERTY_UNKNOWN");
    expect((await call("POST", "/trial", { condition: "true" }, "ada")).status).toBe(403);
    expect(await api.context.store.count("userClassMembers")).toBe(before);
  });

  it("brings only the first page of many members at once", async () => {
    const { store } = api.context;
    const many = userClassPageMembers + 20;
    await store.transaction(async () => {
      for (let n = 0; n < many; n += 1) await store.add("users", { key: `many-${n}`, id: `many-${n}` });
    });
    await call("POST", "", { id: "MANY", description: "x", condition: "startswith(id,'many-')" });
    expect(await store.count("userClassMembers", { userClassId: "MANY" })).toBe(userClassPageMembers);
    await call("PATCH", "('MANY')", { condition: null });
    await call("DELETE", "('MANY')");
  });
});

const anyClass = "classes/any(c:c/description eq 'x')";
const asking = (id: string) => `classes/any(c:c/id eq '${id}')`;
const unfit = "USER_CLASS_CONDITION_INVALID";

describe("a class is refused", () => {
  const good = { id: "NEW", description: "New", condition: null };
  it.each<[string, object, string, string, string]>([
    ["with an unknown property", { condition: "displayname eq 'x'" }, "PROPERTY_UNKNOWN", "condition", "displayName"],
    ["with a property that is a secret", { condition: "passwordHash ne null" }, "PROPERTY_UNKNOWN", "condition", ""],
    ["that cannot be read", { condition: "id eq" }, "QUERY_OPTION_INVALID", "condition", "condition, position"],
    ["that is no condition", { condition: "id" }, "TYPES_INCOMPATIBLE", "condition", "condition"],
    ["that asks for the time", { condition: "year(now()) eq 1" }, unfit, "condition", "now()"],
    ["that asks for any class", { condition: anyClass }, unfit, "condition", "which classes"],
    ["that asks for an unknown class", { condition: asking("NONE") }, unfit, "condition", "'NONE'"],
    ["that asks for everybody", { condition: asking("_ALLUSERS_") }, unfit, "condition", "_ALLUSERS_"],
    ["with an empty condition", { condition: " " }, "INPUT_INVALID", "condition", ""],
    ["without a description", { description: "" }, "INPUT_INVALID", "description", ""],
    ["with a blank in its id", { id: "A B" }, "INPUT_INVALID", "id", ""],
    ["with an id of the service", { id: "_MINE_" }, "USER_CLASS_BUILT_IN", "id", ""],
  ])("%s", async (_why, part, code, target, words) => {
    const before = await api.context.store.count("userClasses");
    const { status, json } = await call("POST", "", { ...good, ...part });
    expect([status, json.error.code, json.error.target]).toEqual([code.endsWith("BUILT_IN") ? 409 : 400, code, target]);
    expect(JSON.stringify(json.error)).toContain(words);
    expect(await api.context.store.count("userClasses")).toBe(before);
  });

  it("that would contain itself, at once or over others", async () => {
    const naming = (id: string) => ({ condition: asking(id) });
    for (const id of ["A", "B", "C"]) await call("POST", "", { id, description: id });
    expect((await call("PATCH", "('B')", naming("A"))).status).toBe(204);
    expect((await call("PATCH", "('C')", naming("B"))).status).toBe(204);
    const circle = await call("PATCH", "('A')", naming("C"));
    expect(failure(circle)).toEqual([400, unfit, "condition"]);
    expect(circle.json.error.message).toContain("A → C → B → A");
    expect((await call("PATCH", "('A')", naming("A"))).json.error.message).toContain("A → A");
    expect(failure(await call("POST", "", { id: "A", description: "x" }))).toEqual([409, "USER_CLASS_EXISTS", "id"]);
    expect((await call("GET", "('A')")).json.condition).toBeNull();
  });
});

describe("a class that is in use", () => {
  it("cannot be removed, and the refusal says by whom it is used", async () => {
    const { store } = api.context;
    await store.transaction(() =>
      store.save("policies", { name: "roles_get", expression: "'A' in principal.classes", enabled: true, number: 1 }),
    );
    const refused = await call("DELETE", "('A')");
    expect(failure(refused)).toEqual([409, "USER_CLASS_IN_USE", "A"]);
    expect(refused.json.error.message).toContain("the policy 'roles_get', the user class 'B'.");
    expect((await call("DELETE", "('_PHASE')")).json.error.message).toContain("the target system 'SERVER'");
    await store.transaction(() => store.remove("policies", "roles_get"));
    for (const id of ["C", "B", "A"]) expect((await call("DELETE", `('${id}')`)).status).toBe(204);
  });

  it("or is the service's own, or large, cannot be removed either", async () => {
    expect(failure(await call("DELETE", "('_HELP_DESK_')"))).toEqual([409, "USER_CLASS_BUILT_IN", "_HELP_DESK_"]);
    const { store } = api.context;
    await call("POST", "", { id: "LARGE", description: "x" });
    await store.transaction(async () => {
      for (let n = 0; n <= userClassRemovedMembersMax; n += 1)
        await store.add("userClassMembers", { key: `large-${n}`, userClassId: "LARGE", userKey: `nobody-${n}` });
    });
    expect(failure(await call("DELETE", "('LARGE')")).slice(0, 2)).toEqual([409, "USER_CLASS_TOO_LARGE"]);
  });
});

describe("the classes of the service", () => {
  it("may be given a condition, but those that follow from what they are", async () => {
    expect((await call("GET", "('_ALLUSERS_')")).json).toMatchObject({ condition: "true" });
    expect((await call("PATCH", "('_HELP_DESK_')", { condition: inDepartment("HR") })).status).toBe(204);
    expect(await members("_HELP_DESK_")).toEqual(["cy"]);
    for (const id of ["_ALLUSERS_", "_MANAGER_DIRECT_"]) {
      const changed = await call("PATCH", `('${id}')`, { condition: "false" });
      expect(failure(changed)).toEqual([409, "USER_CLASS_COMPUTED", "condition"]);
      const added = await call("POST", `('${id}')/members`, { userKey: keyOf("ada") });
      expect(failure(added).slice(0, 2)).toEqual([409, "USER_CLASS_COMPUTED"]);
    }
  });

  it("and all others are for superusers", async () => {
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["GET", "('_PHASE')/members", undefined],
      ["POST", "", { id: "MINE", description: "x" }],
      ["PATCH", "('_PHASE')", { description: "x" }],
      ["DELETE", "('_PHASE')", undefined],
      ["POST", "('_PHASE')/members", { userKey: "x" }],
    ] as const)
      expect(failure(await call(method, path, body, "ada")).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
  });

  it("take nobody who is not there", async () => {
    const unknown = await call("POST", "('_PHASE')/members", { userKey: "nobody" });
    expect(failure(unknown)).toEqual([400, "USER_UNKNOWN", "userKey"]);
    const nowhere = await call("POST", "('NONE')/members", { userKey: keyOf("ada") });
    expect(failure(nowhere).slice(0, 2)).toEqual([404, "NOT_FOUND"]);
  });
});
