import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { tables, type TableName } from "#store/tables.ts";
import { authorizeBy, openCheckoutRoom } from "#test/support/checkout-room.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({
    people: ["ada", "bob", "cy", "dan"],
    classes: { _TEAM_: ["cy", "dan"] },
    targets: { T1: [{ authorizers: ["bob", "cy"] }], T2: [{ authorizers: ["dan"] }], FREE: [] },
  });
});
afterAll(() => api.close());

const user = (id: string) => `user('${api.keyOf(id)}')`;
const keys = (...ids: string[]) => ids.map((id) => api.keyOf(id)).toSorted();
const simulate = (body: object, as = "root") => api.call("POST", "/v2/simulations", as, body);
const ofT1 = (...rules: string[]) => ({
  resourceType: "targetSystem",
  resourceKey: "T1",
  phases: rules.map((rule, index) => ({
    sequence: index + 1,
    rule,
  })),
});

/** Decision of each approver in a request, in any phase in which they are asked. */
type Said = Readonly<Record<string, "approve" | "deny" | "abstain">>;
const past: readonly Said[] = [
  { bob: "approve" },
  { cy: "approve" },
  { bob: "deny" },
  { cy: "deny" },
  {},
  { bob: "abstain", cy: "approve" },
];

/** Submits requests on T1, and lets each approver decide wherever they are asked. */
async function live(all: readonly Said[]): Promise<readonly string[]> {
  const made: string[] = [];
  for (const said of all) {
    api.clock.advance(1000);
    const { key } = await api.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
    made.push(key);
    for (let phase = 1; phase <= 2; phase++) {
      for (const [id, decision] of Object.entries(said)) {
        const [row] = await api.store.select("requestPhases", { where: { requestKey: key, sequence: phase } });
        const where = { requestPhaseKey: row?.key ?? "", userKey: api.keyOf(id), waits: true };
        if ((await api.store.count("requestAuthorizers", where)) === 1)
          await api.decide(id, { key }, { phase, decision });
      }
    }
  }
  return made;
}

interface Changed {
  readonly requestKey: string;
  readonly was: object;
  readonly would: object;
}

async function counts(): Promise<unknown> {
  const names = Object.keys(tables) as TableName[];
  return Promise.all(names.map(async (name) => [name, await api.store.count(name)]));
}

describe("POST /v2/simulations", () => {
  let made: readonly string[];
  beforeEach(async () => {
    made = await live(past);
  });

  it("tells which of the latest requests would have gone otherwise, and how, and writes nothing", async () => {
    await api.call("GET", "/v2/requests?$top=1", "root");
    const before = await counts();
    const { status, json } = await simulate({ ...ofT1(`any(2, ${user("bob")}, ${user("cy")})`), last: 6 });
    expect([status, json.looked, json.untold]).toEqual([200, 6, 0]);
    expect(await counts()).toEqual(before);
    const changed = new Map(json.changed.map((one: { requestKey: string }) => [one.requestKey, one]));
    expect([...changed.keys()]).toEqual(
      [made[5], made[3], made[2], made[1], made[0]].filter((key) => changed.has(key)),
    );
    const asked = [{ userKeys: keys("bob", "cy") }];
    expect(changed.get(made[0])).toMatchObject({
      was: { authorization: "approved", asked, waitsFor: [] },
      would: { authorization: "waiting", asked, waitsFor: keys("cy") },
    });
    expect(changed.get(made[1])).toMatchObject({ would: { authorization: "waiting", waitsFor: keys("bob") } });
    // No further decision is needed where the request was denied, or open, before; with abstentions there are too few.
    expect(changed.has(made[4])).toBe(false);
    expect(changed.get(made[5])).toMatchObject({
      was: { authorization: "approved" },
      would: { authorization: "denied" },
    });
  });

  it("tells of a rule that is applied then exactly what becomes otherwise", async () => {
    const rules = [`all(any(2, ${user("bob")}, ${user("cy")}), veto(${user("cy")}))`, "any(1, class('_TEAM_'))"];
    const predicted: readonly Changed[] = (await simulate({ ...ofT1(...rules), last: 6 })).json.changed;
    expect(predicted).toHaveLength(3);
    const target = "/v2/targetSystems('T1')";
    const stored = (await api.call("GET", target, "root")).json.authorizationPhases;
    const applied = await api.call("PATCH", target, "root", { authorizationPhases: ofT1(...rules).phases });
    expect(applied.status).toBe(204);
    const again = await live(past);
    // With the active rule nothing changes. With the former rule the predicted requests change, each from its predicted outcome.
    expect((await simulate({ ...ofT1(...rules), last: 6 })).json).toMatchObject({ looked: 6, changed: [] });
    const before = {
      ...ofT1(),
      phases: stored.map(({ sequence, rule }: Record<string, unknown>) => ({ sequence, rule })),
    };
    const back: readonly Changed[] = (await simulate({ ...before, last: 6 })).json.changed;
    expect(back.map(({ requestKey, was }) => [again.indexOf(requestKey), was])).toEqual(
      predicted.map(({ requestKey, would }) => [made.indexOf(requestKey), would]),
    );
    await api.call("PATCH", target, "root", { authorizationPhases: before.phases });
  });

  it("looks at requests for this alone, and leaves phases of other things as they were", async () => {
    api.clock.advance(1000);
    const both = await api.submit([
      { code: "ACUA", targetSystemKey: "T1" },
      { code: "ACUA", targetSystemKey: "T2" },
    ]);
    await api.decide("bob", both, { phase: 1, decision: "approve" });
    const { json } = await simulate({
      ...ofT1(`any(1, ${user("bob")})`, `any(1, ${user("bob")}, ${user("cy")})`),
      last: 1,
    });
    expect(json).toMatchObject({
      looked: 1,
      changed: [
        {
          requestKey: both.key,
          was: { authorization: "waiting", waitsFor: keys("dan") },
          would: {
            authorization: "waiting",
            asked: [{ userKeys: keys("bob") }, { userKeys: keys("bob", "cy") }, { userKeys: keys("dan") }],
            waitsFor: keys("dan"),
          },
        },
      ],
    });
    const nothing = { resourceType: "targetSystem", resourceKey: "FREE", phases: [] };
    expect((await simulate(nothing)).json).toMatchObject({ looked: 0, changed: [] });
  });

  it("tries phases of a managed system policy on the latest requests for passwords under it", async () => {
    const room = await openCheckoutRoom();
    const phases = (id: string) => [{ sequence: 1, rule: `any(1, user('${room.keyOf(id)}'))` }];
    const ofPolicy = (id: string) => ({
      resourceType: "managedSystemPolicy",
      resourceKey: "P",
      phases: phases(id),
    });
    await authorizeBy(room, `any(1, user('${room.keyOf("ben")}'))`);
    const { json: checkout } = await room.ask("ada");
    const { requestKey } = await room.checkout(checkout.key);
    await room.decide("ben", { key: requestKey ?? "" }, { phase: 1, decision: "approve" });
    expect((await room.call("root", "POST", "simulations", ofPolicy("ben"))).json).toMatchObject({
      looked: 1,
      untold: 0,
      changed: [],
    });
    expect((await room.call("root", "POST", "simulations", ofPolicy("cleo"))).json).toMatchObject({
      looked: 1,
      untold: 0,
      changed: [
        {
          requestKey,
          was: { authorization: "approved" },
          would: { authorization: "waiting" },
        },
      ],
    });
    const unknown = await room.call("root", "POST", "simulations", { ...ofPolicy("cleo"), resourceKey: "Q" });
    expect([unknown.status, unknown.json.error.code]).toEqual([400, "MANAGED_SYSTEM_POLICY_UNKNOWN"]);
    await room.close();
  });

  it("refuses what could not be stored, and everybody but superusers", async () => {
    for (const [body, code] of [
      [ofT1("any(2, user('nobody'))"), "TARGET_PHASE_INVALID"],
      [ofT1("some words"), "TARGET_PHASE_INVALID"],
      [{ ...ofT1(`any(1, ${user("bob")})`), last: 0 }, "INPUT_INVALID"],
      [{ ...ofT1(`any(1, ${user("bob")})`), resourceType: "planet" }, "INPUT_INVALID"],
      [{ ...ofT1(`any(1, ${user("bob")})`), resourceKey: "T9" }, "TARGET_UNKNOWN"],
      [{ ...ofT1(`any(1, ${user("bob")})`), resourceType: "managedGroup" }, "GROUP_UNKNOWN"],
    ] as const) {
      const { status, json } = await simulate(body);
      expect([status, json.error.code]).toEqual([400, code]);
    }
    expect((await simulate(ofT1(`any(1, ${user("bob")})`), "ada")).status).toBe(403);
    expect((await api.call("GET", "/v2/simulations", "root")).status).toBe(405);
  });
});
