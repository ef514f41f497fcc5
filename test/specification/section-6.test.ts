import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { TestAnswer } from "#test/support/api.ts";
import { beginBrowserSession } from "#test/support/begin-session.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const capabilities = ["changePassword", "resetPassword", "verify"];
const mine = ["a0000000-0000-4000-8000-000000000001", "a0000000-0000-4000-8000-000000000002"] as const;
const [first] = mine;

let api: RequestApi;
beforeEach(async () => {
  api = await openRequestApi({ people: ["ada"], targets: { T1: [], T2: [] }, capabilities });
  await api.store.transaction(async () => {
    for (const [index, key] of mine.entries()) {
      const names = { stableId: "1", longId: "ada", shortId: "ada", displayId: "ada" };
      await api.store.save("accounts", { ...names, key, targetSystemKey: `T${index + 1}`, userKey: api.keyOf("ada") });
    }
  });
});
afterEach(() => api.close());

let passwords = 0;
const fresh = () => `A kettle of ${++passwords} fish`;
const audited = async (filter: string) =>
  (await api.call("GET", `/v2/sessionLogData?$filter=${filter}&$orderby=time`, "root")).json.value;
const shown = async () => (await api.call("GET", `/v2/accounts(${first})`, "root")).json;

async function reset(path: string, as: string, result: "S" | "F" = "S"): Promise<TestAnswer> {
  const accepted = await api.call("POST", path, as, { password: fresh() });
  expect(accepted.status).toBe(202);
  await api.carryOut(accepted, result === "S" ? { result } : { result, code: "strength", message: "too weak" });
  return accepted;
}

describe("SRES", () => {
  // @specification 6.self-reset
  it("is there once for a reset of one's own, for all of its accounts, and bears its result", async () => {
    await reset(`/v2/users(${api.keyOf("ada")})/resetPasswords`, "ada");
    await reset(`/v2/accounts(${first})/resetPassword`, "ada", "F");
    const rows = await audited("operation eq 'SRES'");
    expect(rows).toMatchObject([
      { result: "S", actor: api.keyOf("ada"), recipient: api.keyOf("ada") },
      { result: "F", actor: api.keyOf("ada"), recipient: api.keyOf("ada") },
    ]);
  });

  // @specification 6.self-reset
  it("is not there for a reset that somebody else makes, nor for a change", async () => {
    await reset(`/v2/users(${api.keyOf("ada")})/resetPasswords`, "root");
    const body = { currentPassword: "old one", password: fresh() };
    await api.carryOut(await api.call("POST", `/v2/accounts(${first})/changePassword`, "ada", body), { result: "S" });
    expect(await audited("operation eq 'SRES'")).toEqual([]);
    expect(await audited("operation eq 'ACHG'")).toHaveLength(3);
  });
});

// @specification 6.queue-reset
it("QRES is not there for a reset over REST", async () => {
  await reset(`/v2/accounts(${first})/resetPassword`, "ada");
  expect(await audited("operation eq 'QRES'")).toEqual([]);
});

// @specification 6.queue-reset
// @specification 6.queue-reset-session
it("QRES is there beside SRES for a reset with a session of a browser, taken or not", async () => {
  const { headers } = await beginBrowserSession(api, "ada");
  const ask = (password: string) =>
    api.send("POST", `/v2/accounts(${first})/resetPassword`, { headers, body: { password } });
  expect((await ask("x")).status).toBe(422);
  const accepted = await ask(fresh());
  expect(accepted.status).toBe(202);
  await api.carryOut(accepted, { result: "S" });
  const ada = { actor: api.keyOf("ada"), module: "ui" };
  expect(await audited("operation eq 'QRES'")).toMatchObject([
    { ...ada, result: "F" },
    { ...ada, result: "S" },
  ]);
  expect(await audited("operation eq 'SRES'")).toMatchObject([{ result: "S", actor: api.keyOf("ada") }]);
});

// @specification 6.ident
it.each([
  ["resetPassword", "ACHG", { password: fresh() }],
  ["changePassword", "ACHG", { currentPassword: "old one", password: fresh() }],
  ["verifyPassword", "PWVF", { password: fresh() }],
])("the result of %s has its operation as ident", async (action, operation, body) => {
  const accepted = await api.call("POST", `/v2/accounts(${first})/${action}`, "ada", body);
  await api.carryOut(accepted, { result: "S" });
  expect(await audited(`operation eq '${operation}'`)).toMatchObject([
    { ident: accepted.json.key, result: "S", recipient: api.keyOf("ada"), account: "ada", targetSystem: "T1" },
  ]);
});

// @specification 6.only-success
it("a password counts as changed only where the change has succeeded", async () => {
  expect((await shown()).lastPasswordChange).toBeNull();
  const failed = await reset(`/v2/accounts(${first})/resetPassword`, "ada", "F");
  expect([(await shown()).lastPasswordChange, await audited("operation eq 'ACHG'")]).toEqual([null, []]);
  expect(await audited(`ident eq '${failed.json.key}' and operation eq 'PWRS'`)).toMatchObject([{ result: "F" }]);
  await reset(`/v2/accounts(${first})/resetPassword`, "ada");
  expect((await shown()).lastPasswordChange).toBe(new Date(api.clock.now()).toISOString());
  expect(await audited("operation eq 'ACHG'")).toMatchObject([{ result: "S", account: "ada", targetSystem: "T1" }]);
});
