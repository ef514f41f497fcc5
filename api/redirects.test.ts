import { describe, expect, it } from "vitest";

import { checkedRedirect } from "./redirects.ts";
import type { RouteDefinition } from "./route.ts";

const origin = "https://gatehouse.example";
const routeThat = (redirects?: "local" | "registered"): RouteDefinition => ({
  method: "GET",
  path: "/planted",
  policy: "planted_get",
  ...(redirects ? { redirects } : {}),
  handler: async () => ({ status: 200 }),
});
const sendTo = (route: RouteDefinition, location?: string, status = 303) =>
  checkedRedirect(route, { status, ...(location === undefined ? {} : { headers: { location } }) }, origin);

describe("a redirect", () => {
  it.each(["/", "/docs", "/v2/users?a=b#c"])("to the path %s is sent by a route that may", (path) => {
    expect(sendTo(routeThat("local"), path)).toMatchObject({ status: 303, headers: { location: path } });
  });

  it.each([
    undefined,
    "",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "https://evil.example",
    `${origin}/docs`,
  ])("to %j is not", (location) => {
    for (const status of [300, 301, 302, 303, 307, 308]) {
      expect(() => sendTo(routeThat("local"), location, status)).toThrow();
    }
  });

  it("is sent by no route that does not say so", () => {
    expect(() => sendTo(routeThat(), "/docs")).toThrow();
  });

  it("to a registered address needs one", () => {
    expect(sendTo(routeThat("registered"), "https://client.example/back?code=a").status).toBe(303);
    expect(() => sendTo(routeThat("registered"))).toThrow();
  });

  it("is not what other answers are", () => {
    for (const status of [200, 201, 202, 304, 404]) expect(sendTo(routeThat(), "//x", status).status).toBe(status);
  });
});
