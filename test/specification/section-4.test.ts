import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

const guid = "11111111-1111-4111-8111-111111111111";

let api: TestApi;
let ada = { key: "" };
let ben = { key: "" };
let account = { key: "" };
let group = { key: "" };
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada", "ben"], targets: { AD1: [], AD2: [] } });
  await api.letIn(...Object.values(people));
  ada = people["ada"] ?? ada;
  ben = people["ben"] ?? ben;
  const { store, ids } = api.context;
  await store.transaction(async () => {
    const names = (id: string) => ({
      key: ids.guid(),
      targetSystemKey: "AD1",
      stableId: id,
      longId: id,
      shortId: id,
      displayId: id,
    });
    account = await store.save("accounts", { ...names("ada"), userKey: ada.key });
    group = await store.save("groups", names("staff"));
    await store.save("accountAttributes", {
      key: ids.guid(),
      accountKey: account.key,
      name: "mail",
      value: "a@b.example",
    });
    await store.save("groupMemberships", { key: ids.guid(), groupKey: group.key, accountKey: account.key });
    await store.save("groupOwners", { key: ids.guid(), groupKey: group.key, userKey: ben.key });
    const system = { id: "AD1", description: "AD1", type: "fault", mode: "push", targetSystemKey: "AD1" } as const;
    await store.save("managedSystems", { key: ids.guid(), ...system });
  });
});
afterAll(() => api.close());

const get = (path: string, as = "root", headers = {}) => api.send("GET", path.replaceAll(" ", "%20"), { as, headers });
const post = (path: string, body: object, as = "root") => api.send("POST", path, { as, body });
const patch = (path: string, body: object, as = "root") => api.send("PATCH", path, { as, body });
const remove = (path: string, as = "root") => api.send("DELETE", path, { as });
const idsOf = ({ json }: TestAnswer) => json.value.map(({ id }: { id: string }) => id);

describe("conventions", () => {
  // @specification 8.expand-depth
  it("the maximum $expand depth is 5", async () => {
    const from = (level: number, levels: number): string => {
      const inner = level === levels ? "" : `(${from(level + 1, levels)})`;
      return `$expand=${level % 2 === 1 ? "accounts" : "user"}${inner}`;
    };
    const depth = (levels: number) => get(`/v2/users?${from(1, levels)}`);
    expect((await depth(5)).status).toBe(200);
    expect(failure(await depth(6)).slice(0, 2)).toEqual([400, "EXPAND_TOO_DEEP"]);
  });

  // @specification 4.query-options 4.order-by
  it.each([
    ["$filter=nothing eq 1", "PROPERTY_UNKNOWN"],
    ["$orderby=nothing", "PROPERTY_UNKNOWN"],
    ["$filter=id eq", "QUERY_OPTION_INVALID"],
    ["$tops=1", "QUERY_OPTION_UNKNOWN"],
    ["$orderby=address", "ORDER_BY_NOT_ALLOWED"],
  ])("the query option %s is validated", async (option, code) => {
    expect(failure(await get(`/v2/targetSystems?${encodeURI(option)}`)).slice(0, 2)).toEqual([400, code]);
  });

  // @specification 4.policy 5.token
  it("every call is subject to a policy: without a token 401, without the right 403", async () => {
    expect((await api.send("GET", "/v2/targetSystems")).status).toBe(401);
    expect((await get("/v2/targetSystems", "ben")).status).toBe(403);
  });
});

describe("GET /v2/targetGroups({targetGroupKey})/passwordPolicy", () => {
  // @specification 4.group-password-policy 5.policy.password-policies
  it("returns the PasswordPolicy of the group, to any valid token", async () => {
    await patch("/v2/targetGroups('DEFAULT')", { passwordPolicyId: "PAM_DEFAULT" });
    expect((await get("/v2/targetGroups('DEFAULT')/passwordPolicy", "ben")).json.id).toBe("PAM_DEFAULT");
    expect((await get("/v2/targetGroups('NONE')/passwordPolicy")).status).toBe(404);
  });
});

describe("GET /v2/targetGroups({targetGroupKey})/targetSystems", () => {
  // @specification 1.targets 4.group-target-systems
  it("returns the target systems of the group", async () => {
    expect(idsOf(await get("/v2/targetGroups('DEFAULT')/targetSystems"))).toEqual(["AD1", "AD2"]);
    expect((await get("/v2/targetGroups('NONE')/targetSystems")).status).toBe(404);
    expect((await get("/v2/targetGroups('DEFAULT')/targetSystems", "ben")).status).toBe(403);
  });
});

describe("GET identity/connect/userinfo", () => {
  // @specification 4.userinfo
  it("returns subject, username and scopes of the caller", async () => {
    const { status, json } = await get("/identity/connect/userinfo", "ada");
    expect([status, json.sub, json.username, typeof json.scope]).toEqual([200, ada.key, "ada", "string"]);
  });
});

describe("accounts and their sub-resources", () => {
  // @specification 1.targets 2.account.below 5.policy.accounts 5.policy.below-accounts
  it.each([
    ["", { shortId: "ada" }],
    ["/user", { id: "ada" }],
    ["/targetSystem", { id: "AD1" }],
    ["/attributes", { value: [{ name: "mail" }] }],
    ["/groupMemberships", { value: [{}] }],
  ])("GET /accounts({key})%s", async (below, part) => {
    const { status, json } = await get(`/v2/accounts(${account.key})${below}`);
    expect(status).toBe(200);
    expect(json).toMatchObject(part);
    expect((await get(`/v2/accounts(${guid})${below}`)).status).toBe(404);
    expect((await get(`/v2/accounts(${account.key})${below}`, "ben")).status).toBe(403);
  });

  // @specification 2.account.attribute-value
  it("GET …/attributes({key})/data/value and its bare $value", async () => {
    const [{ key }] = (await get(`/v2/accounts(${account.key})/attributes`)).json.value;
    const path = `/v2/accounts(${account.key})/attributes(${key})/data`;
    expect((await get(path)).json).toMatchObject({ value: "a@b.example" });
    expect((await get(`${path}/value`)).json).toMatchObject({ value: "a@b.example" });
    expect((await get(`${path}/value/$value`)).text).toBe("a@b.example");
  });

  it("answer without the prefix too", async () => {
    expect((await get(`/Accounts('${account.key}')`)).json.key).toBe(account.key);
    expect((await get("/group")).json.value).toHaveLength(1);
  });
});

// @specification 2.group.membership
describe("GET group membership endpoints", () => {
  it.each([
    ["members", "shortId", "ada"],
    ["owners", "id", "ben"],
  ])("/groups({key})/%s returns complete JSON under full metadata", async (name, field, value) => {
    const full = { accept: "application/json;odata.metadata=full" };
    const { status, text, json } = await get(`/v2/groups(${group.key})/${name}`, "root", full);
    expect(status).toBe(200);
    expect(JSON.parse(text).value).toHaveLength(1);
    expect(json.value[0]).toMatchObject({ [field]: value, "@odata.id": expect.stringContaining("/v2/") });
  });

  it("/accounts({key})/groupMemberships too", async () => {
    const full = { accept: "application/json;odata.metadata=full" };
    const { json } = await get(`/v2/accounts(${account.key})/groupMemberships?$expand=group`, "root", full);
    expect(json.value).toMatchObject([
      { "@odata.type": "#Gatehouse.REST.Models.v2.GroupMembership", group: { shortId: "staff" } },
    ]);
  });
});

describe("PATCH /targetSystems({key})", () => {
  // @specification 2.target-system.discover-resources 4.update-target-system
  it("rejects an empty address or description; saves automaticallyDiscoverResourcesToLoad", async () => {
    expect(failure(await patch("/targetSystems('AD1')", { address: {} }))[1]).toBe("TARGET_ADDRESS_EMPTY");
    expect(failure(await patch("/targetSystems('AD1')", { description: "" }))[1]).toBe("TARGET_DESCRIPTION_EMPTY");
    expect((await patch("/targetSystems('AD1')", { automaticallyDiscoverResourcesToLoad: true })).status).toBe(204);
    const [row] = await api.store.select("targetSystemOptions", {
      where: { targetSystemId: "AD1", name: "automaticallyDiscoverResourcesToLoad" },
    });
    expect(row?.value).toBe(true);
  });

  // @specification 4.update-target-system
  it("changes what is given, leaves the rest, and replaces authorization phases as a whole", async () => {
    const before = (await get("/v2/targetSystems('AD2')")).json;
    const authorizationPhases = [
      { sequence: 2, minApprovals: 0 },
      { sequence: 7, authorizers: [{ userKey: ben.key }] },
    ];
    const changes = { description: " two ", mode: "manual", authorizationPhases };
    expect((await patch("/v2/targetSystems('AD2')", changes)).status).toBe(204);
    const { json } = await get("/v2/targetSystems('AD2')");
    expect({ ...json, authorizationPhases: [] }).toEqual({
      ...before,
      "@odata.etag": json["@odata.etag"],
      description: "two",
      mode: "manual",
      lastUpdatedModule: "rest",
      authorizationPhases: [],
    });
    expect(json.authorizationPhases.map(({ sequence }: { sequence: number }) => sequence)).toEqual([2, 7]);
    await patch("/v2/targetSystems('AD2')", { authorizationPhases: [] });
    expect((await get("/v2/targetSystems('AD2')")).json.authorizationPhases).toEqual([]);
    expect(await api.store.count("authorizationPhaseAuthorizers")).toBe(0);
  });

  it.each([
    [{ type: "nothing" }, "type"],
    [{ mode: "sometimes" }, "mode"],
    [{ proxyServers: ["nowhere"] }, "proxyServers.0"],
    [
      { authorizationPhases: [{ sequence: 1, minApprovals: 2, authorizers: [] }] },
      "authorizationPhases.0.minApprovals",
    ],
  ])("refuses %j and names %s", async (changes, target) => {
    const refused = await patch("/v2/targetSystems('AD1')", changes);
    expect([refused.status, refused.json.error.target]).toEqual([400, target]);
  });

  it("needs a key, the right, and an existing target system", async () => {
    expect(failure(await patch("/v2/targetSystems", { description: "x" }))[1]).toBe("KEY_REQUIRED");
    expect((await patch("/v2/targetSystems('AD1')", { description: "x" }, "ben")).status).toBe(403);
    expect((await patch("/v2/targetSystems('NONE')", { description: "x" })).status).toBe(404);
  });
});

describe("DELETE /targetSystems({key})", () => {
  const create = (id: string) =>
    post("/v2/targetSystems", { id, type: "fault", description: "d", address: { a: 1 }, autoApprove: true });

  // @specification 4.delete-target-system
  it("deletes a target system with all that belongs to it and was found on it", async () => {
    await create("GONE");
    await post("/v2/targetSystems('GONE')/credentials", { administratorId: "a", password: "p" });
    await post("/v2/targetSystems('GONE')/attributeDefinitions", { attribute: "mail", discoveredObjectType: "user" });
    const { store, ids } = api.context;
    await store.transaction(async () => {
      const names = { targetSystemKey: "GONE", stableId: "x", longId: "x", shortId: "x", displayId: "x" };
      const found = await store.save("accounts", { key: ids.guid(), ...names });
      const team = await store.save("groups", { key: ids.guid(), ...names });
      await store.save("groupMemberships", { key: ids.guid(), accountKey: found.key, groupKey: team.key });
      await store.save("accountAttributes", { key: ids.guid(), accountKey: found.key, name: "n", value: "v" });
    });
    expect((await remove("/v2/targetSystems('GONE')", "ben")).status).toBe(403);
    expect((await remove("/v2/targetSystems('GONE')")).status).toBe(204);
    expect((await get("/v2/targetSystems('GONE')")).status).toBe(404);
    for (const table of ["accounts", "groups"] as const) {
      expect(await store.count(table, { targetSystemKey: "GONE" })).toBe(0);
    }
    for (const table of [
      "targetSystemOptions",
      "targetSystemCredentials",
      "targetSystemAttributeDefinitions",
    ] as const) {
      expect(await store.count(table, { targetSystemId: "GONE" })).toBe(0);
    }
    expect((await remove("/v2/targetSystems('GONE')")).status).toBe(404);
    expect(await store.count("sesslog_full", { operation: "TGTD", targetSystem: "GONE", result: "S" })).toBe(1);
  });

  it("is refused while an open request or a managed system uses it, and for the collection", async () => {
    await create("BUSY");
    const operation = { code: "ACUA", targetSystemKey: "BUSY", attributes: {} };
    const request = await post("/v2/requests", { recipientKey: ada.key, operations: [operation] });
    expect(request.status).toBe(202);
    expect(failure(await remove("/v2/targetSystems('BUSY')"))).toEqual([409, "TARGET_IN_USE", "BUSY"]);
    expect(failure(await remove("/v2/targetSystems('AD1')"))).toEqual([409, "TARGET_IN_USE", "AD1"]);
    expect((await remove("/v2/targetSystems")).status).toBe(405);
  });
});

describe("POST, DELETE /targetSystems({$targetSystemKey})/attributeDefinitions", () => {
  const path = "/v2/targetSystems('AD1')/attributeDefinitions";

  // @specification 4.definitions
  it("adds and removes, with an audit row each", async () => {
    const { status, headers, json } = await post(path, { attribute: "title", discoveredObjectType: "user" });
    expect([status, String(headers["location"])]).toEqual([201, expect.stringContaining(`(${json.key})`)]);
    expect((await remove(`${path}(${json.key})`)).status).toBe(204);
    expect((await get(`${path}(${json.key})`)).status).toBe(404);
    expect((await remove(`${path}(${json.key})`)).status).toBe(404);
    expect((await remove(path)).status).toBe(405);
    expect(await api.store.count("sesslog_full", { operation: "TGAD", ident: json.key, result: "S" })).toBe(1);
  });

  // @specification 4.definitions 5.policy.below-target-system
  it("also check the targetsystems_get policy, before their own", async () => {
    for (const { status, json } of [
      await post(path, { attribute: "a", discoveredObjectType: "user" }, "ben"),
      await remove(`${path}(${guid})`, "ben"),
    ]) {
      expect([status, json.error.target]).toEqual([403, policyOf.get("targetSystems")]);
    }
  });
});

describe("POST /targetSystems({$targetSystemKey})/credentials", () => {
  // @specification 4.credentials 5.policy.below-target-system
  it("also checks targetsystems_get", async () => {
    const refused = await post("/v2/targetSystems('AD1')/credentials", { administratorId: "a" }, "ben");
    expect([refused.status, refused.json.error.target]).toEqual([403, policyOf.get("targetSystems")]);
  });
});

describe("GET, POST, DELETE /targetSystems({$targetSystemKey})/credentials({$targetSystemCredentialKey})", () => {
  const path = "/v2/targetSystems('AD1')/credentials";

  // @specification 4.credential
  it("reads, replaces, changes and removes one credential", async () => {
    const { json } = await post(path, { administratorId: "one", password: "secret-1" });
    const one = `${path}(${json.key})`;
    expect((await post(one, { administratorId: "two" })).json).toMatchObject({
      administratorId: "two",
      passwordSet: true,
    });
    expect((await patch(one, { useOrder: 3 })).status).toBe(204);
    expect((await get(one)).json).toMatchObject({
      administratorId: "two",
      useOrder: 3,
      passwordSet: true,
      runAs: false,
    });
    expect(failure(await patch(one, { administratorId: "" }))).toEqual([400, "INPUT_INVALID", "administratorId"]);
    expect((await remove(one)).status).toBe(204);
    expect([(await get(one)).status, (await remove(one)).status]).toEqual([404, 404]);
    expect((await post(one, { administratorId: "x" })).status).toBe(404);
  });

  // @specification 4.credential 5.policy.below-target-system
  it("also check targetsystems_get, and the key of another target system is not found", async () => {
    const { json } = await post(path, { administratorId: "mine" });
    for (const answer of [
      await get(`${path}(${json.key})`, "ben"),
      await post(`${path}(${json.key})`, { administratorId: "x" }, "ben"),
      await remove(`${path}(${json.key})`, "ben"),
    ]) {
      expect([answer.status, answer.json.error.target]).toEqual([403, policyOf.get("targetSystems")]);
    }
    const elsewhere = `/v2/targetSystems('AD2')/credentials(${json.key})`;
    expect([(await get(elsewhere)).status, (await remove(elsewhere)).status]).toEqual([404, 404]);
  });
});
