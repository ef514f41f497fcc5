import { afterAll, beforeAll, describe, expect, it, test } from "vitest";

import type { ProxyClient } from "#activities/proxy/client.ts";
import type { Outcome } from "#domain/requests/order.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { nextStep } from "#operations/requests/next-step.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { createDirectClient } from "#test/support/direct-client.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { failure } from "#test/support/says.ts";

const account = "a0000000-0000-4000-8000-000000000001";
const group = "b0000000-0000-4000-8000-000000000001";
const nobody = "c0000000-0000-4000-8000-000000000001";
let passwords = 0;
/** Returns a password that no account has had. */
const fresh = () => `A kettle of ${++passwords}`;
const password = fresh();
const capabilities = [
  "changePassword",
  "create",
  "delete",
  "enable",
  "get",
  "resetPassword",
  "unlock",
  "update",
  "verify",
];

let api: TestApi;
let proxy: ProxyClient;
let people: Readonly<Record<string, Row<"users">>>;
beforeAll(async () => {
  api = await openTestApi();
  ({ people } = await foundOrganisation(api.context, {
    people: ["ada", "ben"],
    targets: { AD1: [{ authorizers: ["ben"] }] },
    capabilities,
  }));
  await api.letIn(...Object.values(people));
  proxy = await createDirectClient(api.context, "local", api.folder);
  const names = { targetSystemKey: "AD1", stableId: "1", longId: "ada", shortId: "ada", displayId: "ada" };
  await api.store.transaction(async () => {
    await api.store.save("accounts", { ...names, key: account, userKey: people["ada"]?.key ?? null, locked: false });
    await api.store.save("groups", { ...names, key: group });
  });
});
afterAll(() => api.close());

const call = (method: string, path: string, body?: object, as = "root", headers = {}) =>
  api.send(method, path, { as, ...(body ? { body } : {}), headers });

/** Acts as engine and proxy for an accepted operation; returns the operation as the API shows it afterwards. */
async function carriedOut(accepted: TestAnswer, outcome: Pick<Outcome, "result"> & Partial<Outcome>) {
  const { key, requestKey } = accepted.json;
  const step = (ordinal: number, operationKeys: string[]) => {
    const ended = operationKeys.length > 0 ? [{ operationKeys, failure: null }] : [];
    const input = { key: requestKey, run: "run", ordinal, wakes: 0, held: [], ended };
    return invoke(nextStep, api.context, engineCaller("idwfm", requestKey), input);
  };
  await step(0, []);
  const [order] = await proxy.orders([key]);
  await proxy.outcomes([{ ...outcome, operationKey: key, sends: order?.sends ?? 0 }]);
  await step(1, [key]);
  return (await call("GET", `/v2/operations(${key})`)).json;
}

describe("what acts on a target", () => {
  // @specification 4.create-account 4.update-account 4.delete-account 4.update-group 4.delete-group
  it.each<[string, string, string, object | undefined]>([
    ["POST", "/accounts", "ACUA", { targetSystemKey: "AD1", shortId: "new", password }],
    ["PATCH", `/Accounts(${account})`, "UNLK", { locked: false }],
    ["PATCH", `/accounts(${account})`, "PWRS", { password }],
    ["PATCH", `/accounts('${account}')`, "UPDA", { attributes: { mail: "ada@example.test" } }],
    ["DELETE", `/accounts(${account})`, "DELU", undefined],
    ["POST", "/groups", "CRTG", { targetSystemKey: "AD1", shortId: "staff" }],
    ["PATCH", `/group(${group})`, "UPDG", { attributes: { description: "Everybody" } }],
    ["DELETE", `/groups(${group})`, "DELG", undefined],
    ["POST", `/v2/accounts(${account})/resetPassword`, "PWRS", { password }],
  ])("%s %s answers 202 with its operation %s, its address and Retry-After", async (method, path, code, body) => {
    const { status, headers, json } = await call(method, path, body);
    expect([status, json]).toMatchObject([202, { code, status: "notStarted", result: null, error: null }]);
    expect(json["@odata.context"]).toBe(`${testPublicAddress}/v2/$metadata#operations/$entity`);
    expect(headers["location"]).toBe(`${testPublicAddress}/v2/operations(${json.key})`);
    expect(headers["retry-after"]).toBe("1");
    expect((await call("GET", `/v2/operations(${json.key})`)).json).toMatchObject({ code, status: "notStarted" });
  });

  // @specification 4.create-account 5.policy.create-account
  it.each([
    ["POST", "/accounts"],
    ["PATCH", `/accounts(${account})`],
    ["DELETE", `/accounts(${account})`],
    ["POST", "/groups"],
    ["PATCH", `/groups(${group})`],
    ["DELETE", `/groups(${group})`],
  ])("%s %s is for superusers only by default", async (method, path) => {
    const body = method === "DELETE" ? undefined : {};
    expect(failure(await call(method, path, body, "ada")).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
  });

  it("PATCH and DELETE need a key", async () => {
    expect(failure(await call("PATCH", "/Accounts", { locked: false })).slice(0, 2)).toEqual([400, "KEY_REQUIRED"]);
    const removed = await call("DELETE", "/accounts");
    expect([removed.status, removed.headers["allow"]]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    expect((await call("PUT", `/accounts(${account})`, {})).status).toBe(405);
    expect((await call("PATCH", `/accounts(${nobody})`, { locked: false })).status).toBe(404);
  });
});

describe("PATCH /Accounts updates an account (password, locked)", () => {
  // @specification 2.account.locked
  it("PATCH account `locked` = true is refused, and changes nothing", async () => {
    const before = await api.store.count("reqbatch");
    const refused = await call("PATCH", `/accounts(${account})`, { locked: true });
    expect(failure(refused)).toEqual([400, "INPUT_INVALID", "locked"]);
    expect(refused.json.error.message).toContain("set to false");
    expect(await api.store.count("reqbatch")).toBe(before);
    expect((await call("GET", `/accounts(${account})`)).json.locked).toBe(false);
  });

  it("what is unknown is refused by name", async () => {
    const batch = await call("PATCH", `/accounts(${account})`, { locked: false, batch: "x" });
    expect(failure(batch)).toEqual([400, "FIELD_UNKNOWN", "batch"]);
    const again = await call("PATCH", `/accounts(${account})`, { stableId: "2", colour: "red" });
    expect(again.json.error.details).toMatchObject([{ target: "colour", code: "FIELD_UNKNOWN" }]);
  });

  it("a PATCH of userKey gives the account to somebody, or to nobody, at once", async () => {
    const path = `/accounts(${account})`;
    const [ada, ben] = [people["ada"]?.key, people["ben"]?.key];
    expect((await call("PATCH", path, { userKey: ben })).status).toBe(204);
    expect((await call("GET", path)).json).toMatchObject({ userKey: ben, associatedBy: "admin" });
    expect((await call("PATCH", path, { userKey: null })).status).toBe(204);
    expect((await call("GET", path)).json).toMatchObject({ userKey: null, associatedBy: null });
    expect(failure(await call("PATCH", path, { userKey: nobody }))).toEqual([400, "RECIPIENT_UNKNOWN", "userKey"]);
    expect((await call("PATCH", path, { userKey: ada }, "ben")).status).toBe(403);
    expect((await call("PATCH", path, { userKey: ada, locked: false })).status).toBe(202);
    expect((await call("GET", path)).json).toMatchObject({ userKey: ada, associatedBy: "admin" });
  });

  // @specification 2.account.password-caller
  it("a PATCH of a password stores the calling user in the audit data, and fills `ident`", async () => {
    const accepted = await call("PATCH", `/accounts(${account})`, { password: fresh() });
    expect(await carriedOut(accepted, { result: "S" })).toMatchObject({ status: "succeeded", result: "S" });
    const where = { operation: "ACHG", ident: accepted.json.key };
    const [root] = await api.store.select("users", { where: { id: "root" } });
    expect(await api.store.select("sesslog_full", { where })).toMatchObject([
      { actor: root?.key, recipient: people["ada"]?.key, account: "ada", targetSystem: "AD1", result: "S" },
    ]);
  });

  it("never gives a password back", async () => {
    const { text } = await call("PATCH", `/accounts(${account})`, { password: "Very-secret-1" });
    const read = await call("GET", "/v2/operations");
    expect(text + read.text + (await call("GET", "/v2/accounts")).text).not.toMatch(/Very-secret-1|"password"/);
  });
});

describe("the answers of targets", () => {
  // @specification 1.password-policies
  it("a password that our own policy refuses is 422 with one detail per broken rule, and nothing is sent", async () => {
    const before = await api.store.count("reqbatch");
    const { status, json, text } = await call("POST", `/v2/accounts(${account})/resetPassword`, { password: "q-ada" });
    expect([status, json.error.code, json.error.target]).toEqual([422, "PASSWORD_STRENGTH", "password"]);
    expect(json.error.details).toContainEqual({
      code: "PASSWORD_STRENGTH",
      target: "length.minLength",
      message: "minLength 8: The password must have at least 8 characters; choose a longer one.",
    });
    const rules = json.error.details.map(({ target }: { target: string }) => target);
    expect(rules).toEqual(expect.arrayContaining(["character.minUpper", "dictionary.notProfileId"]));
    expect(text).not.toContain("q-ada");
    expect(await api.store.count("reqbatch")).toBe(before);
  });

  it("a rule that only warns is reported on the operation", async () => {
    const policy = "/v2/passwordPolicies('DEFAULT')";
    await call("PATCH", policy, { character: { minSpecial: { mode: "warning", value: 9 } } });
    const accepted = await call("POST", `/v2/accounts(${account})/resetPassword`, { password: fresh() });
    await call("PATCH", policy, { character: { minSpecial: { mode: "disabled" } } });
    expect(accepted.json.warnings).toMatchObject([{ rule: "character.minSpecial" }]);
    const read = await call("GET", `/v2/operations(${accepted.json.key})?$select=warnings,mustChange`);
    expect(read.json).toMatchObject({ mustChange: null, warnings: accepted.json.warnings });
  });

  it("a reset that must be changed needs a connector that can do it", async () => {
    const path = `/v2/accounts(${account})/resetPassword`;
    const refused = await call("POST", path, { password: fresh(), mustChange: true });
    expect(failure(refused)).toEqual([400, "CAPABILITY_MISSING", "mustChange"]);
  });

  // @specification 7.password-strength
  it("password strength failure on account reset is returned as a password strength failure", async () => {
    const accepted = await call("POST", `/v2/accounts(${account})/resetPassword`, { password: fresh() });
    const failed = { result: "F", code: "strength", message: "Too much like the last one", targetCode: "19" } as const;
    expect(await carriedOut(accepted, failed)).toMatchObject({
      status: "failed",
      result: "F",
      error: { code: "PASSWORD_STRENGTH", message: "Too much like the last one", targetCode: "19" },
    });
  });

  // @specification 7.connector-message
  it("connector operation failure: the actual connector message is shown", async () => {
    const accepted = await call("PATCH", `/group(${group})`, { attributes: { description: "x" } });
    const failed = { result: "F", code: "permission", message: "Insufficient access rights" } as const;
    expect(await carriedOut(accepted, failed)).toMatchObject({
      status: "failed",
      error: { code: "permission", message: "Insufficient access rights" },
    });
  });

  // @specification 2.group.patch 4.update-group
  it("the PATCH of a group applies group attribute changes", async () => {
    const accepted = await call("PATCH", `/group(${group})`, { attributes: { description: "Everybody" } });
    expect(await carriedOut(accepted, { result: "S" })).toMatchObject({ status: "succeeded" });
    expect((await call("GET", `/v2/groups(${group})/attributes`)).json.value).toMatchObject([
      { name: "description", data: { value: "Everybody" } },
    ]);
  });
});

describe("password reset endpoints", () => {
  const reset = (headers: object, path = `/v2/accounts(${account})/resetPassword`) =>
    call("POST", path, { password: fresh() }, "root", headers);

  // @specification 2.session-log-data.batch-id 4.batch-id
  it.each(["X-BATCH-ID", "X-Batch-ID", "x-batch-id"])(
    "accept the header %s with the key or number of an existing request, to fill batchId",
    async (header) => {
      const [batch] = await api.store.select("reqbatch", { limit: 1 });
      for (const name of [batch?.key ?? "", batch?.number ?? ""]) {
        const accepted = await reset({ [header]: name });
        await carriedOut(accepted, { result: "S" });
        const read = await call("GET", `/v2/sessionLogData?$filter=ident%20eq%20'${accepted.json.key}'`);
        const rows = read.json.value.filter(({ operation }: { operation: string }) => operation === "ACHG");
        expect(rows).toMatchObject([{ batchId: batch?.key, ident: accepted.json.key }]);
      }
    },
  );

  // @specification 4.batch-id
  it("an unknown batch identifier is 400", async () => {
    const path = `/v2/users(${people["ada"]?.key})/resetPasswords`;
    expect(failure(await reset({ "x-batch-id": "20000101-1" }))).toEqual([400, "BATCH_UNKNOWN", "X-BATCH-ID"]);
    expect(failure(await reset({ "x-batch-id": "20000101-1" }, path))).toEqual([400, "BATCH_UNKNOWN", "X-BATCH-ID"]);
  });

  it("users change and verify their own passwords, and nobody else does", async () => {
    const change = (as: string) =>
      call("POST", `/v2/accounts(${account})/changePassword`, { currentPassword: "old one", password: fresh() }, as);
    const verify = (as: string) => call("POST", `/v2/accounts(${account})/verifyPassword`, { password }, as);
    expect([(await change("ada")).status, (await verify("ada")).status]).toEqual([202, 202]);
    expect([(await change("ben")).status, (await verify("ben")).status]).toEqual([403, 403]);
    expect([(await change("root")).status, (await verify("root")).status]).toEqual([403, 403]);
  });
});

test("an operation is seen by who asked for it, by whom it is for, and by superusers", async () => {
  const { json } = await call("POST", `/v2/accounts(${account})/resetPassword`, { password: fresh() });
  const path = `/v2/operations(${json.key})`;
  const seen = async (as: string) => (await call("GET", path, undefined, as)).status;
  expect([await seen("root"), await seen("ada"), await seen("ben")]).toEqual([200, 200, 403]);
  const listed = await call("GET", "/v2/operations?$count=true", undefined, "ben");
  expect([listed.status, listed.json["@odata.count"]]).toEqual([200, 0]);
});
