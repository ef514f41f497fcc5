import { generateKeyPairSync } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { targetSecretMaxBytes } from "#domain/limits.ts";
import { openTestApi, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

let api: TestApi;
let adaKey = "";
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { FIRST: [] } });
  adaKey = people["ada"]?.key ?? "";
  await api.letIn(...Object.values(people));
});
afterAll(() => api.close());

let count = 0;
const good = () => ({
  id: `TS${++count}`,
  type: "fault",
  description: "a directory",
  address: { file: "x" },
  autoApprove: true,
});
const create = (body: object, as = "root") => api.send("POST", "/v2/targetSystems", { as, body });

describe("POST /v2/targetSystems", () => {
  it("answers 201 with Location and the entity, with defaults, options and phases", async () => {
    const phases = [{ sequence: 1, authorizers: [{ userKey: adaKey, veto: true }] }];
    const body = { ...good(), authorizationPhases: phases };
    const { status, headers, json } = await create(body);
    expect(status).toBe(201);
    expect(headers["location"]).toBe(`${testPublicAddress}/v2/targetSystems('${body.id}')`);
    expect(json).toMatchObject({
      "@odata.context": `${testPublicAddress}/v2/$metadata#targetSystems/$entity`,
      id: body.id,
      targetGroup: "DEFAULT",
      mode: "automatic",
      enabled: true,
      helpUrl: null,
      allowPasswordChange: true,
      context_strict: true,
      newIdCaseSetProgram: null,
      lastUpdatedModule: "rest",
      authorizationPhases: [
        {
          sequence: 1,
          minApprovals: 1,
          maxDenials: 1,
          authorizers: [{ userKey: adaKey, userClass: null, veto: true, inputRequired: false }],
        },
      ],
    });
    const read = await api.send("GET", `/v2/targetSystems('${body.id}')`, { as: "root" });
    expect(read.json).toEqual(json);
  });

  it.each<[object, string, string]>([
    [{ description: "" }, "TARGET_DESCRIPTION_EMPTY", "description"],
    [{ description: "   " }, "TARGET_DESCRIPTION_EMPTY", "description"],
    [{ address: "" }, "TARGET_ADDRESS_EMPTY", "address"],
    [{ address: {} }, "TARGET_ADDRESS_EMPTY", "address"],
    [{ address: null }, "TARGET_ADDRESS_EMPTY", "address"],
    [{ type: "nothing" }, "TARGET_TYPE_UNKNOWN", "type"],
    [{ targetGroup: "NONE" }, "TARGET_GROUP_UNKNOWN", "targetGroup"],
    [{ id: "" }, "INPUT_INVALID", "id"],
    [{ colour: "red" }, "INPUT_INVALID", "colour"],
    [{ proxyServers: ["nowhere"] }, "PROXY_UNKNOWN", "proxyServers.0"],
  ])("refuses %j with %s and creates nothing", async (part, code, target) => {
    const before = await api.store.count("targetSystems");
    expect(failure(await create({ ...good(), ...part }))).toEqual([400, code, target]);
    expect(await api.store.count("targetSystems")).toBe(before);
  });

  it("needs phases or autoApprove, and says so; a change of a target system needs neither", async () => {
    const { autoApprove: _, ...body } = good();
    for (const part of [{}, { authorizationPhases: [] }, { autoApprove: false }]) {
      const refused = await create({ ...body, ...part });
      expect(failure(refused)).toEqual([400, "PHASES_MISSING", "authorizationPhases"]);
      expect(refused.json.error.message).toMatch(/phase.*autoApprove/);
    }
    expect(await api.store.get("targetSystems", body.id)).toBeUndefined();
    const phases = [{ sequence: 1, authorizers: [{ userKey: adaKey }] }];
    const created = await create({ ...body, authorizationPhases: phases });
    expect([created.status, created.json.autoApprove]).toEqual([201, false]);
    const options = await api.send("GET", `/v2/targetSystems('${body.id}')/options('autoApprove')`, { as: "root" });
    expect(options.json).toMatchObject({ type: "boolean", value: false });
    const change = { authorizationPhases: [] };
    const closed = await api.send("PATCH", `/v2/targetSystems('${body.id}')`, { as: "root", body: change });
    expect(closed.status).toBe(204);
  });

  it("refuses an id that exists with 409", async () => {
    expect(failure(await create({ ...good(), id: "FIRST" }))).toEqual([409, "TARGET_EXISTS", "id"]);
  });

  it("is for superusers, and both refusal and success are in the audit", async () => {
    const body = good();
    expect((await create(body, "ada")).status).toBe(403);
    expect((await create(body)).status).toBe(201);
    const audit = await api.store.select("sesslog_full", { where: { operation: "TGTC", targetSystem: body.id } });
    expect(audit.map(({ result }) => result).toSorted()).toEqual(["F", "S"]);
  });
});

describe("reading target systems", () => {
  it("is for superusers", async () => {
    for (const path of [
      "",
      "('FIRST')",
      "('FIRST')/options",
      "('FIRST')/credentials",
      "('FIRST')/accounts",
      "('FIRST')/groups",
    ]) {
      expect((await api.send("GET", `/v2/targetSystems${path}`, { as: "ada" })).status).toBe(403);
      expect((await api.send("GET", `/v2/targetSystems${path}`, { as: "root" })).status).toBe(200);
    }
  });

  it("answers 404 for one that does not exist, and below it", async () => {
    for (const path of ["", "/options", "/credentials", "/accounts", "/groups"]) {
      expect((await api.send("GET", `/v2/targetSystems('NONE')${path}`, { as: "root" })).status).toBe(404);
    }
  });

  it("finds ids with quotes, slashes and signs that have to be encoded", async () => {
    const ids = ["o'neill", "a%b", "ü+ß", "a(b)"];
    for (const id of ids) {
      const created = await create({ ...good(), id });
      expect(created.status).toBe(201);
      const { pathname } = new URL(String(created.headers["location"]));
      const { status, json } = await api.send("GET", pathname, { as: "root" });
      expect([status, json.id]).toEqual([200, id]);
    }
  });

  it("lists the options with their types, booleans as JSON booleans", async () => {
    const { json } = await api.send("GET", "/v2/targetSystems('FIRST')/options", { as: "root" });
    const byName = Object.fromEntries(json.value.map((option: { name: string }) => [option.name, option]));
    expect(byName["allowPasswordChange"]).toMatchObject({ type: "boolean", value: true });
    expect(byName["networkResourcePlatform"]).toMatchObject({ type: "string", value: null });
    expect(json.value).toHaveLength(15);
  });
});

describe("…/credentials", () => {
  const path = "/v2/targetSystems('FIRST')/credentials";

  it("takes a password, keeps it sealed and never shows it", async () => {
    const body = { administratorId: "cn=admin", password: "canary-4711", useOrder: 1 };
    const { status, headers, json, text } = await api.send("POST", path, { as: "root", body });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      administratorId: "cn=admin",
      passwordSet: true,
      runAs: false,
      useOrder: 1,
      managedAccountKey: null,
    });
    const { pathname } = new URL(String(headers["location"]));
    const read = await api.send("GET", pathname, { as: "root" });
    const list = await api.send("GET", path, { as: "root" });
    expect(read.json).toMatchObject({ key: json.key, passwordSet: true });
    const row = await api.store.get("targetSystemCredentials", json.key);
    expect([text, read.text, list.text, JSON.stringify(row)].join()).not.toMatch(/canary-4711|"password"\s*:\s*"[^v]/);
    expect(read.json).not.toHaveProperty("password");
  });

  it("replaces the fields of an existing key, and a password left out stays", async () => {
    const { json } = await api.send("POST", path, { as: "root", body: { administratorId: "one", password: "p" } });
    const replaced = await api.send("POST", `${path}(${json.key})`, { as: "root", body: { administratorId: "two" } });
    expect([replaced.status, replaced.json.administratorId, replaced.json.passwordSet]).toEqual([200, "two", true]);
  });

  it("answers 404 for an unknown key or target system, and for the key of another one", async () => {
    const body = { administratorId: "x" };
    const { json } = await api.send("POST", path, { as: "root", body });
    const other = good();
    await create(other);
    for (const wrong of [
      `${path}(${api.context.ids.guid()})`,
      `/v2/targetSystems('NONE')/credentials`,
      `/v2/targetSystems('${other.id}')/credentials(${json.key})`,
    ]) {
      expect((await api.send("POST", wrong, { as: "root", body })).status).toBe(404);
    }
    expect(
      (await api.send("GET", `/v2/targetSystems('${other.id}')/credentials(${json.key})`, { as: "root" })).status,
    ).toBe(404);
  });

  it.each([
    [{}, "administratorId"],
    [{ administratorId: "" }, "administratorId"],
    [{ administratorId: "a", password: 1 }, "password"],
    [{ administratorId: "a", targetSystemId: "OTHER" }, "targetSystemId"],
  ])("refuses %j and names %s", async (body, target) => {
    const { status, json } = await api.send("POST", path, { as: "root", body });
    expect([status, json.error.target]).toEqual([400, target]);
  });

  it("takes a private key as a whole and a long token, and no more than is documented", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 4096 });
    const key = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    const store = (password: string) =>
      api.send("POST", path, { as: "root", body: { administratorId: "a", password } });
    for (const secret of [key, "t".repeat(2_000), "x".repeat(targetSecretMaxBytes)]) {
      const { status, json } = await store(secret);
      expect(status).toBe(201);
      const row = await api.store.get("targetSystemCredentials", json.key);
      const place = { table: "targetSystemCredentials", key: json.key, column: "password" };
      expect(api.store.unseal(row?.password ?? "", place).use((text) => text)).toBe(secret);
    }
    const { status, json } = await store("x".repeat(targetSecretMaxBytes + 1));
    expect([status, json.error.target, json.error.message]).toEqual([
      400,
      "password",
      expect.stringContaining(`at most ${targetSecretMaxBytes} bytes`),
    ]);
  });
});
