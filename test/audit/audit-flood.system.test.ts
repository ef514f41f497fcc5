import { afterAll, beforeAll, expect, it } from "vitest";

import type { RouteDefinition } from "#api/route.ts";
import { soapPath } from "#api/soap/wsdl.ts";
import { verifyAudit } from "#operations/audit/verify-audit.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { createHttpClient } from "../support/http-client.ts";
import { inParallel } from "../support/in-parallel.ts";
import { testSize } from "../support/test-size.ts";

const calls = testSize(600, 50_000);
const timeoutMs = testSize(180_000, 1_800_000);
const atOnce = 8;
const networks = 20;

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ settings: { trustedProxies: ["127.0.0.1"] } });
  await api.addUser("ben");
});
afterAll(() => api.close());

/** State of a random number generator that gives the same numbers in every run. */
let state = 7;
function chance(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((state / 2 ** 31) * below);
}
const one = <T>(of: readonly T[]): T => of[chance(of.length)] as T;

const texts = [
  "",
  "x",
  "ada",
  "'",
  "a\0b",
  "\uD800",
  "constructor",
  "__proto__",
  "x".repeat(5000),
  "11111111-1111-4111-8111-111111111111",
];

/** Returns any JSON that a body or a part of it may be. */
function anything(depth = 0): unknown {
  const scalars = [null, true, 0, -1, 5.5, 1e300, ...texts];
  if (depth > 2 || chance(3) > 0) return one(scalars);
  const parts = Array.from({ length: chance(4) }, () => anything(depth + 1));
  if (chance(2) === 0) return parts;
  return Object.fromEntries(parts.map((part, index) => [one([...texts, ...fields, String(index)]), part]));
}

const fields = [
  "key",
  "id",
  "userKey",
  "targetSystemKey",
  "shortId",
  "recipientKey",
  "operations",
  "password",
  "proxyId",
  "token",
  "signingKey",
  "url",
  "expression",
  "name",
  "comment",
  "phase",
  "decision",
  "attributes",
  "currentPassword",
];

const parameters = [
  "grant_type",
  "client_id",
  "client_secret",
  "username",
  "password",
  "token",
  "code",
  "redirect_uri",
  "scope",
];
const words = ["gatehouse", "password", "refresh_token", "client_credentials", "authorization_code", "ben", ...texts];

function formOf(): string {
  const asked = Array.from(
    { length: chance(6) },
    () => [one(parameters), one(words).toWellFormed()] as [string, string],
  );
  return new URLSearchParams(asked).toString();
}

function pathOf({ path }: RouteDefinition): string {
  const filled = path.replaceAll(/\{\w+\}/g, () => `'${encodeURIComponent(one(texts).slice(0, 50).toWellFormed())}'`);
  return chance(10) === 0 ? `${filled}?$filter=${one(["id%20eq", "nothing%20eq%201", "1%20eq%201"])}` : filled;
}

function bodyOf({ body, method }: RouteDefinition) {
  if (method === "GET" || method === "DELETE") return {};
  if (body === "form") return { form: formOf() };
  return { body: chance(4) === 0 ? anything() : Object.fromEntries(fields.map((field) => [field, anything(1)])) };
}

async function generatedCall(
  http: ReturnType<typeof createHttpClient>,
  routes: readonly RouteDefinition[],
  tokens: readonly string[],
) {
  const route = one(routes);
  const token = one(["", "", "not-a-token", ...tokens]);
  const headers = { "x-forwarded-for": `203.0.113.${chance(networks)}` };
  const options = { ...bodyOf(route), headers, ...(token === "" ? {} : { token }) };
  const { status } = await http.call(route.method, pathOf(route), options);
  // A fault of SOAP 1.1 has this status, no matter which side caused it (section 6.2).
  if (route.path !== soapPath) expect(status).toBeLessThan(500);
  return status;
}

it(
  `${calls} generated calls of strangers and users leave an audit that is intact, and each refused one its row or its count`,
  async () => {
    const tokens = [await api.tokenOf("ben"), await api.tokenOf("root")];
    // A batch is answered with 200 regardless of its parts, and documents are no calls of an operation.
    const routes = api.routes.filter(({ path, rate }) => !path.endsWith("/$batch") && rate !== "none");
    const http = createHttpClient(api.address, atOnce);
    let refused = 0;
    await inParallel(calls, atOnce, async () => {
      const status = await generatedCall(http, routes, tokens);
      if (status >= 400) refused += 1;
    });
    http.close();
    await api.context.gathered.flush();
    const rows = await api.store.select("sesslog_full", { where: { result: "F" } });
    expect(rows.reduce((sum, row) => sum + row.calls, 0)).toBe(refused);
    expect(refused).toBeGreaterThan(calls / 4);
    expect(rows.some((row) => row.calls > 1)).toBe(true);
    while ((await api.store.auditChain.extend()) > 0);
    const verdict = await invoke(verifyAudit, api.context, engineCaller("cli", "check"), {});
    expect(verdict).toMatchObject({ findings: [], found: 0, oldDefects: [] });
    expect(verdict.checked).toBe(await api.store.count("sesslog_full"));
  },
  timeoutMs,
);
