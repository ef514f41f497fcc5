import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { policyMaxCharacters } from "#domain/limits.ts";
import { ne } from "#domain/query/condition.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { defaultPolicies } from "#policies/default-policies.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { failure } from "#test/support/says.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada", { classes: ["_EXPLICIT_REST_API_USERS_", "_HELP_DESK_"] });
});
afterAll(() => api.close());
afterEach(async () => {
  const operator = engineCaller("cli", "test", "cli:test");
  for (const { name } of await stored()) await invoke(resetPolicy, api.context, operator, { key: name });
});

const stored = () => api.store.select("policies", { where: ne("expression", null) });
const send = (method: string, path = "", body?: object, as = "root") =>
  api.send(method, `/v2/policies${path.replaceAll(" ", "%20")}`, { as, ...(body && { body }) });
const set = (name: string, body: object, as = "root") => send("PATCH", `('${name}')`, body, as);
const helpDesk = "IsSuperuser() || '_HELP_DESK_' in principal.classes";

describe("a policy that is written", () => {
  it.each<[string, string, object, unknown[]]>([
    ["which nothing asks", "users_gte", { expression: "true" }, [404, "POLICY_UNKNOWN", "name"]],
    ["with a name of another world", "constructor", { expression: "true" }, [404, "POLICY_UNKNOWN", "name"]],
    ["that is a number", "users_get", { expression: 1 }, [400, "INPUT_INVALID", "expression"]],
    ["with a field that nobody knows", "users_get", { expresion: "true" }, [400, "INPUT_INVALID", "expresion"]],
    ["that is empty", "users_get", { expression: "" }, [400, "POLICY_INVALID", "users_get:1:1"]],
    ["with a slip", "users_get", { expression: "true ||\n reource.key" }, [400, "POLICY_INVALID", "users_get:2:2"]],
    ["that is too long", "users_get", { expression: " ".repeat(9_999) }, [400, "POLICY_INVALID", "users_get:1:1"]],
    ["where nothing is stored", "users_get", { enabled: false }, [409, "POLICY_NOT_STORED", "expression"]],
    ["with nothing where nothing is", "users_get", { expression: null }, [409, "POLICY_NOT_STORED", "expression"]],
    [
      "by somebody who has seen another version",
      "users_get",
      { expression: "true", expectedNumber: 7 },
      [412, "VERSION_MISMATCH", "expectedNumber"],
    ],
  ])("%s is refused, and nothing is stored", async (_, name, body, refusal) => {
    expect(failure(await set(name, body))).toEqual(refusal);
    expect(await stored()).toEqual([]);
  });

  it("is for superusers alone, as are all calls", async () => {
    const calls = [
      ["GET", ""],
      ["GET", "('users_get')"],
      ["GET", "('users_get')/versions"],
      ["PATCH", "('users_get')", { expression: "true" }],
      ["POST", "('users_get')/reset", {}],
      ["POST", "('users_get')/rollBack", { number: 0 }],
      ["POST", "('users_get')/check", { expression: "true" }],
      ["POST", "('users_get')/explain", { userId: "ada" }],
      ["POST", "/dryRun", { policies: [{ name: "users_get", expression: "true" }] }],
    ] as const;
    for (const [method, path, body] of calls) {
      expect(failure(await send(method, path, body, "ada")).slice(0, 2), `${method} ${path}`).toEqual([
        403,
        "FORBIDDEN",
      ]);
      const stranger = await api.send(method, `/v2/policies${path}`, { ...(body && { body }) });
      expect(stranger.status, `${method} ${path}`).toBe(401);
    }
    expect((await send("DELETE", "('users_get')")).status).toBe(405);
    expect((await send("POST", "", { name: "x_get" })).status).toBe(405);
  });

  it("is in force at once, kept aside, put back and reset, each a version of its own", async () => {
    const nodes = () => api.send("GET", "/v2/nodes", { as: "ada" });
    expect((await nodes()).status).toBe(403);
    expect((await set("nodes_get_list", { expression: helpDesk, comment: "CR-17" })).status).toBe(204);
    expect((await nodes()).status).toBe(200);
    const { json } = await send("GET", "('nodes_get_list')?$expand=versions($orderby=number desc;$top=1)");
    expect(json).toMatchObject({
      origin: "changed",
      inForce: helpDesk,
      default: "IsSuperuser()",
      fault: null,
      resource: "node",
      number: 1,
      versions: [
        {
          number: 1,
          action: "set",
          changedBy: "root",
          comment: "CR-17",
          before: null,
          after: helpDesk,
        },
      ],
    });
    await set("nodes_get_list", { enabled: false });
    expect((await nodes()).status).toBe(403);
    expect((await send("GET", "?$filter=origin eq 'setAside'&$select=name,inForce")).json.value).toEqual([
      expect.objectContaining({ name: "nodes_get_list", inForce: "IsSuperuser()" }),
    ]);
    const back = await send("POST", "('nodes_get_list')/rollBack", { number: 1 });
    expect([back.status, back.json]).toMatchObject([200, { number: 3, action: "rollback", after: helpDesk }]);
    expect((await nodes()).status).toBe(200);
    expect(failure(await send("POST", "('nodes_get_list')/rollBack", { number: 9 }))).toEqual([
      404,
      "POLICY_VERSION_UNKNOWN",
      "number",
    ]);
    await set("nodes_get_list", { expression: null });
    expect((await nodes()).status).toBe(403);
    expect(failure(await send("POST", "('nodes_get_list')/reset", {}))).toEqual([409, "POLICY_NOT_STORED", "key"]);
  });

  it("offers the reset of those alone that have a saved version", async () => {
    await set("nodes_get_list", { expression: helpDesk });
    const action = "#Gatehouse.REST.Models.v2.reset";
    const offers = async (name: string) =>
      (await send("GET", `('${name}')?$select=name,Gatehouse.REST.Models.v2.reset`)).json[action] ?? null;
    expect([await offers("nodes_get_list"), await offers("users_get")]).toEqual([{}, null]);
  });

  it("is refused to whoever has not read the newest one", async () => {
    const { headers } = await send("GET", "('nodes_get')");
    await set("nodes_get", { expression: helpDesk });
    const late = await api.send("PATCH", "/v2/policies('nodes_get')", {
      as: "root",
      body: { expression: "true" },
      headers: { "if-match": String(headers["etag"]) },
    });
    expect(failure(late).slice(0, 2)).toEqual([412, "VERSION_MISMATCH"]);
  });
});

describe("the list of policies", () => {
  const ofNodes = defaultPolicies.filter(({ name }) => name.startsWith("nodes_"));

  it("has every one, finds them by words, and says which are changed", async () => {
    const all = await send("GET", "?$count=true&$top=1&$orderby=name");
    expect(all.json["@odata.count"]).toBe(defaultPolicies.length);
    expect((await send("GET", "?$search=nodes&$select=name")).json.value).toHaveLength(ofNodes.length);
    expect((await send("GET", "?$filter=origin eq 'changed'")).json.value).toEqual([]);
    const fields = (await send("GET", "('users_get')")).json.fields as { name: string }[];
    expect(fields.map(({ name }) => name)).toContain("managerKey");
  });

  it("is cut to what a policy of policies shows, and so is what can be done", async () => {
    const some = "IsSuperuser() || resource.name.startsWith('nodes_')";
    for (const name of ["policies_get_list", "policies_get", "policies_patch_update"])
      await set(name, { expression: some });
    expect((await send("GET", "?$count=true", undefined, "ada")).json["@odata.count"]).toBe(ofNodes.length);
    expect(failure(await set("users_get", { expression: "true" }, "ada")).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    expect((await set("nodes_get", { expression: helpDesk }, "ada")).status).toBe(204);
  });

  it("says why a policy denies everybody that came there past the checks", async () => {
    await api.store.transaction(() => api.store.save("policies", { name: "nodes_get", expression: "1", number: 1 }));
    expect((await send("GET", "('nodes_get')")).json.fault).toContain("1:1: A policy must give true or false");
  });
});

describe("before it is stored, a text", () => {
  const check = async (expression: string) => (await send("POST", "('users_get')/check", { expression })).json;

  it("is told its faults with their places, and the lines that it changes", async () => {
    expect(await check("IsSuperuser() ||\n  resource.kee == principal.key")).toEqual({
      "@odata.context": expect.any(String) as string,
      faults: [
        {
          line: 2,
          column: 12,
          message: expect.stringContaining("Did you mean 'resource.key'?") as string,
        },
      ],
      changes: [
        {
          kind: "removed",
          text: "IsSuperuser() || resource.key == principal.key || resource.managerKey == principal.key || resource.sponsorKey == principal.key",
        },
        {
          kind: "added",
          text: "IsSuperuser() ||",
        },
        {
          kind: "added",
          text: "  resource.kee == principal.key",
        },
      ],
    });
    expect(await stored()).toEqual([]);
  });

  it("may be anything", async () => {
    for (const text of ["", "(".repeat(500_000), "\n".repeat(400_000), "'".repeat(2_000), "\n".repeat(2_000)]) {
      const { faults, changes } = await check(text);
      expect([text.slice(0, 9), faults.length]).toEqual([text.slice(0, 9), 1]);
      if (text.length > policyMaxCharacters) expect(changes).toEqual([]);
    }
    for (const text of ["\u0000", "\ud800"])
      expect((await send("POST", "('users_get')/check", { expression: text })).status).toBeLessThan(500);
  });

  it("is tried: who would gain and lose what", async () => {
    const { json } = await send("POST", "/dryRun", { policies: [{ name: "users_get_list", expression: helpDesk }] });
    expect(json.users).toEqual({ compared: 2, total: 2 });
    expect(json.policies).toMatchObject([
      {
        name: "users_get_list",
        kind: "rows",
        table: "users",
        gained: {
          users: 1,
          rows: 1,
          examples: [
            {
              user: "ada",
              rows: 1,
            },
          ],
        },
        lost: {
          users: 0,
          rows: 0,
          examples: [],
        },
      },
    ]);
    expect(failure(await send("POST", "/dryRun", { policies: [] }))).toEqual([400, "INPUT_INVALID", "policies"]);
    const wrong = await send("POST", "/dryRun", { policies: [{ name: "users_get", expression: "tru" }] });
    expect(failure(wrong)).toEqual([400, "POLICY_INVALID", "users_get:1:1"]);
  });

  it("is explained for one user, part by part", async () => {
    const explained = await send("POST", "('users_get')/explain", {
      userId: "ada",
      resource: { key: "k", managerKey: null, sponsorKey: null },
    });
    expect([explained.status, explained.json.allowed, explained.json.parts[0].value]).toEqual([200, false, "false"]);
  });
});

describe("nobody takes from themselves the right to change policies", () => {
  const nobody = "'NOBODY' in principal.classes";

  it.each([
    ["to see them", "policies_get", nobody],
    ["to change them", "policies_patch_update", nobody],
    ["to change this one", "policies_patch_update", "resource.name != 'policies_patch_update'"],
    ["to see this one", "policies_get", "resource.name != 'policies_get'"],
  ])("%s, without being told", async (_, name, expression) => {
    const refused = await set(name, { expression });
    expect(failure(refused)).toEqual([409, "POLICY_LOCKS_OUT", "force"]);
    expect(refused.json.error.message).toContain("gatehouse policy reset");
    expect(await stored()).toEqual([]);
    expect((await set(name, { expression, force: true })).status).toBe(204);
  });

  it("nor the last door by which they come in, while another one is open", async () => {
    const page = "react_session_post_create";
    expect((await set(page, { expression: nobody })).status).toBe(204);
    const token = await set("identity_connect_token", { expression: nobody });
    expect([...failure(token), token.json.error.message]).toEqual([
      409,
      "POLICY_LOCKS_OUT",
      "force",
      expect.stringContaining("sign in"),
    ]);
    expect(failure(await send("POST", `('${page}')/reset`, {}))[0]).toBe(200);
  });

  it("also not by going back to a version", async () => {
    await set("policies_patch_update", { expression: nobody, enabled: false });
    expect(failure(await set("policies_patch_update", { enabled: true })).slice(0, 2)).toEqual([
      409,
      "POLICY_LOCKS_OUT",
    ]);
    await set("policies_patch_update", { expression: helpDesk });
    await set("policies_patch_update", { expression: nobody, force: true });
    const back = await send("POST", "('policies_patch_update')/rollBack", { number: 2 });
    expect(back.status).toBe(200);
    expect((await set("nodes_get", { expression: "true" })).status).toBe(204);
  });
});
