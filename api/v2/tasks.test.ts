import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

const people = ["ada", "bob", "cy", "dan"];
const badges = {
  id: "BADGES",
  description: "badges of the gate",
  fulfilment: "implementer",
  autoApprove: true,
};
let api: RequestApi;
beforeEach(async () => {
  api = await openRequestApi({ people, targets: { T1: [] }, classes: { DESK: ["cy"] } });
  await api.store.transaction(() => api.store.save("users", { key: api.keyOf("dan"), superuser: true }));
});
afterEach(() => api.close());

const add = (part: object = {}) => api.call("POST", "/v2/targetSystems", "dan", { ...badges, ...part });
const change = (part: object) => api.call("PATCH", "/v2/targetSystems('BADGES')", "dan", part);
const implementers = () => [{ userKey: api.keyOf("bob") }, { userClass: "DESK" }];

describe("a target system that people serve", () => {
  it("is refused with what makes no sense there, and nothing is stored", async () => {
    const nobody = { userKey: null, userClass: null, plugin: null };
    for (const [part, code, target] of [
      [{ fulfilment: "connector" }, "TARGET_TYPE_UNKNOWN", "type"],
      [{ fulfilment: "people" }, "INPUT_INVALID", "fulfilment"],
      [{ address: { host: "gate" } }, "TARGET_WITHOUT_CONNECTOR", "address"],
      [{ listSchedule: "0 3 * * *" }, "TARGET_WITHOUT_CONNECTOR", "listSchedule"],
      [{ confirmBy: "discovery" }, "TARGET_WITHOUT_CONNECTOR", "confirmBy"],
      [{ implementers: [{ userKey: api.context.ids.guid() }] }, "IMPLEMENTER_INVALID", "implementers.0.userKey"],
      [{ implementers: [{ userClass: "NOBODY" }] }, "IMPLEMENTER_INVALID", "implementers.0.userClass"],
      [{ implementers: [{ plugin: "gone.mjs" }] }, "IMPLEMENTER_INVALID", "implementers.0.plugin"],
      [{ implementers: [nobody] }, "INPUT_INVALID", "implementers.0"],
    ] as const) {
      const answer = await add(part);
      expect(answer.json, JSON.stringify(part)).toMatchObject({ error: { code, target } });
      expect(answer.status).toBe(400);
    }
    expect(await api.store.count("targetSystems")).toBe(1);
  });

  // @specification 1.implementers
  it("needs no connector, and offers what is asked for there to its implementers, who do it", async () => {
    expect((await add({ implementers: implementers() })).status).toBe(201);
    const target = await api.call("GET", "/v2/targetSystems('BADGES')", "dan");
    expect(target.json).toMatchObject({ type: null, address: null, fulfilment: "implementer", confirmBy: "person" });
    expect(target.json.implementers).toMatchObject([
      { userKey: api.keyOf("bob"), userClass: null, plugin: null },
      { userKey: null, userClass: "DESK" },
    ]);
    const operations = [{ code: "ACUA", targetSystemKey: "BADGES" }];
    const body = { recipientKey: api.keyOf("ada"), operations };
    const { json: request } = await api.call("POST", "/v2/requests", "ada", body);
    await api.step(request as { key: string });
    const path = `/v2/requests(${request.key})`;
    const waiting = await api.call("GET", "/v2/requests/waitingForMe?$expand=operations", "cy");
    expect(waiting.json.value).toMatchObject([{ key: request.key, status: "I", operations: [{ task: "offered" }] }]);
    expect(waiting.json.value[0].operations[0].implementers).toHaveLength(2);
    const full = { Accept: "application/json;odata.metadata=full" };
    const offered = await api.call("GET", path, "cy", undefined, full);
    expect(offered.json).toMatchObject({ "#Gatehouse.REST.Models.v2.acceptTask": { target: expect.any(String) } });
    expect((await api.call("POST", `${path}/acceptTask`, "ada", { operation: 1 })).status).toBe(403);
    const accepted = await api.call("POST", `${path}/acceptTask`, "cy", { operation: 1 });
    expect(accepted.json).toMatchObject({ requestKey: request.key, operation: 1, task: "accepted" });
    const [operation] = await api.operations(request as { key: string });
    const followed = await api.call("GET", `/v2/operations(${operation?.key})`, "ada");
    expect(followed.json).toMatchObject({ status: "accepted" });
    const done = await api.call("POST", `${path}/completeTask`, "cy", { operation: 1, shortId: "4711" });
    expect(done.json).toMatchObject({ task: "closed" });
    expect((await api.call("GET", path, "ada")).json).toMatchObject({ status: "C" });
    expect((await api.call("GET", "/v2/requests/waitingForMe", "cy")).json.value).toEqual([]);
  });

  it("is never discovered, and takes no passwords", async () => {
    await add({ implementers: implementers() });
    for (const action of ["discover", "testConnection"])
      expect((await api.call("POST", `/v2/targetSystems('BADGES')/${action}`, "dan", {})).json).toMatchObject({
        error: { code: "TARGET_WITHOUT_CONNECTOR" },
      });
    const body = { targetSystemKey: "BADGES", userKey: api.keyOf("ada"), shortId: "4711" };
    const refused = await api.call("POST", "/v2/accounts", "dan", { ...body, password: "Xk7!pq2Lw#9mZt" });
    expect(refused.json).toMatchObject({ error: { code: "TASK_PASSWORD" } });
    expect((await api.call("POST", "/v2/accounts", "dan", body)).status).toBe(202);
  });

  it("can be changed to nobody, whose operations are refused with the way out, and not to a connector without type", async () => {
    await add({ implementers: implementers() });
    expect((await change({ fulfilment: "connector" })).json).toMatchObject({ error: { code: "TARGET_TYPE_UNKNOWN" } });
    expect((await change({ fulfilment: "none", implementers: [] })).status).toBe(204);
    const operations = [{ code: "ACUA", targetSystemKey: "BADGES" }];
    const asked = { recipientKey: api.keyOf("ada"), operations };
    expect((await api.call("POST", "/v2/requests", "ada", asked)).json).toMatchObject({
      error: { code: "FULFILMENT_NONE", target: "operations/0/code" },
    });
    const items = await api.call("GET", "/v2/catalogueItems?$filter=key eq 'BADGES'", "dan");
    expect(items.json.value).toMatchObject([{ codes: [], requestable: false, fulfilment: "none" }]);
  });
});

describe("a group", () => {
  let key: string;
  beforeEach(async () => {
    key = api.context.ids.guid();
    const names = { longId: "vault", shortId: "vault", displayId: "vault", stableId: "vault", managed: true };
    await api.store.transaction(() => api.store.save("groups", { key, targetSystemKey: "T1", ...names }));
    const account = { targetSystemKey: "T1", longId: "ada", shortId: "ada", displayId: "ada", stableId: "ada" };
    const own = { key: api.context.ids.guid(), userKey: api.keyOf("ada"), ...account };
    await api.store.transaction(() => api.store.save("accounts", own));
  });
  const set = (part: object, as = "dan") => api.call("POST", `/v2/groups(${key})/setFulfilment`, as, part);

  it("has implementers of its own, whatever its target system has", async () => {
    expect((await set({ fulfilment: "implementer" }, "ada")).status).toBe(403);
    expect((await set({ fulfilment: "all" })).json).toMatchObject({ error: { code: "INPUT_INVALID" } });
    const result = await set({ fulfilment: "implementer", implementers: [{ userKey: api.keyOf("bob") }] });
    expect(result.json).toMatchObject({ fulfilment: "implementer", implementers: 1 });
    expect((await set({ implementers: null })).json).toMatchObject({ fulfilment: "implementer", implementers: 1 });
    const [account] = await api.store.select("accounts");
    const operations = [{ code: "GRUA", targetSystemKey: "T1", accountKey: account?.key, groupKey: key }];
    const body = { recipientKey: api.keyOf("ada"), operations };
    const { json: request } = await api.call("POST", "/v2/requests", "ada", body);
    await api.step(request as { key: string });
    const path = `/v2/requests(${request.key})`;
    expect((await api.call("POST", `${path}/completeTask`, "bob", { operation: 1, shortId: "x" })).json).toMatchObject({
      error: { code: "OPERATION_FIELD_UNFIT", target: "shortId" },
    });
    expect((await api.call("POST", `${path}/completeTask`, "bob", { operation: 1 })).status).toBe(200);
    expect(await api.store.count("groupMemberships", { groupKey: key })).toBe(1);
    const performed = async () => {
      const { json } = await api.call("GET", `/v2/catalogueItems('${key}')`, "ada");
      return json.fulfilment;
    };
    expect(await performed()).toBe("implementer");
    expect((await set({ fulfilment: null })).json).toMatchObject({ fulfilment: null });
    expect(await performed()).toBe("connector");
  });
});
