import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { publicRoutes } from "#api/public-routes.ts";
import type { RouteDefinition } from "#api/route.ts";
import { defaultPolicy } from "#policies/default-policies.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { inParallel } from "#test/support/in-parallel.ts";

import { testSize } from "../support/test-size.ts";
import { addressOf, disguises, plantVictim, type Victim } from "./addresses.ts";
import { type Credential, tokenForge, worthlessCredentials } from "./credentials.ts";
import { type Fingerprint, openFingerprint } from "./unchanged.ts";

let api: TestApi;
let victim: Victim;
let fingerprint: Fingerprint;
let credentials: readonly Credential[];
let guarded: readonly RouteDefinition[];
/** Routes of the library, where the key of a session takes the place of a token. */
let keyed: readonly RouteDefinition[];

beforeAll(async () => {
  api = await openTestApi();
  victim = await plantVictim(api);
  await api.addUser("outsider", { classes: ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"] });
  await api.tokenOf("outsider");
  credentials = await worthlessCredentials(api);
  const closed = api.routes.filter((route) => !Object.hasOwn(publicRoutes, labelOf(route)));
  guarded = closed.filter(({ session }) => session === undefined);
  keyed = closed.filter(({ session }) => session !== undefined);
  fingerprint = openFingerprint(api.databaseUrl);
});
afterAll(async () => {
  await fingerprint.close();
  await api.close();
});

const labelOf = ({ method, path }: Pick<RouteDefinition, "method" | "path">): string => `${method} ${path}`;
const callsAtOnce = 64;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "REPORT"];

/** Sends all calls, none of which may change anything but the audit; returns those with an unexpected answer. */
async function unexpected(
  calls: readonly { readonly label: string; send(): Promise<TestAnswer> }[],
  expected: (answer: TestAnswer) => boolean,
): Promise<readonly string[]> {
  const before = await fingerprint.take();
  const found: string[] = [];
  await inParallel(calls.length, callsAtOnce, async (index) => {
    const call = calls[index];
    const answer = await call?.send();
    if (answer === undefined || expected(answer)) return;
    found.push(`${call?.label}: ${answer.status} ${answer.text.slice(0, 200)}`);
  });
  expect(await fingerprint.take()).toEqual(before);
  return found;
}

const refused = ({ status, text }: TestAnswer): boolean =>
  status === 401 && !victim.secrets.some((secret) => text.includes(secret));

function callOf(
  route: RouteDefinition,
  { headers, query, form }: Credential,
): { label: string; send(): Promise<TestAnswer> } {
  const path = `${addressOf(route, victim)}${query === undefined ? "" : `?${query}`}`;
  // The client of the test frames the body of a GET only if it gets the length.
  const length = { "content-length": String(new URLSearchParams(form).toString().length) };
  const hasBody = route.method === "POST" || route.method === "PATCH";
  const call = {
    ...(form ? { form, headers: { ...headers, ...length } } : headers ? { headers } : {}),
    ...(hasBody && !form ? { body: forVictim()[route.path] ?? {} } : {}),
  };
  return { label: labelOf(route), send: () => api.send(route.method, path, call) };
}

/** Returns bodies that act for the victim: every user may request and delegate for themselves. */
function forVictim(): Readonly<Record<string, object>> {
  return { "/v2/requests": { recipientKey: victim.user }, "/v2/delegations": { delegatorKey: victim.user } };
}

describe("outside of the table of public routes", () => {
  it("there is a route of every kind to try", () => {
    expect(guarded.length).toBeGreaterThan(100);
    expect(credentials.length).toBeGreaterThan(70);
    expect(new Set(guarded.map(({ method }) => method))).toEqual(new Set(["GET", "POST", "PATCH", "DELETE"]));
  });

  it("every route refuses everything that is no right, with 401", async () => {
    for (const [turn, credential] of credentials.entries()) {
      // In the short size each route gets every eighth credential, and each credential every eighth route.
      const met = guarded.filter((_route, index) => testSize((index + turn) % 8 === 0, true));
      const calls = met.map((route) => callOf(route, credential));
      expect([credential.name, await unexpected(calls, refused)]).toEqual([credential.name, []]);
    }
  });

  it("every route of the library refuses who shows nothing, and each something that is no key", async () => {
    expect(keyed.length).toBeGreaterThan(100);
    const calls = keyed.flatMap((route, index) => [
      callOf(route, { name: "no key" }),
      callOf(route, credentials[index % credentials.length] ?? { name: "no key" }),
    ]);
    expect(await unexpected(calls, refused)).toEqual([]);
  });

  it("every address refuses every method to those who show no token", async () => {
    const places = [...new Set(guarded.map((route) => addressOf(route, victim)))];
    const calls = places.flatMap((path, turn) =>
      methods
        .filter((_method, index) => testSize((index + turn) % 3 === 0, true))
        .filter((method) => !isPublicPlace(path, method))
        .map((method) => ({ label: `${method} ${path}`, send: () => api.send(method, path) })),
    );
    expect(await unexpected(calls, refused)).toEqual([]);
  });

  it.each(Object.entries(disguises).map(([name, disguise], turn) => [name, disguise, turn] as const))(
    "every address written with %s refuses those who show no token",
    async (_name, disguise, turn) => {
      const met = guarded.filter((_route, index) => testSize((index + turn) % 3 === 0, true));
      const calls = met.map((route) => {
        const path = disguise(addressOf(route, victim));
        return { label: `${route.method} ${path}`, send: () => api.send(route.method, path) };
      });
      const malformed = ({ status, json }: TestAnswer) => status === 400 && json?.error?.code === "ADDRESS_INVALID";
      // An unknown address below `/react/` stands for a page, and a page has no data of any user.
      const leadsToPage = ({ status, headers, text }: TestAnswer) =>
        status === 302 && String(headers["location"]).startsWith("/react/#/") && text === "";
      const expected = (answer: TestAnswer) => refused(answer) || malformed(answer) || leadsToPage(answer);
      expect(await unexpected(calls, expected)).toEqual([]);
    },
  );
});

// A place may be public for one method and closed for another.
function isPublicPlace(path: string, method: string): boolean {
  const here = api.routes.filter((route) => addressOf(route, victim) === path);
  const asked = here.filter((route) => route.method === (method === "HEAD" ? "GET" : method));
  return (asked.length > 0 ? asked : here).every(({ policy }) => policy === null);
}

describe("a user without rights", () => {
  const openToAll = ({ policy }: RouteDefinition) => defaultPolicy(policy ?? "")?.expression === "true";

  it("is refused with 403 by every route, or sees nothing of what belongs to others", async () => {
    const authorization = `Bearer ${await api.tokenOf("outsider")}`;
    const calls = guarded
      .filter((route) => !openToAll(route))
      .map((route) => callOf(route, { name: "outsider", headers: { authorization } }));
    const fits = (answer: TestAnswer) =>
      answer.status === 403 || (showsOwn(answer) && !victim.secrets.some((secret) => answer.text.includes(secret)));
    expect(await unexpected(calls, fits)).toEqual([]);
  });

  it("is refused with 403 by every route of the library too, or asked for what is missing", async () => {
    const login = { user: "outsider", password: "password-of-outsider" };
    const signedIn = await api.send("POST", "/idapi/login", { body: login });
    const authorization = `Bearer ${signedIn.json.sessionKey}`;
    const calls = keyed
      .filter((route) => !openToAll(route) && route.path !== "/idapi/logout")
      .map((route) => callOf(route, { name: "outsider", headers: { authorization } }));
    const asks = ({ status, json }: TestAnswer) => status === 400 && json?.error?.code === "INPUT_INVALID";
    expect(await unexpected(calls, (answer) => answer.status === 403 || asks(answer))).toEqual([]);
  });

  it("with a token of a lesser scope is refused with 403 by every route of the API, even as a superuser", async () => {
    const forge = await tokenForge(api);
    for (const scope of ["openid", "", "apiary", "API", "offline_access openid"]) {
      const authorization = `Bearer ${await forge({ claims: { scope } })}`;
      const calls = guarded
        .filter(({ path }) => !path.startsWith("/identity/"))
        .map((route) => callOf(route, { name: scope, headers: { authorization } }));
      expect([scope, await unexpected(calls, ({ status }) => status === 403)]).toEqual([scope, []]);
    }
  });
});

/** Returns true if the answer shows at most the outsider's own row: that row in a list, an empty list, or that there is no such row. */
function showsOwn({ status, json }: TestAnswer): boolean {
  const rows: readonly { id?: string }[] | undefined = json?.value;
  return status === 404 || (status === 200 && Array.isArray(rows) && rows.every(({ id }) => id === "outsider"));
}
