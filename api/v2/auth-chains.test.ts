import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { defaultChains } from "#domain/chains/default-chains.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";
import { failure } from "#test/support/says.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada", { classes: ["_EXPLICIT_REST_API_USERS_", "_HELP_DESK_"] });
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const { name, stored } of await api.store.select("authChains"))
    if (stored !== null) await send("POST", `('${name}')/reset`, { force: true });
});

const send = (method: string, path = "", body?: object, as = "root") =>
  api.send(method, `/v2/authChains${path}`, { as, ...(body && { body }) });
const password = (allowed = "ALLOW") => ({
  component: "password",
  configuration: {},
  outcomes: { passed: allowed, failed: "DENY" },
});
const chain = (part: object = {}) => ({ first: "password", steps: { password: password() }, ...part });
/** Returns a chain with a component in front of the password. */
const ahead = (component: string) =>
  chain({
    first: "ahead",
    steps: { ahead: { component, outcomes: { passed: "password", failed: "DENY" } }, password: password() },
  });
const notThere = [400, "CHAIN_INVALID", "steps.ahead.component"];
const forIntranet = { selectors: [{ expression: "client", match: "equal", value: "intranet" }], position: 5 };
const begin = () => api.send("POST", "/identity/sign-in/attempts", { body: {} });

describe("a chain that is written", () => {
  it.each<[string, object, unknown[]]>([
    ["without a chain", { name: "own" }, [400, "INPUT_INVALID", "stored"]],
    ["that is no object", { name: "own", stored: "x" }, [400, "INPUT_INVALID", "stored"]],
    ["with a field that nobody knows", { name: "own", stored: chain(), step: 1 }, [400, "INPUT_INVALID", "step"]],
    ["without steps", { name: "own", stored: { first: "password" } }, [400, "INPUT_INVALID", "stored.steps"]],
    ["with a name that cannot be one", { name: "own chain", stored: chain() }, [400, "INPUT_INVALID", "name"]],
    ["under another name", { name: "own", stored: chain({ name: "other" }) }, [400, "CHAIN_INVALID", "name"]],
    [
      "with another match type",
      { name: "own", stored: chain({ selectors: [{ expression: "ip", match: "like", value: "10" }] }) },
      [400, "INPUT_INVALID", "stored.selectors.0.match"],
    ],
    [
      "that compares by equal with nothing",
      { name: "own", stored: chain({ selectors: [{ expression: "ip", match: "equal" }] }) },
      [400, "CHAIN_INVALID", "selectors.0.value"],
    ],
    [
      "that lets in whoever it is",
      {
        name: "own",
        stored: chain({ first: "name", steps: { name: { component: "userName", outcomes: { given: "ALLOW" } } } }),
      },
      [400, "CHAIN_INVALID", "steps.name.outcomes.given"],
    ],
    [
      "with far too many steps",
      { name: "own", stored: chain({ steps: Object.fromEntries(manySteps()) }) },
      [400, "CHAIN_INVALID", "steps"],
    ],
    ["with a plug-in that is not there", { name: "own", stored: ahead("plugin:gone.mjs") }, notThere],
    ["with a CAPTCHA that is not set up", { name: "own", stored: ahead("captcha") }, notThere],
    ["of a default's name", { name: "sign-in", stored: chain() }, [409, "CHAIN_EXISTS", "name"]],
  ])("%s is refused, and nothing is stored", async (_, body, refusal) => {
    expect(failure(await send("POST", "", body))).toEqual(refusal);
    expect((await send("GET")).json.value).toHaveLength(defaultChains.length);
  });

  it("is for superusers alone, as are all calls", async () => {
    const calls = [
      ["GET", ""],
      ["GET", "('sign-in')"],
      ["POST", "", { name: "own", stored: chain() }],
      ["PATCH", "('sign-in')", { stored: chain() }],
      ["DELETE", "('sign-in')"],
      ["POST", "('sign-in')/reset", {}],
      ["POST", "('sign-in')/rollBack", { number: 0 }],
      ["POST", "/check", { chain: chain({ name: "x" }) }],
      ["POST", "/try", {}],
      ["GET", "('sign-in')/versions"],
    ] as const;
    for (const [method, path, body] of calls)
      expect(failure(await send(method, path, body, "ada")).slice(0, 2), `${method} ${path}`).toEqual([
        403,
        "FORBIDDEN",
      ]);
  });

  it("is added, shown with what is in force, read and written again, and removed", async () => {
    const added = await send("POST", "", { name: "own", stored: chain(forIntranet), comment: "CR-21" });
    expect([added.status, added.json]).toMatchObject([
      201,
      { name: "own", enabled: true, number: 1, inForceNumber: 1 },
    ]);
    const { json } = await send("GET", "('own')");
    expect(json).toMatchObject({
      fault: null,
      inForce: { name: "own", purpose: "signIn", position: 5, first: "password", steps: { password: password() } },
    });
    expect((await send("PATCH", "('own')", { stored: json.stored })).status).toBe(204);
    const versions = await send("GET", "('own')/versions");
    expect(versions.json.value).toMatchObject([
      { number: 1, action: "set", changedBy: "root", comment: "CR-21", before: null },
      { number: 2, before: json.stored, after: json.stored },
    ]);
    expect((await send("DELETE", "('own')")).status).toBe(204);
    expect(failure(await send("GET", "('own')"))).toEqual([404, "NOT_FOUND", expect.anything()]);
    const back = await send("POST", "('own')/rollBack", { number: 2 });
    expect([back.status, back.json]).toMatchObject([200, { number: 4, action: "rollBack" }]);
    const codes = await api.store.select("sesslog_full", { where: { ident: "own", result: "S" } });
    expect(codes.map(({ operation }) => operation)).toEqual(["AUCA", "AUCS", "AUCR"]);
  });

  it("holds for the next sign-in, while one that is under way goes on as it has begun", async () => {
    const before = await begin();
    const steps = { name: { component: "userName", outcomes: { given: "password" } }, password: password() };
    await send("PATCH", "('sign-in')", { stored: chain({ first: "name", steps }) });
    const names = (answer: TestAnswer) => answer.json.fields.map(({ name }: { name: string }) => name);
    expect([names(before), names(await begin())]).toEqual([["userName", "password"], ["userName"]]);
    const cookie = String(before.headers["set-cookie"]).split(";", 1)[0] ?? "";
    const answered = await api.send("POST", `/identity/sign-in/attempts/${before.json.attempt}/steps`, {
      body: { fields: { userName: "ada", password: "password-of-ada" } },
      headers: { cookie },
    });
    expect(answered.json.end).toBe("ALLOW");
  });

  it("is refused to whoever has not seen the newest version", async () => {
    await send("PATCH", "('sign-in')", { stored: chain() });
    expect(failure(await send("PATCH", "('sign-in')", { stored: chain(), expectedNumber: 0 }))).toEqual([
      412,
      "VERSION_MISMATCH",
      "expectedNumber",
    ]);
    const { headers } = await send("GET", "('sign-in')");
    await send("PATCH", "('sign-in')", { enabled: false });
    const late = await api.send("PATCH", "/v2/authChains('sign-in')", {
      as: "root",
      body: { stored: chain() },
      headers: { "if-match": String(headers["etag"]) },
    });
    expect(failure(late).slice(0, 2)).toEqual([412, "VERSION_MISMATCH"]);
  });

  it("which is broken by another hand is not walked, and says why", async () => {
    const broken = {
      ...(await send("GET", "('sign-in')")).json.inForce,
      selectors: [{ expression: "ip", match: "like" }],
    };
    await api.store.transaction(() =>
      api.store.save("authChains", { name: "sign-in", stored: broken, enabled: true, number: 99 }),
    );
    const { json } = await send("GET", "('sign-in')");
    expect([json.inForceNumber, json.fault]).toEqual([0, expect.stringContaining("selectors.0.match")]);
    expect((await begin()).status).toBe(201);
  });
});

describe("what cannot be undone by a stranger's hand", () => {
  it.each<[string, string, string, object | undefined, unknown[]]>([
    ["a chain that is not there", "PATCH", "('none')", { stored: chain() }, [404, "NOT_FOUND"]],
    ["a version that is not there", "POST", "('sign-in')/rollBack", { number: 9 }, [404, "CHAIN_VERSION_UNKNOWN"]],
    ["a default that nothing replaces", "POST", "('sign-in')/reset", {}, [404, "CHAIN_NOT_STORED"]],
    [
      "a default that nothing replaces, by enabling it",
      "PATCH",
      "('sign-in')",
      { enabled: true },
      [404, "CHAIN_NOT_STORED"],
    ],
    ["a default", "DELETE", "('sign-in')", undefined, [409, "CHAIN_BUILT_IN"]],
  ])("%s is refused", async (_, method, path, body, refusal) => {
    expect(failure(await send(method, path, body)).slice(0, 2)).toEqual(refusal);
  });
});

describe("a change that would lock people out", () => {
  it.each<[string, object, string]>([
    ["no chain for an ordinary sign-in", chain(forIntranet), "no chain would be taken for an ordinary sign-in"],
    [
      "a chain for one address",
      chain({ selectors: [{ expression: "ip", match: "equal", value: "127.0.0.1" }] }),
      "no chain",
    ],
    ["a chain that lets nobody in", chain({ steps: { password: password("DENY") } }), "no superuser could come in"],
  ])("by %s is refused, unless it is forced", async (_, stored, words) => {
    const refused = await send("PATCH", "('sign-in')", { stored });
    expect([...failure(refused), refused.json.error.message]).toEqual([
      409,
      "CHAIN_LOCKS_OUT",
      "force",
      expect.stringContaining(words),
    ]);
    expect((await send("GET", "('sign-in')")).json.stored).toBeNull();
    expect((await send("PATCH", "('sign-in')", { stored, force: true })).status).toBe(204);
    expect(failure(await send("PATCH", "('sign-in')", { enabled: true }))).toEqual([409, "CHAIN_LOCKS_OUT", "force"]);
    expect((await send("PATCH", "('sign-in')", { enabled: false })).status).toBe(204);
  });

  it("is none where the chain is for something else", async () => {
    const stored = chain({ purpose: "identify", steps: { password: password("DENY") } });
    expect((await send("POST", "", { name: "own", stored })).status).toBe(201);
  });
});

describe("a chain that breaks no rule", () => {
  const code = { component: "oneTimeCode", outcomes: { passed: "ALLOW", failed: "DENY", none: "DENY" } };
  const strong = chain({ name: "sign-in", position: 1000, steps: { password: password("code"), code } });
  const said = [{ expression: "origin", match: "equal", value: "https://intranet.example" }];
  const weak = chain({ name: "own", position: 5, selectors: said });
  const placesOf = (warnings: readonly { readonly place: string }[]) => warnings.map(({ place }) => place);

  it("is warned of where what is only said lets it ask for less: when it is checked, saved and read, and where it stands behind", async () => {
    expect((await send("PATCH", "('sign-in')", { stored: strong, force: true })).status).toBe(204);
    const checked = await send("POST", "/check", { chain: weak });
    expect([checked.json.faults, placesOf(checked.json.warnings)]).toEqual([[], ["selectors.0"]]);
    const added = await send("POST", "", { name: "own", stored: weak, force: true });
    expect([added.status, added.json.warnings]).toEqual([201, checked.json.warnings]);
    const { json } = await send("GET", "('sign-in')?$select=warnings");
    expect(placesOf(json.warnings)).toEqual(["position"]);
    expect(placesOf((await send("GET", "('forgot-password')")).json.warnings)).toEqual([]);
  });

  it("may compare with any value, and is told where another question was meant", async () => {
    const selectors = [{ expression: "userName", match: "equal", value: "1" }];
    const added = await send("POST", "", { name: "own", stored: chain({ selectors }) });
    expect([added.status, placesOf(added.json.warnings)]).toEqual([201, ["selectors.0.value"]]);
    const tried = await send("POST", "/try", { facts: { userName: "1" }, outcomes: { password: "passed" } });
    expect([tried.json.taken, tried.json.end]).toEqual(["own", "ALLOW"]);
  });

  it("is tried as a sign-in to the service itself where nothing else is said", async () => {
    const ours = chain({
      name: "own",
      position: 5,
      selectors: [{ expression: "client", match: "equal", value: "gatehouse" }],
    });
    const tried = await send("POST", "/try", { chain: ours, outcomes: { password: "passed" } });
    expect([tried.json.taken, tried.json.end]).toEqual(["own", "ALLOW"]);
  });
});

describe("a trial", () => {
  it.each<[string, object, unknown[]]>([
    ["a fact that there is not", { facts: { adress: "x" } }, [400, "INPUT_INVALID", "facts.adress"]],
    ["a fact that is no text", { facts: { ip: 1 } }, [400, "INPUT_INVALID", "facts.ip"]],
    ["a step that there is not", { outcomes: { pasword: "passed" } }, [400, "INPUT_INVALID", "outcomes.pasword"]],
    ["another purpose", { purpose: "signOut" }, [400, "INPUT_INVALID", "purpose"]],
    ["a chain that breaks a rule", { chain: chain({ name: "own", first: "x" }) }, [400, "CHAIN_INVALID", "first"]],
  ])("with %s is refused", async (_, body, refusal) => {
    expect(failure(await send("POST", "/try", body))).toEqual(refusal);
  });

  it("tells which chain is taken, where its steps lead, and why others are not", async () => {
    const own = { name: "own", ...chain(forIntranet) };
    const tried = await send("POST", "/try", {
      chain: own,
      facts: { ip: "10.0.0.1" },
      outcomes: { password: "failed" },
    });
    expect([tried.status, tried.json]).toMatchObject([
      200,
      {
        taken: "sign-in",
        end: "DENY",
        remark: null,
        notTaken: [
          {
            name: "sign-in-external",
            reason: "'provider set' does not match.",
          },
          {
            name: "own",
            reason: "'client equal intranet' does not match.",
          },
        ],
        steps: [
          {
            chain: "sign-in",
            step: "password",
            outcome: "failed",
            leadsTo: "DENY",
          },
        ],
      },
    ]);
    const taken = await send("POST", "/try", { chain: own, facts: { client: "intranet" } });
    expect(taken.json).toMatchObject({ taken: "own", end: null, remark: expect.stringContaining("passed, failed") });
    expect((await send("GET")).json.value).toHaveLength(defaultChains.length);
  });

  it("checks a chain and names each fault", async () => {
    const { json } = await send("POST", "/check", { chain: chain({ name: "own", first: "x", position: -1 }) });
    expect(json.faults).toMatchObject([{ place: "position" }]);
    const named = await send("POST", "/check", { chain: chain({ name: "own", first: "x" }) });
    expect(named.json.faults).toEqual([{ place: "first", message: expect.stringContaining("There is no step 'x'") }]);
    expect((await send("POST", "/check", { chain: chain({ name: "own" }) })).json.faults).toEqual([]);
  });
});

function manySteps(): [string, object][] {
  return Array.from({ length: 500 }, (_, index) => [`step${index}`, password()]);
}

describe("a chain that names what is not there yet", () => {
  it("is stored where it is not put into force, and comes into force when it is there", async () => {
    const body = { name: "ahead", stored: { ...ahead("plugin:later.mjs"), ...forIntranet }, enabled: false };
    expect((await send("POST", "", body)).status).toBe(201);
    expect(failure(await send("PATCH", "('ahead')", { enabled: true }))).toEqual(notThere);
    writePlugins(api, { "later.mjs": "export const run = () => ({ outcome: 'passed' });" });
    expect((await send("PATCH", "('ahead')", { enabled: true })).status).toBe(204);
    const outcomes = { ahead: "passed", password: "passed" };
    const walked = await send("POST", "/try", { facts: { client: "intranet" }, outcomes });
    expect([walked.json.taken, walked.json.end]).toEqual(["ahead", "ALLOW"]);
  });
});
