import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { gatheredNamesMax } from "#domain/audit-limits.ts";
import { allOf, eq, ge } from "#domain/query/condition.ts";
import { ManualClock } from "#platform/clock.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { auditedCalls } from "#test/support/audited-calls.ts";
import { register } from "#test/support/registered-clients.ts";
import { callerOf } from "#test/support/service.ts";

import { enrolProxy } from "../proxies/enrol.ts";
import { invoke } from "./invoke.ts";

const minuteMs = 60_000;
const start = Date.UTC(2030, 0, 1, 12);
const clock = new ManualClock(start);
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ clock, settings: { trustedProxies: ["127.0.0.1"] } });
  await api.addUser("ada");
  await register(api.context, { id: "portal", grants: ["authorization_code"], redirectUris: [returnAddress] });
});
afterAll(() => api.close());
beforeEach(() => {
  // A minute of its own for each test.
  clock.set(Math.ceil((clock.now() + 1) / minuteMs) * minuteMs);
});

const from = (ip: string) => ({ "x-forwarded-for": ip });
const rowsOf = (operation: string) =>
  api.store.select("sesslog_full", { where: allOf(equal("operation", operation), since()) });
const equal = (column: string, value: string) => eq(column, value);
const since = () => ge("time", Math.floor(clock.now() / minuteMs) * minuteMs);
const revoke = (ip: string) =>
  api.send("POST", "/identity/connect/revocation", {
    form: { client_id: "gatehouse", token: "nothing" },
    headers: from(ip),
  });
const enrol = (proxyId: unknown, ip: string) => {
  const caller = callerOf({ key: "", id: "anonymous", superuser: false }, { kind: "anonymous", key: null, ip });
  return invoke(enrolProxy, api.context, caller, { proxyId }).catch(() => undefined);
};
const returnAddress = "https://portal.example/back";
const sentBack = { client_id: "portal", redirect_uri: returnAddress, response_type: "token" };
const wrongPassword = { grant_type: "password", client_id: "gatehouse", password: "wrong" };
let names = 0;
const told = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
  rows.map(({ ip, calls, message }) => ({ ip, calls, message })).toSorted((a, b) => a.calls - b.calls);

describe("repeats of strangers", () => {
  it.each<[string, string, (ip: string) => Promise<unknown>]>([
    ["revocations that end nothing", "LOUT", revoke],
    [
      "refused authorization requests",
      "AUTZ",
      (ip) => api.send("GET", "/identity/connect/authorize?client_id=x", { headers: from(ip) }),
    ],
    [
      "authorization requests that are sent back to their client",
      "AUTZ",
      (ip) =>
        api.send("GET", `/identity/connect/authorize?${new URLSearchParams(sentBack).toString()}`, {
          headers: from(ip),
        }),
    ],
    ["enrolments", "PXEN", (ip) => enrol(7, ip)],
    [
      "refused sign-ins",
      "LGIN",
      (ip) =>
        api.send("POST", "/identity/connect/token", {
          form: { ...wrongPassword, username: `n${names++}` },
          headers: from(ip),
        }),
    ],
    ["calls without a token", "CALL", (ip) => api.send("GET", "/v2/users", { headers: from(ip) })],
  ])("%s have one row at once and one for all others of the minute", async (_name, operation, call) => {
    for (let round = 0; round < 8; round++) await call("203.0.113.7");
    const ofNetwork = async () => (await rowsOf(operation)).filter(({ ip }) => ip === "203.0.113.7");
    expect((await ofNetwork()).map(({ calls }) => calls)).toEqual([1]);
    await api.context.gathered.flush();
    const rows = told(await ofNetwork());
    expect(rows.map(({ calls }) => calls)).toEqual([1, 7]);
    expect(rows[1]?.message).toMatch(/^\w+: 7 more from \d\d:\d\d:\d\d to \d\d:\d\d:\d\d UTC$/);
  });

  it("are told apart by network, a household of version 6 being one, and by minute", async () => {
    for (const ip of ["203.0.113.8", "203.0.113.9", "2001:db8:0:1::1", "2001:db8:0:1:2::2", "2001:db8:0:2::1"])
      await revoke(ip);
    clock.advance(minuteMs);
    await revoke("203.0.113.8");
    clock.advance(-minuteMs);
    await api.context.gathered.flush();
    const rows = await rowsOf("LOUT");
    expect(rows.map(({ ip, calls }) => `${ip} ${calls}`).toSorted()).toEqual([
      "2001:db8:0:1::/64 1",
      "2001:db8:0:1::1 1",
      "2001:db8:0:2::1 1",
      "203.0.113.8 1",
      "203.0.113.8 1",
      "203.0.113.9 1",
    ]);
  });

  it("name the users who were tried, so many of them as are few, and the others by number", async () => {
    for (const id of ["ada", "root", "ada", "nobody-1", "nobody-2"]) await api.signIn(id, { password: "wrong" });
    await api.context.gathered.flush();
    const rows = await rowsOf("LGIN");
    expect(rows.map(({ ident, calls }) => `${ident ?? "others"} ${calls}`).toSorted()).toEqual([
      "ada 1",
      "ada 1",
      "others 2",
      "root 1",
    ]);
    expect(gatheredNamesMax).toBeGreaterThan(2);
  });

  it("are counted in the figures of sessions and days by their number", async () => {
    const before = await auditedCalls(api, { operation: "LOUT", result: "S" });
    for (let round = 0; round < 5; round++) await revoke("203.0.113.20");
    await api.context.gathered.flush();
    while ((await api.store.auditChain.extend()) > 0);
    const { json } = await api.send("GET", "/v2/sessionLogAnalytics?$filter=operation%20eq%20'LOUT'", { as: "root" });
    const counts = json.value.map(({ count }: { count: number }) => count);
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(before + 5);
  });

  it("that lock a user have their own row with what has changed", async () => {
    await api.addUser("bea");
    for (let round = 0; round < 6; round++) await api.signIn("bea", { password: "wrong" });
    const rows = (await rowsOf("LGIN")).filter(({ ident }) => ident === "bea");
    expect(rows.filter(({ changes }) => JSON.stringify(changes)?.includes('"locked"'))).toHaveLength(1);
    expect(await auditedCalls(api, { operation: "LGIN", result: "F", ident: "bea" })).toBe(6);
  });

  it("are written when the service stops, and nothing is counted twice", async () => {
    for (let round = 0; round < 4; round++) await revoke("203.0.113.30");
    await Promise.all([api.context.gathered.flush(), api.context.gathered.close()]);
    await api.context.gathered.flush();
    expect((await rowsOf("LOUT")).map(({ calls }) => calls).toSorted()).toEqual([1, 3]);
  });
});

describe("a word that a stranger types in the place of a name", () => {
  const secret = "S3cret-typed-in-the-wrong-field";
  const form = (fields: Readonly<Record<string, string>>) =>
    api.send("POST", "/identity/connect/token", { form: fields });

  it.each<[string, string, () => Promise<unknown>]>([
    [
      "user name",
      "LGIN",
      () => form({ grant_type: "password", client_id: "gatehouse", username: secret, password: "x" }),
    ],
    ["client id", "LGCC", () => form({ grant_type: "client_credentials", client_id: secret, client_secret: "x" })],
    [
      "client id of a code",
      "LGIN",
      () =>
        form({
          grant_type: "authorization_code",
          client_id: secret,
          code: "x",
          redirect_uri: "https://x.example",
          code_verifier: "y",
        }),
    ],
    ["client id of a page", "AUTZ", () => api.send("GET", `/identity/connect/authorize?client_id=${secret}`)],
    ["proxy", "PXEN", () => enrol(secret, "203.0.113.1")],
  ])("as a %s is in the audit by a keyed fingerprint only", async (_name, operation, call) => {
    await call();
    const [row] = await rowsOf(operation);
    expect(row?.ident).toMatch(/^unknown:[0-9a-f]{12}\.[\w-]{43}$/);
    await api.context.gathered.flush();
    expect(JSON.stringify(await api.store.select("sesslog_full"))).not.toContain(secret);
  });

  it("is the name itself where there is one like it", async () => {
    await api.signIn("ada", { password: "wrong" });
    expect((await rowsOf("LGIN")).map(({ ident }) => ident)).toEqual(["ada"]);
  });
});
