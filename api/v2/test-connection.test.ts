import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const targets = { FIRST: [], OFF: [], FAR: [] };
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets });
  await api.letIn(...Object.values(people));
  const { store } = api.context;
  await store.transaction(async () => {
    await store.save("targetSystems", { id: "OFF", enabled: false });
    await store.save("targetSystems", { id: "FAR", proxyServers: ["nobody"] });
  });
});
afterAll(() => api.close());

const testConnection = (id: string, as = "root", body: object = {}) =>
  api.send("POST", `/v2/targetSystems('${id}')/testConnection`, { as, body });
const failure = ({ status, json }: TestAnswer) => [status, json.error?.code];

describe("POST /v2/targetSystems({key})/testConnection", () => {
  it("answers 202 with the operation that will tell what the target has said", async () => {
    const { status, headers, json } = await testConnection("FIRST");
    expect(status).toBe(202);
    expect(json).toMatchObject({ code: "TCON", status: "notStarted", targetSystemKey: "FIRST", server: null });
    const read = await api.send("GET", String(headers["location"]).replace(testPublicAddress, ""), { as: "root" });
    expect(read.json).toMatchObject({ code: "TCON", server: null });
    const audited = await api.context.store.select("sesslog_full", { where: { operation: "TCRQ" } });
    expect(audited).toMatchObject([{ result: "S", targetSystem: "FIRST" }]);
  });

  it("is for superusers, and for target systems that are there, enabled and served", async () => {
    expect(failure(await testConnection("FIRST", "ada"))).toEqual([403, "FORBIDDEN"]);
    expect(failure(await testConnection("NONE"))).toEqual([404, "NOT_FOUND"]);
    expect(failure(await testConnection("OFF"))[1]).toBe("TARGET_DISABLED");
    expect(failure(await testConnection("FAR"))[1]).toBe("TARGET_WITHOUT_PROXY");
    expect(failure(await testConnection("FIRST", "root", { more: 1 }))[0]).toBe(400);
  });

  it("cannot be asked for in a request, which authorizers would decide", async () => {
    const users = await api.context.store.select("users", { where: { id: "ada" } });
    const body = { recipientKey: users[0]?.key, operations: [{ code: "TCON", targetSystemKey: "FIRST" }] };
    expect(failure(await api.send("POST", "/v2/requests", { as: "ada", body }))).toEqual([
      400,
      "OPERATION_CODE_UNKNOWN",
    ]);
  });
});
