import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { strangersBodyMaxBytes } from "#domain/body-limits.ts";
import { batchPartsMax } from "#domain/limits.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { people } = await foundOrganisation(api.context, { people: ["ada"], targets: { T1: [], T2: [] } });
  await api.letIn(...Object.values(people));
});
afterAll(() => api.close());

interface Part {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

const send = (body: unknown, headers: Record<string, string> = {}, as = "root") =>
  api.send("POST", "/v2/$batch", { as, body, headers });
const gets = (...urls: string[]) => urls.map((url, index) => ({ id: String(index), method: "GET", url }));
async function partsOf(
  requests: readonly object[],
  headers: Record<string, string> = {},
  as = "root",
): Promise<Part[]> {
  const { status, json } = await send({ requests }, headers, as);
  expect(status).toBe(200);
  return json.responses;
}
const statusesOf = async (requests: readonly object[], headers: Record<string, string> = {}, as = "root") =>
  (await partsOf(requests, headers, as)).map(({ status }) => status);
const goesOn = { prefer: "continue-on-error" };

describe("a batch in JSON", () => {
  it("takes absolute addresses, paths, and addresses relative to the service", async () => {
    const urls = [
      "users?$top=1",
      "/v2/users?$top=1",
      "https://gatehouse.example/v2/users?$top=1",
      `${api.address}/v2/users/$count`,
    ];
    const parts = await partsOf(gets(...urls));
    expect(parts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(parts[0]?.body?.["value"]).toHaveLength(1);
    expect(parts[3]?.body).toBe("2");
  });

  it.each([
    "https://elsewhere.example/v2/users",
    "/identity/connect/userinfo",
    "/health",
    "//v2/users",
    "$batch",
    "/v2/%24batch",
    "/v2/$b%61tch",
    "/V2/%24%42%61%74%63%68",
    "$batch/",
    "/proxies/v1/hello",
  ])("leads nowhere else: %s", async (url) => expect(await statusesOf(gets(url))).toEqual([400]));

  it("stops at the first failure unless it is told to go on", async () => {
    const requests = gets("users", "nothing", "users");
    expect(await statusesOf(requests)).toEqual([200, 404]);
    const { headers, json } = await send({ requests }, goesOn);
    expect(headers["preference-applied"]).toBe("continue-on-error");
    expect(json.responses.map(({ status }: Part) => status)).toEqual([200, 404, 200]);
  });

  it("authorizes each part on its own, as who sends it", async () => {
    expect(await statusesOf(gets("users", "targetSystems"), goesOn, "ada")).toEqual([200, 403]);
    expect((await api.send("POST", "/v2/$batch", { body: { requests: gets("users") } })).json.responses[0].status).toBe(
      401,
    );
    const own = [
      { id: "1", method: "GET", url: "users", headers: { Authorization: `Bearer ${await api.tokenOf("root")}` } },
    ];
    expect(await statusesOf(own, {}, "ada")).toEqual([400]);
  });

  it("takes the rights of who sends it repeated in its parts, in any spelling", async () => {
    const token = await api.tokenOf("ada");
    for (const authorization of [`Bearer ${token}`, `bearer   ${token} `]) {
      const parts = [{ id: "1", method: "GET", url: "users/$count", headers: { Authorization: authorization } }];
      expect([authorization.length, await statusesOf(parts, {}, "ada")]).toEqual([authorization.length, [200]]);
    }
    for (const authorization of ["Bearer wrong", "", `Basic ${token}`]) {
      const parts = [{ id: "1", method: "GET", url: "users/$count", headers: { Authorization: authorization } }];
      expect([authorization, await statusesOf(parts, {}, "ada")]).toEqual([authorization, [400]]);
    }
  });

  it("writes, and a part may depend on another and name what it made", async () => {
    const parts = await partsOf(
      [
        { id: "new", method: "POST", url: "targetGroups", body: { id: "BG", description: "made" } },
        { id: "read", method: "GET", url: "$new", dependsOn: ["new"] },
        { id: "bad", method: "GET", url: "nothing" },
        { id: "late", method: "GET", url: "users", dependsOn: ["bad"] },
      ],
      goesOn,
    );
    expect(parts.map(({ status }) => status)).toEqual([201, 200, 404, 424]);
    expect(parts[1]?.body).toMatchObject({ id: "BG" });
  });

  it("of a stranger is small, and of somebody whose token is wrong it is not read", async () => {
    const body = {
      requests: gets("users"),
      [" ".repeat(strangersBodyMaxBytes)]: 0,
    };
    expect((await api.send("POST", "/v2/$batch", { body })).status).toBe(413);
    expect((await api.send("POST", "/v2/$batch", { as: "root", body })).status).toBe(400);
    const { status, json } = await api.send("POST", "/v2/$batch", { body, headers: { authorization: "Bearer wrong" } });
    expect([status, json.error.code]).toEqual([401, "TOKEN_INVALID"]);
  });

  it("has at most as many parts as the limit says", async () => {
    const many = (count: number) => ({ requests: gets(...Array.from({ length: count }, () => "users/$count")) });
    expect((await send(many(batchPartsMax))).status).toBe(200);
    const { status, json } = await send(many(batchPartsMax + 1));
    expect([status, json.error.code]).toEqual([400, "LIMIT_EXCEEDED"]);
  });

  it.each([
    "null",
    "[]",
    "{}",
    '{"requests":null}',
    '{"requests":[null]}',
    '{"requests":[{"id":"1"}]}',
    '{"requests":[],"__proto__":{}}',
  ])("%s is 400", async (body) => expect((await send(body, { "content-type": "application/json" })).status).toBe(400));
});

describe("a batch in multipart/mixed", () => {
  const multipart = { "content-type": "multipart/mixed; boundary=b1" };
  const request = (line: string, ...rest: string[]) =>
    ["Content-Type: application/http", "Content-Transfer-Encoding: binary", "", line, ...rest].join("\r\n");
  const batch = (...parts: string[]) => `${parts.map((part) => `--b1\r\n${part}\r\n`).join("")}--b1--\r\n`;

  it("answers each part, and a change inside a group", async () => {
    const change = request(
      "PATCH targetSystems('T2') HTTP/1.1",
      "Content-Type: application/json",
      "",
      '{"description":"multi"}',
    );
    const group = `Content-Type: multipart/mixed; boundary=c1\r\n\r\n--c1\r\nContent-ID: 7\r\n${change}\r\n--c1--\r\n`;
    const body = batch(
      request("GET users?$top=1 HTTP/1.1", "Accept: application/json;odata.metadata=none", "", ""),
      group,
    );
    const { status, headers, text } = await send(body, multipart);
    expect([status, headers["content-type"]]).toEqual([
      200,
      expect.stringMatching(/^multipart\/mixed;boundary=batch_/),
    ]);
    expect(text.match(/HTTP\/1\.1 (\d+)/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 204"]);
    expect(text).toContain("odata.metadata=none");
    expect(text).toContain("content-id: 7");
    expect((await api.send("GET", "/v2/targetSystems('T2')/description/$value", { as: "root" })).text).toBe("multi");
  });

  const count = request("GET users/$count HTTP/1.1");
  const groupOf = (boundary: string, changes: readonly string[]) =>
    [
      `Content-Type: multipart/mixed; boundary=${boundary}\r\n`,
      ...changes.map((change) => `--${boundary}\r\n${change}`),
      `--${boundary}--`,
    ].join("\r\n");

  it("has at most as many parts as the limit says, those of its groups included", async () => {
    const group = groupOf(
      "c1",
      Array.from({ length: batchPartsMax / 2 }, () => count),
    );
    expect((await send(batch(group, group), multipart)).status).toBe(200);
    const empty = Array.from({ length: batchPartsMax + 1 }, () => groupOf("c1", []));
    expect((await send(batch(...empty), multipart)).json.error.code).toBe("LIMIT_EXCEEDED");
    expect((await send(batch(group, group, count), multipart)).json.error.code).toBe("LIMIT_EXCEEDED");
  });

  it("holds no group inside a group", async () => {
    const { status, json } = await send(batch(groupOf("c1", [groupOf("c2", [count])])), multipart);
    expect([status, json.error.code]).toEqual([400, "BODY_INVALID"]);
  });

  it("is read whatever stands around its parts, with the bytes of each body as they are", async () => {
    const tail = "Content-Type: application/json\r\n\r\n";
    const text = `{"description":"--b1 \\n--b1"}`;
    const lines = [
      "a preamble",
      "--b1 \t",
      "content-type: \t application/http \t ",
      "",
      `PATCH targetSystems('T2') HTTP/1.1`,
      `${tail}${text}`,
      "",
      "--b1--",
      "an epilogue",
    ];
    for (const end of ["\r\n", "\n"]) {
      const { text: answer } = await send(lines.join(end), multipart);
      expect(answer).toContain("HTTP/1.1 204");
    }
    expect((await api.send("GET", "/v2/targetSystems('T2')/description/$value", { as: "root" })).text).toBe(
      "--b1 \n--b1",
    );
  });

  it("answers with boundaries of which none begins another one (RFC 2046, 5.1.1)", async () => {
    const { text, headers } = await send(
      batch(groupOf("c1", [count, count]), groupOf("c2", [count]), count),
      multipart,
    );
    const named = [String(headers["content-type"]), ...(text.match(/content-type: multipart.*/g) ?? [])];
    const boundaries = named.map((type) => type.replace(/^.*boundary=/, "").trim());
    expect(new Set(boundaries).size).toBe(3);
    for (const one of boundaries) {
      expect(boundaries.filter((other) => other.startsWith(one))).toEqual([one]);
    }
    // A reader that takes every line with the outer boundary in front for a delimiter finds the three parts and the end.
    const lines = text.split("\r\n").filter((line) => line.startsWith(`--${boundaries[0]}`));
    expect(lines).toHaveLength(4);
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(4);
  });

  it("is answered in JSON where Accept says so", async () => {
    const { json } = await send(batch(request("GET users/$count HTTP/1.1")), {
      ...multipart,
      accept: "application/json",
    });
    expect(json.responses).toMatchObject([{ status: 200, body: "2" }]);
  });

  it.each([
    ["without a boundary", "multipart/mixed", "", 415],
    ["without an end", "multipart/mixed;boundary=b1", "--b1\r\n", 400],
    [
      "with a part of another kind",
      "multipart/mixed;boundary=b1",
      "--b1\r\nContent-Type: text/plain\r\n\r\nx\r\n--b1--",
      400,
    ],
    [
      "with a broken request line",
      "multipart/mixed;boundary=b1",
      "--b1\r\nContent-Type: application/http\r\n\r\nhello\r\n--b1--",
      400,
    ],
    ["of another type", "text/plain", "x", 415],
  ])("%s is refused", async (_name, type, body, status) => {
    expect((await send(body, { "content-type": type })).status).toBe(status);
  });
});
