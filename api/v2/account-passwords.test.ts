import { afterAll, beforeAll, expect, it } from "vitest";

import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

let api: RequestApi;
const keys = { ada: "77777777-0000-4000-8000-000000000001", gone: "77777777-0000-4000-8000-000000000002" };
beforeAll(async () => {
  api = await openRequestApi({
    people: ["ada", "bob"],
    capabilities: ["changePassword", "resetPassword", "verify"],
    targets: { T1: [{ authorizers: ["bob"] }] },
  });
  const account = { longId: "x", displayId: "ada", userKey: api.keyOf("ada") };
  await api.store.transaction(async () => {
    await api.store.save("accounts", {
      ...account,
      key: keys.ada,
      stableId: "1",
      shortId: "ada",
      targetSystemKey: "T1",
    });
    await api.store.save("accounts", {
      ...account,
      key: keys.gone,
      stableId: "2",
      shortId: "old",
      targetSystemKey: "T0",
    });
  });
});
afterAll(() => api.close());

const named = "$select=shortId,passwordPolicyId,passwordCodes&$orderby=shortId";
const accounts = async (options: string, as = "ada") =>
  (await api.call("GET", `/v2/users(${api.keyOf("ada")})/accounts?${options}`, as)).json;

it("nobody reads of somebody else's accounts what may be done to their passwords", async () => {
  expect((await accounts(named, "bob")).error?.code).toBe("FORBIDDEN");
});

it("what a filter or an order cannot use is refused by its name", async () => {
  for (const option of ["$filter=passwordPolicyId eq 'DEFAULT'", "$orderby=passwordCodes"])
    expect((await accounts(option)).error).toMatchObject({
      message: expect.stringMatching(/password(PolicyId|Codes)/),
    });
});

it("an account tells its password policy, and what its owner may do to its password, to who asks for it alone", async () => {
  expect((await accounts(named)).value).toMatchObject([
    { shortId: "ada", passwordPolicyId: "DEFAULT", passwordCodes: ["PWCH", "PWRS", "PWVF"] },
    { shortId: "old", passwordPolicyId: null, passwordCodes: [] },
  ]);
  const [plain] = (await accounts("$orderby=shortId")).value;
  expect(Object.keys(plain)).not.toContain("passwordCodes");
  expect(plain["@odata.etag"]).toMatch(/^W\/"\d+"$/);
  const one = await api.call("GET", `/v2/accounts(${keys.ada})/passwordPolicyId`, "root");
  expect(one.json.value).toBe("DEFAULT");
});

it("what an option forbids, what the vault keeps alone, and what is switched off is not offered", async () => {
  const codes = async () => (await accounts(named)).value[0].passwordCodes;
  const option = (value: boolean) =>
    api.call("PATCH", "/v2/targetSystems('T1')/options('allowPasswordVerify')", "root", { value });
  expect((await option(false)).status).toBeLessThan(300);
  expect(await codes()).toEqual(["PWCH", "PWRS"]);
  await option(true);
  await api.call("PATCH", "/v2/targetSystems('T1')", "root", { enabled: false });
  expect(await codes()).toEqual([]);
  await api.call("PATCH", "/v2/targetSystems('T1')", "root", { enabled: true });
  expect(await codes()).toHaveLength(3);
  const managed = { key: "m", accountKey: keys.ada, managedSystemKey: "s", status: "U" } as const;
  await api.store.transaction(() => api.store.save("managedAccounts", { ...managed, policyId: "P" }));
  expect(await codes()).toEqual(["PWVF"]);
  await api.store.transaction(() => api.store.save("managedAccounts", { key: "m", policyId: "HISTORICAL" }));
  expect(await codes()).toHaveLength(3);
});
