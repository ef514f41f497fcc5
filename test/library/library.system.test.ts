import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { offeredOperations } from "#api/offered/offered-operations.ts";
import { connect } from "#idapi/index.ts";
import { freePort } from "#platform/processes/free-port.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callCommand } from "../support/commands.ts";
import { type Door, openDoors, overRest, type RestCall } from "../support/doors.ts";
import { openRequestApi } from "../support/request-api.ts";

let api: TestApi;
const doors = new Map<string, Readonly<Record<string, Door>>>();
/** Number of doors besides REST. */
const doorsBeside = 3;
const classes = ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"];

beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada", { classes });
  await api.addUser("rita", { classes, superuser: true });
  for (const user of ["ada", "rita"]) {
    await api.tokenOf(user);
    doors.set(user, await openDoors(api, user));
  }
});
afterAll(() => api.close());

const guid = "0d7c0f4e-0000-4000-8000-000000000001";
const phases = [{ sequence: 1, authorizers: [{ userKey: guid }] }];

interface Case {
  readonly input: object;
  /** The same call over REST; absent if REST does not have it. */
  readonly rest?: RestCall;
  /** Words of the command that does the same, if the command signs in as a user. */
  readonly command?: readonly string[];
}

const byKey = (path: string, name: string): Case => ({
  input: { key: guid },
  rest: ["POST", `/v2/${path}(${guid})/${name}`, {}],
});
const toRemove = (path: string): Case => ({ input: { key: guid }, rest: ["DELETE", `/v2/${path}(${guid})`] });

/** One operation of each capability, by its name, that an ordinary user may not call, or not here. */
const cases: Readonly<Record<string, Case>> = {
  "access.end": {
    input: { key: guid, reason: "moved" },
    rest: ["POST", `/v2/grants(${guid})/end`, { reason: "moved" }],
  },
  "accessExceptions.end": {
    input: { key: guid, reason: "moved" },
    rest: ["POST", `/v2/accessExceptions(${guid})/end`, { reason: "moved" }],
  },
  "accounts.delete": toRemove("accounts"),
  "analyses.stop": byKey("analyses", "stop"),
  "audit.verifyPart": { input: {}, rest: ["POST", "/v2/sessionLogData/verify", {}] },
  "catalogue.trialSet": {
    input: { where: "true", risk: 1 },
    rest: ["POST", "/v2/catalogueItems/trialSet", { where: "true", risk: 1 }],
  },
  "pluginDeliveries.retry": byKey("pluginDeliveries", "retry"),
  "ticketSystems.remove": { input: { key: "DESK" }, rest: ["DELETE", "/v2/ticketSystems('DESK')"] },
  "chains.reset": { input: { key: "sign-in" }, rest: ["POST", "/v2/authChains('sign-in')/reset", {}] },
  "checkouts.checkIn": { ...byKey("checkouts", "checkIn"), command: ["checkout", "return", guid] },
  "clients.remove": { input: { key: "portal" }, rest: ["DELETE", "/v2/clients('portal')"] },
  "delegations.accept": { ...byKey("delegations", "accept"), command: ["delegation", "accept", guid] },
  "enforcementRuns.confirm": byKey("enforcementRuns", "confirm"),
  "groups.delete": toRemove("groups"),
  "nodes.pause": byKey("nodes", "pause"),
  "replicationConflicts.accept": {
    input: { key: guid, lostStamp: "" },
    rest: ["POST", `/v2/replicationConflicts(${guid})/accept`, { lostStamp: "" }],
  },
  "importRules.remove": toRemove("importRules"),
  "managedAccountDependants.move": { input: { key: guid, place: 1 } },
  "managedAccounts.disable": {
    input: { key: guid, reason: "test" },
    rest: ["POST", `/v2/managedAccounts(${guid})/disable`, { reason: "test" }],
  },
  "managedSystemPolicies.randomize": {
    input: { key: "DEFAULT" },
    rest: ["POST", "/v2/managedSystemPolicies('DEFAULT')/randomize", {}],
  },
  "managedSystems.bind": { input: { key: guid, policyId: "DEFAULT" } },
  "massResets.stop": { ...byKey("massResets", "stop"), command: ["mass-reset", "stop", guid] },
  "notices.update": {
    input: { key: guid, read: true },
    rest: ["PATCH", `/v2/notices(${guid})`, { read: true }],
  },
  "operations.confirm": byKey("operations", "confirm"),
  "passwordBlocks.lift": { ...byKey("passwordBlocks", "lift"), command: ["password-block", "lift", guid] },
  "passwordDeliveries.reveal": {
    input: { key: guid, code: "123456" },
    rest: ["POST", `/v2/passwordDeliveries(${guid})/reveal`, { code: "123456" }],
  },
  "passwordQueue.drop": { ...byKey("passwordQueue", "drop"), command: ["password-queue", "drop", guid] },
  "passwordPolicies.update": {
    input: { key: "DEFAULT", description: "x" },
    rest: ["PATCH", "/v2/passwordPolicies('DEFAULT')", { description: "x" }],
  },
  "passwordSenders.revoke": byKey("passwordSenders", "revoke"),
  "plugIns.show": { input: {}, rest: ["GET", "/v2/nodes/plugIns"] },
  "policies.set": {
    input: { key: "users_get", expression: "true" },
    rest: ["PATCH", "/v2/policies('users_get')", { expression: "true" }],
  },
  "proxies.invite": {
    input: { id: "p1" },
    rest: ["POST", "/v2/proxyServers('p1')/invite", {}],
    command: ["proxy", "invite", "p1"],
  },
  "requestBatches.decide": {
    input: { key: guid, phase: 1, decision: "approve" },
    rest: ["POST", `/v2/requestBatches(${guid})/decide`, { phase: 1, decision: "approve" }],
  },
  "templates.remove": toRemove("templates"),
  "requests.cancel": { ...byKey("requests", "cancel"), command: ["request", "cancel", guid] },
  "roleSuggestions.draft": {
    input: { key: guid, id: "NURSE" },
    rest: ["POST", `/v2/roleSuggestions(${guid})/draft`, { id: "NURSE" }],
  },
  "roles.retire": byKey("roles", "retire"),
  "samlProviders.remove": { input: { key: "corp" }, rest: ["DELETE", "/v2/samlProviders('corp')"] },
  "sessionLogs.summarise": { input: {}, rest: ["GET", "/v2/sessionLogs/summary"] },
  "sodRules.remove": toRemove("sodRules"),
  "settings.update": {
    input: { key: "MAX USERAUTH FAILURE", value: 9 },
    rest: ["PATCH", "/v2/settings('MAX%20USERAUTH%20FAILURE')", { value: 9 }],
  },
  "simulations.simulatePhases": {
    input: { resourceType: "targetSystem", resourceKey: "T1", phases },
    rest: ["POST", "/v2/simulations", { resourceType: "targetSystem", resourceKey: "T1", phases }],
  },
  "targetGroups.create": {
    input: { id: "G1", description: "x" },
    rest: ["POST", "/v2/targetGroups", { id: "G1", description: "x" }],
  },
  "targetSystems.create": {
    input: { id: "T1", type: "sqlite", description: "x", address: { file: "x", more: [1, true] } },
    rest: [
      ...(["POST", "/v2/targetSystems"] as const),
      { id: "T1", type: "sqlite", description: "x", address: { file: "x", more: [1, true] } },
    ],
  },
  "userClasses.add": {
    input: { id: "C1", description: "x" },
    rest: ["POST", "/v2/userClasses", { id: "C1", description: "x" }],
  },
  "users.endSession": {
    input: { key: guid, sessionKey: guid },
    rest: ["POST", `/v2/users(${guid})/endSession`, { sessionKey: guid }],
    command: ["session", "end", guid, "--of", guid],
  },
  "runs.stop": byKey("runs", "stop"),
  "webhooks.remove": toRemove("webhooks"),
};

/** Returns the audit events of a call, without the fields that differ from call to call. */
async function audited(run: () => Promise<unknown>) {
  const before = new Set((await api.store.select("sesslog_full", {})).map(({ key }) => key));
  await run();
  const rows = await api.store.select("sesslog_full", { orderBy: [["seq", "asc"]] });
  return rows
    .filter(({ key }) => !before.has(key))
    .map(({ module, operation, result, actor, recipient, ident, targetSystem, batchId, message }) => ({
      module,
      operation,
      result,
      actor,
      recipient,
      ident,
      targetSystem,
      batchId,
      message,
    }));
}

/** Capabilities of which every user may call everything that is harmless: they are read, or return the user's own data. */
const withoutRefusal = ["identity", "read"];

test("one operation of each capability is tried", () => {
  const capabilities = new Set(offeredOperations.map(({ name }) => name.split(".")[0]));
  const tried = [...Object.keys(cases).map((name) => name.split(".")[0]), ...withoutRefusal];
  expect(tried.toSorted()).toEqual([...capabilities].toSorted());
});

// @specification 1.library
describe("the same call by every door is refused by the same policy, and audited alike but for the door:", () => {
  test.each(Object.entries(cases))("%s", async (name, { input, rest }) => {
    const outcomes: object[] = [];
    const rows: (readonly object[])[] = [];
    const note = async (module: string, call: () => Promise<object>) => {
      const left = await audited(async () => outcomes.push(await call()));
      rows.push(left.map((row) => ({ ...row, module: row.module === module })));
    };
    if (rest !== undefined) await note("rest", () => overRest(api, "ada", rest));
    for (const { module, call } of Object.values(doors.get("ada") ?? {})) await note(module, () => call(name, input));
    expect(outcomes).toHaveLength(doorsBeside + (rest === undefined ? 0 : 1));
    expect(outcomes[0]).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) as string });
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(rows[0]).toMatchObject([{ module: true, result: "F" }]);
    for (const left of rows) expect(left).toEqual(rows[0]);
  });
});

test("commands that sign in as a person are refused in the same words", async () => {
  const env = { GATEHOUSE_TOKEN: await api.tokenOf("ada"), PUBLIC_ADDRESS: api.address };
  const commands = Object.entries(cases).filter(([, { command }]) => command !== undefined);
  expect(commands.length).toBeGreaterThan(3);
  for (const [name, { command = [], input }] of commands) {
    const there = await doors.get("ada")?.["the library over HTTP"]?.call(name, input);
    const { code, output } = await callCommand([...command], { env });
    expect([name, code, output]).toEqual([name, 1, expect.stringContaining(there?.message ?? "refused")]);
  }
}, 120_000);

test("what is done is done alike by every door, and audited alike", async () => {
  const made: unknown[] = [];
  const rows: unknown[] = [];
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/made-\w+/g, "made")) as object;
  const create = async (module: string, id: string, call: (input: object) => Promise<unknown>) => {
    const input = { id: `made-${id}`, description: "  a <class> & more  " };
    const left = await audited(async () => made.push(plain(await call(input))));
    rows.push(plain(left.map((row) => ({ ...row, module: row.module === module }))));
  };
  await create("rest", "rest", async (body) => {
    const { json } = await api.send("POST", "/v2/userClasses", { as: "rita", body });
    return { id: json.id, description: json.description, condition: json.condition };
  });
  for (const [index, { module, call }] of Object.values(doors.get("rita") ?? {}).entries())
    await create(module, `door${index}`, async (input) => {
      const { output } = await call("userClasses.add", input);
      const { id, description, condition = null } = output as Readonly<Record<string, unknown>>;
      return { id, description, condition };
    });
  expect(made).toHaveLength(doorsBeside + 1);
  for (const one of made) expect(one).toEqual({ id: "made", description: "a <class> & more", condition: null });
  for (const one of rows) expect(one).toEqual(rows[0]);
});

test("what is read is the same by every door", async () => {
  const path = "users?$filter=startswith(id,'a')&$select=id,locked";
  const { json } = await api.send("GET", `/v2/${path}`, { as: "ada" });
  expect(json.value).toEqual([expect.objectContaining({ id: "ada", locked: false })]);
  const ofAda = Object.values(doors.get("ada") ?? {});
  expect(ofAda).toHaveLength(doorsBeside);
  for (const { call } of ofAda) {
    expect((await call("read", { path })).output).toEqual(json);
    expect(await call("read", { path: "nothing" })).toMatchObject({ code: "NOT_FOUND" });
    expect(await call("read", { path: "targetSystems" })).toMatchObject({ code: "FORBIDDEN" });
  }
});

// @specification 1.library 5.library-login
test("a script opens the database of its installation, and may do what its user may", async () => {
  const library = await connect({ databaseUrl: api.databaseUrl, settings: { GATEHOUSE_DATA: api.folder } });
  for (const [user, password] of [
    ["ada", "wrong"],
    ["nobody", "x"],
  ] as const)
    await expect(library.login(user, password)).rejects.toMatchObject({
      name: "LibraryError",
      code: "IDAPI_LOGIN_FAILED",
      message: "The user name or password is invalid or the user has insufficient privileges.",
    });
  const session = await library.login("ada", "password-of-ada");
  expect(session.expiresAt.getTime()).toBeGreaterThan(Date.now());
  expect(await session["identity"]?.["userinfo"]?.()).toMatchObject({ username: "ada" });
  await expect(session["userClasses"]?.["add"]?.({ id: "C2", description: "x" })).rejects.toMatchObject({
    code: "FORBIDDEN",
    target: "userclasses_post_create",
  });
  await expect(session["users"]?.["vanish"]?.({})).rejects.toMatchObject({ code: "NOT_FOUND" });
  await session.logout();
  await expect(session.read("users")).rejects.toMatchObject({ code: "SESSION_INVALID" });
  await library.close();
});

test("over HTTP what is no address, does not answer or answers otherwise is an error with a code", async () => {
  await expect(connect({ url: "file:///x" })).rejects.toMatchObject({ code: "ADDRESS_INVALID" });
  const nobody = await connect({ url: `http://127.0.0.1:${await freePort()}` });
  await expect(nobody.login("ada", "x")).rejects.toMatchObject({ code: "SERVICE_UNREACHABLE" });
  const elsewhere = await connect({ url: `${api.address}/health/` });
  await expect(elsewhere.login("ada", "x")).rejects.toMatchObject({ code: "TOKEN_MISSING" });
  const library = await connect({ url: api.address });
  const session = await library.login("ada", "password-of-ada");
  await expect(session["users"]?.["vanish"]?.({})).rejects.toMatchObject({ code: "NOT_FOUND" });
  await session.logout();
});

// @specification 5.operation-identifier
test("a call whose work goes on after the answer tells its operation identifier, by every door", async () => {
  const room = await openRequestApi({ people: ["ben"], targets: { FREE: [] } });
  const [userClassId] = classes.slice(1);
  const userKey = room.keyOf("ben");
  await room.store.transaction(() =>
    room.store.save("userClassMembers", { key: room.context.ids.guid(), userClassId: userClassId ?? "", userKey }),
  );
  const of = await openDoors(room, "ben");
  expect(Object.keys(of)).toHaveLength(doorsBeside);
  const operations = [{ code: "ACUA", targetSystemKey: "FREE", attributes: { shortId: "ben", mail: ["b@x.example"] } }];
  for (const [door, { call }] of Object.entries(of)) {
    const { code, output } = await call("requests.submit", { recipientKey: userKey, operations });
    expect([door, code]).toEqual([door, null]);
    const { operationId, status, key } = output as Readonly<Record<string, string>>;
    const identifier = await room.store.get("operationIdentifiers", operationId ?? "");
    expect(identifier).toMatchObject({
      operationType: "REQUEST_SUBMIT",
      sub: userKey,
      jti: expect.any(String) as string,
    });
    expect(await room.store.sessions.stateOf(identifier?.jti ?? "")).toMatchObject({ actor: userKey });
    expect(await room.store.get("reqbatch", key ?? "")).toMatchObject({ status, lastUpdatedModule: of[door]?.module });
  }
  await room.close();
});
