import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const capabilities = ["changePassword", "disable", "enable", "resetPassword", "unlock", "verify"];
const account = "a0000000-0000-4000-8000-000000000001";
const one = `/v2/accounts(${account})`;
const password = "A kettle of 7 fish";

let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({ people: ["ada"], targets: { T1: [] }, capabilities });
  const names = { targetSystemKey: "T1", stableId: "1", longId: "ada", shortId: "ada", displayId: "ada" };
  await api.store.transaction(() =>
    api.store.save("accounts", { ...names, key: account, userKey: api.keyOf("ada"), locked: true, enabled: false }),
  );
});
afterAll(() => api.close());

const set = (option: string, value: boolean) =>
  api.call("PATCH", `/v2/targetSystems('T1')/options('${option}')`, "root", { value });

describe("an option that is false takes away what it is about, and gives it back", () => {
  // @specification 2.option.password-change 2.option.unlock 2.option.password-verify 2.option.enable
  it.each<[option: string, method: string, path: string, as: string, body: object]>([
    ["allowPasswordChange", "POST", `${one}/changePassword`, "ada", { currentPassword: "old one", password }],
    ["allowPasswordChange", "POST", `${one}/resetPassword`, "ada", { password: `${password}!` }],
    ["allowAccountUnlock", "PATCH", one, "root", { locked: false }],
    ["allowPasswordVerify", "POST", `${one}/verifyPassword`, "ada", { password }],
    ["allowAccountEnable", "PATCH", one, "root", { enabled: true }],
  ])("%s: %s %s of %s", async (option, method, path, as, body) => {
    await set(option, false);
    const before = await api.store.count("reqbatch");
    const refused = await api.call(method, path, as, body);
    expect([refused.status, refused.json.error.code]).toEqual([400, "OPTION_FORBIDS"]);
    expect(refused.json.error.message).toContain(option);
    expect(await api.store.count("reqbatch")).toBe(before);
    await set(option, true);
    expect((await api.call(method, path, as, body)).status).toBe(202);
  });
});
