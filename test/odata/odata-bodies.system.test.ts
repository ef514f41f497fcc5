import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { systemIds } from "#platform/ids.ts";
import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

const root = `${testPublicAddress}/v2`;
const named = (type: string) => `#Gatehouse.REST.Models.v2.${type}`;
let api: TestApi;
let [ada, ben]: (string | undefined)[] = [];
const [account, group] = [systemIds.guid(), systemIds.guid()];
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, {
    people: ["ada", "ben"],
    targets: { T1: [] },
    capabilities: ["unlock", "enable", "disable", "update", "create"],
  });
  [ada, ben] = [people["ada"]?.key, people["ben"]?.key];
  const ids = { stableId: "1", longId: "one", shortId: "one", displayId: "One" };
  await api.store.transaction(async () => {
    await api.store.save("accounts", { key: account, targetSystemKey: "T1", ...ids, userKey: ada ?? "" });
    await api.store.save("groups", { key: group, targetSystemKey: "T1", ...ids, managed: true });
  });
});
afterAll(() => api.close());

const get = (path: string, accept = "application/json") => api.send("GET", path, { as: "root", headers: { accept } });
const send = (method: string, path: string, body: unknown) => api.send(method, path, { as: "root", body });
const codesOf = async (location: unknown) => {
  const [row] = await api.store.select("requestOperations", { where: { key: String(location).slice(-37, -1) } });
  const siblings = await api.store.select("requestOperations", { where: { requestKey: row?.requestKey ?? "" } });
  return siblings.map(({ code }) => code);
};

describe("an entity that is read, changed and sent back whole", () => {
  const resources: readonly (readonly [name: string, path: () => Promise<string> | string, change: object])[] = [
    ["a target group", () => "/v2/targetGroups('DEFAULT')", { description: "changed" }],
    ["a target system", () => targetWithPhases(), { description: "changed", allowPasswordVerify: false }],
    ["an option", () => "/v2/targetSystems('T1')/options('allowClaimAccounts')", { value: true }],
    ["a credential", () => added("/v2/targetSystems('T1')/credentials", { administratorId: "a" }), { useOrder: 3 }],
    [
      "an attribute definition",
      () => added("/v2/targetSystems('T1')/attributeDefinitions", definition()),
      { sequence: 4 },
    ],
    ["a password policy", () => "/v2/passwordPolicies('DEFAULT')", { description: "changed" }],
    ["an import rule", () => added("/v2/importRules", rule), { description: "changed" }],
    ["a webhook", () => added("/v2/webhooks", { url: "https://portal.example/events" }), { description: "changed" }],
  ];

  async function targetWithPhases(): Promise<string> {
    const authorizers = [{ userKey: ada, veto: true }, { userClass: "_EXPLICIT_REST_API_USERS_" }];
    const path = "/v2/targetSystems('T1')";
    expect((await send("PATCH", path, { authorizationPhases: [{ sequence: 1, authorizers }] })).status).toBe(204);
    return path;
  }

  async function added(path: string, body: object): Promise<string> {
    const { headers, text } = await send("POST", path, body);
    expect([text, headers["location"]]).toEqual([text, expect.stringContaining(root)]);
    return new URL(String(headers["location"])).pathname;
  }

  let count = 0;
  const definition = () => ({
    attribute: `mail${++count}`,
    discoveredObjectType: "user",
    type: "string",
    actionOnCreate: "set",
    actionOnUpdate: "set",
    mappedAttribute: "mail",
  });
  const rule = { objectType: "managedAccount", sequence: 1, condition: "true", action: "unbind" };

  it.each(
    resources.flatMap(([name, path, change]) =>
      ["minimal", "full", "none"].map((metadata) => ({ name, path, change, metadata })),
    ),
  )("$name, with metadata=$metadata", async ({ path, change, metadata }) => {
    const at = await path();
    const { json } = await get(at, `application/json;odata.metadata=${metadata}`);
    const sent = await send("PATCH", at, { ...json, ...change });
    expect([sent.status, sent.text]).toEqual([204, ""]);
    const after = (await get(at)).json;
    expect(after).toMatchObject(change);
    const { "@odata.etag": tag, lastUpdatedModule: module, lastUpdatedNode: node, lastChanged: changed } = after;
    const own = Object.entries(json as object).filter(([field]) => !field.includes("@") && !field.startsWith("#"));
    const expected = { ...Object.fromEntries(own), ...change, lastUpdatedModule: module, lastUpdatedNode: node };
    expect({ ...after, "@odata.context": "", "@odata.etag": tag }).toMatchObject(
      JSON.parse(
        JSON.stringify({ ...expected, ...(changed === undefined ? {} : { lastChanged: changed }) }),
        (key, value: unknown) => (key.includes("@") ? undefined : value),
      ),
    );
  });

  it("an account is changed only where it differs, and not asked of its target for what it is already", async () => {
    const path = `/v2/accounts(${account})`;
    const { json } = await get(path);
    const given = await send("PATCH", path, { ...json, userKey: ben });
    expect([given.status, (await get(path)).json.userKey]).toEqual([204, ben]);
    const disabled = await send("PATCH", path, { ...json, userKey: ben, enabled: false });
    expect([disabled.status, await codesOf(disabled.headers["location"])]).toEqual([202, ["DNAU"]]);
    expect((await send("PATCH", path, json)).status).toBe(204);
    const alone = await send("PATCH", path, { enabled: true });
    expect([alone.status, await codesOf(alone.headers["location"])]).toEqual([202, ["ENAU"]]);
  });

  it("an account that is locked can be sent back, but not be locked", async () => {
    const path = `/v2/accounts(${account})`;
    const { json } = await get(path);
    const refused = await send("PATCH", path, { ...json, locked: true });
    expect([refused.status, refused.json.error.target]).toEqual([400, "locked"]);
    await api.store.transaction(() => api.store.save("accounts", { key: account, locked: true }));
    const locked = (await get(path)).json;
    expect((await send("PATCH", path, { ...locked, userKey: null })).status).toBe(204);
    const unlocked = await send("PATCH", path, { ...locked, userKey: null, locked: false });
    expect([unlocked.status, await codesOf(unlocked.headers["location"])]).toEqual([202, ["UNLK"]]);
  });

  it("a group with attributes is changed on its target, one without not at all", async () => {
    const path = `/v2/groups(${group})`;
    const { json } = await get(path);
    expect((await send("PATCH", path, json)).status).toBe(204);
    const changed = await send("PATCH", path, { ...json, attributes: { description: "x" } });
    expect([changed.status, await codesOf(changed.headers["location"])]).toEqual([202, ["UPDG"]]);
    expect((await send("PATCH", path, { asRead: true })).json.error.target).toBe("asRead");
  });

  it("the key, fixed and read-only properties of a PATCH are ignored; what is unknown is not", async () => {
    const path = "/v2/targetGroups('DEFAULT')";
    const before = (await get(path)).json;
    expect((await send("PATCH", path, { id: "OTHER", lastUpdatedNode: 5 })).status).toBe(204);
    expect((await get(path)).json).toEqual(before);
    const unknown = await send("PATCH", path, { id: "OTHER", colour: "red" });
    expect([unknown.status, unknown.json.error.details]).toMatchObject([400, [{ code: "FIELD_UNKNOWN" }]]);
  });
});

describe("the attributes of an account and of a group, as $metadata has them", () => {
  const mail = ["a@example.test", "b@example.test"];
  beforeAll(() =>
    api.store.transaction(async () => {
      const rows = [
        ["mail", 1, mail[1]],
        ["mail", 0, mail[0]],
        ["displayName", 0, "One"],
      ] as const;
      for (const [name, sequence, value = ""] of rows) {
        const row = { name, sequence, value };
        await api.store.save("accountAttributes", { key: systemIds.guid(), accountKey: account, ...row });
        await api.store.save("groupAttributes", { key: systemIds.guid(), groupKey: group, ...row });
      }
    }),
  );

  const attributesOf = async ({ status, text, headers }: TestAnswer) => {
    expect([status, text]).toEqual([202, text]);
    const key = String(headers["location"]).slice(-37, -1);
    const [row] = await api.store.select("requestOperations", { where: { key } });
    return row?.attributes;
  };

  it("are a property of an open type, which POST takes", async () => {
    const { json } = await api.send("GET", "/v2/$metadata?$format=json");
    const schema = json["Gatehouse.REST.Models.v2"];
    for (const [type, set] of [
      ["Account", "accounts"],
      ["Group", "groups"],
    ] as const) {
      expect(schema[type].attributeValues).toMatchObject({
        $Type: named("TargetAttributes").slice(1),
        $Nullable: true,
      });
      const { NonInsertableProperties: not } = schema.Container[set]["@Org.OData.Capabilities.V1.InsertRestrictions"];
      expect(not).not.toContain("attributeValues");
    }
    expect(schema.TargetAttributes.$OpenType).toBe(true);
    const attributeValues = { "@odata.type": named("TargetAttributes"), mail, displayName: "New" };
    const body = { targetSystemKey: "T1", shortId: "new", attributeValues };
    const made = await attributesOf(await send("POST", "/v2/accounts", body));
    expect(made).toMatchObject({ mail, displayName: ["New"] });
    expect(await attributesOf(await send("POST", "/v2/groups", body))).toMatchObject({ mail, displayName: ["New"] });
  });

  it("come out together where $select or an address names them, and not else", async () => {
    const expected = { displayName: ["One"], mail };
    for (const path of [`/v2/accounts(${account})`, `/v2/groups(${group})`]) {
      expect((await get(path)).json).not.toHaveProperty("attributeValues");
      const { json } = await get(`${path}?$select=shortId,attributeValues`);
      expect(json).toMatchObject({ shortId: "one", attributeValues: expected });
      expect((await get(`${path}/attributeValues`)).json).toMatchObject(expected);
      expect((await get(`${path}?$select=*`)).json).not.toHaveProperty("attributeValues");
      expect((await get(`${path}?$select=attributeValues/mail`)).json.attributeValues).toEqual({ mail });
    }
    const { json } = await get(`/v2/targetSystems('T1')?$expand=accounts($select=key,attributeValues)`);
    expect(json.accounts).toMatchObject([{ key: account, attributeValues: expected }]);
    const page = await get(`/v2/accounts?$select=attributeValues&$expand=attributes($top=1)`);
    expect(page.json.value[0]).toMatchObject({ attributeValues: expected });
    expect(page.json.value[0].attributes).toHaveLength(1);
  });

  it("ask the policies of the navigation from which they are gathered", async () => {
    const [carl] = [await api.addUser("carl")];
    await api.store.transaction(() => api.store.save("accounts", { key: account, userKey: carl.key }));
    const path = `/v2/users(${carl.key})/accounts?$select=attributeValues`;
    const { status, json } = await api.send("GET", path, { as: "carl" });
    expect([status, json.error?.code]).toEqual([403, "FORBIDDEN"]);
    await api.store.transaction(() => api.store.save("accounts", { key: account, userKey: ada ?? "" }));
  });

  it("are changed where they differ when the entity is sent back, and never given under two names", async () => {
    const path = `/v2/accounts(${account})`;
    const { json } = await get(`${path}?$select=key,shortId,attributeValues`);
    expect((await send("PATCH", path, json)).status).toBe(204);
    const changed = { ...json, attributeValues: { ...json.attributeValues, mail: "c@example.test" } };
    expect(await attributesOf(await send("PATCH", path, changed))).toEqual({ mail: ["c@example.test"] });
    expect((await send("PATCH", path, { ...json, attributeValues: null })).status).toBe(204);
    const twice = await send("PATCH", path, { attributeValues: { a: 1 }, attributes: { a: 1 } });
    expect([twice.status, twice.json.error.target]).toEqual([400, "attributes"]);
    const secret = await send("PATCH", path, { attributeValues: { userPassword: "x" } });
    expect([secret.status, secret.json.error.target]).toEqual([400, "attributeValues"]);
  });
});

describe("the operations of a new request", () => {
  it("are taken as the entities that they become, with what only the service writes left out", async () => {
    const operation = {
      "@odata.type": named("RequestOperation"),
      key: systemIds.guid(),
      sequence: 7,
      result: "S",
      code: "ACUA",
      targetSystemKey: "T1",
      attributes: { shortId: "sent" },
    };
    const answer = await send("POST", "/v2/requests", { recipientKey: ada, operations: [operation] });
    expect([answer.status, answer.text]).toEqual([202, answer.text]);
    expect(answer.json["@odata.context"]).toBe(`${root}/$metadata#requests/$entity`);
    const { json } = await get(`/v2/requests(${answer.json.key})/operations`);
    expect(json.value).toMatchObject([{ code: "ACUA", sequence: 1, result: null, attributes: { shortId: ["sent"] } }]);
  });
});

describe("a reference in a body", () => {
  const body = { targetSystemKey: "T1", shortId: "new" };
  const recipient = async ({ status, text, headers }: TestAnswer) => {
    expect([status, text]).toEqual([202, text]);
    const [operation] = await api.store.select("requestOperations", {
      where: { key: String(headers["location"]).slice(-37, -1) },
    });
    const request = await api.store.get("reqbatch", operation?.requestKey ?? "");
    return request?.recipientKey;
  };

  it.each<readonly [string, (key: string) => object]>([
    ["with the whole address", (key) => ({ "user@odata.bind": `${root}/users(${key})` })],
    ["with a path", (key) => ({ "user@odata.bind": `/v2/users(${key})` })],
    ["relative to the service", (key) => ({ "user@odata.bind": `users(${key})` })],
    ["with a key in quotes", (key) => ({ "user@odata.bind": `users('${key}')` })],
    ["without the prefix", (key) => ({ "user@bind": `users(key=${key})` })],
    ["as OData 4.01 writes it", (key) => ({ user: { "@id": `users(${key})` } })],
    ["as OData 4.01 writes it with the prefix", (key) => ({ user: { "@odata.id": `users(${key})` } })],
    ["beside the property that it sets", (key) => ({ "user@odata.bind": `users(${key})`, userKey: key })],
  ])("%s gives a new account to that user", async (_, part) => {
    expect(await recipient(await send("POST", "/v2/accounts", { ...body, ...part(String(ada)) }))).toBe(ada);
  });

  it("sets a property of a string key, and takes an account from its owner", async () => {
    const made = await send("POST", "/v2/targetGroups", {
      id: "BOUND",
      "passwordPolicy@odata.bind": "passwordPolicies('PAM_DEFAULT')",
    });
    expect([made.status, made.json.passwordPolicyId]).toEqual([201, "PAM_DEFAULT"]);
    const path = "/v2/targetSystems('T1')";
    expect((await send("PATCH", path, { "targetGroupDetails@odata.bind": "targetGroups('BOUND')" })).status).toBe(204);
    expect((await get(path)).json.targetGroup).toBe("BOUND");
    expect((await send("PATCH", `/v2/accounts(${account})`, { "user@odata.bind": null })).status).toBe(204);
    expect((await get(`/v2/accounts(${account})`)).json.userKey).toBe(null);
  });

  it.each([
    [{ "user@odata.bind": "groups('x')" }, "user@odata.bind", "must be the address of one entity of 'users'"],
    [{ "user@odata.bind": "users" }, "user@odata.bind", "must be the address"],
    [{ "user@odata.bind": "users('x')" }, "user@odata.bind", "must be the address"],
    [{ "user@odata.bind": "https://elsewhere.example/v2/users('x')" }, "user@odata.bind", "must be the address"],
    [{ "user@odata.bind": 5 }, "user@odata.bind", "must be the address"],
    [{ "user@odata.bind": ["users('x')"] }, "user@odata.bind", "must be the address"],
    [{ "usr@odata.bind": "users('x')" }, "usr@odata.bind", "Did you mean 'user'?"],
    [{ "attributes@odata.bind": [] }, "attributes@odata.bind", "cannot be set by a reference"],
    [{ "targetSystem@odata.bind": "targetSystems('T2')" }, "targetSystem", "Give one of the two"],
    [{ "attributes@odata.delta": [] }, "attributes@odata.delta", "is not supported here"],
    [{ attributes: { "x@odata.bind": "users('x')" } }, "attributes.x@odata.bind", "means nothing here"],
  ])("%j is refused in words, and nothing is made", async (part, target, words) => {
    const before = await api.store.count("reqbatch");
    const { status, json } = await send("POST", "/v2/accounts", { ...body, ...part });
    expect([status, json.error.code, json.error.target]).toEqual([400, "INPUT_INVALID", target]);
    expect(json.error.message).toContain(words);
    expect(await api.store.count("reqbatch")).toBe(before);
  });

  it("to what only POST sets is refused in a PATCH, as to what nobody sets", async () => {
    const path = `/v2/accounts(${account})`;
    const { status, json } = await send("PATCH", path, { "targetSystem@odata.bind": "targetSystems('T1')" });
    expect([status, json.error.message]).toEqual([400, expect.stringContaining("cannot be changed")]);
  });
});

describe("a type that a body names", () => {
  const phase = { sequence: 1, minApprovals: 0, "@odata.type": named("AuthorizationPhase") };
  const authorizer = { userKey: "x", "@odata.type": named("Authorizer") };

  it.each<readonly [string, object]>([
    ["of the entity", { "@odata.type": named("TargetSystem") }],
    ["by its alias", { "@odata.type": "#v2.TargetSystem" }],
    ["behind the address of $metadata", { "@odata.type": `${root}/$metadata${named("TargetSystem")}` }],
    ["without the prefix", { "@type": named("TargetSystem") }],
    ["of a complex value", { address: { "@odata.type": named("TargetSystemAddress"), file: "x" } }],
    ["of a value inside one", { address: { file: "x", inner: { "@odata.type": "#Edm.Untyped" } } }],
    ["of parts of a list", { authorizationPhases: [phase] }],
    ["of properties", { "enabled@odata.type": "#Boolean", "proxyServers@odata.type": "#Collection(String)" }],
    ["of a property, with its namespace", { "mode@odata.type": "#Edm.String", "id@odata.type": "#String" }],
    [
      "of properties that are complex",
      { "authorizationPhases@odata.type": `#Collection(${named("AuthorizationPhase").slice(1)})` },
    ],
    ["and annotations that nobody knows", { "@my.note": 1, "mode@my.note": { "@x.y": 1 }, "@odata.editLink": "x" }],
  ])("%s is taken where it is so", async (_, part) => {
    const { status, text } = await send("PATCH", "/v2/targetSystems('T1')", part);
    expect([status, text]).toEqual([204, ""]);
    expect((await get("/v2/targetSystems('T1')")).text).not.toMatch(/"inner":\{[^}]/);
  });

  it.each<readonly [object, string, string]>([
    [{ "@odata.type": named("Account") }, "@odata.type", named("TargetSystem")],
    [{ "@odata.type": "#Nothing" }, "@odata.type", named("TargetSystem")],
    [{ "@odata.type": 5 }, "@odata.type", "must be a text"],
    [{ address: { "@odata.type": named("Account") } }, "address.@odata.type", named("TargetSystemAddress")],
    [{ address: { a: { "@odata.type": "#No.Such" } } }, "address.a.@odata.type", "there is no type 'No.Such'"],
    [
      { authorizationPhases: [{ ...phase, authorizers: [{ ...authorizer, "@odata.type": named("User") }] }] },
      "authorizationPhases.0.authorizers.0.@odata.type",
      named("Authorizer"),
    ],
    [{ "enabled@odata.type": "#String" }, "enabled@odata.type", "#Boolean"],
    [{ "proxyServers@odata.type": "#String" }, "proxyServers@odata.type", "#Collection(String)"],
  ])("%j is refused where it is not so, at every depth", async (part, target, words) => {
    const { status, json } = await send("PATCH", "/v2/targetSystems('T1')", part);
    expect([status, json.error.code, json.error.target]).toEqual([400, "INPUT_INVALID", target]);
    expect(json.error.message).toContain(words);
  });

  it("may be one that is derived from the type of the set, where entities are of it", async () => {
    await api.letIn({ key: ada ?? "", id: "ada" });
    const question = { "@odata.type": named("Question"), question: "Pet?", answer: "rex" };
    expect((await send("POST", `/v2/users(${ada})/credentials`, question)).status).toBe(201);
  });
});
