import { afterAll, beforeAll, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";
import { inParallel } from "#test/support/in-parallel.ts";
import { redirectingRoutes, redirectSpy } from "#test/support/redirects.ts";

import { addressOf, plantVictim, type Victim } from "./addresses.ts";

const origin = "https://gatehouse.example";
const evil = ["https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example", "\\\\evil.example"];
const names = [
  "redirect",
  "redirect_uri",
  "redirectUri",
  "redirect_url",
  "return",
  "returnTo",
  "return_to",
  "returnUrl",
  "ReturnUrl",
  "next",
  "url",
  "target",
  "continue",
  "dest",
  "goto",
  "RelayState",
  "post_logout_redirect_uri",
  "state",
];
let api: TestApi;
let victim: Victim;

beforeAll(async () => {
  api = await openTestApi();
  victim = await plantVictim(api);
  await api.tokenOf("root");
});
afterAll(() => api.close());

// @specification 5.one-token-server
it("no route sends anybody to an address that a caller names, in whatever field and spelling", async () => {
  const calls = api.routes
    .filter(({ method }) => method !== "DELETE")
    .flatMap((route) => evil.map((address) => ({ route, address })));
  const away: string[] = [];
  await inParallel(calls.length, 16, async (index) => {
    const { route, address } = calls[index] ?? { route: undefined, address: "" };
    if (route === undefined) return;
    const fields = Object.fromEntries(names.map((name) => [name, address]));
    const path = `${addressOf(route, victim)}?${new URLSearchParams(fields).toString()}`;
    const body = route.method === "GET" ? {} : route.body === "form" ? { form: fields } : { body: fields };
    const headers = { "x-forwarded-host": "evil.example", host: "evil.example", referer: "https://evil.example/" };
    // The client of the tests throws if a route redirects without a row in the table.
    const answer = await api.send(route.method, path, { as: "root", headers, ...body });
    const place = [answer.headers["location"] ?? ""].flat()[0] ?? "";
    // The part after # only reaches a page of the service; the browser is not sent elsewhere.
    if (/evil/.test(new URL(place, origin).host))
      away.push(`${route.method} ${route.path} with ${address}: ${answer.status} ${place}`);
  });
  expect(away).toEqual([]);
});

it("the table names every route that may redirect, and where to", () => {
  const declared = api.routes.flatMap(({ method, path, redirects }) =>
    redirects === undefined ? [] : [{ route: `${method} ${path}`, kind: redirects }],
  );
  expect(declared).toEqual(redirectingRoutes);
});

it("the look finds a route that is not in the table, one that says not where to, and one that leaves", async () => {
  const route = (path: string) =>
    ({ method: "GET", path, policy: "a", handler: async () => ({ status: 303 }) }) as const;
  const authorize = { ...route("/identity/connect/authorize"), policy: null };
  const look = redirectSpy([route("/elsewhere"), authorize], origin);
  const at = (path: string, status: number, location?: string) => () =>
    look({ method: "GET", path }, { status, location });
  expect(at("/elsewhere?a=b", 303, "/docs")).toThrow(
    "GET /elsewhere redirects to /docs and is not in redirectingRoutes",
  );
  expect(at("/nowhere", 302, "/docs")).toThrow("is not in redirectingRoutes");
  expect(at("/identity/connect/authorize", 303)).toThrow("says not where to");
  expect(at("/identity/connect/authorize", 303, "https://client.example/")).not.toThrow();
  for (const status of [200, 201, 202, 304, 401]) expect(at("/elsewhere", status, "/docs")).not.toThrow();
});
