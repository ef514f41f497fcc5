import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { passwordMaxBytes } from "#domain/limits.ts";
import { openTestApi, type TestApi, testPublicAddress } from "#test/support/api.ts";

import { v2Routes } from "../v2/routes.ts";

let api: TestApi;
// oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any field of the document
let document: any;
beforeAll(async () => {
  api = await openTestApi();
  document = (await api.send("GET", "/v2/openapi.json")).json;
});
afterAll(() => api.close());

/** Everything that the document refers to. */
function references(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => (name === "$ref" ? [String(value)] : references(value)));
}

const parametersOf = (operation: { parameters?: { name?: string; in?: string }[] }) => operation.parameters ?? [];

describe("/v2/openapi.json", () => {
  test("needs no token and names the address of this service", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: testPublicAddress }] });
    const { flows } = document.components.securitySchemes.password;
    expect(flows.password.tokenUrl).toBe(`${testPublicAddress}/identity/connect/token`);
  });

  test("has every route of the entity sets with its policy, and no other", () => {
    const served = v2Routes.filter(({ path }) => !/\/\$|^\/v2$|^\/v2\/openapi\.json$/.test(path));
    const others = ["token", "revocation", "introspect"].map((name) => `POST /identity/connect/${name}`);
    const beside = ["POST /v2/$batch"];
    const wanted = [...served.map(({ method, path }) => `${method} ${path}`), ...others, ...beside];
    const written = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(written.toSorted()).toEqual(wanted.toSorted());
    for (const { method, path, policy } of served) {
      expect([path, document.paths[path][method.toLowerCase()]["x-policy"]]).toEqual([path, policy]);
    }
  });

  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any field of the document
  const operations = (): [string, any][] =>
    Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, unknown] => [`${method} ${path}`, operation]),
    );
  const headersOf = (operation: { parameters?: { $ref?: string }[] }) =>
    (operation.parameters ?? []).flatMap(({ $ref }) => {
      const found = $ref === undefined ? undefined : document.components.parameters[$ref.split("/").at(-1) ?? ""];
      return found?.in === "header" ? [found.name] : [];
    });

  test("describes each operation, and names the policy that decides about it", () => {
    for (const [name, { description, "x-policy": policy }] of operations()) {
      expect([name, description?.length > 40]).toEqual([name, true]);
      if (policy !== undefined) expect([name, description.includes(policy)]).toEqual([name, true]);
    }
  });

  test.each(["targetSystems", "requests", "accounts"])("shows a body that POST %s takes", async (set) => {
    const { example } = document.paths[`/v2/${set}`].post.requestBody.content["application/json"];
    const { status, json } = await api.send("POST", `/v2/${set}`, { as: "root", body: example });
    // The name in the example does not exist, but its form is right.
    expect([status, json.error.code]).toEqual([400, expect.stringMatching(/_UNKNOWN$/)]);
    expect(json.error.code).not.toBe("FIELD_UNKNOWN");
  });

  type Described = { readonly [part: string]: unknown };

  /** Returns each property of a schema, at any depth, with the path to it. */
  function propertiesIn(schema: Described, way: string): [string, Described][] {
    const {
      properties = {},
      items,
      anyOf = [],
    } = schema as {
      properties?: Record<string, Described>;
      items?: Described;
      anyOf?: Described[];
    };
    const own = Object.entries(properties);
    return [
      ...own.map(([name, part]): [string, Described] => [`${way}.${name}`, part]),
      ...own.flatMap(([name, part]) => propertiesIn(part, `${way}.${name}`)),
      ...[...(items === undefined ? [] : [items]), ...anyOf].flatMap((part) => propertiesIn(part, way)),
    ];
  }

  test("describes every property of every type and every field of every body, in sentences", () => {
    const { Error: _, ...types } = document.components.schemas;
    const bodies = operations().flatMap(([name, { requestBody, "x-policy": policy }]) =>
      requestBody === undefined || policy === undefined || name.endsWith("/invite")
        ? []
        : [[name, requestBody.content["application/json"].schema] as const],
    );
    const all = [...Object.entries<Described>(types), ...bodies].flatMap(([name, schema]) =>
      propertiesIn(schema, name),
    );
    expect(all.length).toBeGreaterThan(450);
    const isSentence = (text: unknown) => /^[A-Z].*[.]$/.test(String(text));
    expect(all.filter(([, { description }]) => !isSentence(description)).map(([way]) => way)).toEqual([]);
    // An example may hold the rule of a phase.
    const stated = JSON.stringify(document, (name, value: unknown) => (name === "example" ? undefined : value));
    expect(stated).not.toMatch(/"rules":\[|"rule":"/);
  });

  test("names each status that can happen", () => {
    const readAny = ["400", "401", "403", "404", "406", "429", "501", "503"];
    const writeAny = [...readAny, "409", "412", "413", "415", "422"];
    for (const [name, { responses, "x-policy": policy }] of operations()) {
      if (policy === undefined) continue;
      const wanted = name.startsWith("get ") ? readAny : writeAny;
      expect([name, wanted.filter((status) => !(status in responses))]).toEqual([name, []]);
    }
    expect(document.paths["/v2/users({userKey})"].get.responses).toHaveProperty("304");
    expect(document.info.description).toContain("405");
  });

  test("names the headers of conditions and preferences where they count", () => {
    const callKeys = ["Idempotency-Key", "Repeatability-Request-ID", "Repeatability-First-Sent"];
    const of = (path: string, method: string) => headersOf(document.paths[path][method]);
    expect(of("/v2/users", "get")).toEqual(["Prefer"]);
    expect(of("/v2/users({userKey})", "get")).toEqual(["If-None-Match"]);
    expect(of("/v2/targetSystems({targetSystemKey})", "patch")).toEqual(["If-Match", "Prefer", ...callKeys]);
    expect(of("/v2/targetSystems({targetSystemKey})", "delete")).toEqual(["If-Match", ...callKeys]);
    expect(of("/v2/targetSystems", "post")).toEqual(["Prefer", ...callKeys]);
    expect(of("/v2/$batch", "post")).toEqual(["Prefer"]);
  });

  test("says truly what a new target system must have", async () => {
    const { schema } = document.paths["/v2/targetSystems"].post.requestBody.content["application/json"];
    expect(schema.required.toSorted()).toEqual(["description", "id"]);
  });

  test("refers only to what it holds", () => {
    const found = [...new Set(references(document))];
    expect(found.length).toBeGreaterThan(50);
    for (const reference of found) {
      const names = reference.replace(/^#\//, "").split("/");
      const part = names.reduce((whole, name) => whole?.[name], document);
      expect([reference, typeof part]).toEqual([reference, "object"]);
    }
  });

  test("declares each key of a path once, and gives each operation a name of its own", () => {
    const ids: string[] = [];
    for (const [path, methods] of Object.entries<object>(document.paths)) {
      const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(methods)) {
        ids.push(operation.operationId);
        const declared = parametersOf(operation).filter((one) => one.in === "path");
        expect([path, declared.map(({ name }) => name)]).toEqual([path, keys]);
      }
    }
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("says what a body must hold, what never comes out, and what is only accepted", () => {
    const reset = document.paths["/v2/accounts({accountKey})/resetPassword"].post;
    expect(reset.requestBody.content["application/json"].schema).toEqual({
      type: "object",
      properties: {
        password: {
          type: "string",
          format: "password",
          writeOnly: true,
          minLength: 1,
          maxLength: passwordMaxBytes,
          description: expect.stringContaining(`never comes out. It must have at most ${passwordMaxBytes} bytes.`),
        },
        mustChange: { type: ["boolean", "null"], description: expect.stringContaining("sign-in") },
      },
      required: ["password"],
      additionalProperties: false,
    });
    expect(Object.keys(reset.responses["202"].headers)).toEqual(["Location", "Retry-After"]);
    expect(parametersOf(reset)).toContainEqual(expect.objectContaining({ name: "x-batch-id", in: "header" }));
    const change = document.paths["/v2/accounts({accountKey})"].patch;
    expect(Object.keys(change.responses)).toEqual(expect.arrayContaining(["202", "204"]));
    expect(document.components.schemas.Account.properties).not.toHaveProperty("password");
    const { status } = document.components.schemas.Operation.properties;
    expect(status).toMatchObject({ title: "StatusValue", enum: expect.arrayContaining(["notStarted"]) });
  });
});

describe("/docs", () => {
  test("loads everything from here, and nothing inline", async () => {
    const { status, headers, text } = await api.send("GET", "/docs");
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(text).not.toMatch(/<style|style=|<script>|https?:/);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? "");
    expect(loaded).toHaveLength(3);
    for (const url of loaded) {
      const answer = await api.send("GET", url);
      expect([url, answer.status, answer.headers["x-content-type-options"]]).toEqual([url, 200, "nosniff"]);
      expect(answer.headers["content-type"]).toMatch(url.endsWith(".css") ? /^text\/css/ : /^text\/javascript/);
    }
  });

  test("shows the document of this service and keeps no token", async () => {
    const { text } = await api.send("GET", "/docs/start.js");
    expect(text).toContain('url: "/v2/openapi.json"');
    expect(text).toContain("persistAuthorization: false");
    // Without it the page asks for a client ID that it does not show.
    expect(text).toContain(`initOAuth({ clientId: "gatehouse" })`);
  });
});

describe("/", () => {
  test("says what answers there and leads on, to programs and to people", async () => {
    const { status, json, headers } = await api.send("GET", "/");
    expect([status, json.name, headers["vary"]]).toEqual([200, "Gatehouse", "Accept"]);
    const targets = Object.values<{ href: string }>(json.links).map(({ href }) => href.slice(testPublicAddress.length));
    expect(targets).toEqual(expect.arrayContaining(["/react/", "/docs", "/v2", "/identity/connect/token", "/health"]));
    const page = await api.send("GET", "/", { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
    expect([page.status, page.headers["location"]]).toEqual([302, "/react/"]);
    for (const target of targets) expect([200, 405]).toContain((await api.send("GET", target)).status);
  });
});
