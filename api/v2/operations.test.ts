import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

const stepMs = 10_000;
const start = Date.UTC(2030, 0, 1);
const clock = new ManualClock(start);
let api: TestApi;
const keys: string[] = [];

/** Each row with the status that it has. */
const rows = [
  [null, 0, "notStarted"],
  ["P", 0, "notStarted"],
  ["P", 1, "running"],
  ["S", 1, "succeeded"],
  ["X", 0, "succeeded"],
  ["F", 1, "failed"],
  ["N", 2, "failed"],
  ["R", 0, "failed"],
] as const;

beforeAll(async () => {
  api = await openTestApi({ clock });
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { T1: [] } });
  await api.letIn(...Object.values(people));
  for (const [result, sends] of rows) {
    clock.advance(stepMs);
    const shortId = `a${keys.length}`;
    const { json } = await api.send("POST", "/v2/accounts", { as: "root", body: { targetSystemKey: "T1", shortId } });
    if (!json.key) throw new Error(JSON.stringify(json));
    keys.push(String(json.key));
    await api.store.transaction(() => api.store.save("requestOperations", { key: String(json.key), result, sends }));
  }
});
afterAll(() => api.close());

const read = (options: string) => api.send("GET", `/v2/operations?${options.replaceAll(" ", "%20")}`, { as: "root" });
const found = async (filter: string) => {
  const { status, json } = await read(`$filter=${filter}&$orderby=createdAt`);
  return [status, json.value?.map(({ key }: { key: string }) => keys.indexOf(key))];
};
const places = (fits: (status: string) => boolean) =>
  rows.flatMap(([, , status], index) => (fits(status) ? [index] : []));

describe("the status of operations", () => {
  it.each(["notStarted", "running", "succeeded", "failed"])("%s is a filter", async (status) => {
    expect(await found(`status eq '${status}'`)).toEqual([200, places((one) => one === status)]);
    expect(await found(`status ne '${status}'`)).toEqual([200, places((one) => one !== status)]);
    const { json } = await read(`$filter=status eq '${status}'&$select=status`);
    expect(new Set(json.value.map((one: { status: string }) => one.status))).toEqual(new Set([status]));
  });

  it("stands in lists, functions and beside other conditions, and compares by its letters", async () => {
    const open = places((one) => one === "notStarted" || one === "running");
    expect(await found("status in ('notStarted','running')")).toEqual([200, open]);
    expect(await found("not (status eq 'failed' or status eq 'succeeded')")).toEqual([200, open]);
    expect(await found("startswith(status,'su') and result eq 'X'")).toEqual([200, [4]]);
    expect(await found("status eq 'FAILED'")).toEqual([200, []]);
    expect(await found("status eq null")).toEqual([200, []]);
  });

  it("is a filter of an expansion, and no order", async () => {
    expect((await read("$orderby=status")).json.error.code).toBe("ORDER_BY_NOT_ALLOWED");
    expect((await found("status gt 1"))[0]).toBe(400);
  });
});

describe("createdAt of operations", () => {
  it("is when they were asked for: a filter, an order, and the same as of their request", async () => {
    const since = new Date(start + 3 * stepMs).toISOString();
    expect(await found(`createdAt gt ${since}`)).toEqual([200, [3, 4, 5, 6, 7]]);
    const latest = await read("$orderby=createdAt desc&$top=2&$select=createdAt");
    expect(latest.json.value.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual([
      new Date(start + 8 * stepMs).toISOString(),
      new Date(start + 7 * stepMs).toISOString(),
    ]);
    const [request] = await api.store.select("reqbatch", { orderBy: [["createdAt", "asc"]], limit: 1 });
    const below = await api.send("GET", `/v2/requests(${request?.key})/operations`, { as: "root" });
    expect(below.json.value[0].createdAt).toBe(new Date(start + stepMs).toISOString());
  });

  it("is that of a discovery, too", async () => {
    const { status, json } = await api.send("POST", "/v2/targetSystems('T1')/discover", { as: "root", body: {} });
    expect([status, json.createdAt]).toEqual([202, new Date(clock.now()).toISOString()]);
  });
});

describe("what a target has said", () => {
  it("beside its answer is a notice, and with a failure it is the error", async () => {
    const said = { errorMessage: "The certificate ends soon.", errorCode: null };
    const [, , , done = "", , failed = ""] = keys;
    await api.store.transaction(async () => {
      await api.store.save("requestOperations", { ...said, key: done });
      await api.store.save("requestOperations", { ...said, key: failed, errorCode: "policy" });
    });
    const { json } = await api.send("GET", `/v2/operations(${done})`, { as: "root" });
    expect(json).toMatchObject({ notice: "The certificate ends soon.", error: null });
    const { json: other } = await api.send("GET", `/v2/operations(${failed})?$select=notice,error`, { as: "root" });
    expect(other).toMatchObject({ notice: null, error: { code: "policy", message: "The certificate ends soon." } });
    const { requestKey = "" } = json;
    const below = await api.send("GET", `/v2/requests(${requestKey})/operations?$select=notice`, { as: "root" });
    expect(below.json.value).toMatchObject([{ notice: "The certificate ends soon." }]);
  });
});
