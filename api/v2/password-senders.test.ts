import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { sendersMax } from "#domain/password-sender-limits.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";
import { failure } from "#test/support/says.ts";
import { enrolSender } from "#test/support/test-sender.ts";

const unknown = "11111111-1111-4111-8111-111111111111";
let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({ people: ["ada"], targets: { T1: [], T2: [] } });
});
afterAll(() => api.close());

const call = (method: string, path: string, as = "root", body?: object) =>
  api.call(method, `/v2/passwordSenders${path}`, as, body);
const invite = (part: object = {}, as = "root") =>
  call("POST", "", as, { targetSystemKey: "T1", name: "host1", ...part });

describe("an invitation", () => {
  it.each<[string, object, unknown[]]>([
    ["of an unknown target system", { targetSystemKey: "T9" }, [400, "TARGET_UNKNOWN", "targetSystemKey"]],
    ["without a name", { name: " " }, [400, "INPUT_INVALID", "name"]],
    ["with another field", { state: "enrolled" }, [400, "INPUT_INVALID", "state"]],
  ])("%s is refused", async (_, part, told) => {
    expect(failure(await invite(part))).toEqual(told);
    expect(await api.store.count("passwordSenders")).toBe(0);
  });

  it("is for superusers", async () => {
    expect(failure(await invite({}, "ada")).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    expect((await call("GET", "", "ada")).status).toBe(403);
  });

  it("shows its token once, and no key ever", async () => {
    const { status, json } = await invite();
    expect([status, typeof json.token, json.token.length > 20]).toEqual([201, "string", true]);
    const { json: read } = await call("GET", `(${json.key})`);
    expect(read).toMatchObject({ key: json.key, targetSystemKey: "T1", name: "host1", status: "invited" });
    const place = { address: api.address, folder: api.folder, clock: api.clock };
    const sender = await enrolSender(place, { key: json.key, token: json.token });
    const { json: enrolled, text } = await call("GET", `(${json.key})`);
    expect(enrolled).toMatchObject({ status: "enrolled", lastReportAt: null, lastOutcome: null });
    const row = await api.store.get("passwordSenders", json.key);
    for (const hidden of [json.token, row?.enrolmentTokenHash, row?.receivingSecret, sender.keys.signingKey["x"]])
      expect(text).not.toContain(hidden);
    sender.close();
  });

  it("is refused where a target system has as many as allowed", async () => {
    const keys = Array.from({ length: sendersMax }, () => api.context.ids.guid());
    const row = { targetSystemKey: "T2", name: "many", status: "invited", invitedAt: 1 } as const;
    await api.store.transaction(() =>
      api.store.addAll(
        "passwordSenders",
        keys.map((key) => ({ key, ...row })),
      ),
    );
    expect(failure(await invite({ targetSystemKey: "T2" })).slice(0, 2)).toEqual([409, "PASSWORD_SENDERS_MAX"]);
    expect((await call("POST", `(${keys[0]})/revoke`, "root", {})).status).toBe(200);
    expect((await invite({ targetSystemKey: "T2" })).status).toBe(201);
  });
});

describe("a password sender", () => {
  it("is revoked before it is deleted", async () => {
    const { json } = await invite();
    const place = { address: api.address, folder: api.folder, clock: api.clock };
    const sender = await enrolSender(place, json);
    expect(failure(await call("DELETE", `(${json.key})`)).slice(0, 2)).toEqual([409, "PASSWORD_SENDER_ENROLLED"]);
    const revoked = await call("POST", `(${json.key})/revoke`, "root", {});
    expect([revoked.status, revoked.json]).toMatchObject([200, { key: json.key, status: "revoked" }]);
    const row = await api.store.get("passwordSenders", json.key);
    expect([row?.signingKey, row?.receivingKey, row?.receivingSecret]).toEqual([null, null, null]);
    await expect(sender.judge({ shortId: "ada" }, "any password")).rejects.toMatchObject({ status: 401 });
    expect((await call("DELETE", `(${json.key})`)).status).toBe(204);
    expect(await api.store.get("passwordSenders", json.key)).toBeUndefined();
    sender.close();
  });

  it("that is unknown is not found", async () => {
    for (const [method, path] of [
      ["GET", `(${unknown})`],
      ["DELETE", `(${unknown})`],
      ["POST", `(${unknown})/revoke`],
    ] as const)
      expect((await call(method, path, "root", method === "POST" ? {} : undefined)).status).toBe(404);
  });

  it("is in the audit with its invitation, enrollment and end", async () => {
    const rows = await api.store.select("sesslog_full", { where: { result: "S" } });
    const codes = new Set(rows.map(({ operation }) => operation));
    expect(["PSIN", "PSEN", "PSRV", "PSRM"].filter((code) => !codes.has(code))).toEqual([]);
  });

  it("goes with its target system", async () => {
    expect((await api.call("DELETE", "/v2/targetSystems('T2')", "root")).status).toBe(204);
    expect(await api.store.count("passwordSenders", { targetSystemKey: "T2" })).toBe(0);
  });
});
