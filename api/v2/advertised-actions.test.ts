import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { testPublicAddress } from "#test/support/api.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";
import { callerOf } from "#test/support/service.ts";

let api: RequestApi;
const superuser = callerOf({ key: "superuser-of-tests", id: "superuser-of-tests", superuser: true });
const people = ["ada", "bob", "cy", "dan"] as const;
const namespace = "Gatehouse.REST.Models.v2";
const create = { code: "ACUA", targetSystemKey: "T1" };
const dayMs = 24 * 3_600_000;

beforeAll(async () => {
  api = await openRequestApi({
    people,
    targets: { T1: [{ authorizers: ["bob", "cy"], minApprovals: 2 }, { authorizers: ["dan"] }], FREE: [] },
  });
});
afterAll(() => api.close());

const full = { accept: "application/json;odata.metadata=full" };
const read = async (path: string, as: string, headers: Record<string, string> = {}) =>
  (await api.call("GET", path, as, undefined, headers)).json;
const advertised = async (path: string, as: string): Promise<Record<string, unknown>> => {
  const entity = await read(path, as, full);
  const members = Object.entries(entity).filter(([name]) => name.startsWith(`#${namespace}.`));
  return Object.fromEntries(members.map(([name, value]) => [name.slice(namespace.length + 2), value]));
};

/** Calls that bring a request into each state. */
const states: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
  "waiting in phase 1": async () => undefined,
  "half approved": (key) => api.decide("bob", { key }, { phase: 1, decision: "approve" }),
  "waiting in phase 2": async (key) => {
    for (const id of ["bob", "cy"]) await api.decide(id, { key }, { phase: 1, decision: "approve" });
  },
  approved: async (key) => {
    for (const [id, phase] of [
      ["bob", 1],
      ["cy", 1],
      ["dan", 2],
    ] as const)
      await api.decide(id, { key }, { phase, decision: "approve" });
  },
  denied: (key) => api.decide("bob", { key }, { phase: 1, decision: "deny" }),
  cancelled: (key) => api.call("POST", `/v2/requests(${key})/cancel`, "ada"),
  "sent back": (key) => api.call("POST", `/v2/requests(${key})/sendBack`, "cy", { phase: 1, comment: "why?" }),
};

async function requestThatIs(state: string): Promise<string> {
  const { key } = await api.submit([create]);
  await states[state]?.(key);
  return key;
}

/** Body of each action in the open phase. */
const bodies: Readonly<Record<string, (phase: number) => object>> = {
  decide: (phase) => ({ phase, decision: "approve" }),
  unapprove: (phase) => ({ phase }),
  sendBack: (phase) => ({ phase, comment: "why?" }),
  resubmit: () => ({ comment: "because" }),
  ask: () => ({ text: "why?" }),
  comment: () => ({ text: "I see" }),
  cancel: () => ({}),
};

/** Reports whether a call of the action succeeds. */
async function isTaken(key: string, action: string, as: string): Promise<boolean> {
  const phases = await api.store.select("requestPhases", { where: { requestKey: key, state: "open" } });
  const body = bodies[action]?.(phases[0]?.sequence ?? 1) ?? {};
  return (await api.call("POST", `/v2/requests(${key})/${action}`, as, body)).status === 200;
}

describe("the actions of a request under full metadata", () => {
  it.each(Object.keys(states))(
    "are those that each person can take, on one that is %s; the others are left out",
    async (state) => {
      for (const as of people) {
        for (const action of Object.keys(bodies)) {
          const key = await requestThatIs(state);
          const path = `/v2/requests(${key})`;
          if ((await api.call("GET", path, as)).status !== 200) continue;
          const said = (await advertised(path, as))[action];
          const can = { title: action, target: `${testPublicAddress}${path}/${action}` };
          expect([state, as, action, said]).toEqual([
            state,
            as,
            action,
            (await isTaken(key, action, as)) ? can : undefined,
          ]);
        }
      }
    },
  );

  it("are told of each request of a page and of those that are expanded, as of one alone", async () => {
    const keys = [await requestThatIs("waiting in phase 1"), await requestThatIs("denied")];
    const filter = `$filter=${keys.map((key) => `key eq ${key}`).join(" or ")}`;
    const { value } = await read(`/v2/requests?${filter}`, "bob", full);
    const name = `#${namespace}.decide`;
    const found = new Map(value.map((one: Record<string, unknown>) => [one["key"], one[name]]));
    expect(keys.map((key) => found.get(key) !== undefined)).toEqual([true, false]);
    const operations = await read(`/v2/users(${api.keyOf("bob")})`, "bob", full);
    expect(operations).not.toHaveProperty([`#${namespace}.disable`]);
  });

  it("are told below another entity, too", async () => {
    const account = { stableId: "7", longId: "x", shortId: "ada", displayId: "ada", targetSystemKey: "T1" };
    const key = "77777777-0000-4000-8000-000000000007";
    await api.store.transaction(() => api.store.save("accounts", { ...account, key, userKey: api.keyOf("ada") }));
    const { value } = await read("/v2/targetSystems('T1')/accounts", "root", full);
    expect(value).toMatchObject([{ key, [`#${namespace}.resetPassword`]: { title: "resetPassword" } }]);
    expect(value[0]).not.toHaveProperty([`#${namespace}.changePassword`]);
    const user = await read(`/v2/users(${api.keyOf("ada")})?$expand=accounts`, "ada", full);
    expect(user.accounts).toMatchObject([{ [`#${namespace}.changePassword`]: { title: "changePassword" } }]);
  });

  it("are never null, of whatever entity: clients of OData 4.0 cannot read that", async () => {
    for (const set of ["users", "accounts", "requests", "operations", "targetSystems", "clients"]) {
      const { value } = await read(`/v2/${set}?$top=20`, "root", full);
      const nulls = value.flatMap((one: object) =>
        Object.entries(one).filter(([name, said]) => name.startsWith("#") && said === null),
      );
      expect([set, nulls]).toEqual([set, []]);
    }
  });

  it("end with the life of a request", async () => {
    const key = await requestThatIs("waiting in phase 1");
    expect((await advertised(`/v2/requests(${key})`, "bob"))["decide"]).toBeDefined();
    api.clock.advance(31 * dayMs);
    expect((await advertised(`/v2/requests(${key})`, "bob"))["decide"]).toBeUndefined();
  });

  it("are not left to a tag that knows nothing of them", async () => {
    const path = `/v2/requests(${await requestThatIs("waiting in phase 1")})`;
    const { headers } = await api.call("GET", path, "bob", undefined, full);
    const known = { "if-none-match": String(headers["etag"]) };
    expect((await api.call("GET", path, "bob", undefined, known)).status).toBe(304);
    expect((await api.call("GET", path, "bob", undefined, { ...full, ...known })).status).toBe(200);
  });
});

describe("without full metadata", () => {
  it("they are told where $select names them, and left out otherwise", async () => {
    const path = `/v2/requests(${await requestThatIs("waiting in phase 1")})`;
    expect(Object.keys(await read(path, "bob")).filter((name) => name.startsWith("#"))).toEqual([]);
    for (const name of [`${namespace}.decide`, "v2.decide"]) {
      const one = await read(`${path}?$select=number,${name}`, "bob");
      expect(one).toMatchObject({ [`#${namespace}.decide`]: {} });
      expect(Object.keys(one)).not.toContain(`#${namespace}.cancel`);
    }
    const own = await read(`${path}?$select=v2.decide,v2.cancel`, "ada");
    expect(Object.keys(own).filter((name) => name.startsWith("#"))).toEqual([`#${namespace}.cancel`]);
    const bare = await read(`${path}?$select=number,v2.decide`, "bob", {
      accept: "application/json;odata.metadata=none",
    });
    expect(Object.keys(bare)).toEqual(["number"]);
  });
});

describe("policies", () => {
  it("of the installation decide, too", async () => {
    const path = `/v2/requests(${await requestThatIs("waiting in phase 1")})`;
    const name = policyOf.action("requests/cancel");
    await invoke(setPolicy, api.context, superuser, { key: name, expression: "principal.id == 'bob'" });
    expect((await advertised(path, "ada"))["cancel"]).toBeUndefined();
    expect((await advertised(path, "bob"))["cancel"]).toMatchObject({ title: "cancel" });
    await invoke(resetPolicy, api.context, superuser, { key: name });
  });

  it("that no database can answer leave an action out, of which then nothing is said", async () => {
    const path = `/v2/requests(${await requestThatIs("waiting in phase 1")})`;
    const name = policyOf.action("requests/cancel");
    await invoke(setPolicy, api.context, superuser, { key: name, expression: "resource.number.contains('-')" });
    expect(Object.keys(await advertised(path, "ada"))).not.toContain("cancel");
    await invoke(resetPolicy, api.context, superuser, { key: name });
  });
});

describe("the actions of users", () => {
  it("are those that the caller can take on the user as the user is", async () => {
    const of = (id: string, as: string) => advertised(`/v2/users(${api.keyOf(id)})`, as);
    const compared = ["disable", "enable", "issuePasswordLink", "resetPasswords", "claimAccount"];
    const taken = (actions: Record<string, unknown>) => compared.filter((name) => Object.hasOwn(actions, name));
    expect(taken(await of("ada", "ada"))).toEqual(["resetPasswords", "claimAccount"]);
    expect(taken(await of("ada", "root"))).toEqual(["disable", "issuePasswordLink", "resetPasswords"]);
    await api.call("POST", `/v2/users(${api.keyOf("cy")})/disable`, "root");
    expect(taken(await of("cy", "root"))).toContain("enable");
  });
});

it("every set that has actions can be read under full metadata", async () => {
  for (const set of ["requests", "users", "accounts", "operations", "proxyServers", "targetSystems", "webhooks"]) {
    const { status } = await api.call("GET", `/v2/${set}`, "root", undefined, full);
    expect([set, status]).toEqual([set, 200]);
  }
});
