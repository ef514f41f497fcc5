import { rmSync, statSync, truncateSync } from "node:fs";

import { afterAll, afterEach, beforeAll, describe, expect, it, test } from "vitest";

import { factsOfNobody } from "#domain/passwords/facts-of-nobody.fixture.ts";
import { brokenRules } from "#domain/passwords/password-check.ts";
import { presetRules } from "#domain/passwords/password-presets.ts";
import { initialRules } from "#domain/passwords/password-rules.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { writeBreachedList } from "#test/support/breached-lists.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";
import { callerOf } from "#test/support/service.ts";

const accountKey = "77777777-0000-4000-8000-000000000043";
let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({ people: ["ada", "bob"], targets: { T1: [{ authorizers: ["bob"] }] } });
  const engine = callerOf({ key: "", id: "up", superuser: false }, { kind: "engine", key: null, module: "load" });
  await invoke(install, api.context, engine, {});
  writePlugins(api, {
    "no-cats.mjs":
      "export const run = ({ password }) => password.use((text) => text.includes('cat') ? { accepted: false, message: 'no cats here' } : { accepted: true });",
    "broken.mjs": "export const run = () => { throw new Error('out of order'); };",
    "vague.mjs": "export const run = () => ({ accepted: 'perhaps' });",
  });
  await api.store.transaction(async () => {
    await api.store.save("users", { key: api.keyOf("ada"), displayName: "Ada Lovelace" });
    const names = { longId: "x", displayId: "countess", shortId: "countess" };
    const at = { targetSystemKey: "T1", stableId: "1", userKey: api.keyOf("ada") };
    await api.store.save("accounts", { key: accountKey, ...names, ...at });
  });
});
afterAll(() => api.close());

const of = (path: string) => `/v2/passwordPolicies${path}`;
const post = (path: string, body: object, as = "root") => api.call("POST", of(path), as, body);
const add = (id: string, more: object = {}) => post("", { id, description: `policy ${id}`, ...more });
const told = ({ status, json }: Awaited<ReturnType<typeof post>>) => [status, json.error?.code, json.error?.target];
const required = (value: number | string | null = null) => ({ mode: "required", value });

async function auditText(): Promise<string> {
  return JSON.stringify(await api.store.select("sesslog_full", {}));
}

describe("the list of breached passwords", () => {
  const listPath = () => api.context.settings.breachedPasswordsFile;
  const show = (as = "root", query = "") => api.call("GET", of(`/breachedList${query}`), as);
  afterEach(() => rmSync(listPath(), { force: true }));

  it("is shown to superusers: missing, ready, damaged, each with the way out", async () => {
    expect((await show("ada")).status).toBe(403);
    expect((await show("root", "(all=true)")).status).toBe(400);
    const nothing = { count: null, bytes: null, modifiedAt: null };
    const missing = (await show()).json;
    expect(missing).toMatchObject({ state: "missing", ...nothing });
    expect(missing["problem"]).toMatch(/gatehouse breached build/);
    await writeBreachedList(listPath(), ["Blue-Kettle-77", "Green-Kettle-78"]);
    const { size, mtimeMs } = statSync(listPath());
    expect((await show()).json).toMatchObject({
      state: "ready",
      count: 2,
      bytes: size,
      modifiedAt: new Date(Math.trunc(mtimeMs)).toISOString(),
      problem: null,
    });
    truncateSync(listPath(), size - 1);
    const damaged = (await show()).json;
    expect(damaged).toMatchObject({ state: "damaged", ...nothing });
    expect(damaged["problem"]).toMatch(/gatehouse breached build/);
  });

  it("is required by the preset after NIST where it is ready, and by no other", async () => {
    const modeOf = async (id: string, preset: string) =>
      (await add(id, { preset })).json["dictionary"].notBreached.mode as string;
    expect(await modeOf("without-list", "nist")).toBe("disabled");
    await writeBreachedList(listPath(), ["Blue-Kettle-77"]);
    expect([await modeOf("with-list", "nist"), await modeOf("initial-rules", "initial")]).toEqual([
      "required",
      "disabled",
    ]);
  });
});

describe("a password policy is added", () => {
  test.each([
    ["of the initial rules", {}, initialRules()],
    ["of a preset", { preset: "nist" }, presetRules("nist")],
    [
      "with changes of a preset",
      { preset: "nist", length: { minLength: { value: 20 } } },
      {
        ...presetRules("nist"),
        length: { ...presetRules("nist").length, minLength: { ...required(20), message: null } },
      },
    ],
  ])("%s", async (what, more, rules) => {
    const id = what.replaceAll(" ", "-");
    const { status, json } = await add(id, more);
    expect([status, json.id]).toEqual([201, id]);
    expect((await api.call("GET", of(`('${id}')`), "ada")).json).toMatchObject(rules);
    expect(await api.store.get("passwordPolicies", id)).not.toHaveProperty("preset");
  });

  test.each([
    ["without a description", { id: "A1", preset: "nist" }, [400, "INPUT_INVALID", ""]],
    ["with an unknown preset", { id: "A1", description: "x", preset: "nista" }, [400, "INPUT_INVALID", "preset"]],
    ["with an id that no address can have", { id: "A/1", description: "x" }, [400, "INPUT_INVALID", "id"]],
    [
      "with an unknown rule",
      { id: "A1", description: "x", length: { least: { value: 1 } } },
      [400, "INPUT_INVALID", ""],
    ],
    [
      "with a value out of bounds",
      { id: "A1", description: "x", length: { minLength: { value: 0 } } },
      [400, "PASSWORD_POLICY_INVALID", "length.minLength"],
    ],
    ["that is there", { id: "DEFAULT", description: "x" }, [409, "PASSWORD_POLICY_EXISTS", "id"]],
    [
      "with a plug-in that is not there",
      { id: "A1", description: "x", custom: { plugin: required("none.mjs") } },
      [400, "PASSWORD_POLICY_INVALID", "custom.plugin"],
    ],
  ])("not %s", async (_what, body, [status, code, target]) => {
    const answer = await post("", body);
    expect([answer.status, answer.json.error?.code]).toEqual([status, code]);
    if (target !== "") expect(answer.json.error.target).toBe(target);
    expect(await api.store.get("passwordPolicies", "A1")).toBeUndefined();
  });

  test("not by somebody without the right", async () => {
    expect(told(await post("", { id: "A1", description: "x" }, "ada"))[0]).toBe(403);
  });
});

describe("rules that contradict each other", () => {
  it("are refused with the fewest that do, each a detail", async () => {
    await add("TIGHT");
    const changes = {
      length: { maxLength: { value: 20 } },
      character: { minUpper: { value: 3 }, minDigits: { value: 2 }, allowedChars: required("abcdefABCDEF") },
    };
    const { json } = await api.call("PATCH", of("('TIGHT')"), "root", changes);
    expect(json.error.code).toBe("PASSWORD_POLICY_INVALID");
    expect(json.error.details.map(({ target }: { target: string }) => target)).toEqual([
      "character.minDigits",
      "character.allowedChars",
    ]);
    expect((await api.store.get("passwordPolicies", "TIGHT"))?.length["maxLength"]?.value).toBe(127);
  });
});

describe("a password policy is deleted", () => {
  const remove = (id: string, as = "root") => api.call("DELETE", of(`('${id}')`), as);

  test("where nothing uses it, and not by everybody", async () => {
    await add("SPARE");
    expect((await remove("SPARE", "ada")).status).toBe(403);
    expect((await remove("SPARE")).status).toBe(204);
    expect((await remove("SPARE")).status).toBe(404);
  });

  test.each(["DEFAULT", "PAM_DEFAULT"])("but %s, which the service needs", async (id) => {
    expect(told(await remove(id))).toEqual([409, "PASSWORD_POLICY_BUILT_IN", id]);
  });

  test("and not while something uses it, which is named", async () => {
    await add("USED");
    await api.call("POST", "/v2/targetGroups", "root", { id: "G1", passwordPolicyId: "USED" });
    await api.call("POST", "/v2/userClasses", "root", { id: "C1", description: "some", passwordPolicyId: "USED" });
    const { status, json } = await remove("USED");
    expect([status, json.error.code]).toEqual([409, "PASSWORD_POLICY_IN_USE"]);
    expect(json.error.message).toContain("the target group 'G1', the user class 'C1'");
    await api.call("DELETE", "/v2/targetGroups('G1')", "root");
    await api.call("PATCH", "/v2/userClasses('C1')", "root", { passwordPolicyId: null });
    expect((await remove("USED")).status).toBe(204);
  });
});

describe("check", () => {
  const check = (body: object, as = "ada", id = "DEFAULT") => post(`('${id}')/check`, body, as);
  const resultOf = (json: { rules: { rule: string; result: string }[] }, rule: string) =>
    json.rules.find((one) => one.rule === rule)?.result;

  test("judges each rule, and tells which could not be checked", async () => {
    const { status, json } = await check({ password: "short" });
    expect([status, json.accepted]).toEqual([200, false]);
    expect(json.rules).toContainEqual({
      rule: "length.minLength",
      mode: "required",
      result: "broken",
      message: "minLength 8: The password must have at least 8 characters; choose a longer one.",
    });
    expect(json.rules).toContainEqual({ rule: "length.maxLength", mode: "required", result: "kept", message: null });
    expect(resultOf(json, "history.notHistory")).toBe("unchecked");
    expect((await check({ password: "Blue-Kettle-77" })).json.accepted).toBe(true);
  });

  test("warns of a rule that only warns, and accepts", async () => {
    await add("WARNS", { character: { minSpecial: { mode: "warning", value: 2, message: "Signs help." } } });
    const { json } = await check({ password: "Blue-Kettle-7" }, "ada", "WARNS");
    expect([json.accepted, resultOf(json, "character.minSpecial")]).toEqual([true, "kept"]);
    const one = (await check({ password: "BlueKettle-7" }, "ada", "WARNS")).json;
    expect([one.accepted, resultOf(one, "character.minSpecial")]).toEqual([true, "warning"]);
  });

  test("knows ids and names of the caller and of the caller's account, and of nobody whom the caller may not read", async () => {
    const own = (await check({ password: "My-Lovelace-77", userKey: api.keyOf("ada") })).json;
    expect([own.accepted, resultOf(own, "dictionary.notNameParts")]).toEqual([false, "broken"]);
    const account = (await check({ password: "My-Countess-77", accountKey })).json;
    expect([account.accepted, resultOf(account, "dictionary.notProfileId")]).toEqual([false, "broken"]);
    for (const body of [{ userKey: api.keyOf("ada") }, { accountKey }])
      expect((await check({ password: "My-Lovelace-77", ...body }, "bob")).status).toBe(403);
    expect((await check({ password: "My-Lovelace-77", accountKey }, "root")).json.accepted).toBe(false);
  });

  test("asks the plug-in of the policy, and takes no answer for a no", async () => {
    await add("CATS", { custom: { plugin: required("no-cats.mjs") } });
    const rule = async (id: string, password: string) =>
      (await check({ password }, "ada", id)).json.rules.find((one: { rule: string }) => one.rule === "custom.plugin");
    expect(await rule("CATS", "Dog-Kettle-77")).toMatchObject({ result: "kept" });
    expect(await rule("CATS", "My-cat-Kettle-77")).toMatchObject({
      result: "broken",
      message: "plugin no-cats.mjs: The plug-in refuses the password: no cats here",
    });
    for (const plugin of ["broken.mjs", "vague.mjs"]) {
      await add(plugin, { custom: { plugin: required(plugin) } });
      expect(await rule(plugin, "Dog-Kettle-77")).toMatchObject({
        result: "broken",
        message: expect.stringContaining(`plugin ${plugin}: The plug-in gave no usable answer`),
      });
    }
  });

  test("keeps nothing of the password", async () => {
    const password = "Canary-of-check-77";
    await check({ password });
    await check({ password, accountKey }, "bob");
    await check({ password: 7 });
    expect(await auditText()).not.toContain(password);
    expect(JSON.stringify(await api.store.changeLog.read(0, 10_000))).not.toContain(password);
  });

  test.each([
    ["without a password", {}],
    ["with an empty one", { password: "" }],
    ["with an unknown field", { password: "x", oldPassword: "y" }],
  ])("is refused %s", async (_what, body) => expect((await check(body)).status).toBe(400));

  test("of a policy that is not there", async () => {
    expect((await check({ password: "x" }, "ada", "NONE")).status).toBe(404);
  });
});

describe("generate", () => {
  const generate = (body: object, id = "DEFAULT", as = "ada") => post(`('${id}')/generate`, body, as);
  const keeps = (password: string) =>
    brokenRules(initialRules(), {
      password,
      ...factsOfNobody,
    }).length === 0;

  test.each([
    ["one password", {}, 1, /^[A-Za-z].{23}$/],
    ["many passwords", { count: 100 }, 100, /^[A-Za-z].{23}$/],
    ["shorter ones", { count: 3, length: 12 }, 3, /^.{12}$/],
    ["passphrases", { count: 5, form: "passphrase" }, 5, /^[A-Z][a-z]{3}(?:-[a-z]{4}){5}\d$/],
    ["long passphrases", { count: 2, form: "passphrase", words: 9 }, 2, /^[A-Z][a-z]{3}(?:-[a-z]{4}){8}\d$/],
  ])("gives %s that keep the policy, and their bits", async (_what, body, count, form) => {
    const { status, json } = await generate(body);
    expect([status, json.passwords.length]).toEqual([200, count]);
    for (const { password, bits } of json.passwords) {
      expect(password).toMatch(form);
      expect([password, keeps(password)]).toEqual([password, true]);
      expect(bits).toBeGreaterThan(60);
    }
    expect(new Set(json.passwords.map(({ password }: { password: string }) => password)).size).toBe(count);
    const text = await auditText();
    for (const { password } of json.passwords) expect(text).not.toContain(password);
  });

  test("is audited with who asked and for how many", async () => {
    await generate({ count: 4, form: "passphrase" });
    const rows = await api.store.select("sesslog_full", {
      where: { operation: "PPGN" },
      orderBy: [["seq", "desc"]],
      limit: 1,
    });
    expect(rows).toMatchObject([{ actor: api.keyOf("ada"), ident: "DEFAULT", message: "4 × passphrase", result: "S" }]);
  });

  test.each([
    ["none", { count: 0 }],
    ["more than one call gives", { count: 101 }],
    ["another form", { form: "poem" }],
    ["too many words", { words: 21 }],
  ])("refuses %s", async (_what, body) => expect((await generate(body)).status).toBe(400));

  test("says so where the policy allows none of the form", async () => {
    await add("PIN", {
      length: { minLength: { value: 4 }, maxLength: { value: 6 } },
      character: { minUpper: { value: 0 }, minLower: { value: 0 }, allowedChars: required("0123456789") },
    });
    expect(told(await generate({ form: "passphrase" }, "PIN"))).toEqual([409, "GENERATED_PASSWORD_IMPOSSIBLE", "form"]);
    expect((await generate({}, "PIN")).json.passwords[0].password).toMatch(/^\d{6}$/);
  });
});

describe("further policies of user classes", () => {
  const patch = (path: string, body: object) => api.call("PATCH", `/v2/${path}`, "root", body);
  const details = (json: { error: { details: { target: string }[] } }) =>
    json.error.details.map(({ target }) => target);

  test("are named by accounts, in the order in which they count, for their members alone", async () => {
    await add("LONG", { preset: "nist" });
    await api.call("POST", "/v2/userClasses", "root", {
      id: "ADMINS",
      description: "admins",
      passwordPolicyId: "LONG",
    });
    const ids = async () =>
      (await api.call("GET", `/v2/accounts(${accountKey})?$select=passwordPolicyIds`, "root")).json.passwordPolicyIds;
    expect(await ids()).toEqual(["DEFAULT"]);
    await api.call("POST", "/v2/userClasses('ADMINS')/members", "root", { userKey: api.keyOf("ada") });
    expect(await ids()).toEqual(["DEFAULT", "LONG"]);
  });

  test("are refused where they would contradict the policy of a target group, whoever is a member", async () => {
    await add("SHORT", { length: { minLength: { value: 4 }, maxLength: { value: 12 } } });
    const { status, json } = await api.call("POST", "/v2/userClasses", "root", {
      id: "SHORTS",
      description: "nobody yet",
      passwordPolicyId: "SHORT",
    });
    expect([status, json.error.code]).toEqual([400, "PASSWORD_POLICIES_CONTRADICT"]);
    expect(details(json)).toEqual(["LONG: length.minLength", "SHORT: length.maxLength"]);
    expect(await api.store.get("userClasses", "SHORTS")).toBeUndefined();
  });

  test("and so is each other way to the same contradiction", async () => {
    const group = await api.call("POST", "/v2/targetGroups", "root", { id: "G2", passwordPolicyId: "SHORT" });
    expect(details(group.json)).toEqual(["SHORT: length.maxLength", "LONG: length.minLength"]);
    const rule = await patch("passwordPolicies('DEFAULT')", { length: { maxLength: { value: 14 } } });
    expect(details(rule.json)).toEqual(["DEFAULT: length.maxLength", "LONG: length.minLength"]);
    await patch("targetGroups('DEFAULT')", { passwordPolicyId: "SHORT" }).then(({ json }) =>
      expect(json.error.code).toBe("PASSWORD_POLICIES_CONTRADICT"),
    );
    expect((await patch("userClasses('ADMINS')", { passwordPolicyId: null })).status).toBe(204);
    expect((await patch("passwordPolicies('DEFAULT')", { length: { maxLength: { value: 14 } } })).status).toBe(204);
    expect((await patch("userClasses('ADMINS')", { passwordPolicyId: "LONG" })).json.error.code).toBe(
      "PASSWORD_POLICIES_CONTRADICT",
    );
    await patch("passwordPolicies('DEFAULT')", { length: { maxLength: { value: 127 } } });
  });

  test.each([
    ["ADMINS", "NONE", "PASSWORD_POLICY_UNKNOWN"],
    ["_MANAGER_DIRECT_", "LONG", "USER_CLASS_COMPUTED"],
  ])("the class %s takes no policy %s", async (id, passwordPolicyId, code) => {
    const { json } = await patch(`userClasses('${id}')`, { passwordPolicyId });
    expect([json.error.code, json.error.target]).toEqual([code, "passwordPolicyId"]);
  });
});
