import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { collectEvents } from "#operations/webhooks/collect-events.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { callerOf } from "#test/support/service.ts";

const engine = callerOf({ key: "", id: "webhook", superuser: false }, { kind: "engine", key: null, module: "webhook" });
const url = "https://portal.example/events";
let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
  await api.addUser("outsider");
});
afterAll(() => api.close());

const asRoot = (method: string, path: string, body?: unknown) =>
  api.send(method, path, { as: "root", ...(body === undefined ? {} : { body }) });

describe("/v2/webhooks", () => {
  it("takes a new endpoint, shows its secret this once, and reads it without", async () => {
    const added = await asRoot("POST", "/v2/webhooks", { url, eventTypes: ["gatehouse.user.created"] });
    expect(added.status).toBe(201);
    expect(added.json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const path = new URL(String(added.headers["location"])).pathname;
    expect(path).toBe(`/v2/webhooks(${added.json.key})`);
    const read = await asRoot("GET", path);
    expect(read.json).toMatchObject({
      key: added.json.key,
      url,
      eventTypes: ["gatehouse.user.created"],
      enabled: true,
      description: null,
      waiting: 0,
      dead: 0,
      failingSince: null,
      disabledReason: null,
    });
    expect(read.text).not.toContain('secret":');
    const listed = await asRoot("GET", "/v2/webhooks?$filter=enabled%20eq%20true&$select=url,waiting");
    expect(listed.json.value).toEqual([{ "@odata.etag": read.json["@odata.etag"], url, waiting: 0 }]);
  });

  it("shows what is sent, sends it again, rotates the secret, changes and removes", async () => {
    const { json } = await asRoot("POST", "/v2/webhooks", { url });
    const path = `/v2/webhooks(${json.key})`;
    const user = await api.addUser("seen");
    await invoke(collectEvents, api.context, engine, { key: json.key });
    const { json: page } = await asRoot("GET", `${path}/deliveries?$orderby=position&$count=true`);
    expect(page.value[0]).toMatchObject({
      type: "gatehouse.user.created",
      state: "waiting",
      tries: 0,
      lastStatus: null,
      lastError: null,
      event: {
        specversion: "1.0",
        type: "gatehouse.user.created",
        subject: user.key,
        data: { userKey: user.key },
      },
    });
    const [{ key: deliveryKey }] = page.value;
    expect((await asRoot("GET", `${path}/deliveries(${deliveryKey})`)).json.key).toBe(deliveryKey);
    expect((await asRoot("GET", path)).json.waiting).toBe(page["@odata.count"] ?? page["@count"]);
    const again = await asRoot("POST", `${path}/redeliver`, { deliveryKey });
    expect([again.status, again.json.count, again.json.left]).toEqual([200, 1, false]);
    const rotated = await asRoot("POST", `${path}/rotateSecret`, { overlapHours: 1 });
    expect(rotated.json.secret).toMatch(/^whsec_/);
    expect(rotated.json.secret).not.toBe(json.secret);
    expect(Date.parse(rotated.json.previousSecretUntil)).toBeGreaterThan(0);
    expect((await asRoot("PATCH", path, { enabled: false })).status).toBe(204);
    expect((await asRoot("GET", path)).json).toMatchObject({ enabled: false, disabledReason: "Disabled by root." });
    expect((await asRoot("POST", `${path}/redeliver`, {})).json.error.code).toBe("WEBHOOK_DISABLED");
    expect((await asRoot("DELETE", path)).status).toBe(204);
    expect((await asRoot("GET", path)).status).toBe(404);
  });

  it.each([
    [{ url: "http://portal.example/" }, "url"],
    [{ url, eventTypes: ["gatehouse.user.sings"] }, "eventTypes"],
    [{ url, secret: "mine" }, "secret"],
    [{ url: "https://127.1/" }, "url"],
    [{ url: "https://0x7f000001/" }, "url"],
    [{ url: "https://[::ffff:10.0.0.1]/" }, "url"],
    [{ url: "https://169.254.169.254/latest" }, "url"],
  ])("refuses %j with 400 and the field", async (body, field) => {
    const { status, json } = await asRoot("POST", "/v2/webhooks", body);
    expect(status).toBe(400);
    expect(JSON.stringify(json.error)).toContain(field);
  });

  it("is not changed to an address that is not public", async () => {
    const { json } = await asRoot("POST", "/v2/webhooks", { url });
    const path = `/v2/webhooks(${json.key})`;
    const { status, json: refused } = await asRoot("PATCH", path, { url: "https://192.168.0.1/" });
    expect([status, refused.error.target]).toEqual([400, "url"]);
    expect((await asRoot("GET", path)).json.url).toBe(url);
    expect((await asRoot("PATCH", path, { url: "https://8.8.8.8/" })).status).toBe(204);
  });

  it("is for superusers alone", async () => {
    const { json } = await asRoot("POST", "/v2/webhooks", { url });
    const path = `/v2/webhooks(${json.key})`;
    const before = await api.store.select("webhooks");
    for (const [method, address, body] of [
      ["GET", "/v2/webhooks", undefined],
      ["GET", path, undefined],
      ["GET", `${path}/deliveries`, undefined],
      ["POST", "/v2/webhooks", { url }],
      ["PATCH", path, { enabled: false }],
      ["DELETE", path, undefined],
      ["POST", `${path}/redeliver`, {}],
      ["POST", `${path}/rotateSecret`, {}],
    ] as const) {
      const { status } = await api.send(method, address, { as: "outsider", ...(body ? { body } : {}) });
      expect([method, address, status]).toEqual([method, address, 403]);
    }
    expect(await api.store.select("webhooks")).toEqual(before);
  });
});
