import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { analysesKeptDays, analysesOpenMax, analysisAttemptsMax, analysisLeaseMs } from "#domain/analysis-limits.ts";
import { dropAnalyses } from "#operations/analyses/drop-analyses.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { keepMembers } from "#operations/user-classes/keep-members.ts";
import { tables, type TableName } from "#store/tables.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const people = Array.from({ length: 12 }, (_, index) => `p${String(index).padStart(2, "0")}`);
let api: RequestApi;

beforeAll(async () => {
  api = await openRequestApi({ people: [...people, "ada"], targets: { T1: [{ authorizers: ["p00"] }], T2: [] } });
  await api.store.transaction(async () => {
    for (const [index, id] of people.entries()) {
      const value = index < 6 ? "IT" : "HR";
      await api.store.save("userAttributes", {
        key: `department-${id}`,
        userKey: api.keyOf(id),
        name: "department",
        value,
      });
    }
  });
});
afterAll(() => api.close());

const call = (method: string, path: string, body?: object, as = "root") => api.call(method, `/v2/${path}`, as, body);
const start = (kind: string, input: object, as = "root") => call("POST", "analyses", { kind, input }, as);
const hub = (signal = new AbortController().signal) => handleMoments({ context: api.context, signal }, "analysis");
const inDepartment = (name: string) => `attributes/any(a:a/name eq 'department' and a/value eq '${name}')`;
const keys = (...ids: string[]) => ids.map((id) => api.keyOf(id)).toSorted();

interface ShownRow {
  readonly userKey: string;
  readonly operation: string;
  readonly targetSystemKey: string | null;
  readonly groupKey: string | null;
  readonly why: string;
}

async function rowsOf(key: string, query = ""): Promise<readonly ShownRow[]> {
  const { status, json } = await call("GET", `analyses(${key})/rows?$top=1000${query}`);
  expect(status).toBe(200);
  return json.value;
}

async function computed(kind: string, input: object): Promise<string> {
  const { status, json } = await start(kind, input);
  expect(status).toBe(202);
  expect(await hub()).toBe(1);
  return String(json.key);
}

async function counts(): Promise<ReadonlyMap<string, number>> {
  const names = Object.keys(tables) as TableName[];
  return new Map(await Promise.all(names.map(async (name) => [name, await api.store.count(name)] as const)));
}

/** Returns the key of a role that nobody has. */
async function anyRole(): Promise<string> {
  return String((await call("POST", "roles", { id: "NOBODYS" })).json.key);
}

describe("POST /v2/analyses", () => {
  it("tells who would join and leave a class, which then happens so, and writes nothing besides", async () => {
    await call("POST", "userClasses", { id: "TEAM", description: "x", condition: inDepartment("IT") });
    await call("POST", "userClasses('TEAM')/members", { userKey: api.keyOf("p11") });
    const condition = "startswith(id,'p0') and id ge 'p04'";
    const before = await counts();
    const accepted = await start("classCondition", { userClassId: "TEAM", condition });
    expect([accepted.status, accepted.headers["location"]]).toEqual([
      202,
      expect.stringContaining(`/v2/analyses(${accepted.json.key})`),
    ]);
    expect(accepted.json).toMatchObject({ kind: "classCondition", state: "queued", rowCount: 0 });
    expect(await hub()).toBe(1);
    const key = String(accepted.json.key);
    const after = await counts();
    const changed = [...after].filter(([name, count]) => before.get(name) !== count).map(([name]) => name);
    expect(changed.toSorted()).toEqual(
      ["analyses", "analysisRows", "changeLog", "sesslog_full"].filter((name) => changed.includes(name)),
    );
    const rows = await rowsOf(key);
    const of = (operation: string) => rows.filter((row) => row.operation === operation).map(({ userKey }) => userKey);
    expect(of("UCMA").toSorted()).toEqual(keys("p06", "p07", "p08", "p09"));
    expect(of("UCMR").toSorted()).toEqual(keys("p00", "p01", "p02", "p03"));
    expect((await call("GET", `analyses(${key})`)).json).toMatchObject({
      state: "ended",
      rowCount: 8,
      done: 8,
      total: 8,
      errorCode: null,
      input: { userClassId: "TEAM", condition },
      summary: {
        operations: [
          { operation: "UCMA", rows: 4, people: 4 },
          { operation: "UCMR", rows: 4, people: 4 },
        ],
        isExact: null,
      },
    });
    const compare = async () => (await call("POST", `analyses(${key})/compare`, {})).json;
    expect(await compare()).toMatchObject({ predicted: 8, came: 0, missing: 8, others: null });
    await call("PATCH", "userClasses('TEAM')", { condition });
    await invoke(keepMembers, api.context, engineCaller("idtm", "x"), { id: "TEAM" });
    expect(await compare()).toMatchObject({ predicted: 8, came: 8, missing: 0 });
    expect((await rowsOf(key, "&$filter=operation eq 'UCMR'&$expand=person($select=id)"))[0]).toMatchObject({
      why: "conditionDropsOut",
      person: { id: expect.stringMatching(/^p0/) },
    });
  });

  it("tells whose requests would have gone otherwise with other phases", async () => {
    const { key: requestKey } = await api.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
    const rule = `any(1, user('${api.keyOf("p05")}'))`;
    await api.decide("p00", { key: requestKey }, { phase: 1, decision: "approve" });
    const key = await computed("phaseSet", {
      resourceType: "targetSystem",
      resourceKey: "T1",
      phases: [{ sequence: 1, rule }],
    });
    expect(await rowsOf(key)).toMatchObject([
      { requestKey, operation: "ACUA", why: "phasesDiffer", was: "approved", would: "waiting" },
    ]);
    expect((await call("GET", `analyses(${key})`)).json.summary).toMatchObject({ looked: 1, untold: 0 });
  });

  it("suggests roles with their people, within departments and among all", async () => {
    const group = await heldGroups();
    const key = await computed("roleMining", { attribute: "department", peopleMin: 3, entitlementsMin: 2 });
    const { json } = await call("GET", `analyses(${key})/suggestions`);
    expect(json.value).toMatchObject([
      {
        sequence: 1,
        department: "IT",
        people: 6,
        grantsReplaced: 18,
        gainers: 0,
        condition: inDepartment("IT"),
        roleKey: null,
        entitlements: [
          { kind: "account", targetSystemKey: "T2", groupKey: null },
          ...group.map((groupKey) => ({ kind: "membership", targetSystemKey: "T2", groupKey })),
        ],
      },
    ]);
    const rows = await rowsOf(key);
    expect(rows.map(({ userKey }) => userKey).toSorted()).toEqual(keys(...people.slice(0, 6)));
    expect(new Set(rows.map(({ operation, why }) => `${operation} ${why}`))).toEqual(new Set(["ROLA hasAll"]));
    const tolerant = await computed("roleMining", { peopleMin: 3, entitlementsMin: 3, tolerancePercent: 40 });
    const found = (await call("GET", `analyses(${tolerant})/suggestions`)).json.value;
    expect(found).toMatchObject([{ department: null, people: 7, gainers: 1, condition: null }]);
    expect(await rowsOf(tolerant, "&$filter=why eq 'lacksSome' and operation eq 'GRUA'")).toMatchObject([
      { userKey: api.keyOf("p06"), groupKey: group[1] },
    ]);
    expect((await call("GET", `analyses(${tolerant})`)).json.summary).toMatchObject({ suggestions: 1, isExact: true });
  });

  /** Gives people of IT an account with two groups, and one of HR the account with one of them; returns the groups. */
  async function heldGroups(): Promise<readonly string[]> {
    const groups = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
    const named = (name: string) => ({ stableId: name, longId: name, shortId: name, displayId: name });
    await api.store.transaction(async () => {
      for (const key of [...groups, "unmanaged"])
        await api.store.save("groups", { key, targetSystemKey: "T2", ...named(key), managed: key !== "unmanaged" });
      for (const [index, id] of people.slice(0, 7).entries()) {
        const key = `account-${id}`;
        await api.store.save("accounts", { key, targetSystemKey: "T2", ...named(id), userKey: api.keyOf(id) });
        for (const groupKey of [...(index < 6 ? groups : groups.slice(0, 1)), "unmanaged"])
          await api.store.save("groupMemberships", { key: `${key}-${groupKey}`, accountKey: key, groupKey });
      }
    });
    return groups;
  }

  it("makes a draft role of a suggestion once, with its people where no condition chooses them", async () => {
    const key = await computed("roleMining", { peopleMin: 3, entitlementsMin: 3 });
    const [suggestion] = (await call("GET", `analyses(${key})/suggestions`)).json.value;
    const draft = (id: string) => call("POST", `roleSuggestions(${suggestion.key})/draft`, { id });
    const { status, json } = await draft("MINED");
    expect([status, json]).toEqual([200, expect.objectContaining({ id: "MINED", named: 6 })]);
    expect((await call("GET", `roles(${json.key})`)).json).toMatchObject({
      id: "MINED",
      state: "draft",
      draft: { condition: null, entitlements: expect.arrayContaining([expect.objectContaining({ kind: "account" })]) },
    });
    expect(await api.store.count("roleAssignments", { roleKey: json.key, because: "named" })).toBe(6);
    const again = await draft("OTHER");
    expect([again.status, again.json.error.code]).toEqual([409, "SUGGESTION_DRAFTED"]);
    expect((await call("POST", `roleSuggestions(${suggestion.key})/draft`, { id: "X" }, "p00")).status).toBe(403);
  });

  it("tells what a draft, other settings of a role and a mandatory target system would ask for", async () => {
    const draft = {
      condition: inDepartment("HR"),
      surplus: "none",
      deficit: "add",
      asksPhases: false,
      entitlements: [{ kind: "account", targetSystemKey: "T1", attributes: {} }],
    };
    const { key: roleKey } = (await call("POST", "roles", { id: "HR", draft })).json;
    const early = await start("enforcement", { roleKey, surplus: "remove" });
    expect([early.status, early.json.error.code]).toEqual([400, "ROLE_NOT_IN_FORCE"]);
    const ofDraft = await rowsOf(await computed("roleVersion", { roleKey }));
    const given = (operation: string) => ofDraft.filter((row) => row.operation === operation).map((row) => row.userKey);
    expect(given("ROLA").toSorted()).toEqual(keys(...people.slice(6)));
    expect(given("ACUA").toSorted()).toEqual(keys(...people.slice(6)));
    expect(new Set(ofDraft.map(({ why }) => why))).toEqual(new Set(["roleForPerson"]));
    expect(await api.store.count("roleMembers")).toBe(0);
    const mandatory = await rowsOf(await computed("mandatoryTarget", { targetSystemKey: "T2" }));
    const without = [...people.slice(7), "ada", "root"];
    expect(mandatory.map(({ userKey, operation, why }) => `${userKey} ${operation} ${why}`).toSorted()).toEqual(
      (await api.store.select("users"))
        .filter(({ id }) => without.includes(id))
        .map(({ key }) => `${key} ACUA accountMandatory`)
        .toSorted(),
    );
    const forced = await call("POST", `roles(${roleKey})/putInForce`, { force: true });
    expect(forced.status).toBe(200);
    expect(await rowsOf(await computed("enforcement", { roleKey, deficit: "exception" }))).toEqual([]);
  });

  it.each([
    ["classCondition", { condition: "" }, "ANALYSIS_INVALID", "input.condition"],
    ["classCondition", { condition: "nosuch eq 1" }, "PROPERTY_UNKNOWN", undefined],
    ["classCondition", { userClassId: "NOSUCH", condition: "true" }, "USER_CLASS_UNKNOWN", "input/userClassId"],
    ["classCondition", { condition: "true", rolesMax: 5 }, "ANALYSIS_INVALID", "input.rolesMax"],
    ["phaseSet", { resourceType: "targetSystem", resourceKey: "T9", phases: [] }, "TARGET_UNKNOWN", undefined],
    ["roleVersion", { roleKey: "nosuch" }, "ROLE_UNKNOWN", "input/roleKey"],
    ["mandatoryTarget", { targetSystemKey: "T9" }, "TARGET_UNKNOWN", "input/targetSystemKey"],
    ["enforcement", { roleKey: "nosuch" }, "ROLE_UNKNOWN", "input/roleKey"],
    ["roleMining", { rolesMax: 0 }, "ANALYSIS_INVALID", "input.rolesMax"],
    ["roleMining", { attribute: " " }, "ANALYSIS_INVALID", "input.attribute"],
    ["nosuch", {}, "INPUT_INVALID", "kind"],
  ])("refuses %s of %o", async (kind, input, code, target) => {
    const before = await api.store.count("analyses");
    const { status, json } = await start(kind, input);
    expect([status, json.error.code]).toEqual([400, code]);
    if (target !== undefined) expect(json.error.target).toBe(target);
    expect(await api.store.count("analyses")).toBe(before);
  });

  it("tells who would violate a rule of separation of duties, new or changed, and which came to", async () => {
    const userKey = api.keyOf("p03");
    const grant = { kind: "account", because: "direct", from: 1 } as const;
    await api.store.transaction(async () => {
      for (const [id, targetSystemKey] of [
        ["p03", "T1"],
        ["p03", "T2"],
        ["p04", "T1"],
      ] as const)
        await api.store.save("grants", {
          ...grant,
          key: `${id} ${targetSystemKey}`,
          userKey: api.keyOf(id),
          targetSystemKey,
        });
    });
    const part = (itemKey: string) => ({ items: [{ itemType: "targetSystem", itemKey }] });
    const parts = [part("T1"), part("T2")];
    const refused = await start("sodRule", { parts: [part("T1"), part("NONE")] });
    expect(refused.json.error).toMatchObject({ code: "SOD_RULE_INVALID" });
    expect((await start("sodRule", { ruleKey: "none" })).json.error).toMatchObject({ code: "SOD_RULE_UNKNOWN" });
    const key = await computed("sodRule", { parts });
    const rows = await rowsOf(key);
    const shown = rows
      .filter((row) => row.userKey === userKey)
      .map((row) => [row.userKey, row.operation, row.targetSystemKey, row.why]);
    expect(shown).toEqual([
      [userKey, "AESOD", "T1", "violatesRule"],
      [userKey, "AESOD", "T2", "violatesRule"],
    ]);
    expect(await api.store.count("sodRules")).toBe(0);
    expect((await call("POST", `analyses(${key})/compare`, {})).json).toMatchObject({
      predicted: rows.length,
      came: 0,
      others: null,
    });
    const rule = await call("POST", "sodRules", { id: "APART", description: "x", parts });
    expect([rule.status, rule.json.error]).toEqual([201, undefined]);
    const ruleKey = String(rule.json.key);
    expect(
      await rowsOf(
        await computed("sodRule", {
          ruleKey,
          parts: [part("T1"), { items: [{ itemType: "role", itemKey: await anyRole() }] }],
        }),
      ),
    ).toEqual([]);
    const items = parts.flatMap(({ items: all }, index) => all.map((item) => ({ ...item, part: index + 1 })));
    await api.store.transaction(() =>
      api.store.save("violations", { key: "v", ruleKey, userKey, items: items as never, foundAt: api.clock.now() }),
    );
    expect((await call("POST", `analyses(${key})/compare`, {})).json).toMatchObject({
      predicted: rows.length,
      came: 2,
      missing: rows.length - 2,
    });
  });

  it("refuses everybody but superusers, and more than a superuser may start at once", async () => {
    expect((await start("roleMining", {}, "p00")).status).toBe(403);
    expect((await call("GET", "analyses", undefined, "p00")).status).toBe(403);
    const started: string[] = [];
    for (let count = 0; count < analysesOpenMax; count += 1) started.push((await start("roleMining", {})).json.key);
    const { status, json } = await start("roleMining", {});
    expect([status, json.error.code]).toEqual([429, "ANALYSES_OPEN_MAX"]);
    for (const key of started) expect((await call("POST", `analyses(${key})/stop`, {})).status).toBe(200);
    expect(await hub()).toBe(0);
    const again = await call("POST", `analyses(${started[0]})/stop`, {});
    expect([again.status, again.json.error.code]).toEqual([409, "ANALYSIS_OVER"]);
  });
});

describe("an analysis that ended long ago", () => {
  it("goes with its rows and suggestions", async () => {
    const drop = () => invoke(dropAnalyses, api.context, engineCaller("idtm", "x"), {});
    expect(await drop()).toEqual({ left: false });
    expect(await api.store.count("analysisRows")).toBeGreaterThan(0);
    api.clock.advance(analysesKeptDays * 86_400_000 + 1);
    while ((await drop()).left);
    for (const table of ["analyses", "analysisRows", "roleSuggestions"] as const)
      expect(await api.store.count(table)).toBe(0);
  });
});

describe("a hub that ends", () => {
  const everybody = { condition: "startswith(id,'p')" };

  it("leaves its analysis to the next one, which does not repeat what is there", async () => {
    const { json } = await start("classCondition", everybody);
    const key = String(json.key);
    // Killed in the middle of its first page, whose rows were not all added.
    await api.store.moments.lease(1, "analysis");
    await api.store.transaction(async () => {
      await api.store.save("analyses", { key, state: "running", attempt: 1, rowCount: 1 });
      await api.store.add("analysisRows", {
        key: `${key}-1`,
        analysisKey: key,
        sequence: 1,
        operation: "UCMA",
        why: "conditionChooses",
      });
      await api.store.moments.set({ key, kind: "analysis", at: api.clock.now() + analysisLeaseMs });
    });
    expect(await hub()).toBe(0);
    api.clock.advance(analysisLeaseMs);
    expect(await hub()).toBe(1);
    expect((await call("GET", `analyses(${key})`)).json).toMatchObject({ state: "ended", rowCount: people.length });
    expect((await rowsOf(key)).map(({ userKey }) => userKey).toSorted()).toEqual(keys(...people));
  });

  it("is not replaced for ever: an analysis that ends every process is given up", async () => {
    const { json } = await start("classCondition", everybody);
    const key = String(json.key);
    await api.store.transaction(() => api.store.save("analyses", { key, attempt: analysisAttemptsMax }));
    await hub();
    expect((await call("GET", `analyses(${key})`)).json).toMatchObject({
      state: "failed",
      errorCode: "ANALYSIS_GIVEN_UP",
      errorMessage: expect.stringContaining("memory"),
    });
  });

  it("says why an analysis cannot be computed any more", async () => {
    await call("POST", "userClasses", { id: "SHORT", description: "x" });
    const { json } = await start("classCondition", { condition: "classes/any(c:c/id eq 'SHORT')" });
    await call("DELETE", "userClasses('SHORT')");
    await hub();
    expect((await call("GET", `analyses(${json.key})`)).json).toMatchObject({
      state: "failed",
      errorCode: "USER_CLASS_CONDITION_INVALID",
      errorMessage: expect.stringContaining("SHORT"),
    });
  });
});
