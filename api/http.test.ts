import { connect } from "node:net";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({
    checks: { database: async () => undefined },
    extraRoutes: [
      {
        method: "POST",
        path: "/v2/echo",
        policy: "echo",
        handler: async ({ body }) => ({ status: 200, body: { body } }),
      },
      {
        method: "GET",
        path: "/v2/broken",
        policy: "broken",
        handler: () => Promise.reject(new Error("a secret place in /etc")),
      },
    ],
  });
});
afterAll(() => api.close());

const echo = (body: unknown, headers: Record<string, string> = {}) =>
  api.send("POST", "/v2/echo", { as: "root", body, headers });

function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(api.port, "127.0.0.1", () => socket.write(bytes));
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
    socket.on("end", () => resolve(received));
    socket.on("error", reject);
  });
}

describe("every answer", () => {
  it("carries the caller's request id when it is well-formed", async () => {
    const { headers } = await api.send("GET", "/health", { headers: { "x-request-id": "call-0123456789" } });
    expect(headers["x-request-id"]).toBe("call-0123456789");
  });

  it.each(["short", "with blank in it", "x".repeat(65), 'quote"quote"'])("replaces the request id '%s'", async (id) => {
    const { headers } = await api.send("GET", "/health", { headers: { "x-request-id": id } });
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("carries the security headers, on errors too", async () => {
    for (const path of ["/health", "/v2/users", "/nothing"]) {
      const { headers } = await api.send("GET", path);
      expect(headers).toMatchObject({
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
      expect(headers["x-request-id"]).toBeTruthy();
    }
  });
});

describe("a call without a token", () => {
  it.each([
    "/v2/users",
    "/v2/users/",
    "/V2/USERS",
    "/users",
    "/v2/nothing",
    "/nothing",
    "/v2/users('a%2fb')",
    "/v2%2fusers",
  ])("of %s is 401 and says how to authenticate", async (path) => {
    const { status, headers, json } = await api.send("GET", path);
    expect([status, json?.error.code]).toEqual([401, "TOKEN_MISSING"]);
    expect(headers["www-authenticate"]).toBe('Bearer realm="gatehouse"');
  });

  it("does not take a token from the query", async () => {
    const { status } = await api.send("GET", `/v2/users?access_token=${await api.tokenOf("root")}`);
    expect(status).toBe(401);
  });

  it("does not take two headers", async () => {
    const bearer = `Bearer ${await api.tokenOf("root")}`;
    const text = await sendRaw(
      `GET /v2/users HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${bearer}\r\nAuthorization: ${bearer}\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(text).toContain('error="invalid_token"');
  });

  it("is answered before its body is read", async () => {
    const { status } = await api.send("POST", "/v2/requests", { body: "{" });
    expect(status).toBe(401);
  });
});

describe("methods", () => {
  it.each([
    ["PUT", "/v2/requests", "GET, HEAD, POST, OPTIONS"],
    ["DELETE", "/v2/accounts", "GET, HEAD, POST, OPTIONS"],
    ["PUT", "/v2/targetSystems('AD1')", "GET, HEAD, PATCH, DELETE, OPTIONS"],
    ["GET", "/identity/connect/token", "POST, OPTIONS"],
    ["POST", "/health", "GET, HEAD, OPTIONS"],
  ])("%s %s is 405 with Allow: %s", async (method, path, allow) => {
    const { status, headers, json } = await api.send(method, path, { as: "root" });
    expect([status, headers["allow"], json.error.code]).toEqual([405, allow, "METHOD_NOT_ALLOWED"]);
  });

  it.each([
    ["/v2/users", "GET, HEAD, POST, OPTIONS"],
    ["/identity/connect/token", "POST, OPTIONS"],
    ["/", "GET, HEAD, OPTIONS"],
  ])("OPTIONS %s says what is taken there: %s", async (path, allow) => {
    const { status, headers, text } = await api.send("OPTIONS", path, { as: "root" });
    expect([status, headers["allow"], text]).toEqual([204, allow, ""]);
  });

  it("OPTIONS tells a stranger of public addresses only", async () => {
    const statuses = ["/health", "/v2/users", "/v2/nothing"].map(
      async (path) => (await api.send("OPTIONS", path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([204, 401, 401]);
  });

  it.each([
    ["GET", "/v2/users", {}, 401],
    ["GET", "/v2/nothing", { as: "root" }, 404],
    ["PUT", "/v2/users", { as: "root" }, 405],
    ["GET", "/v2/users('x", { as: "root" }, 400],
  ])("%s %s is refused in a version of OData", async (method, path, call, wanted) => {
    const { status, headers } = await api.send(method, path, call);
    expect([status, headers["odata-version"]]).toEqual([wanted, "4.0"]);
  });

  it("answers HEAD like GET, without a body", async () => {
    const { status, text } = await api.send("HEAD", "/health");
    expect([status, text]).toEqual([200, ""]);
  });

  it("names the path of something that does not exist as 404", async () => {
    const { status, json } = await api.send("GET", "/v2/nothing", { as: "root" });
    expect([status, json.error.code]).toEqual([404, "NOT_FOUND"]);
  });
});

describe("segments", () => {
  it.each([
    "/v2/targetSystems",
    "/v2/TARGETSYSTEMS",
    "/targetsystems",
    "/TargetSystems/",
    "/v2/group",
    "/group",
    "/groups",
  ])("%s is found", async (path) => {
    const { status, json } = await api.send("GET", path, { as: "root" });
    expect(status).toBe(200);
    expect(json["@odata.context"]).toMatch(/^https:\/\/gatehouse\.example\/v2\/\$metadata#(targetSystems|groups)$/);
  });

  it.each([
    ["/v2/targetSystems('A", "ADDRESS_INVALID"],
    ["/v2/targetSystems(A)", "KEY_INVALID"],
    ["/v2/targetSystems()", "KEY_INVALID"],
    ["/v2/targetSystems('A'B')", "KEY_INVALID"],
    ["/v2/targetSystems('%00')", "KEY_INVALID"],
    ["/v2/targetSystems('%ff')", "ADDRESS_INVALID"],
    ["/v2/requests('AD1')", "KEY_INVALID"],
  ])("%s is 400 %s", async (path, code) => {
    const { status, json } = await api.send("GET", path, { as: "root" });
    expect([status, json.error.code]).toEqual([400, code]);
  });
});

describe("bodies", () => {
  it.each([
    "null",
    "[]",
    "1",
    '"text"',
    "{",
    "",
    "{}{}",
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '{"__proto__":{"superuser":true}}',
  ])("%s is an object or 400", async (body) => {
    const { status, json } = await echo(body);
    if (body === "") expect([status, json.body]).toEqual([200, {}]);
    else expect([status, json.error.code]).toEqual([400, "BODY_INVALID"]);
  });

  it("refuses bytes that are no UTF-8", async () => {
    expect((await echo(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).json.error.code).toBe("BODY_INVALID");
  });

  it("refuses what is nested too deep", async () => {
    expect((await echo(`{"a":${"[".repeat(40)}${"]".repeat(40)}}`)).json.error.code).toBe("BODY_INVALID");
    expect((await echo(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)).json.error.code).toBe("BODY_INVALID");
  });

  it.each([
    "text/plain",
    "application/xml",
    "application/json; charset=utf-16",
    "application/x-www-form-urlencoded",
    "",
  ])("refuses the content type '%s' with 415", async (type) => {
    const { status, json } = await echo("{}", { "content-type": type });
    expect([status, json.error.code]).toEqual([415, "MEDIA_UNSUPPORTED"]);
  });

  it("refuses compressed bodies with 415", async () => {
    expect((await echo("{}", { "content-encoding": "br" })).status).toBe(415);
  });

  it("takes 1 MiB and refuses one byte more with 413", async () => {
    const frame = '{"a":""}'.length;
    const fill = (bytes: number) => `{"a":"${"x".repeat(bytes - frame)}"}`;
    expect((await echo(fill(1024 * 1024))).status).toBe(200);
    const { status, json, headers } = await echo(fill(1024 * 1024 + 1));
    expect([status, json.error.code, headers["connection"]]).toEqual([413, "BODY_TOO_LARGE", "close"]);
  });

  it("counts a body that does not say how long it is", async () => {
    const { status } = await api.send("POST", "/v2/echo", {
      as: "root",
      body: Buffer.alloc(1024 * 1024 + 1, 0x20),
      headers: { "transfer-encoding": "chunked" },
    });
    expect(status).toBe(413);
  });
});

describe("limits and failures", () => {
  it("refuses an address of more than 8 KiB with 414", async () => {
    const { status, json } = await api.send("GET", `/v2/users?$top=${"1".repeat(8200)}`, { as: "root" });
    expect([status, json.error.code]).toEqual([414, "URL_TOO_LONG"]);
  });

  it.each([
    ["no HTTP at all", "GARBAGE\r\n\r\n", 400],
    ["a call without Host", "GET /v2/users HTTP/1.1\r\n\r\n", 400],
    ["a call with two", "GET /health HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400],
    ["an old call with two", "GET /health HTTP/1.0\r\nHost: x\r\nhost: y\r\n\r\n", 400],
    ["too many headers", `GET /health HTTP/1.1\r\nHost: x\r\n${"a: b\r\n".repeat(10_000)}\r\n`, 431],
    [
      "a length beside chunks",
      "POST /v2/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      400,
    ],
  ])("answers %s in its own form", async (_what, bytes, status) => {
    const text = await sendRaw(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (!bytes.startsWith("GET /v2")) expect(text).toMatch(/x-request-id: [0-9a-f-]{36}\r\n[^]*\{"error":/);
  });

  it("tells nothing of a failure of its own", async () => {
    const { status, text, json } = await api.send("GET", "/v2/broken", { as: "root" });
    expect([status, json.error.code]).toEqual([500, "INTERNAL"]);
    expect(text).not.toContain("secret place");
  });

  it("answers nobody's business with one error body", async () => {
    const { json } = await api.send("GET", "/v2/requests?$nonsense=1", { as: "root" });
    expect(json).toEqual({
      error: {
        code: "QUERY_OPTION_UNKNOWN",
        message: "The query option '$nonsense' is not known. Leave it out, or correct its name.",
        target: "$nonsense",
        details: [],
      },
    });
  });
});
