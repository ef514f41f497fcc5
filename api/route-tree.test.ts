import { describe, expect, it } from "vitest";

import { policyOf } from "#domain/policy-name.ts";

import { allowOf, isPublic, routeOf } from "./route-match.ts";
import { createRouteTree } from "./route-tree.ts";
import type { RouteDefinition, RouteMethod } from "./route.ts";

const route = (method: RouteMethod, path: string, policy: string | null = "some_policy"): RouteDefinition => ({
  method,
  path,
  ...(policy === null ? { policy, bodyMaxBytes: 0 } : { policy }),
  handler: () => Promise.resolve({ status: 200 }),
});

const router = createRouteTree(
  [
    route("GET", "/v2/groups"),
    route("PATCH", "/v2/groups({key})"),
    route("GET", "/v2/groups({key})/members"),
    route("GET", "/v2/users"),
    route("GET", "/health", null),
  ],
  { defaultRoot: "v2", aliases: { group: "groups" } },
);

describe("createRouteTree refuses to start with", () => {
  it.each<[string, readonly RouteDefinition[]]>([
    ["a route without a policy", [route("GET", "/v2/things", null)]],
    ["a public route with a policy", [route("GET", "/health", "health_get")]],
    ["the same route twice", [route("GET", "/v2/things"), route("GET", "/v2/things")]],
    ["names that differ only in case", [route("GET", "/v2/things"), route("GET", "/v2/Things({key})")]],
    ["two names for one key", [route("GET", "/v2/things({a})"), route("GET", "/v2/things({b})/parts")]],
    ["a template without a slash", [route("GET", "v2/things")]],
    ["a template that is not well-formed", [route("GET", "/v2/things(key)")]],
  ])("%s", (_name, routes) => {
    expect(() => createRouteTree(routes)).toThrow();
  });
});

describe("match", () => {
  it("finds names exactly first, then without case, then by alias", () => {
    for (const path of ["/v2/groups", "/V2/GROUPS", "/groups", "/Groups/", "/group", "/v2/Group"]) {
      expect(router.match(path)?.path).toBe("/v2/groups");
    }
  });

  // @specification 4.keys
  it("reads keys in quotes, as bare guids, and percent-encoded", () => {
    const guid = "0A9F0B2C-0000-4000-8000-00000000000F";
    const keyOf = (path: string) => router.match(path)?.keys["key"];
    expect(keyOf("/v2/groups('a')")).toBe("a");
    expect(keyOf("/v2/groups('o''neill')")).toBe("o'neill");
    expect(keyOf("/v2/groups(%27TS1%7Cjsmith%27)")).toBe("TS1|jsmith");
    expect(keyOf("/v2/groups('a%2Fb')")).toBe("a/b");
    expect(keyOf("/v2/groups('a+b')")).toBe("a+b");
    expect(keyOf(`/v2/groups(${guid})`)).toBe(guid.toLowerCase());
    expect(router.match(`/groups(${guid})/members`)?.path).toBe(`/v2/groups(${guid.toLowerCase()})/members`);
  });

  it("finds nothing where nothing is", () => {
    for (const path of [
      "/",
      "/v2",
      "/v2/nothing",
      "/v2/groups/members",
      "/v2/groups//",
      "/v2/users('a')",
      "/v2/groups('a')('b')",
      "/v2/__proto__",
    ]) {
      expect([path, attempt(() => router.match(path))]).toEqual([path, undefined]);
    }
  });

  it.each(["('", "''", "%27", "/a", "(", "')", "%2F"])("finds nothing either where %j comes 4,000 times", (text) => {
    expect(attempt(() => router.match(`/v2/groups(${text.repeat(4000)}`))).toBeUndefined();
  });
});

describe("a place", () => {
  it("says what it takes", () => {
    const match = router.match("/v2/groups('a')");
    expect(match && allowOf(match)).toBe("PATCH, OPTIONS");
    expect(match && routeOf(match, "GET")).toBeUndefined();
    expect(match && isPublic(match, "GET")).toBe(false);
  });

  it("asks for the key that PATCH needs", () => {
    const match = router.match("/group");
    expect(() => match && routeOf(match, "PATCH")).toThrow("/groups({key})");
  });

  it("is public only when all it takes is", () => {
    const match = router.match("/health");
    expect(match && [isPublic(match, "GET"), isPublic(match, "HEAD"), isPublic(match, "POST")]).toEqual([
      true,
      true,
      true,
    ]);
  });
});

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

describe("what stands behind a declared path", () => {
  const handler = async () => ({ status: 200 });
  const covering = createRouteTree(
    [
      {
        method: "GET",
        path: "/v2/users({userKey})",
        policy: policyOf.get("users"),
        handler,
        covers: ([first]) => first === "id",
      },
      { method: "POST", path: "/v2/users({userKey})/lock", policy: "users_post_lock", handler, calls: "action" },
      { method: "GET", path: "/v2/users({userKey})/age", policy: "users_age_get", handler, calls: "function" },
    ],
    { defaultRoot: "v2", namespaces: ["Some.Space"] },
  );

  it("goes to the route that covers it, not decoded, for its methods only", () => {
    const match = covering.match("/v2/USERS('a%2Fb')/id/%24value");
    expect(match).toMatchObject({ path: "/v2/users('a%2Fb')", tail: ["id", "%24value"], keys: { userKey: "a/b" } });
    expect([...(match?.methods.keys() ?? [])]).toEqual(["GET"]);
    expect(covering.match("/v2/users('a')/name")).toBeUndefined();
  });

  it("may be an action with its namespace in front", () => {
    expect(covering.match("/users('a')/Some.Space.lock")?.path).toBe("/v2/users('a')/lock");
    expect(covering.match("/users('a')/Other.lock")).toBeUndefined();
    expect(() => covering.match("/users('a')/lock()")).toThrow(expect.objectContaining({ code: "KEY_INVALID" }));
  });

  it("may be a function with its namespace in front and brackets behind", () => {
    for (const part of ["age", "age()", "Some.Space.age()", "AGE%28%20%29"]) {
      expect(covering.match(`/users('a')/${part}`)).toMatchObject({
        path: "/v2/users('a')/age",
        keys: { userKey: "a" },
      });
    }
    expect(() => covering.match("/users('a')/age(x=1)")).toThrow("Write age().");
  });

  it("tells the property that is written in front of a key", () => {
    expect(covering.match("/v2/users(id='a')")).toMatchObject({ keys: { userKey: "a" }, keyNames: { userKey: "id" } });
  });
});
