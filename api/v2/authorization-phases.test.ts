import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { handleMoments, keepMoments } from "#activities/hub/moments.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { letAskForOthers } from "#test/support/ask-for-others.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

let api: TestApi;
let people: Readonly<Record<string, Row<"users">>>;
const keyOf = (id: string) => people[id]?.key ?? "";
const ids = ["ada", "ben", "cy", "dan", "eve"];

beforeAll(async () => {
  api = await openTestApi({ settings: { authorizersMax: 3 } });
  const classes = { TEAM: ["ben", "cy"], SECURITY: ["eve"], CROWD: ["ben", "cy", "dan", "eve"] };
  ({ people } = await foundOrganisation(api.context, { people: ids, classes, targets: { T1: [], T2: [] } }));
  await api.letIn(...Object.values(people));
  const folder = api.context.settings.pluginFolder;
  mkdirSync(folder, { recursive: true });
  const write = (name: string, run: string) => writeFileSync(join(folder, name), `export const run = ${run};`);
  write(
    "slow.mjs",
    `() => new Promise((answer) => setTimeout(answer, 300, { authorizers: [{ userKey: "${keyOf("dan")}", veto: true }] }))`,
  );
  write("broken.mjs", `() => { throw new Error("the directory of owners is away"); }`);
  write("strange.mjs", `() => ({ authorizers: [{ userKey: "nobody" }] })`);
  write("crowd.mjs", `() => ({ authorizers: [${ids.map((id) => `{ userKey: "${keyOf(id)}" }`).join(", ")}] })`);
  write("unasked.mjs", "() => ({ authorizers: [] })");
  write(
    "asking.mjs",
    "async ({ request, phase }, { user }) => ({ authorizers: [{ userKey: (await user(request.recipient.key)).managerKey ?? phase.authorizers[0].userKey }] })",
  );
});
afterAll(() => api.close());

const authorizeBy = (...rules: readonly (string | object)[]) =>
  api.send("PATCH", "/v2/targetSystems('T1')", {
    as: "root",
    body: {
      authorizationPhases: rules.map((one, index) => ({
        sequence: index + 1,
        ...(typeof one === "string" ? { rule: one } : one),
      })),
    },
  });

async function submitted(recipient = "ada"): Promise<string> {
  const operations = [{ code: "ACUA", targetSystemKey: "T1" }];
  const { status, json } = await api.send("POST", "/v2/requests", {
    as: "ada",
    body: { recipientKey: keyOf(recipient), operations },
  });
  expect([status, json.error]).toEqual([202, undefined]);
  return json.key;
}

const read = async (key: string, as = "ada") => (await api.send("GET", `/v2/requests(${key})`, { as })).json;
const phasesOf = async (key: string) =>
  (await api.send("GET", `/v2/requests(${key})/phases`, { as: "ada" })).json.value.toSorted(
    (a: { sequence: number }, b: { sequence: number }) => a.sequence - b.sequence,
  );
const decide = (key: string, as: string, phase: number, decision = "approve") =>
  api.send("POST", `/v2/requests(${key})/decide`, { as, body: { phase, decision } });
const resolve = (key: string, body: object, as = "root") =>
  api.send("POST", `/v2/requests(${key})/resolveHold`, { as, body: { reason: "as agreed", ...body } });
const ask = () => handleMoments({ context: api.context, signal: new AbortController().signal }, "authorizers");
/** Lets the part of a hub run that handles moments, until the test has ended. */
function runHub(): void {
  const ending = new AbortController();
  const running = keepMoments({ context: api.context, signal: ending.signal });
  onTestFinished(() => {
    ending.abort();
    return running;
  });
}
const polled = { timeout: 20_000, interval: 50 };
const findings = async (key: string) =>
  (await invoke(replayRequest, api.context, engineCaller("cli", "check"), { key })).findings;
const active = async (key: string) =>
  (await api.send("GET", `/v2/requests?$filter=active%20eq%20true%20and%20key%20eq%20${key}`, { as: "ada" })).json.value
    .length;

describe("a rule of a phase", () => {
  it("is read, sent back as it was read, and shown as what the settings beside it mean", async () => {
    const rule = "all(any(1, class('TEAM')), not(requester))";
    const simple = { authorizers: [{ userClass: "TEAM", veto: true }, { managerLevels: 2 }], minApprovals: 2 };
    expect((await authorizeBy(rule, simple)).status).toBe(204);
    const { json } = await api.send("GET", "/v2/targetSystems('T1')", { as: "root" });
    const phases = json.authorizationPhases;
    expect(phases.map((phase: { rule: string }) => phase.rule)).toEqual([
      rule,
      "all(veto(class('TEAM')), maxDenials(1, class('TEAM'), manager(2)), any(2, class('TEAM'), manager(2)))",
    ]);
    const again = await api.send("PATCH", "/v2/targetSystems('T1')", {
      as: "root",
      body: { authorizationPhases: phases },
    });
    expect(again.status).toBe(204);
    const changed = [{ ...phases[1], sequence: 1, minApprovals: 1 }];
    const other = await api.send("PATCH", "/v2/targetSystems('T1')", {
      as: "root",
      body: { authorizationPhases: changed },
    });
    expect(failure(other)).toEqual([400, "TARGET_PHASE_INVALID", "authorizationPhases.0.rule"]);
  });

  it("may be given as JSON, and is shown in words", async () => {
    const data = { all: [{ any: [{ percent: 50 }, { class: ["TEAM"] }] }, { not: [{ requester: [] }] }] };
    expect((await authorizeBy(JSON.stringify(data))).status).toBe(204);
    const { json } = await api.send("GET", "/v2/targetSystems('T1')", { as: "root" });
    expect(json.authorizationPhases[0].rule).toBe("all(any(50%, class('TEAM')), not(requester))");
  });

  it.each([
    [{ rule: '{"any": [1, {"class": ["TEAM"]}' }, "TARGET_PHASE_INVALID"],
    [{ rule: '{"any": [1, {"classes": ["TEAM"]}]}' }, "TARGET_PHASE_INVALID"],
    [{ rule: "any(1, class('TEAM')" }, "TARGET_PHASE_INVALID"],
    [{ rule: "any(1, plugin('none.mjs'))" }, "TARGET_PHASE_INVALID"],
    [{ authorizers: [{ userClass: "TEAM", groupOwners: true }] }, "INPUT_INVALID"],
    [{ authorizers: [{}] }, "INPUT_INVALID"],
    [{ authorizers: [{ managerLevels: 11 }] }, "INPUT_INVALID"],
  ])("%j is refused", async (phase, code) => {
    expect(failure(await authorizeBy(phase)).slice(0, 2)).toEqual([400, code]);
  });

  it("that is edited while phase 1 is open leaves phase 1 as it is, and phase 2 goes by it", async () => {
    await authorizeBy("any(2, class('TEAM'))", "any(1, class('TEAM'))");
    const key = await submitted();
    const versions = (await phasesOf(key)).map(({ ruleVersion }: { ruleVersion: number }) => ruleVersion);
    await authorizeBy("any(1, class('TEAM'))", "any(1, class('SECURITY'))");
    await decide(key, "ben", 1);
    const explained = await api.send("GET", `/v2/requests(${key})/explain`, { as: "ada" });
    expect(explained.json.phase).toMatchObject({
      sequence: 1,
      state: "open",
      authorizationRule: "any(2, class('TEAM'))",
      approvalsMissing: 1,
      needs: [
        {
          part: "any(2, class('TEAM'))",
          approvals: 1,
          userKeys: [keyOf("cy")],
        },
      ],
    });
    await decide(key, "cy", 1);
    expect(await phasesOf(key)).toMatchObject([
      { state: "approved", rule: "any(2, class('TEAM'))", ruleVersion: versions[0] },
      {
        state: "open",
        rule: "any(1, class('SECURITY'))",
        ruleVersion: versions[1] + 1,
        authorizers: [
          {
            userKey: keyOf("eve"),
            via: ["class('SECURITY')"],
            person: { id: "eve" },
          },
        ],
      },
    ]);
    expect((await decide(key, "eve", 2)).status).toBe(200);
    expect(await findings(key)).toEqual([]);
  });

  it.each([
    ["swapped", ["cy", "ben"]],
    ["one more in front", ["dan", "ben", "cy"]],
    ["the first taken away", ["cy"]],
  ])("whose number changes while phase 1 is open (%s) is asked for all the same, and once", async (_what, after) => {
    const phasesBy = (names: readonly string[]) => names.map((id) => `any(1, user('${keyOf(id)}'))`);
    await authorizeBy(...phasesBy(["ben", "cy"]));
    const key = await submitted();
    expect((await authorizeBy(...phasesBy(after))).status).toBe(204);
    const { json } = await api.send("GET", "/v2/targetSystems('T1')", { as: "root" });
    expect(json.authorizationPhases.map(({ rule }: { rule: string }) => rule)).toEqual(phasesBy(after));
    expect((await decide(key, "ben", 1)).status).toBe(200);
    expect((await phasesOf(key))[1].authorizers).toMatchObject([{ userKey: keyOf("cy") }]);
    expect((await decide(key, "cy", 2)).status).toBe(200);
    expect([(await read(key)).status, await findings(key)]).toEqual(["X", []]);
  });

  it("of a group is set by an action, and read with the group", async () => {
    const names = { targetSystemKey: "T2", stableId: "g", longId: "g", shortId: "g", displayId: "g" };
    const key = api.context.ids.guid();
    await api.store.transaction(() => api.store.save("groups", { ...names, key }));
    const body = { authorizationPhases: [{ sequence: 1, rule: "any(1, groupOwners)" }], phaseInheritance: "none" };
    const set = (as: string, part = {}) =>
      api.send("POST", `/v2/groups(${key})/setAuthorizationPhases`, { as, body: { ...body, ...part } });
    expect((await set("ada")).status).toBe(403);
    expect((await set("root", { phaseInheritance: "some" })).status).toBe(400);
    expect((await set("root")).json).toMatchObject({ key, phaseInheritance: "none", phases: 1 });
    const { json } = await api.send("GET", `/v2/groups(${key})`, { as: "root" });
    expect(json).toMatchObject({ phaseInheritance: "none", authorizationPhases: [{ rule: "any(1, groupOwners)" }] });
    expect((await api.send("DELETE", "/v2/targetSystems('T2')", { as: "root" })).status).toBe(204);
    expect(await api.store.count("authorizationPhases", { resourceKey: key })).toBe(0);
  });
});

describe("a phase whose people a plug-in names", () => {
  // @specification 3.calculating-authorizers
  it("is in status A, and not active, until a slow plug-in has answered; then it is open with them", async () => {
    await authorizeBy("any(1, class('TEAM'))", { authorizers: [{ plugin: "slow.mjs" }, { userClass: "SECURITY" }] });
    const key = await submitted();
    expect((await read(key)).status).toBe("W");
    await decide(key, "ben", 1);
    expect(failure(await decide(key, "cy", 1))).toEqual([409, "PHASE_CLOSED", "phase"]);
    expect([(await read(key)).status, await active(key)]).toEqual(["A", 0]);
    expect((await phasesOf(key))[1].state).toBe("pending");
    runHub();
    const seen = new Set<string>();
    const statusNow = async () => {
      const { status } = await read(key);
      seen.add(status);
      return status;
    };
    await expect.poll(statusNow, polled).toBe("W");
    expect([...seen, await active(key)]).toEqual(["A", "W", 1]);
    const [, second] = await phasesOf(key);
    expect(second.authorizers.map((one: Record<string, unknown>) => [one.userKey, one.veto]).toSorted()).toEqual(
      [
        [keyOf("dan"), true],
        [keyOf("eve"), false],
      ].toSorted(),
    );
    await decide(key, "eve", 2);
    expect(await findings(key)).toEqual([]);
  });

  it("begins in status A where it is the first, and may ask the service", async () => {
    await authorizeBy("all(any(1, plugin('asking.mjs')), inputRequired(class('SECURITY')))");
    const key = await submitted();
    expect((await read(key)).status).toBe("A");
    expect(await ask()).toBe(1);
    expect(await phasesOf(key)).toMatchObject([
      { state: "open", authorizers: [{ userKey: keyOf("eve"), inputRequired: true }] },
    ]);
  });

  it.each([
    ["broken.mjs", /cannot be used.*the directory of owners is away/],
    ["strange.mjs", /names 'nobody'/],
  ])(
    "is on hold with its words where the plug-in %s breaks, and goes on when a workflow manager has released it",
    async (name, words) => {
      await authorizeBy(`any(1, plugin('${name}'))`);
      const key = await submitted();
      runHub();
      await expect.poll(async () => (await read(key)).status, polled).toBe("H");
      expect(await read(key)).toMatchObject({ active: true, holdReason: expect.stringMatching(words) });
      await authorizeBy("any(1, class('TEAM'))");
      expect((await resolve(key, { decision: "release" })).json).toMatchObject({ status: "W" });
      expect(await read(key)).toMatchObject({ status: "W", holdReason: null });
      await decide(key, "ben", 1, "deny");
      expect(await findings(key)).toEqual([]);
    },
  );

  it("is not asked again once the request was cancelled", async () => {
    await authorizeBy("any(1, plugin('slow.mjs'))");
    const key = await submitted();
    expect((await api.send("POST", `/v2/requests(${key})/cancel`, { as: "ada", body: {} })).status).toBe(200);
    expect([await ask(), (await read(key)).status, await findings(key)]).toEqual([0, "K", []]);
  });
});

it("what is approved after its plug-in was asked, without anybody else, counts for the day of its requester, and beyond that is on hold", async () => {
  await authorizeBy("all(any(0, plugin('unasked.mjs')))");
  const { settings } = api.context;
  const before = settings.selfApprovedPerDay;
  onTestFinished(() => void Object.assign(settings, { selfApprovedPerDay: before }));
  Object.assign(settings, { selfApprovedPerDay: 1 });
  const [first, second] = [await submitted(), await submitted()];
  expect([(await read(first)).status, (await read(second)).status]).toEqual(["A", "A"]);
  await ask();
  const both = await Promise.all([first, second].map((key) => read(key)));
  const held = both.find(({ status }) => status === "H");
  expect(held.holdReason).toMatch(/^Nobody is asked about it, and SELF_APPROVED_PER_DAY lets one person ask for 1 /);
  const counted = await api.store.select("reqbatch", { where: { requesterKey: keyOf("ada"), selfApproved: 1 } });
  expect(counted.map(({ key }) => key)).toEqual([first, second].filter((key) => key !== held.key));
  const told = await api.send("GET", `/v2/notices?$filter=requestKey%20eq%20${held.key}`, { as: "root" });
  expect(told.json.value).toMatchObject([{ kind: "held", facts: { phase: 1 } }]);
  expect((await resolve(held.key, { decision: "release" })).json).toMatchObject({ status: "A" });
  await ask();
  expect([(await phasesOf(held.key))[0].state, await findings(held.key)]).toEqual(["approved", []]);
});

describe("more people than MAX AUTH ALLOWED", () => {
  let key: string;
  beforeEach(async () => {
    await authorizeBy("any(2, class('CROWD'))");
    key = await submitted();
  });

  it("keep a request on hold, of which workflow managers alone decide, each time with a reason", async () => {
    expect(await read(key)).toMatchObject({
      status: "H",
      active: true,
      holdReason: "Phase 1 asks 4 people, and MAX AUTH ALLOWED is 3.",
    });
    expect((await resolve(key, { decision: "release" }, "ada")).status).toBe(403);
    expect(failure(await resolve(key, { decision: "release", reason: " " }))).toEqual([400, "INPUT_INVALID", "reason"]);
    expect(failure(await resolve(key, { decision: "assign" }))).toEqual([400, "INPUT_INVALID", "userKeys"]);
    expect(failure(await resolve(key, { decision: "deny", userKeys: [keyOf("ben")] }))).toEqual([
      400,
      "INPUT_INVALID",
      "userKeys",
    ]);
    expect(failure(await resolve(key, { decision: "assign", userKeys: ["nobody"] })).slice(0, 2)).toEqual([
      400,
      "AUTHORIZER_UNFIT",
    ]);
    expect((await read(key)).status).toBe("H");
  });

  it("are all asked where it is released", async () => {
    expect((await resolve(key, { decision: "release" })).json).toMatchObject({ decision: "release", status: "W" });
    expect((await phasesOf(key))[0].authorizers).toHaveLength(4);
    expect(failure(await resolve(key, { decision: "release" }))).toEqual([409, "NOT_ON_HOLD", "key"]);
    await decide(key, "ben", 1);
    await decide(key, "dan", 1);
    expect(await findings(key)).toEqual([]);
  });

  it("are not asked where it is denied", async () => {
    expect((await resolve(key, { decision: "deny" })).json).toMatchObject({ status: "D" });
    expect([(await read(key)).status, await findings(key)]).toEqual(["D", []]);
  });

  it("give way to those to whom it is given", async () => {
    const userKeys = [keyOf("eve"), keyOf("dan")];
    expect((await resolve(key, { decision: "assign", userKeys, minApprovals: 2 })).json).toMatchObject({ status: "W" });
    const [phase] = await phasesOf(key);
    expect(phase.authorizers.map(({ userKey }: { userKey: string }) => userKey).toSorted()).toEqual(
      userKeys.toSorted(),
    );
    expect((await decide(key, "ben", 1)).status).toBe(403);
    await decide(key, "eve", 1);
    await decide(key, "dan", 1);
    expect(await findings(key)).toEqual([]);
  });

  it("do not give way to who asks, nor to whom it is for", async () => {
    await letAskForOthers(api.context);
    const forBen = await submitted("ben");
    for (const [at, id] of ["ada", "ben"].entries()) {
      const userKeys = [keyOf("eve"), keyOf("dan"), keyOf("dan")].with(at + 1, keyOf(id));
      const refused = await resolve(forBen, { decision: "assign", userKeys });
      expect(failure(refused)).toEqual([400, "AUTHORIZER_UNFIT", `userKeys.${at + 1}`]);
      expect(refused.json.error.message).toMatch(/own request.* Name others/);
    }
    expect((await read(forBen)).status).toBe("H");
    const [phase] = await phasesOf(forBen);
    expect(phase.authorizers).toEqual([]);
    expect((await resolve(forBen, { decision: "assign", userKeys: [keyOf("eve")] })).json).toMatchObject({
      status: "W",
    });
    expect(await findings(forBen)).toEqual([]);
  });

  it("hold it also where a plug-in names them, until it is released once", async () => {
    await authorizeBy("any(1, plugin('crowd.mjs'))");
    const named = await submitted();
    await ask();
    expect(await read(named)).toMatchObject({
      status: "H",
      holdReason: "Phase 1 asks 5 people, and MAX AUTH ALLOWED is 3.",
    });
    expect((await resolve(named, { decision: "release" })).json).toMatchObject({ status: "A" });
    await ask();
    expect([(await read(named)).status, (await phasesOf(named))[0].authorizers.length]).toEqual(["W", 5]);
  });
});
