import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { letDelegateForOthers } from "#test/support/ask-for-others.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";
import { failure } from "#test/support/says.ts";

const people = ["ada", "ben", "cy", "dan", "eve"];
const hourMs = 3_600_000;
let api: RequestApi;
beforeAll(async () => {
  api = await openRequestApi({ people, targets: { T1: [{ authorizers: ["ben"] }] } });
  await api.store.transaction(() => api.store.save("users", { key: api.keyOf("eve"), disabled: true }));
});
afterAll(() => api.close());
beforeEach(async () => {
  const { store } = api;
  const open = await store.select("delegations");
  await store.transaction(async () => {
    for (const { key } of open) await store.save("delegations", { key, state: "ended" });
  });
});

const call = (method: string, path: string, as: string, body?: object) =>
  api.call(method, `/v2/delegations${path}`, as, body);
const add = (as: string, to: string, part: object = {}) =>
  call("POST", "", as, { delegatorKey: null, delegateKey: api.keyOf(to), reason: "on holiday", ...part });
const after = (hours: number) => new Date(api.clock.now() + hours * hourMs).toISOString();
const act = (name: string, key: string, as: string) => call("POST", `(${key})/${name}`, as, {});

describe("/v2/delegations", () => {
  it("asks somebody, who accepts, and either of them ends it", async () => {
    const { status, json } = await add("ben", "cy", { beginsAt: after(1), endsAt: after(9) });
    const shown = { delegatorKey: api.keyOf("ben"), delegateKey: api.keyOf("cy"), requestKey: null, state: "asked" };
    expect([status, json]).toEqual([201, expect.objectContaining({ ...shown, reason: "on holiday" })]);
    expect((await act("accept", json.key, "cy")).json).toMatchObject({ key: json.key, state: "accepted" });
    const expanded = await call("GET", `(${json.key})?$expand=delegator($select=id),delegate($select=id)`, "cy");
    expect(expanded.json).toMatchObject({
      state: "accepted",
      answeredAt: new Date(api.clock.now()).toISOString(),
      endedAt: null,
      delegator: { id: "ben" },
      delegate: { id: "cy" },
    });
    expect((await act("end", json.key, "cy")).json).toMatchObject({ state: "ended" });
    expect(failure(await act("end", json.key, "ben"))).toEqual([409, "DELEGATION_ENDED", "key"]);
    const audit = await api.store.select("sesslog_full", { where: { ident: json.key } });
    expect(audit.map(({ operation, result }) => `${operation} ${result}`)).toEqual([
      "DLAD S",
      "DLAC S",
      "DLEN S",
      "DLEN F",
    ]);
  });

  it("can be refused, once", async () => {
    const { json } = await add("ben", "cy");
    expect((await act("refuse", json.key, "cy")).json).toMatchObject({ state: "refused" });
    expect(failure(await act("accept", json.key, "cy"))).toEqual([409, "DELEGATION_ANSWERED", "key"]);
    expect(failure(await act("end", json.key, "ben"))).toEqual([409, "DELEGATION_ENDED", "key"]);
  });

  it("is shown to its people, answered by the delegate and made by who delegates alone", async () => {
    const { json } = await add("ben", "cy");
    expect(failure(await call("GET", `(${json.key})`, "dan")).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    expect((await call("GET", "", "dan")).json.value).toEqual([]);
    for (const name of ["accept", "refuse"]) expect((await act(name, json.key, "ben")).status).toBe(403);
    for (const name of ["accept", "refuse", "end"]) expect((await act(name, json.key, "dan")).status).toBe(403);
    expect(failure(await add("ben", "dan", { delegatorKey: api.keyOf("cy") })).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    expect((await act("end", json.key, "root")).json).toMatchObject({ state: "ended" });
    const unknown = "11111111-1111-4111-8111-111111111111";
    expect((await act("accept", unknown, "dan")).status).toBe(403);
  });

  it("names who decides by the exact id, too, for who may not look for people", async () => {
    const byId = (delegateId: string | null, part: object = {}) =>
      call("POST", "", "ben", { delegatorKey: null, delegateId, reason: "on holiday", ...part });
    expect((await api.call("GET", "/v2/people?$search=cy", "ben")).status).toBe(403);
    const made = await byId("cy");
    expect([made.status, made.json]).toEqual([201, expect.objectContaining({ delegateKey: api.keyOf("cy") })]);
    expect(made.json).not.toHaveProperty("delegateId");
    const [audit] = await api.store.select("sesslog_full", { where: { ident: made.json.key } });
    expect(audit?.recipient).toBe(api.keyOf("cy"));
    // The refusal is the same for an unknown user and a disabled one.
    const refused = await Promise.all(["nobody", "eve"].map((id) => byId(id)));
    expect(refused.map(failure)).toEqual(Array.from(refused, () => [400, "DELEGATION_UNFIT", "delegateId"]));
    expect(new Set(refused.map(({ json }) => json.error.message)).size).toBe(1);
    // Upper case makes no other user of it.
    expect(failure(await byId("CY"))).toEqual([409, "DELEGATION_OVERLAPS", "beginsAt"]);
    expect(failure(await byId("ben"))).toEqual([400, "DELEGATION_UNFIT", "delegateKey"]);
    expect(failure(await byId(null))).toEqual([400, "DELEGATION_UNFIT", "delegateKey"]);
    const both = await byId("dan", { delegateKey: api.keyOf("dan") });
    expect(failure(both)).toEqual([400, "DELEGATION_UNFIT", "delegateKey"]);
  });

  it("may be made for others where a policy says so", async () => {
    const part = { delegatorKey: api.keyOf("ben") };
    expect(failure(await add("root", "cy", part)).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    await letDelegateForOthers(api.context);
    expect((await add("root", "cy", part)).json).toMatchObject({ ...part, state: "asked" });
    expect((await add("ben", "cy", { endsAt: after(1) })).status).toBe(409);
  });
});

describe("a delegation is refused", () => {
  it.each<[string, string, object, unknown[]]>([
    ["to nobody that is known", "nobody", {}, [400, "DELEGATION_UNFIT", "delegateKey"]],
    ["to somebody who is shut out", "eve", {}, [400, "DELEGATION_UNFIT", "delegateKey"]],
    ["to oneself", "ben", {}, [400, "DELEGATION_UNFIT", "delegateKey"]],
    ["without a reason", "cy", { reason: " " }, [400, "INPUT_INVALID", "reason"]],
    ["with a field that is not known", "cy", { until: 1 }, [400, "INPUT_INVALID", "until"]],
    ["that is over", "cy", { endsAt: "2020-01-01T00:00:00Z" }, [400, "DELEGATION_PERIOD_UNFIT", "endsAt"]],
    ["with a moment that is none", "cy", { beginsAt: "tomorrow" }, [400, "INPUT_INVALID", "beginsAt"]],
  ])("%s", async (_why, to, part, expected) => {
    expect(failure(await add("ben", to, part))).toEqual(expected);
  });

  it("that ends before it begins", async () => {
    const period = { beginsAt: after(5), endsAt: after(5) };
    expect(failure(await add("ben", "cy", period))).toEqual([400, "DELEGATION_PERIOD_UNFIT", "endsAt"]);
  });

  it("of a request that the caller may not read, or that is closed", async () => {
    const request = await api.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
    const part = { requestKey: request.key };
    expect(failure(await add("dan", "cy", part)).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
    expect((await add("ben", "cy", part)).status).toBe(201);
    await api.decide("ben", request, { phase: 1, decision: "deny" });
    await api.step(request);
    expect(failure(await add("ben", "dan", part))).toEqual([409, "REQUEST_FINAL", "requestKey"]);
  });

  it("at the time of another, and not beside or for other requests", async () => {
    await add("ben", "cy", { beginsAt: after(1), endsAt: after(5) });
    expect(failure(await add("ben", "dan", { beginsAt: after(4) }))).toEqual([409, "DELEGATION_OVERLAPS", "beginsAt"]);
    expect((await add("ben", "dan", { beginsAt: after(5) })).status).toBe(201);
    const request = await api.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
    expect((await add("ben", "dan", { requestKey: request.key })).status).toBe(201);
  });

  it("that would lead back, also along others, with the circle named", async () => {
    await add("ada", "ben", { endsAt: after(9) });
    await add("ben", "cy");
    const { status, json } = await add("cy", "ada", { beginsAt: after(1) });
    expect([status, json.error.code]).toEqual([409, "DELEGATION_CIRCLE"]);
    expect(json.error.message).toContain("cy → ada → ben → cy");
    expect((await add("cy", "ada", { beginsAt: after(9) })).status).toBe(201);
  });
});

describe("whom somebody may delegate to", () => {
  it("is answered alike for a key that nobody has and one of somebody who may not decide", async () => {
    const unknown = await add("ben", "cy", { delegateKey: "0d7c4e0e-55a5-4d0f-9a1c-6d1f7d1e2b3a" });
    const disabled = await add("ben", "eve");
    expect([unknown.status, unknown.json]).toEqual([400, disabled.json]);
  });

  it("tells of few ids only whether somebody has them, whatever is right in between", async () => {
    const byId = (as: string, delegateId: string) =>
      call("POST", "", as, { delegatorKey: null, delegateId, reason: "x" });
    const ids = ["nobody1", "nobody2", "ben", "nobody3", "eve", "nobody5", "cy", "nobody6"];
    const answers: unknown[] = [];
    for (const id of ids) answers.push((await byId("dan", id)).status);
    expect(answers).toEqual([400, 400, 201, 400, 400, 400, 429, 429]);
    const barred = await byId("dan", "cy");
    expect(failure(barred)).toEqual([429, "TOO_MANY", "delegateId"]);
    expect(Number(barred.headers["retry-after"])).toBe(api.context.settings.lockoutDurationMinutes * 60);
    expect((await byId("ada", "cy")).status).toBe(201);
    api.clock.advance(api.context.settings.lockoutDurationMinutes * 60_000);
    expect(failure(await byId("dan", "nobody7"))).toEqual([400, "DELEGATION_UNFIT", "delegateId"]);
  });
});
