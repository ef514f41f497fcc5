import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { usualCapabilities } from "#test/support/organisation.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";
import { failure } from "#test/support/says.ts";

const unknown = "11111111-1111-4111-8111-111111111111";
const accountKey = "77777777-0000-4000-8000-000000000001";
let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({
    people: ["ada", "bob"],
    targets: { T1: [] },
    capabilities: [...usualCapabilities, "resetPassword", "verify"],
  });
  const { store } = api;
  await store.transaction(async () => {
    const names = { stableId: "ada", longId: "ada", shortId: "ada", displayId: "ada" };
    await store.save("accounts", { key: accountKey, targetSystemKey: "T1", userKey: api.keyOf("ada"), ...names });
  });
});
afterAll(() => api.close());

const call = (method: string, path: string, as: string, body?: object) =>
  api.call(method, `/v2/massResets${path}`, as, body);
const add = (as: string, part: object = {}) =>
  call("POST", "", as, { reason: "a breach", condition: "id eq 'ada'", ...part });
const lists = { condition: null };

describe("a draft", () => {
  it.each<[string, object, unknown[]]>([
    ["without a reason", { reason: " " }, [400, "INPUT_INVALID", "reason"]],
    ["without a choice", lists, [400, "MASS_RESET_CHOICE", "condition"]],
    ["with two choices", { userKeys: [unknown] }, [400, "MASS_RESET_CHOICE", "condition"]],
    ["with a condition that is none", { condition: "id eq" }, [400, "QUERY_OPTION_INVALID", "condition"]],
    ["with an unknown property", { condition: "wage gt 1" }, [400, "PROPERTY_UNKNOWN", "condition"]],
    ["of an unknown target system", { targetSystemKeys: ["NONE"] }, [400, "TARGET_UNKNOWN", "targetSystemKeys"]],
    ["of an unknown target group", { targetGroupIds: ["NONE"] }, [400, "TARGET_GROUP_UNKNOWN", "targetGroupIds"]],
    ["by an unknown policy", { passwordPolicyId: "NONE" }, [400, "PASSWORD_POLICY_UNKNOWN", "passwordPolicyId"]],
    ["with a share above all", { failureShareMax: 101 }, [400, "INPUT_INVALID", "failureShareMax"]],
    ["with another delivery", { delivery: "pigeon" }, [400, "INPUT_INVALID", "delivery"]],
    ["with an unknown field", { wages: "high" }, [400, "INPUT_INVALID", "wages"]],
    ["with ends of another action", { ends: ["leave"] }, [400, "MASS_RESET_ACTION", "ends"]],
    ["that offboards nothing", { action: "offboard" }, [400, "MASS_RESET_ENDS", "ends"]],
    [
      "that offboards superusers by a condition",
      { action: "offboard", ends: ["leave"], includePrivileged: true },
      [400, "MASS_RESET_PRIVILEGED", "includePrivileged"],
    ],
    ["that onboards by a condition", { action: "onboard" }, [400, "MASS_RESET_ACTION", "condition"]],
    [
      "that onboards a superuser",
      { ...lists, action: "onboard", file: "id,accounts\nroot,T1" },
      [400, "MASS_RESET_FILE_INVALID", "file"],
    ],
    ["by a file of strangers", { ...lists, file: "user\nnobody" }, [400, "MASS_RESET_FILE_INVALID", "file"]],
  ])("%s is refused, and nothing is written", async (_what, part, expected) => {
    expect(failure(await add("root", part)).slice(0, 3)).toEqual(expected);
    expect(await api.store.count("massResets")).toBe(0);
  });

  it("is for superusers, and shows itself to nobody else", async () => {
    expect(failure(await add("ada")).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    expect((await call("GET", "", "ada")).status).toBe(403);
    const { json } = await add("root");
    for (const path of [`(${json.key})`, `(${json.key})/items`, `(${json.key})/targets`, `(${json.key})/progress`])
      expect((await call("GET", path, "ada")).status).toBe(403);
    expect((await call("DELETE", `(${json.key})`, "root")).status).toBe(204);
  });

  it("is tried, started, followed, paused and stopped", async () => {
    const draft = await add("root", { mustChange: false });
    expect(draft).toMatchObject({ status: 201, json: { state: "draft", accounts: 1, people: 1, delivery: "none" } });
    const { key, number } = draft.json as { key: string; number: string };
    const trial = await call("POST", `(${key})/trial`, "root", {});
    const first = [{ accountKey, accountName: "ada", userId: "ada", act: "set", because: null }];
    expect(trial).toMatchObject({ status: 200, json: { accounts: 1, needsConfirmation: false, first } });
    const wrong = await call("POST", `(${key})/start`, "root", { expectCount: 2 });
    expect(failure(wrong).slice(0, 3)).toEqual([412, "MASS_RESET_COUNT", "expectCount"]);
    const start = await call("POST", `(${key})/start`, "root", { expectCount: 1 });
    expect(start).toMatchObject({ status: 200, json: { key, number, state: "queued", accounts: 1 } });
    expect((await call("POST", `(${key})/pause`, "root", {})).json).toMatchObject({ state: "paused" });
    expect((await call("GET", `(${key})`, "root")).json).toMatchObject({ pausedBecause: "asked" });
    expect((await call("POST", `(${key})/resume`, "root", {})).json).toMatchObject({ state: "queued" });
    expect((await call("GET", `(${key})/progress`, "root")).json).toMatchObject({ accounts: 0, open: 0 });
    expect((await call("POST", `(${key})/stop`, "root", {})).json).toMatchObject({ state: "stopped" });
    const over = await call("POST", `(${key})/resume`, "root", {});
    expect(failure(over).slice(0, 2)).toEqual([409, "MASS_RESET_OVER"]);
    expect((await call("GET", `?$filter=number eq '${number}'`, "root")).json.value).toHaveLength(1);
  });

  it("brings people in, and ends their access, in steps that are rows", async () => {
    const onboard = { ...lists, action: "onboard", file: "id,accounts\neve,T1" };
    const draft = await add("root", onboard);
    expect(draft).toMatchObject({
      status: 201,
      json: { action: "onboard", accounts: 2, people: 1, passwordsKey: null },
    });
    const key = String(draft.json.key);
    const trial = await call("POST", `(${key})/trial`, "root", {});
    expect(trial.json.steps).toMatchObject([
      { act: "addUser", userId: "eve", targetSystemKey: "", because: null },
      { act: "addAccount", userId: "eve", targetSystemKey: "T1", accountName: "eve" },
    ]);
    const again = await call("POST", `(${key})/choose`, "root", { file: "id,accounts\nEVE,T1" });
    expect(failure(again).slice(0, 2)).toEqual([400, "MASS_RESET_FILE_INVALID"]);
    expect((await call("GET", `(${key})/steps`, "ada")).status).toBe(403);
    expect((await call("POST", `(${key})/start`, "root", { expectCount: 2 })).status).toBe(200);
    const { json } = await call("GET", `(${key})/steps?$filter=act eq 'addAccount'`, "root");
    expect(json.value).toMatchObject([{ line: 2, userId: "eve", accountName: "eve", result: null, requestKey: null }]);
    expect((await call("POST", `(${key})/stop`, "root", {})).json).toMatchObject({ state: "stopped" });
    const offboard = await add("root", { action: "offboard", ends: ["disableUser", "deleteAccounts"] });
    expect(offboard).toMatchObject({
      status: 201,
      json: { accounts: 2, people: 1, ends: ["disableUser", "deleteAccounts"] },
    });
  });

  it("shows the password of no row, whatever is selected", async () => {
    const key = "88888888-0000-4000-8000-000000000001";
    const { store } = api;
    await store.transaction(async () => {
      const counts = { chosen: [], skipped: [], chosenBy: "accounts", number: "1", requestId: "call" } as const;
      await store.add("massResets", { key, reason: "a breach", ...counts, createdAt: 0 });
      const of = { runKey: key, accountKey, accountName: "ada", targetSystemKey: "T1", act: "set" } as const;
      await store.add("massResetAccounts", { key: unknown, ...of, password: "sealed", createdAt: 0 });
    });
    const { json, text } = await call("GET", `(${key})/items`, "root");
    expect(json.value).toMatchObject([{ accountName: "ada", result: null }]);
    expect(text).not.toContain("sealed");
    for (const path of ["items?$select=password", "items?$filter=password eq 'sealed'"])
      expect((await call("GET", `(${key})/${path}`, "root")).status).toBe(400);
  });
});
