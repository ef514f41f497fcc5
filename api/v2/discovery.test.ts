import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { FIRST: [], SECOND: [] } });
  await api.letIn(...Object.values(people));
});
afterAll(() => api.close());

const discover = (id: string, as = "root") => api.send("POST", `/v2/targetSystems('${id}')/discover`, { as, body: {} });
const failure = ({ status, json }: TestAnswer) => [status, json.error?.code];

describe("POST /v2/targetSystems({key})/discover", () => {
  it("answers 202 with the operation, whose progress it shows", async () => {
    const { status, headers, json } = await discover("FIRST");
    expect(status).toBe(202);
    const progress = { phase: "queued", trigger: "user", mode: "full", listed: 0, decision: null, warnings: [] };
    expect(json).toMatchObject({ code: "DISC", status: "notStarted", targetSystemKey: "FIRST", discovery: progress });
    const path = String(headers["location"]).replace(testPublicAddress, "");
    const read = await api.send("GET", path, { as: "root" });
    expect(read.json).toMatchObject({ code: "DISC", discovery: progress });
    expect(read.json).not.toHaveProperty("discovery.startedStamp");
    const decide = (action: string) => api.send("POST", `${path}/${action}`, { as: "root", body: {} });
    expect(failure(await decide("confirm"))).toEqual([409, "DISCOVERY_NOT_WAITING"]);
    expect(await decide("abort")).toMatchObject({ status: 202, json: { discovery: { decision: "abort" } } });
    expect(failure(await decide("abort"))).toEqual([409, "DISCOVERY_NOT_WAITING"]);
    expect(failure(await discover("FIRST"))).toEqual([409, "DISCOVERY_RUNNING"]);
    expect(failure(await api.send("DELETE", "/v2/targetSystems('FIRST')", { as: "root" }))).toEqual([
      409,
      "TARGET_IN_USE",
    ]);
  });

  it("names what a discovery has found to be different where $select asks for it", async () => {
    const { store } = api.context;
    const [discovery] = await store.select("requestOperations", { where: { code: "DISC" } });
    const key = discovery?.key ?? "";
    const named = async (query: string) =>
      (await api.send("GET", `/v2/operations(${key})${query}`, { as: "root" })).json.discoveredObjects;
    expect(await named("?$select=discoveredObjects")).toEqual([]);
    const discoveredObjects = [{ change: "removed", type: "group", name: "staff" }] as const;
    await store.transaction(() => store.save("requestOperations", { key, discoveredObjects }));
    expect(await named("?$select=discoveredObjects")).toEqual(discoveredObjects);
    expect(await named("")).toBeUndefined();
  });

  it("is for superusers, and for target systems that are there and enabled", async () => {
    expect(failure(await discover("SECOND", "ada"))).toEqual([403, "FORBIDDEN"]);
    expect(failure(await discover("NONE"))).toEqual([404, "NOT_FOUND"]);
    const { store } = api.context;
    await store.transaction(() => store.save("targetSystems", { id: "SECOND", enabled: false }));
    expect(failure(await discover("SECOND"))).toEqual([400, "TARGET_DISABLED"]);
  });
});

describe("listSchedule", () => {
  it.each(["daily", "61 * * * *", "0 2 * *"])("%j is refused", async (listSchedule) => {
    const answer = await api.send("PATCH", "/v2/targetSystems('SECOND')", { as: "root", body: { listSchedule } });
    expect(answer.status).toBe(400);
    expect(answer.json.error?.target).toBe("listSchedule");
  });
});
