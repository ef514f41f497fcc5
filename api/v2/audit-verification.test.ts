import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";

const path = "/v2/sessionLogData/verify";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("ada");
  await api.tokenOf("root");
  while ((await api.context.store.auditChain.extend()) > 0);
});
afterAll(() => api.close());

const verify = (body: object, as = "root") => api.send("POST", path, { as, body });

describe("POST /v2/sessionLogData/verify", () => {
  it("401 without a login, 403 for an ordinary user", async () => {
    expect((await api.send("POST", path, { body: {} })).status).toBe(401);
    expect((await verify({}, "ada")).status).toBe(403);
  });

  it.each<[object, string]>([
    [{ continueAt: 7 }, "continueAt"],
    [{ continueAt: "" }, "continueAt"],
    [{ continueAt: "chain:-1:node1" }, "continueAt"],
    [{ continueAt: "chain:1:" }, "continueAt"],
    [{ continueAt: `rows:${"x".repeat(300)}` }, "continueAt"],
    [{ anchors: [] }, "anchors"],
  ])("refuses %j", async (body, target) => {
    const { status, json } = await verify(body);
    expect([status, json.error.target]).toEqual([400, target]);
  });

  it.each([
    [{ from: "yesterday" }, "from: must be a moment such as 2030-01-31T12:00:00Z"],
    [{ to: true }, "to: must be a moment such as 2030-01-31T12:00:00Z"],
    [{ from: "2030-01-02T00:00:00Z", to: "2030-01-01T00:00:00Z" }, "to: must be later than from"],
  ])("refuses %j by the rule that it breaks", async (body, message) => {
    expect((await verify(body)).json.error).toMatchObject({ code: "INPUT_INVALID", message });
  });

  it("checks all of it, and finds nothing where nothing is wrong", async () => {
    const { status, json } = await verify({});
    expect([status, json.rows]).toEqual([200, expect.any(Number)]);
    expect(json.checked).toBeGreaterThan(0);
    expect(json).toMatchObject({ found: 0, findings: [], oldDefects: 0, continueAt: null });
  });

  it("goes on where it is told to, and ends where nothing is there", async () => {
    const end = { found: 0, findings: [], rows: null, continueAt: null };
    for (const continueAt of ["rows:", "rows:zzz", "chain:0:nowhere", "chain:999999999999999:node1"])
      expect((await verify({ continueAt })).json).toMatchObject(end);
  });

  it("checks a period alone", async () => {
    expect((await verify({ to: "2001-01-01T00:00:00Z" })).json).toMatchObject({ checked: 0, continueAt: null });
    expect((await verify({ from: "2001-01-01T00:00:00Z" })).json).toMatchObject({ found: 0, continueAt: null });
  });
});
