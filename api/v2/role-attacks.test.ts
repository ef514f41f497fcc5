import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { roleEntitlementsMax } from "#domain/role-limits.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const groupKey = "22222222-2222-4222-8222-222222222222";
const adminsKey = "33333333-3333-4333-8333-333333333333";
const strangeKey = "99999999-9999-4999-8999-999999999999";
const people = ["ada", "bob", "cy"];

let api: RequestApi;
let roleKey: string;
let ruleKey: string;
let analysisKey: string;
let runKey: string;
const exceptionKey = "44444444-4444-4444-8444-444444444444";
const violationKey = "55555555-5555-4555-8555-555555555555";

beforeAll(async () => {
  api = await openRequestApi({ people, targets: { T1: [{ authorizers: ["bob"] }], T2: [{ authorizers: ["bob"] }] } });
  await api.store.transaction(async () => {
    for (const [key, shortId] of [
      [groupKey, "sales"],
      [adminsKey, "admins"],
    ] as const)
      await api.store.save("groups", {
        key,
        targetSystemKey: "T1",
        shortId,
        longId: shortId,
        stableId: shortId,
        displayId: shortId,
        managed: true,
      });
  });
  roleKey = await inForce("SALES", { entitlements: [membership(groupKey)] });
  const rule = await root("POST", "/v2/sodRules", {
    id: "PAY",
    parts: [
      { items: [{ itemType: "targetSystem", itemKey: "T1" }] },
      { items: [{ itemType: "targetSystem", itemKey: "T2" }] },
    ],
  });
  ruleKey = String(rule.json.key);
  const analysis = await root("POST", "/v2/analyses", { kind: "mandatoryTarget", input: { targetSystemKey: "T1" } });
  analysisKey = String(analysis.json.key);
  runKey = String((await root("POST", "/v2/enforcementRuns", { kind: "autores" })).json.key);
  await api.store.transaction(async () => {
    await api.store.add("accessExceptions", {
      key: exceptionKey,
      kind: "surplus",
      userKey: api.keyOf("cy"),
      roleKey,
      targetSystemKey: "T1",
      groupKey,
      from: 0,
    });
    await api.store.add("violations", { key: violationKey, ruleKey, userKey: api.keyOf("cy"), items: [], foundAt: 0 });
  });
});
afterAll(() => api.close());

const root = (method: string, path: string, body?: object) => api.call(method, path, "root", body);
const membership = (key: string) => ({ kind: "membership", groupKey: key });

async function inForce(id: string, draft: object): Promise<string> {
  const { status, json } = await root("POST", "/v2/roles", { id, draft });
  expect([status, json.error]).toEqual([201, undefined]);
  const key = String(json.key);
  const authorizationPhases = [{ sequence: 1, authorizers: [{ userKey: api.keyOf("bob") }] }];
  await root("POST", `/v2/roles(${key})/setAuthorizationPhases`, { authorizationPhases });
  const put = await root("POST", `/v2/roles(${key})/putInForce`, { force: true });
  expect([put.status, put.json.error]).toEqual([200, undefined]);
  return key;
}

describe("an ordinary user", () => {
  const writes = (): readonly [string, string, object?][] => [
    ["POST", "/v2/roles", { id: "MINE" }],
    ["PATCH", `/v2/roles(${roleKey})`, { draft: { entitlements: [membership(adminsKey)] } }],
    ["DELETE", `/v2/roles(${roleKey})`],
    ["POST", `/v2/roles(${roleKey})/putInForce`, {}],
    ["POST", `/v2/roles(${roleKey})/retire`, {}],
    ["POST", `/v2/roles(${roleKey})/discardDraft`, {}],
    ["POST", `/v2/roles(${roleKey})/setOwners`, { userKeys: [api.keyOf("ada")] }],
    ["POST", `/v2/roles(${roleKey})/setAuthorizationPhases`, { authorizationPhases: [] }],
    ["POST", `/v2/roles(${roleKey})/assignments`, { userKey: api.keyOf("ada"), because: "named", reason: "I want it" }],
    ["DELETE", `/v2/roles(${roleKey})/assignments(${strangeKey})`],
    ["POST", "/v2/sodRules", { id: "MINE", parts: [] }],
    ["PATCH", `/v2/sodRules(${ruleKey})`, { enabled: false }],
    ["DELETE", `/v2/sodRules(${ruleKey})`],
    ["POST", `/v2/sodRules(${ruleKey})/setAuthorizationPhases`, { authorizationPhases: [] }],
    ["POST", "/v2/analyses", { kind: "mandatoryTarget", input: { targetSystemKey: "T1" } }],
    ["POST", `/v2/analyses(${analysisKey})/stop`, {}],
    ["POST", `/v2/analyses(${analysisKey})/compare`, {}],
    ["POST", `/v2/roleSuggestions(${strangeKey})/draft`, { id: "MINE" }],
    ["POST", "/v2/enforcementRuns", { kind: "autores" }],
    ["POST", "/v2/enforcementRuns/report", { kind: "autores" }],
    ["POST", `/v2/enforcementRuns(${runKey})/pause`, {}],
    ["POST", `/v2/enforcementRuns(${runKey})/stop`, {}],
    ["POST", `/v2/enforcementRuns(${runKey})/confirm`, {}],
    ["POST", `/v2/accessExceptions(${exceptionKey})/end`, { reason: "not mine" }],
  ];

  it("changes nothing of roles, rules, runs and analyses", async () => {
    for (const [method, path, body] of writes()) {
      const { status, json } = await api.call(method, path, "ada", body);
      expect([method, path, status, json.error?.code]).toEqual([method, path, 403, "FORBIDDEN"]);
    }
    expect(await api.store.get("roles", roleKey)).toMatchObject({ state: "inForce" });
    expect(await api.store.get("sodRules", ruleKey)).toMatchObject({ enabled: true });
  });

  it("and a stranger even less", async () => {
    for (const [method, path, body] of writes()) {
      const { status } = await api.send(method, path, body && { body });
      expect([method, path, status]).toEqual([method, path, 401]);
    }
  });

  it("reads nothing of what others have, by whichever way", async () => {
    const paths = [
      `/v2/roles(${roleKey})`,
      `/v2/roles(${roleKey})/memberships`,
      `/v2/roles(${roleKey})/assignments`,
      `/v2/roles(${roleKey})/owners`,
      `/v2/roles(${roleKey})/versions`,
      `/v2/roles(${roleKey})/entitlements`,
      `/v2/analyses(${analysisKey})`,
      `/v2/analyses(${analysisKey})/rows`,
      `/v2/analyses(${analysisKey})/suggestions`,
      `/v2/enforcementRuns(${runKey})`,
      `/v2/enforcementRuns(${runKey})/items`,
      `/v2/accessExceptions(${exceptionKey})`,
      `/v2/violations(${violationKey})`,
      `/v2/violations(${violationKey})/rule`,
      `/v2/violations(${violationKey})/person`,
      `/v2/users(${api.keyOf("cy")})/roles`,
    ];
    for (const path of paths) {
      const { status } = await api.call("GET", path, "ada");
      expect([path, status]).toEqual([path, 403]);
    }
    const lists = [
      "/v2/roles",
      "/v2/sodRules",
      "/v2/analyses",
      "/v2/roleSuggestions",
      "/v2/enforcementRuns",
      "/v2/accessExceptions",
      "/v2/violations",
      `/v2/accessExceptions?$filter=userKey eq ${api.keyOf("cy")}`,
      "/v2/accessExceptions?$filter=person/id eq 'cy'",
      "/v2/violations?$filter=person/id eq 'cy'",
      "/v2/violations?$expand=person,rule",
      "/v2/roles?$filter=memberships/any(m:m/userKey ne null)",
      "/v2/roles?$count=true&$top=0",
    ];
    for (const path of lists) {
      const { status, json } = await api.call("GET", path, "ada");
      const rows = json.value?.length ?? 0;
      expect([path, [200, 403].includes(status), rows, json["@odata.count"] ?? 0]).toEqual([path, true, 0, 0]);
    }
  });
});

describe("the worst inputs", () => {
  const long = "x".repeat(900_000);
  const nested = `${"(".repeat(900)}id eq 'a'${")".repeat(900)}`;
  const bodies: readonly [string, () => object][] = [
    ["a name of a megabyte", () => ({ id: long })],
    ["a description of a megabyte", () => ({ id: "BIG", draft: { description: long } })],
    ["a condition of a megabyte", () => ({ id: "BIG", draft: { condition: long } })],
    [
      "an attribute of a megabyte",
      () => ({
        id: "BIG",
        draft: { entitlements: [{ kind: "account", targetSystemKey: "T1", attributes: { title: long } }] },
      }),
    ],
    [
      "too many entitlements",
      () => ({
        id: "BIG",
        draft: { entitlements: Array.from({ length: roleEntitlementsMax + 1 }, () => membership(groupKey)) },
      }),
    ],
    ["a zero byte in its name", () => ({ id: "A\u0000B" })],
    ["a lone surrogate", () => ({ id: "A\uD800" })],
    ["a name with a blank at its end", () => ({ id: "SALES " })],
    ["no object", () => ({ id: "BIG", draft: [] })],
  ];

  it.each(bodies)("%s are refused, and leave nothing", async (_what, body) => {
    const before = await api.store.count("roles");
    const { status, json } = await root("POST", "/v2/roles", body());
    expect([status, json.error?.code]).toEqual([400, expect.stringMatching(/^(INPUT|BODY)_INVALID$/)]);
    expect(JSON.stringify(json).length).toBeLessThan(10_000);
    expect(await api.store.count("roles")).toBe(before);
  });

  it.each<[string, string]>([
    ["parentheses without end", nested],
    ["a chain of denials", `${"not ".repeat(400)}true`],
    ["as many terms as there is room for", Array.from({ length: 120 }, (_, index) => `id eq '${index}'`).join(" or ")],
    ["lists", `id in (${Array.from({ length: 300 }, (_, index) => `'${index}'`).join(",")})`],
    ["nested relations", "accounts/any(a:a/user/accounts/any(b:b/user/accounts/any(c:c/user/id eq 'x')))"],
    ["no condition", "'); DROP TABLE roles; --"],
    ["its own members by the owner of an account", "accounts/any(a:a/user/roles/any(r:r/id eq 'SELF'))"],
  ])(
    "a condition of %s comes in force or is refused, and people are compared all the same",
    async (_what, condition) => {
      const { json } = await root("POST", "/v2/roles", { id: "WORST", draft: { condition } });
      const key = String(json.key);
      const put = await root("POST", `/v2/roles(${key})/putInForce`, { force: true });
      expect([200, 400]).toContain(put.status);
      const report = await root("POST", "/v2/enforcementRuns/report", { kind: "autores" });
      expect(report.status).toBe(200);
      if (put.status === 200) await root("POST", `/v2/roles(${key})/retire`, {});
      expect((await root("DELETE", `/v2/roles(${key})`)).status).toBe(204);
    },
  );

  it.each([
    "/v2/roles?$filter=" + "(".repeat(300) + "id eq 'a'" + ")".repeat(300),
    "/v2/roles?$filter=draft/condition eq 'x'",
    "/v2/roles?$filter=entitlements/any(e:e/group/members/any(m:m/user/roles/any(r:r/id eq 'SALES')))",
    "/v2/roles?$expand=members($expand=roles($expand=members($expand=roles)))",
    "/v2/sodRules?$filter=parts/any(p:p/items/any(i:i/itemKey eq 'T1'))",
    "/v2/analyses?$filter=contains(input,'T1')",
    "/v2/violations?$filter=items/any(i:i/part eq 1)",
    "/v2/enforcementRuns?$orderby=largeRemovals",
    `/v2/roles(${"x".repeat(3000)})`,
    "/v2/roles('%00')",
    "/v2/roles(null)",
  ])("the address %s is answered without an error of the service", async (path) => {
    const { status } = await root("GET", path);
    // What OData offers and the service does not is 501.
    expect(status === 501 || status < 500).toBe(true);
  });
});

describe("the end of an assignment", () => {
  const assign = (until: unknown) =>
    root("POST", `/v2/roles(${roleKey})/assignments`, {
      userKey: api.keyOf("cy"),
      because: "excluded",
      reason: "abroad",
      until,
    });

  it.each([
    "2099-01-31",
    "2099-01-31T00:00:00",
    "tomorrow",
    "2099-02-30T00:00:00Z",
    4102444800000,
    "+292278994-08-17T07:12:55Z",
  ])("is no moment as %s", async (until) => {
    expect((await assign(until)).status).toBe(400);
  });

  it("is the same moment in every time zone", async () => {
    const { status, json } = await assign("2099-01-31T01:00:00+02:00");
    expect([status, json.until]).toEqual([201, "2099-01-30T23:00:00.000Z"]);
    await root("DELETE", `/v2/roles(${roleKey})/assignments(${String(json.key)})`);
  });
});

describe("two at once", () => {
  it.each([
    ["roles", { id: "TWIN" }],
    [
      "sodRules",
      {
        id: "TWIN",
        parts: [
          { items: [{ itemType: "targetSystem", itemKey: "T1" }] },
          { items: [{ itemType: "targetSystem", itemKey: "T2" }] },
        ],
      },
    ],
  ])("add one of %s with the same name, and one is told so", async (set, body) => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => root("POST", `/v2/${set}`, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  it("change a draft, and nothing of either is lost halfway", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        root("PATCH", `/v2/roles(${roleKey})`, { draft: { comment: `by ${index}` } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const versions = await api.store.select("roleVersions", { where: { roleKey, state: "draft" } });
    expect(versions).toHaveLength(1);
    await root("POST", `/v2/roles(${roleKey})/discardDraft`, {});
  });

  it("put roles in force that contain each other, and one is refused", async () => {
    const first = await inForce("FIRST", {});
    const second = await inForce("SECOND", {});
    await root("PATCH", `/v2/roles(${first})`, { draft: { entitlements: [{ kind: "role", roleKey: second }] } });
    await root("PATCH", `/v2/roles(${second})`, { draft: { entitlements: [{ kind: "role", roleKey: first }] } });
    const answers = await Promise.all([first, second].map((key) => root("POST", `/v2/roles(${key})/putInForce`, {})));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});

describe("an owner of a role", () => {
  beforeAll(async () => {
    await root("POST", `/v2/roles(${roleKey})/setOwners`, { userKeys: [api.keyOf("ada")] });
  });

  it("adds a group of superusers to the draft alone, and makes neither themselves nor anybody a member", async () => {
    const as = (method: string, path: string, body?: object) => api.call(method, path, "ada", body);
    expect(
      (
        await as("PATCH", `/v2/roles(${roleKey})`, {
          draft: { entitlements: [membership(groupKey), membership(adminsKey)] },
        })
      ).status,
    ).toBe(204);
    const content = await api.store.select("roleEntitlements", { where: { roleKey } });
    expect(content.map((one) => one.groupKey)).toEqual([groupKey]);
    const before = await api.store.get("roles", roleKey);
    for (const body of [
      { id: "RENAMED" },
      { state: "draft" },
      { condition: "true" },
      { number: 2 },
      { surplus: "none" },
    ])
      await as("PATCH", `/v2/roles(${roleKey})`, body);
    const { id, state, condition, number, surplus } = before ?? {};
    expect(await api.store.get("roles", roleKey)).toMatchObject({ id, state, condition, number, surplus });
    for (const [method, path, body] of [
      ["POST", `/v2/roles(${roleKey})/putInForce`, {}],
      ["POST", `/v2/roles(${roleKey})/setOwners`, { userKeys: [] }],
      ["POST", `/v2/roles(${roleKey})/setAuthorizationPhases`, { authorizationPhases: [] }],
      ["POST", `/v2/roles(${roleKey})/assignments`, { userKey: api.keyOf("ada"), because: "named", reason: "x" }],
      ["POST", "/v2/analyses", { kind: "roleVersion", input: { roleKey } }],
    ] as const)
      expect([path, (await as(method, path, body)).status]).toEqual([path, 403]);
    expect((await as("POST", `/v2/roles(${roleKey})/discardDraft`, {})).status).toBe(200);
  });
});

describe("a holder of a role", () => {
  beforeAll(async () => {
    await root("PATCH", `/v2/roles(${roleKey})`, { draft: { comment: "secret plan" } });
    await api.store.transaction(async () => {
      for (const id of ["bob", "cy"])
        await api.store.add("roleMembers", { key: `${id} member`, roleKey, userKey: api.keyOf(id) });
      await api.store.save("accessExceptions", {
        key: strangeKey,
        kind: "surplus",
        userKey: api.keyOf("bob"),
        roleKey,
        from: 0,
      });
    });
  });

  it("sees that they have it, and neither who else has it nor what is prepared", async () => {
    const own = `/v2/users(${api.keyOf("bob")})/roles`;
    const { status, json } = await api.call("GET", own, "bob");
    expect(status).toBe(200);
    expect(json.value).toMatchObject([{ id: "SALES", draft: null }]);
    const exception = `/v2/accessExceptions(${strangeKey})`;
    for (const part of ["memberships", "assignments", "versions", "entitlements", "containedIn"]) {
      const [role] = (await api.call("GET", `${own}?$expand=${part}`, "bob")).json.value;
      expect([part, role[part]]).toEqual([part, []]);
      const { role: by } = (await api.call("GET", `${exception}?$expand=role($expand=${part})`, "bob")).json;
      expect([part, by.draft, by[part]]).toEqual([part, null, []]);
      for (const path of [`${own}(${roleKey})/${part}`, `${exception}/role/${part}`])
        expect([path, (await api.call("GET", path, "bob")).json.value]).toEqual([path, []]);
    }
    const found = await api.call(
      "GET",
      `/v2/users?$filter=roles/any(r:r/memberships/any(m:m/userKey eq ${api.keyOf("cy")}))`,
      "bob",
    );
    expect(found.json.value ?? []).toEqual([]);
    // Superusers see all of it.
    const whole = (await root("GET", `/v2/roles(${roleKey})?$expand=memberships,versions`)).json;
    expect(whole).toMatchObject({ draft: { comment: "secret plan" }, memberships: [{}, {}] });
  });
});

describe("an exception", () => {
  const until = "2099-01-01T00:00:00Z";
  const ask = (operation: object) =>
    api.call("POST", "/v2/requests", "ada", { recipientKey: api.keyOf("ada"), operations: [operation] });

  it("is asked for of the role that contains the access, whose people decide, and of no other", async () => {
    const of = { roleKey, targetSystemKey: "T1", until };
    for (const code of ["AESUR", "AEDEF"]) {
      const { status, json } = await ask({ code, ...of, groupKey: adminsKey });
      expect([status, json.error?.code, json.error?.target]).toEqual([
        400,
        "OPERATION_FIELD_UNFIT",
        "operations/0/groupKey",
      ]);
      const account = await ask({ code, ...of });
      expect([account.status, account.json.error?.target]).toEqual([400, "operations/0/targetSystemKey"]);
      expect((await ask({ code, ...of, groupKey })).status).toBe(202);
    }
  });
});
