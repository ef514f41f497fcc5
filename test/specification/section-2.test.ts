import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { entitySets } from "#api/v2/routes.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

let api: TestApi;
let adaKey = "";
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { AD1: [] } });
  adaKey = people["ada"]?.key ?? "";
  const { pluginFolder } = api.context.settings;
  mkdirSync(pluginFolder, { recursive: true });
  writeFileSync(join(pluginFolder, "upper.mjs"), "export const run = ({ id }) => ({ id: id.toUpperCase() });");
});
afterAll(() => api.close());

const get = (path: string, headers = {}) => api.send("GET", path, { as: "root", headers });
const post = (path: string, body: object) => api.send("POST", path, { as: "root", body });
const patch = (path: string, body: object) => api.send("PATCH", path, { as: "root", body });

let count = 0;
const newTarget = (part = {}) => ({
  id: `S${++count}`,
  type: "fault",
  description: "d",
  address: { a: 1 },
  autoApprove: true,
  ...part,
});

// @specification 2.last-updated
describe("every model carries lastUpdatedModule and lastUpdatedNode, read-only", () => {
  const all = entitySets.flatMap((set) => [set, ...(set.navigation ?? []).map((navigation) => navigation.target())]);
  it.each([...new Set(all)].map((set) => [set.type.name, set.type] as const))("%s", (_, type) => {
    for (const name of ["lastUpdatedModule", "lastUpdatedNode"]) {
      expect(type.properties[name]).toMatchObject({ type: "Edm.String", access: "read" });
    }
  });

  it("and they say who wrote the row", async () => {
    const { json } = await get("/v2/targetGroups('DEFAULT')");
    expect(json).toMatchObject({ lastUpdatedModule: "load", lastUpdatedNode: "node1" });
    await patch("/v2/targetGroups('DEFAULT')", { lastUpdatedModule: "ui", lastUpdatedNode: "mine" });
    expect((await get("/v2/targetGroups('DEFAULT')")).json).toEqual(json);
  });
});

describe("TargetGroup", () => {
  // @specification 2.target-group.help-url
  it.each([
    ["helpUrl", "https://help.example/passwords"],
    ["syncPasswords", true],
    ["uniquePasswords", true],
    ["passwordChangeRestriction", "allAccounts"],
    ["description", "some systems"],
    ["passwordPolicyId", "PAM_DEFAULT"],
  ])("%s is set by POST and by PATCH and read", async (field, value) => {
    const id = `G-${field}`;
    const created = await post("/v2/targetGroups", { id, [field]: value });
    expect([created.status, created.json[field]]).toEqual([201, value]);
    await post("/v2/targetGroups", { id: `${id}-2` });
    expect((await patch(`/v2/targetGroups('${id}-2')`, { [field]: value })).status).toBe(204);
    expect((await get(`/v2/targetGroups('${id}-2')`)).json[field]).toBe(value);
  });

  // @specification 2.target-group.password-policy
  it("passwordPolicy is readable through its own endpoint", async () => {
    const { status, json } = await get("/v2/targetGroups('DEFAULT')/passwordPolicy");
    expect([status, json.id, json.length.minLength.mode]).toEqual([200, "DEFAULT", "required"]);
  });

  it.each([
    [{ syncPasswords: true, uniquePasswords: true }, "TARGET_GROUP_PASSWORDS", "uniquePasswords"],
    [
      { syncPasswords: true, passwordChangeRestriction: "oneAccount" },
      "TARGET_GROUP_PASSWORDS",
      "passwordChangeRestriction",
    ],
    [
      { uniquePasswords: true, passwordChangeRestriction: "allAccounts" },
      "TARGET_GROUP_PASSWORDS",
      "passwordChangeRestriction",
    ],
    [{ passwordPolicyId: "NONE" }, "PASSWORD_POLICY_UNKNOWN", "passwordPolicyId"],
    [{ passwordChangeRestriction: "sometimes" }, "INPUT_INVALID", "passwordChangeRestriction"],
    [{ helpUrl: "javascript:alert(1)" }, "INPUT_INVALID", "helpUrl"],
    [{ syncPasswords: "yes" }, "INPUT_INVALID", "syncPasswords"],
    [{ colour: "red" }, "INPUT_INVALID", "colour"],
  ])("%j is refused by POST and by PATCH", async (fields, code, target) => {
    expect(failure(await post("/v2/targetGroups", { id: "BAD", ...fields }))).toEqual([400, code, target]);
    expect(failure(await patch("/v2/targetGroups('DEFAULT')", fields))).toEqual([400, code, target]);
    expect((await get("/v2/targetGroups('BAD')")).status).toBe(404);
  });

  it("syncPasswords and uniquePasswords exclude each other also when they come one after the other", async () => {
    await post("/v2/targetGroups", { id: "SYNC", syncPasswords: true });
    const refused = await patch("/v2/targetGroups('SYNC')", { uniquePasswords: true });
    expect(failure(refused)).toEqual([400, "TARGET_GROUP_PASSWORDS", "uniquePasswords"]);
    expect((await patch("/v2/targetGroups('SYNC')", { description: "still the same" })).status).toBe(204);
    expect((await patch("/v2/targetGroups('SYNC')", { syncPasswords: false })).status).toBe(204);
  });

  it("an id that exists is 409, DEFAULT and one in use stay, another one goes", async () => {
    const remove = (id: string) => api.send("DELETE", `/v2/targetGroups('${id}')`, { as: "root" });
    expect(failure(await post("/v2/targetGroups", { id: "DEFAULT" }))).toEqual([409, "TARGET_GROUP_EXISTS", "id"]);
    expect(failure(await remove("DEFAULT"))[1]).toBe("TARGET_GROUP_BUILT_IN");
    await post("/v2/targetGroups", { id: "USED" });
    await post("/v2/targetSystems", newTarget({ targetGroup: "USED" }));
    expect(failure(await remove("USED"))).toEqual([409, "TARGET_GROUP_IN_USE", "USED"]);
    await post("/v2/targetGroups", { id: "FREE" });
    expect([(await remove("FREE")).status, (await remove("FREE")).status]).toEqual([204, 404]);
  });
});

describe("TargetSystem", () => {
  // @specification 2.target-system.address 2.target-system.description
  it.each([
    ["address", "", "TARGET_ADDRESS_EMPTY"],
    ["address", {}, "TARGET_ADDRESS_EMPTY"],
    ["address", null, "TARGET_ADDRESS_EMPTY"],
    ["description", "", "TARGET_DESCRIPTION_EMPTY"],
    ["description", "  ", "TARGET_DESCRIPTION_EMPTY"],
    ["description", null, "TARGET_DESCRIPTION_EMPTY"],
  ])("%s must not be empty on POST, and PATCH rejects %j", async (field, value, code) => {
    expect(failure(await post("/v2/targetSystems", newTarget({ [field]: value })))).toEqual([400, code, field]);
    expect(failure(await patch("/v2/targetSystems('AD1')", { [field]: value }))).toEqual([400, code, field]);
    expect((await get("/v2/targetSystems('AD1')")).json).toMatchObject({
      description: "AD1",
      address: { file: "none" },
    });
  });

  // @specification 2.target-system.address 2.target-system.description
  it("a missing address or description is empty on POST and stays as it is on PATCH", async () => {
    for (const field of ["address", "description"]) {
      const { [field]: _, ...body } = newTarget() as Record<string, unknown>;
      expect((await post("/v2/targetSystems", body)).status).toBe(400);
    }
    expect((await patch("/v2/targetSystems('AD1')", { enabled: true })).status).toBe(204);
  });

  // @specification 2.target-system.target-group
  it("targetGroup is the string 'DEFAULT' unless it is given; an unknown one is refused", async () => {
    expect((await post("/v2/targetSystems", newTarget())).json.targetGroup).toBe("DEFAULT");
    const unknown = [400, "TARGET_GROUP_UNKNOWN", "targetGroup"];
    expect(failure(await post("/v2/targetSystems", newTarget({ targetGroup: "NONE" })))).toEqual(unknown);
    expect(failure(await patch("/v2/targetSystems('AD1')", { targetGroup: "NONE" }))).toEqual(unknown);
  });

  // @specification 2.target-system.help-url
  it("helpUrl is set and read", async () => {
    await patch("/v2/targetSystems('AD1')", { helpUrl: "https://help.example/ad" });
    expect((await get("/v2/targetSystems('AD1')")).json.helpUrl).toBe("https://help.example/ad");
  });
});

describe("target system option", () => {
  const valueOf = async (name: string) => {
    const { json } = await get("/v2/targetSystems('AD1')/options");
    return json.value.find((option: { name: string }) => option.name === name)?.value;
  };

  // @specification 2.target-system.discover-resources 2.option.new-id-case 2.option.platform 2.option.claim 2.option.password-change
  // @specification 2.option.unlock 2.option.password-verify 2.option.enable 9.context-strict
  it.each<[string, unknown]>([
    ["newIdCaseSetProgram", "upper.mjs"],
    ["networkResourcePlatform", "AD"],
    ["allowClaimAccounts", true],
    ["allowPasswordChange", false],
    ["allowAccountUnlock", false],
    ["allowPasswordVerify", false],
    ["verifyAfterReset", true],
    ["allowAccountEnable", false],
    ["automaticallyDiscoverResourcesToLoad", true],
    ["context_strict", false],
    ["autoApprove", true],
  ])("%s is a property and a row of /options, and both are the same value", async (name, value) => {
    expect((await patch("/v2/targetSystems('AD1')", { [name]: value })).status).toBe(204);
    expect((await get("/v2/targetSystems('AD1')")).json[name]).toBe(value);
    expect(await valueOf(name)).toBe(value);
    const other = typeof value === "boolean" ? !value : null;
    expect((await patch(`/v2/targetSystems('AD1')/options('${name}')`, { value: other })).status).toBe(204);
    expect((await get("/v2/targetSystems('AD1')")).json[name]).toBe(other);
    expect((await get(`/v2/targetSystems('AD1')/options('${name}')`)).json.value).toBe(other);
    expect((await post("/v2/targetSystems", newTarget({ [name]: value }))).json[name]).toBe(value);
  });

  it.each<[string, unknown]>([
    ["newIdCaseSetProgram", "../upper.mjs"],
    ["newIdCaseSetProgram", "upper.sh"],
    ["newIdCaseSetProgram", "absent.mjs"],
    ["newIdCaseSetProgram", ""],
    ["networkResourcePlatform", ""],
    ["networkResourcePlatform", "\u0007"],
    ["networkResourcePlatform", "x".repeat(101)],
  ])("%s refuses %j and says what it must be", async (name, value) => {
    expect(failure(await patch("/v2/targetSystems('AD1')", { [name]: value }))).toEqual([
      400,
      "OPTION_VALUE_INVALID",
      name,
    ]);
    const one = await patch(`/v2/targetSystems('AD1')/options('${name}')`, { value });
    expect(failure(one)).toEqual([400, "OPTION_VALUE_INVALID", "value"]);
    expect(one.text).toContain("must be");
  });

  // @specification 2.option.platform
  it("networkResourcePlatform is the type of managed groups, without it they have that of their target system", async () => {
    const { store } = api.context;
    const group = { targetSystemKey: "AD1", longId: "g", shortId: "g", displayId: "g" };
    const [managed, other] = [api.context.ids.guid(), api.context.ids.guid()];
    await store.transaction(async () => {
      await store.save("groups", { ...group, key: managed, stableId: "platform1", managed: true });
      await store.save("groups", { ...group, key: other, stableId: "platform2", managed: false });
    });
    const typeOf = async (key: string) => (await get(`/v2/groups(${key})`)).json.networkResourcePlatform;
    await patch("/v2/targetSystems('AD1')", { networkResourcePlatform: null });
    const { type } = (await get("/v2/targetSystems('AD1')")).json;
    expect([await typeOf(managed), await typeOf(other)]).toEqual([type, null]);
    await patch("/v2/targetSystems('AD1')", { networkResourcePlatform: "Shared folder" });
    expect([await typeOf(managed), await typeOf(other)]).toEqual(["Shared folder", null]);
    const { json } = await get("/v2/groups?$filter=stableId%20eq%20'platform1'&$select=networkResourcePlatform");
    expect(json.value).toMatchObject([{ networkResourcePlatform: "Shared folder" }]);
  });

  // @specification 2.option.boolean
  it("boolean values are emitted as JSON true and false", async () => {
    const { text } = await get("/v2/targetSystems('AD1')/options");
    expect(text).toMatch(/"value":(true|false)/);
    expect(text).not.toMatch(/"value":("(true|false|0|1)"|[01][,}])/i);
  });

  it("a value of another type is refused, an unknown name is 404", async () => {
    const path = "/v2/targetSystems('AD1')/options";
    const refused = await patch(`${path}('allowPasswordChange')`, { value: "true" });
    expect(failure(refused)).toEqual([400, "OPTION_VALUE_INVALID", "value"]);
    expect(failure(await patch(`${path}('newIdCaseSetProgram')`, { value: true }))[0]).toBe(400);
    expect(failure(await patch("/v2/targetSystems('AD1')", { allowPasswordChange: null }))[0]).toBe(400);
    expect((await patch(`${path}('nothing')`, { value: true })).status).toBe(404);
    expect((await api.send("DELETE", `${path}('allowPasswordChange')`, { as: "root" })).status).toBe(405);
  });
});

describe("TargetSystemAttributeDefinition", () => {
  const path = "/v2/targetSystems('AD1')/attributeDefinitions";
  const definition = (part = {}) => ({ attribute: `a${++count}`, discoveredObjectType: "user", ...part });

  // @specification 2.definition.mapped-attribute
  it.each([null, "", undefined])("mappedAttribute may be %j on POST and on PATCH", async (mappedAttribute) => {
    const created = await post(path, definition({ mappedAttribute }));
    expect([created.status, created.json.mappedAttribute]).toEqual([201, null]);
    const changed = await patch(`${path}(${created.json.key})`, { mappedAttribute, sequence: 5 });
    expect(changed.status).toBe(204);
    expect((await get(`${path}(${created.json.key})`)).json).toMatchObject({ mappedAttribute: null, sequence: 5 });
  });

  // @specification 2.definition.object-type 2.definition.attribute
  it.each([
    ["discoveredObjectType", ""],
    ["discoveredObjectType", null],
    ["discoveredObjectType", undefined],
    ["discoveredObjectType", "printer"],
    ["attribute", ""],
    ["attribute", "  "],
    ["attribute", undefined],
  ])("%s must not be %j on POST", async (field, value) => {
    expect(failure(await post(path, definition({ [field]: value })))).toEqual([400, "INPUT_INVALID", field]);
  });

  // @specification 2.definition.target-system
  it("the target system must exist and is validated before its definitions are read", async () => {
    for (const below of ["", "('11111111-1111-4111-8111-111111111111')"]) {
      expect((await get(`/v2/targetSystems('NONE')/attributeDefinitions${below}`)).status).toBe(404);
    }
    expect((await post("/v2/targetSystems('NONE')/attributeDefinitions", definition())).status).toBe(404);
    expect((await get(path)).status).toBe(200);
  });

  // @specification 2.definition.patch
  it.each([
    [{ attribute: "" }, "INPUT_INVALID", "attribute"],
    [{ discoveredObjectType: "" }, "INPUT_INVALID", "discoveredObjectType"],
    [{ type: "blob" }, "INPUT_INVALID", "type"],
    [{ actionOnCreate: "explode" }, "INPUT_INVALID", "actionOnCreate"],
    [{ minValues: -1 }, "INPUT_INVALID", "minValues"],
    [{ minValues: 3, maxValues: 2 }, "ATTRIBUTE_VALUES_INVALID", "maxValues"],
    [{ valueRegex: "(" }, "INPUT_INVALID", "valueRegex"],
    [{ colour: "red" }, "INPUT_INVALID", "colour"],
  ])("PATCH validates its input: %j", async (changes, code, target) => {
    const { json } = await post(path, definition());
    const before = (await get(`${path}(${json.key})`)).json;
    const refused = await patch(`${path}(${json.key})`, changes);
    expect([refused.status, refused.json.error.target]).toEqual([400, target]);
    expect(refused.json.error.code).toBe(code);
    expect((await get(`${path}(${json.key})`)).json).toEqual(before);
  });

  it("the same attribute of the same objects is defined once", async () => {
    const body = definition();
    await post(path, body);
    expect(failure(await post(path, body))).toEqual([409, "ATTRIBUTE_DEFINITION_EXISTS", "attribute"]);
    expect((await post(path, { ...body, discoveredObjectType: "group" })).status).toBe(201);
  });
});

describe("TargetSystemCredential", () => {
  // @specification 2.credential.key 4.keys
  it("is identified by targetSystemCredentialKey", async () => {
    const path = "/v2/targetSystems('AD1')/credentials";
    const { json } = await post(path, { administratorId: "admin" });
    expect((await get(`${path}(${json.key})`)).json.key).toBe(json.key);
    expect((await get(`${path}('${json.key}')`)).json.key).toBe(json.key);
    expect((await get(`${path}('not-a-guid')`)).status).toBe(400);
  });
});

describe("PasswordPolicy", () => {
  // @specification 2.password-policy.subtypes
  it("can be read, with a subtype per group of rules", async () => {
    const { json } = await get("/v2/passwordPolicies", { accept: "application/json;odata.metadata=full" });
    expect(json.value.map(({ id }: { id: string }) => id)).toEqual(["DEFAULT", "PAM_DEFAULT"]);
    const [policy] = json.value;
    const types = ["length", "character", "dictionary", "history", "custom"].map(
      (group) => policy[group]["@odata.type"],
    );
    const names = ["LengthRules", "CharacterRules", "DictionaryRules", "HistoryRules", "CustomRules"];
    expect(types).toEqual(names.map((name) => `#Gatehouse.REST.Models.v2.${name}`));
    expect(policy.length.minLength).toMatchObject({ mode: "required", value: 8, message: null });
    expect(policy.custom.regex).toMatchObject({ mode: "disabled", value: null });
  });

  // @specification 2.password-policy.patch
  it("can be patched, a rule and a part of a rule at a time", async () => {
    const path = "/v2/passwordPolicies('PAM_DEFAULT')";
    const changes = {
      description: "for vaults",
      length: { minLength: { value: 20 } },
      custom: { regex: { mode: "warning", value: "^[a-z]", message: "Begin with a letter." } },
    };
    expect((await patch(path, changes)).status).toBe(204);
    const { json } = await get(path);
    expect(json.length.minLength).toEqual({ mode: "required", value: 20, message: null });
    expect(json.length.maxLength.value).toBe(127);
    expect(json.custom.regex).toEqual({ mode: "warning", value: "^[a-z]", message: "Begin with a letter." });
    expect(json.description).toBe("for vaults");
  });

  it.each([
    [{ length: { maxLength: { value: 128 } } }, "PASSWORD_POLICY_INVALID", "length.maxLength"],
    [
      { length: { minLength: { value: 100 }, maxLength: { value: 50 } } },
      "PASSWORD_POLICY_INVALID",
      "length.minLength",
    ],
    [{ length: { minLength: { value: "8" } } }, "PASSWORD_POLICY_INVALID", "length.minLength"],
    [{ length: { minLength: { mode: "maybe" } } }, "INPUT_INVALID", "length.minLength.mode"],
    [{ length: { minUpper: { value: 1 } } }, "INPUT_INVALID", "length.minUpper"],
    [{ character: { minUpper: { value: 127 } } }, "PASSWORD_POLICY_INVALID", "character.minUpper"],
    [{ dictionary: { notCommon: { value: 1 } } }, "PASSWORD_POLICY_INVALID", "dictionary.notCommon"],
    [{ custom: { regex: { mode: "required" } } }, "PASSWORD_POLICY_INVALID", "custom.regex"],
    [{ custom: { regex: { mode: "required", value: "[" } } }, "PASSWORD_POLICY_INVALID", "custom.regex"],
    [
      { character: { allowedChars: { mode: "required", value: "aBc" } } },
      "PASSWORD_POLICY_INVALID",
      "character.minDigits",
    ],
    [
      {
        character: { beginsWithLetter: { mode: "required" } },
        custom: { regex: { mode: "required", value: "^[0-9]" } },
      },
      "PASSWORD_POLICY_INVALID",
      "character.beginsWithLetter",
    ],
    [{ description: " " }, "INPUT_INVALID", "description"],
  ])("%j is refused", async (changes, code, target) => {
    const before = (await get("/v2/passwordPolicies('DEFAULT')")).json;
    expect(failure(await patch("/v2/passwordPolicies('DEFAULT')", changes))).toEqual([400, code, target]);
    expect((await get("/v2/passwordPolicies('DEFAULT')")).json).toEqual(before);
  });
});

describe("users", () => {
  // @specification 2.user.display-name
  it("a null display name does not truncate the output", async () => {
    const { key } = await api.addUser("nameless", { displayName: null });
    const { status, json } = await get("/v2/users");
    expect(status).toBe(200);
    const found = json.value.find((user: { key: string }) => user.key === key);
    expect(found).toMatchObject({ id: "nameless", displayName: null, locked: false, disabled: false });
    expect(json.value.length).toBe(await api.store.count("users"));
  });

  // @specification 2.user.question
  it("credentials are of type Question", async () => {
    const path = `/v2/users(${adaKey})/credentials`;
    const created = await post(`${path}/Gatehouse.REST.Models.v2.Question`, {
      question: "First pet?",
      answer: " Rex ",
    });
    expect(created.status).toBe(201);
    const { json, text } = await get(path);
    expect(json.value).toMatchObject([
      { "@odata.type": "#Gatehouse.REST.Models.v2.Question", key: created.json.key, question: "First pet?" },
    ]);
    expect(text).not.toMatch(/answer/i);
  });
});
