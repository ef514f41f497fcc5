import { request } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { bodyMaxBytes } from "#domain/limits.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { foundOrganisation } from "#test/support/organisation.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ settings: { corsOrigins: ["https://portal.example"] } });
  const people = Array.from({ length: 20 }, (_, index) => `person${index}`);
  await foundOrganisation(api.context, { people, targets: { T1: [] } });
});
afterAll(() => api.close());

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

const read = async (path: string, encoding: string | null, headers: Record<string, string> = {}, method = "GET") => {
  const authorization = `Bearer ${await api.tokenOf("root")}`;
  const accepted = encoding === null ? {} : { "accept-encoding": encoding };
  return new Promise<Raw>((resolve, reject) => {
    const call = { port: api.port, path, method, agent: false, headers: { authorization, ...accepted, ...headers } };
    request(call, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    })
      .on("error", reject)
      .end();
  });
};
const documents = ["/v2", "/v2/$metadata", "/v2/openapi.json", "/docs", "/docs/swagger-ui.css"];

describe("an answer that is compressed", () => {
  it.each(["/v2/users", "/v2/$metadata", "/v2/openapi.json", "/docs/swagger-ui.css"])(
    "says the same as the plain one, in fewer bytes: %s",
    async (path) => {
      const plain = await read(path, null);
      const small = await read(path, "br, gzip;q=0.5");
      expect([plain.headers["content-encoding"], small.headers["content-encoding"]]).toEqual([undefined, "gzip"]);
      expect(gunzipSync(small.bytes).equals(plain.bytes)).toBe(true);
      expect(small.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(small.headers["content-length"]).toBe(String(small.bytes.length));
      expect(small.headers["vary"]).toContain("Origin");
      expect(small.headers["vary"]).toContain("Accept-Encoding");
      const head = await read(path, "gzip", {}, "HEAD");
      expect([head.headers["content-encoding"], head.bytes.length]).toEqual(["gzip", 0]);
    },
  );

  it.each(["identity", "br", "gzip;q=0", "gzip;q=0.000, *;q=1", "*;q=0"])("is nothing for %s", async (encoding) => {
    const { headers, status } = await read("/v2/users", encoding);
    expect([status, headers["content-encoding"]]).toEqual([200, undefined]);
  });

  it("never holds what the token server says, nor what a write answers, nor little", async () => {
    const fields = { grant_type: "password", client_id: "gatehouse", username: "root", password: "password-of-root" };
    const token = await fetch(`${api.address}/identity/connect/token`, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    expect([token.status, token.headers.get("content-encoding")]).toEqual([200, null]);
    for (const path of [
      "/identity/connect/userinfo",
      "/identity/.well-known/openid-configuration",
      "/v2/users/$count",
    ]) {
      const { status, headers } = await read(path, "gzip");
      expect([path, status, headers["content-encoding"]]).toEqual([path, 200, undefined]);
    }
  });
});

describe("a document", () => {
  it.each(documents)("is kept by who reads it and asked for by its tag: %s", async (path) => {
    const { headers, status } = await read(path, "gzip");
    const etag = String(headers["etag"]);
    expect([status, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
    expect(headers["cache-control"]).not.toContain("no-store");
    const again = await read(path, "gzip", { "if-none-match": etag });
    expect([again.status, again.bytes.length, again.headers["etag"]]).toEqual([304, 0, etag]);
    expect((await read(path, "gzip", { "if-none-match": 'W/"other"' })).status).toBe(200);
  });

  it("has a tag of its own in each form", async () => {
    const tags = [
      await read("/v2/$metadata", null),
      await read("/v2/$metadata?$format=json", null),
      await read("/v2/$metadata", null, { "odata-maxversion": "4.01" }),
    ].map(({ headers }) => headers["etag"]);
    expect(new Set(tags).size).toBe(3);
  });
});

describe("a compressed body", () => {
  const send = (bytes: Buffer, encoding = "gzip") =>
    api.send("POST", "/v2/targetGroups", {
      as: "root",
      body: bytes,
      headers: { "content-type": "application/json", "content-encoding": encoding },
    });

  it("is taken as what it was", async () => {
    expect((await send(gzipSync('{"id":"ZIPPED"}'))).status).toBe(201);
  });

  it("is bounded by what it becomes, and must be what its header says", async () => {
    expect((await send(gzipSync(Buffer.alloc(bodyMaxBytes + 1, " ")))).status).toBe(413);
    expect((await send(Buffer.from('{"id":"PLAIN"}'))).status).toBe(400);
    const { status, json } = await send(Buffer.from("{}"), "br");
    expect([status, json.error.target]).toEqual([415, "Content-Encoding"]);
  });
});
