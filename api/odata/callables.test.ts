import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";

import type { RouteDefinition } from "../route.ts";
import { v2Routes } from "../v2/routes.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const key = "11111111-1111-4111-8111-111111111111";
const called = (kind: RouteDefinition["calls"]) => v2Routes.filter(({ calls }) => calls === kind);

function split({ path }: RouteDefinition): readonly [above: string, name: string] {
  const filled = path.replaceAll(/\{\w+\}/g, key);
  const at = filled.lastIndexOf("/");
  return [filled.slice(0, at), filled.slice(at + 1)];
}

async function outcome(method: "GET" | "POST", path: string) {
  const { status, json } = await api.send(method, path, { as: "root", ...(method === "POST" ? { body: {} } : {}) });
  return [status, json?.error?.code, Object.keys(json ?? {})];
}

describe("a function", () => {
  const functions = called("function");
  it("is declared by some resources", () => expect(functions.length).toBeGreaterThanOrEqual(3));

  it.each(functions.map((route) => [route.path, route] as const))(
    "%s is called in every spelling",
    async (_, route) => {
      const [above, name] = split(route);
      const plain = await outcome("GET", `${above}/${name}`);
      for (const spelled of ["", "Gatehouse.REST.Models.v2.", "v2."].map((namespace) => `${namespace}${name}`)) {
        for (const brackets of ["", "()", "( )", "%28%29", "(%20)"]) {
          expect([
            spelled,
            brackets,
            ...(await outcome("GET", `${above}/${spelled}${brackets}`.replace(" ", "%20"))),
          ]).toEqual([spelled, brackets, ...plain]);
        }
      }
    },
  );

  it("answers what the one without brackets answers", async () => {
    const plain = await api.send("GET", "/v2/sessionLogs/summary", { as: "root" });
    const bracketed = await api.send("GET", "/v2/sessionLogs/Gatehouse.REST.Models.v2.summary()?$format=json", {
      as: "root",
    });
    expect([bracketed.status, bracketed.json]).toEqual([200, plain.json]);
  });

  it.each(["summary(1)", "summary('x')", "summary(from=1)", "summary()x", "summary(", "v2.summary(a=@a)"])(
    "%s is refused in words",
    async (part) => {
      const { status, json } = await api.send("GET", `/v2/sessionLogs/${part}`, { as: "root" });
      expect([status, json.error.code]).toEqual([400, "ADDRESS_INVALID"]);
      expect(json.error.message).toContain("takes no parameters");
    },
  );

  it("is for those alone who may call it", async () => {
    await api.addUser("nobody");
    for (const part of ["summary", "summary()", "v2.summary()"]) {
      expect((await api.send("GET", `/v2/sessionLogs/${part}`, { as: "nobody" })).status).toBe(403);
      expect((await api.send("GET", `/v2/sessionLogs/${part}`)).status).toBe(401);
    }
  });
});

describe("an action", () => {
  it.each(called("action").map((route) => [route.path, route] as const))(
    "%s is called by its qualified name",
    async (_, route) => {
      const [above, name] = split(route);
      const plain = await outcome("POST", `${above}/${name}`);
      expect(plain[0]).not.toBe(405);
      for (const namespace of ["Gatehouse.REST.Models.v2", "v2"]) {
        expect(await outcome("POST", `${above}/${namespace}.${name}`)).toEqual(plain);
      }
      expect((await outcome("GET", `${above}/v2.${name}`))[0]).toBe(405);
    },
  );

  it("is no navigation or set with a namespace", async () => {
    expect((await outcome("GET", `/v2/requests(${key})/v2.phases`))[0]).toBe(404);
    expect((await outcome("GET", "/v2/v2.users"))[0]).toBe(404);
  });
});
