import { expect, it } from "vitest";

import { strangersBodyMaxBytes } from "#domain/body-limits.ts";
import { policyName, type PolicyVerb } from "#domain/policy-name.ts";
import { defaultPolicies } from "#policies/default-policies.ts";

import { allRoutes } from "./all-routes.ts";
import { createModel } from "./odata/model/model.ts";
import { publicRoutes } from "./public-routes.ts";
import { createRouteTree } from "./route-tree.ts";
import type { RouteDefinition } from "./route.ts";
import { entitySets, v2Routes } from "./v2/routes.ts";

const routes = allRoutes;
const model = createModel(entitySets);
const guarded = routes.filter(({ policy }) => policy !== null);

it("a route that has a secret in its path says so, and no other", () => {
  const secretNames = /\{(attempt|handle|token|link|secret|code)\}/;
  const secret = routes.filter(({ path }) => secretNames.test(path));
  expect(secret.length).toBeGreaterThan(0);
  expect(routes.filter(({ hasSecretPath }) => hasSecretPath === true)).toEqual(secret);
});

// Navigations to one entity, functions, and the one session that a call has.
const leadsToOne = new Set(
  model.entityTypes
    .flatMap(({ navigation }) => navigation.filter(({ many }) => !many))
    .map(({ name }) => name)
    .concat(
      entitySets.flatMap(({ setFunctions = {}, functions = {} }) => Object.keys({ ...setFunctions, ...functions })),
    )
    .concat("session"),
);

function verbOf({ method, path }: RouteDefinition): PolicyVerb {
  const last = path.split("/").at(-1) ?? "";
  const isSet = entitySets
    .flatMap((set) => [set, ...(set.navigation ?? []).filter(({ many }) => many)])
    .some(({ name }) => name === last.replace(/\(.*/, ""));
  if (method === "GET") return last.endsWith(")") || leadsToOne.has(last) ? "get" : "get_list";
  if (method === "POST") return isSet ? "post_create" : "post_action";
  return method === "PATCH" ? "patch_update" : "delete";
}

const takesBody = ({ method, body }: RouteDefinition) => method !== "GET" && method !== "DELETE" && body !== "none";
const ofStrangers = routes.filter((route) => route.policy === null && takesBody(route));

/** Returns the routes that accept more from an unauthenticated caller than others, without a reason. */
function tooLarge(among: readonly RouteDefinition[]): readonly string[] {
  return among
    .filter((route) => {
      const { bodyMaxBytes = Number.POSITIVE_INFINITY, strangersBodyMaxBytes: fewer = bodyMaxBytes } = route;
      return fewer > strangersBodyMaxBytes && !("largeBody" in route);
    })
    .map(({ method, path }) => `${method} ${path}`);
}

it("take little from strangers, or say why they take more", () => {
  expect(ofStrangers.length).toBeGreaterThan(20);
  expect(tooLarge(ofStrangers)).toEqual([]);
  const [first] = ofStrangers;
  if (first?.policy !== null) throw new Error("no route is public");
  const planted: RouteDefinition = { ...first, path: "/planted", bodyMaxBytes: strangersBodyMaxBytes + 1 };
  expect(tooLarge([planted])).toEqual([`${first.method} /planted`]);
  expect(tooLarge([{ ...planted, largeBody: "it says why" }])).toEqual([]);
});

it("fit together", () => {
  expect(() => createRouteTree(v2Routes)).not.toThrow();
});

// The library asks of an operation what its address over REST asks.
const named = guarded.filter(({ session }) => session === undefined);

it.each(named.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s is guarded by the policy of its name",
  (_name, route) => {
    expect(route.policy).toBe(policyName(route.path, verbOf(route)));
  },
);

it("are each guarded by a default policy that exists", () => {
  const known = new Set(defaultPolicies.map(({ name }) => name));
  expect(guarded.filter(({ policy }) => policy !== null && !known.has(policy)).map(({ policy }) => policy)).toEqual([]);
});

it("are public only where the table says so, and the table names no other", () => {
  const open = routes.filter(({ policy }) => policy === null).map(({ method, path }) => `${method} ${path}`);
  expect(open.toSorted()).toEqual(Object.keys(publicRoutes).toSorted());
});
