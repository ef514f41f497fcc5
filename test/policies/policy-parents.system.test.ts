import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { identityRoutes } from "#api/identity/routes.ts";
import { reactRoutes } from "#api/react/routes.ts";
import type { RouteDefinition } from "#api/route.ts";
import { v2Routes } from "#api/v2/routes.ts";
import { asksOfRows } from "#domain/policy-name.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, always, eq, related } from "#domain/query/condition.ts";
import { defaultPolicies, defaultPolicy } from "#policies/default-policies.ts";
import { createPolicyEngine, type PolicyEngine } from "#policies/engine.ts";
import { type ResourceField, policyResources } from "#policies/resources.ts";

import { allOperations } from "../support/all-operations.ts";
import { openTestApi, type TestApi } from "../support/api.ts";
import { parentPolicies, valuePolicies } from "../support/parent-policies.ts";

const guarded = [...identityRoutes, ...reactRoutes, ...v2Routes].filter(({ policy }) => policy !== null);

/**
 * Returns a policy engine that allows everything, records the policies decided, and shows rows by every field that a policy of that name
 * may read.
 */
function recorder(): { engine: PolicyEngine; asked: string[] } {
  const allowing = createPolicyEngine();
  const asked: string[] = [];
  const engine: PolicyEngine = {
    ...allowing,
    decide(name) {
      asked.push(name);
      return { allowed: true, reason: "" };
    },
    rowPredicate(name) {
      asked.push(name);
      return everyField(name);
    },
    current: () => engine,
  };
  return { engine, asked };
}

function everyField(name: string): Expression {
  const resource = defaultPolicy(name)?.resource ?? null;
  const fields: [string, ResourceField][] = resource === null ? [] : Object.entries(policyResources[resource]);
  const of = fields.flatMap(([column, field]): Expression[] => {
    if (field.type !== "list") return [eq(column, field.type === "string" ? "x" : 1)];
    if (field.relation === undefined) return [];
    const { relation, through, only } = field;
    const listed = eq(field.column, "x");
    const inside = through === undefined ? listed : related(through, listed);
    return [related(relation, only === undefined ? inside : allOf(eq(only.column, only.value), inside))];
  });
  return { kind: "or", of: [always, ...of] };
}

/** Returns the address of a route with keys that do not exist. */
function addressOf({ path }: RouteDefinition): string {
  return path.replaceAll(/\(\{(\w+)\}\)/g, "('0d7c4e0e-55a5-4d0f-9a1c-6d1f7d1e2b3a')");
}

/** Calls a route as a user who is no superuser: a superuser gets the error for the unknown key before the policies. */
function call(api: TestApi, route: RouteDefinition) {
  const takesBody = (route.method === "POST" || route.method === "PATCH") && route.body !== "none";
  const body = route.body === "form" ? { form: {} } : { body: {} };
  return api.send(route.method, addressOf(route), { as: "ada", ...(takesBody ? body : {}) });
}

describe("over every route", () => {
  const { engine, asked } = recorder();
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi({ policies: engine });
    await api.addUser("ada");
    // The first call of a user checks whether they may hold tokens; the result is cached.
    await api.send("GET", "/identity/connect/userinfo", { as: "ada" });
  });
  afterAll(() => api.close());

  test.each(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s asks the policies of its parents first and its own behind them",
    async (_, route) => {
      await api.tokenOf("ada");
      asked.length = 0;
      const { status } = await call(api, route);
      // A field that is no column of the source would be an internal error.
      expect(status).toBeLessThan(500);
      expect(asked).toEqual([...parentPolicies(route), route.policy, ...valuePolicies(route)]);
    },
  );
});

describe("the operations", async () => {
  const operations = await allOperations();
  const checks = operations.flatMap(({ name, policies }) => policies.map((check) => [name, check] as const));

  test("are all found", () => {
    expect(operations.length).toBeGreaterThan(40);
    expect(checks.length).toBeGreaterThan(50);
  });

  test.each(checks)("%s: $name is asked with what its expression may read", (_, { name, rows, facts }) => {
    const policy = defaultPolicies.find((known) => known.name === name);
    expect(policy).toBeDefined();
    if (rows === true) expect(asksOfRows(name)).toBe(true);
    else expect(facts === undefined).toBe(policy?.resource === null);
  });
});

// @specification 4.policy
test("with no policies at all, every route is refused and the refusal is in the audit", async () => {
  const api = await openTestApi();
  try {
    await api.addUser("ada");
    await api.tokenOf("ada");
    const { context } = api;
    Object.assign(context, { policies: createPolicyEngine([]) });
    for (const route of guarded) {
      const { status } = await call(api, route);
      expect([route.method, route.path, status]).toEqual([route.method, route.path, 403]);
    }
    const rows = await context.store.select("sesslog_full", { where: { result: "F" } });
    const missing = rows.filter(({ message }) => message?.endsWith("there is no such policy") === true);
    expect(missing).toHaveLength(guarded.length);
  } finally {
    await api.close();
  }
});
