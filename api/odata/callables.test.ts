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

  it.each(["status(1)", "status('x')", "status(from=1)", "status()x", "status(", "v2.status(a=@a)"])(
    "without parameters is refused in words as %s",
    async (part) => {
      const { status, json } = await api.send("GET", `/v2/proxyServers('local')/${part}`, { as: "root" });
      expect([status, json.error.code]).toEqual([400, "ADDRESS_INVALID"]);
      expect(json.error.message).toContain("takes no parameters");
    },
  );

  it.each([
    ["summary(1)", "write each parameter once"],
    ["summary('x')", "write each parameter once"],
    ["summary()x", "not closed"],
    ["summary(", "not closed"],
    ["summary(since=null)", "there is no parameter 'since'; there are: from, to"],
    ["summary(from=null,)", "write each parameter once"],
    ["summary(from=null,from=null)", "write each parameter once"],
    ["summary(from=null to=null)", "write each parameter once"],
    ["v2.summary(from=@a)", "@a has no value"],
    [`summary(from=${"'".repeat(3999)})`, "write each parameter once"],
  ])("with parameters is refused in words as %.40s", async (part, words) => {
    const { status, json } = await api.send("GET", `/v2/sessionLogs/${encodeURIComponent(part)}`, { as: "root" });
    expect([status, json.error.code]).toEqual([400, "ADDRESS_INVALID"]);
    expect(json.error.message).toContain(words);
  });

  it.each([
    ["from=tomorrow", "from"],
    ["from=2030-01-01", "from"],
    ["from=2030-01-02T00:00:00Z,to=2030-01-01T00:00:00Z", "to"],
  ])("whose arguments do not fit (%s) is refused, naming the parameter", async (given, target) => {
    const { status, json } = await api.send("GET", `/v2/sessionLogs/summary(${given})`, { as: "root" });
    expect([status, json.error.code, json.error.target]).toEqual([400, "INPUT_INVALID", target]);
  });

  it("takes its arguments in brackets, as aliases, and as query options", async () => {
    const [from, to] = ["2030-01-01T00:00:00Z", "2030-01-01T01:00:00%2B01:00"];
    const never = { sessions: 0, entries: 0, succeeded: 0, failed: 0, unknown: 0, distinctUsers: 0 };
    for (const spelled of [
      "summary(from=2040-01-01T00:00:00Z)",
      "v2.summary(to=2000-01-01T00:00:00Z)",
      "summary(%20from%20=%20@a,to=@b)?@a=2040-01-01T00:00:00Z&@b=null",
      "summary?from=2040-01-01T00:00:00Z",
      "summary()?@to=2000-01-01T00:00:00Z&$format=json",
    ]) {
      const { status, json } = await api.send("GET", `/v2/sessionLogs/${spelled}`, { as: "root" });
      expect([spelled, status, json]).toEqual([spelled, 200, expect.objectContaining({ ...never, firstAt: null })]);
    }
    expect((await api.send("GET", `/v2/sessionLogs/summary?from=${from}&to=${to}`, { as: "root" })).status).toBe(400);
  });

  it.each([
    ["summary?to=null&to=null", "to"],
    ["summary?to=null&@to=null", "to"],
    ["summary()?from=null&from=2030-01-01T00:00:00Z", "from"],
    ["summary(from=null)?from=null", "from"],
  ])("that is given a parameter twice is refused (%s)", async (part, name) => {
    const { status, json } = await api.send("GET", `/v2/sessionLogs/${part}`, { as: "root" });
    expect([status, json.error.code]).toEqual([400, "ADDRESS_INVALID"]);
    expect(json.error.message).toBe(`The parameter '${name}' is given twice. Give it once.`);
    const once = await api.send("GET", "/v2/sessionLogs/summary(to=@to)?@to=null", { as: "root" });
    expect(once.status).toBe(200);
  });

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
