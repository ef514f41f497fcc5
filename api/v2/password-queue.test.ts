import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const accountKey = "77777777-0000-4000-8000-000000000001";
const missing = "77777777-0000-4000-8000-000000000009";
const path = "/v2/passwordQueue";
const password = "A new passw0rd here";

let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({
    people: ["ada", "bob"],
    capabilities: ["changePassword", "resetPassword", "verify"],
    targets: { T1: [{ authorizers: ["bob"] }] },
  });
  const names = { longId: "ada", shortId: "ada", displayId: "ada", stableId: "1" };
  await api.store.transaction(() =>
    api.store.save("accounts", { key: accountKey, ...names, targetSystemKey: "T1", userKey: api.keyOf("ada") }),
  );
});
afterAll(() => api.close());

const setMode = (passwordQueueMode: unknown) =>
  api.call("PATCH", "/v2/targetGroups('DEFAULT')", "root", { passwordQueueMode });
const key = async () => (await api.store.select("passwordQueue"))[0]?.key ?? "";

describe("the way of a target group", () => {
  it("is none at first, and no other word than the three", async () => {
    expect((await api.call("GET", "/v2/targetGroups('DEFAULT')", "root")).json.passwordQueueMode).toBe("none");
    for (const wrong of ["always", "", null, true, 3]) {
      const { status, json } = await setMode(wrong);
      expect([status, JSON.stringify(json.error)]).toEqual([400, expect.stringContaining("passwordQueueMode")]);
    }
    expect((await setMode("manual")).status).toBeLessThan(300);
    expect((await api.call("GET", "/v2/targetGroups('DEFAULT')", "root")).json.passwordQueueMode).toBe("manual");
  });
});

describe("a queued change", () => {
  beforeEach(async () => {
    await setMode("manual");
    if ((await key()) !== "") return;
    const accepted = await api.call("POST", `/v2/accounts(${accountKey})/resetPassword`, "root", { password });
    await api.carryOut(accepted, { result: "F", code: "unreachable", message: "connect ECONNREFUSED" });
  });

  it("is read by the owner of the account and by superusers, without its password and without its insides", async () => {
    for (const who of ["ada", "root"]) {
      const { json } = await api.call("GET", `${path}?$expand=account,user&$filter=accountKey eq ${accountKey}`, who);
      expect(json.value).toMatchObject([
        {
          accountName: "ada",
          targetSystemKey: "T1",
          state: "waiting",
          code: "PWRS",
          tries: 0,
          nextTryAt: null,
          errorCode: "unreachable",
          errorMessage: "connect ECONNREFUSED",
          userKey: api.keyOf("ada"),
          account: { shortId: "ada" },
          user: { id: "ada" },
        },
      ]);
      for (const hidden of ["password", "currentPassword", "turn", "place", "maybeSet", "recipientKey"])
        expect(Object.keys(json.value[0])).not.toContain(hidden);
    }
    expect((await api.call("GET", path, "bob")).json.value ?? []).toEqual([]);
    expect([403, 404]).toContain((await api.call("GET", `${path}(${await key()})`, "bob")).status);
  });

  it.each(["retry", "drop"])(
    "is not offered %s to its owner, refused to others, and missing where it is not there",
    async (act) => {
      const before = await api.store.get("passwordQueue", await key());
      for (const who of ["ada", "bob"])
        expect((await api.call("POST", `${path}(${await key()})/${act}`, who, {})).status).toBe(403);
      expect((await api.call("POST", `${path}(${missing})/${act}`, "root", {})).status).toBe(404);
      const { status, json } = await api.call("POST", `${path}(${await key()})/${act}`, "root", { password });
      expect([status, JSON.stringify(json)]).toEqual([400, expect.not.stringContaining(password)]);
      expect(await api.store.get("passwordQueue", await key())).toEqual(before);
    },
  );

  it("is neither added nor changed nor deleted by hand", async () => {
    expect((await api.call("POST", path, "root", { accountKey, password })).status).toBe(405);
    expect((await api.call("PATCH", `${path}(${await key()})`, "root", { tries: 0 })).status).toBe(405);
    expect((await api.call("DELETE", `${path}(${await key()})`, "root")).status).toBe(405);
  });

  it("is retried and dropped by a superuser, with a row of the audit each", async () => {
    const retried = await api.call("POST", `${path}(${await key()})/retry`, "root", {});
    expect([retried.status, retried.json]).toMatchObject([200, { key: await key(), state: "waiting" }]);
    expect((await api.store.get("passwordQueue", await key()))?.nextTryAt).toBe(api.clock.now());
    const dropped = await key();
    expect((await api.call("POST", `${path}(${dropped})/drop`, "root", {})).status).toBe(200);
    expect(await api.store.count("passwordQueue")).toBe(0);
    const rows = await api.store.select("sesslog_full", { orderBy: [["seq", "asc"]] });
    expect(
      rows
        .filter(({ operation, result }) => ["PWQR", "PWQD", "PWQE"].includes(operation) && result === "S")
        .map(({ operation, ident, module }) => [operation, ident === dropped, module]),
    ).toEqual([
      ["PWQR", true, "rest"],
      ["PWQE", true, "rest"],
      ["PWQD", true, "rest"],
    ]);
  });
});
