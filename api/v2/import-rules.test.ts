import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { FIRST: [], SECOND: [] } });
  await api.letIn(...Object.values(people));
  await api.context.store.transaction(() =>
    api.context.store.save("managedSystemPolicies", {
      id: "SERVERS",
      description: "Servers",
      mode: "push",
      managedByNode: "node1",
      disclosurePlugins: [],
      changeIntervalHours: 24,
      checkoutMaxMinutes: 60,
    }),
  );
});
afterAll(() => api.close());

const call = (method: string, path: string, body?: object, as = "root") =>
  api.send(method, `/v2/importRules${path}`, body === undefined ? { as } : { as, body });
const rule = {
  objectType: "managedSystem",
  sequence: 10,
  condition: "resource.id == 'FIRST'",
  action: "bind",
  policyId: "SERVERS",
};

describe("/v2/importRules", () => {
  it("adds, reads, changes and removes a rule", async () => {
    const { status, json } = await call("POST", "", rule);
    expect([status, json]).toEqual([201, expect.objectContaining({ ...rule, description: null, enabled: true })]);
    const path = `(${json.key})`;
    expect((await call("PATCH", path, { sequence: 20, description: "All servers" })).status).toBe(204);
    expect((await call("GET", path)).json).toMatchObject({ sequence: 20, description: "All servers" });
    expect((await call("GET", "?$orderby=sequence&$filter=action%20eq%20'bind'")).json.value).toHaveLength(1);
    expect((await call("DELETE", path)).status).toBe(204);
    expect(failure(await call("DELETE", path)).slice(0, 2)).toEqual([404, "NOT_FOUND"]);
  });

  it.each<[object, string, string]>([
    [{ condition: "resource.idd == 'x'" }, "IMPORT_RULE_INVALID", "condition:1:10"],
    [{ condition: "resource.id ==" }, "IMPORT_RULE_INVALID", "condition:1:13"],
    [{ policyId: "NONE" }, "MANAGED_SYSTEM_POLICY_UNKNOWN", "policyId"],
    [{ action: "drop" }, "INPUT_INVALID", "action"],
    [{ order: 1 }, "FIELD_UNKNOWN", "order"],
  ])("refuses %o", async (part, code, target) => {
    const refused = await call("POST", "", { ...rule, ...part });
    expect([refused.status, refused.json.error?.target]).toEqual([400, target]);
    expect([refused.json.error?.code, refused.json.error?.details?.[0]?.code]).toContain(code);
    expect((await call("GET", "")).json.value).toEqual([]);
  });

  it("is for superusers", async () => {
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["POST", "", rule],
      ["POST", "/trial", {}],
    ] as const)
      expect(failure(await call(method, path, body, "ada")).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
  });

  it("tries the rules and changes nothing", async () => {
    const { key } = (await call("POST", "", rule)).json;
    const { status, json } = await call("POST", "/trial", {});
    const objects = [{ targetSystemKey: "FIRST", name: "FIRST" }];
    expect(status).toBe(200);
    expect(json.rules).toEqual([
      {
        key,
        sequence: 10,
        objectType: "managedSystem",
        action: "bind",
        policyId: "SERVERS",
        matched: 1,
        changes: 1,
        objects,
      },
    ]);
    expect((await call("POST", "/trial", { targetSystemKey: "SECOND" })).json.rules).toMatchObject([{ matched: 0 }]);
    expect(failure(await call("POST", "/trial", { targetSystemKey: "NONE" }))).toEqual([
      400,
      "TARGET_UNKNOWN",
      "targetSystemKey",
    ]);
    expect(
      (await api.send("GET", "/v2/managedSystemPolicies('SERVERS')/managedSystems", { as: "root" })).json.value,
    ).toEqual([]);
    await call("DELETE", `(${key})`);
  });

  it("tries a rule that is not enabled, as though it was, and no other one of these", async () => {
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect(failure(await call("POST", "/trial", { ruleKey: "x" }))).toEqual([400, "INPUT_INVALID", "ruleKey"]);
    expect(failure(await call("POST", "/trial", { ruleKey: unknown })).slice(0, 2)).toEqual([404, "NOT_FOUND"]);
    const { key } = (await call("POST", "", { ...rule, enabled: false })).json;
    const other = (await call("POST", "", { ...rule, sequence: 5, enabled: false })).json;
    expect((await call("POST", "/trial", {})).json.rules).toEqual([]);
    expect((await call("POST", "/trial", { ruleKey: key })).json.rules).toMatchObject([{ key, matched: 1 }]);
    expect((await call("GET", `(${key})`)).json.enabled).toBe(false);
    for (const made of [key, other.key]) await call("DELETE", `(${made})`);
  });
});
