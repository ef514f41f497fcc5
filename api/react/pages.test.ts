import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { localPathMaxCharacters } from "#domain/limits.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const get = (path: string, headers = {}) => api.send("GET", path, { headers });
const assetsIn = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/react\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);

/** Below it a file may be longer packed than plain. */
const shortBytesMax = 500;

describe("the pages of the web UI", () => {
  it("are one document, under a policy that lets no text become a script", async () => {
    const { status, text, headers } = await get("/react/");
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "text/html; charset=utf-8",
      "public, no-cache",
    ]);
    expect(text).toContain('<div id="page"></div>');
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style| style=| on\w+=/);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers).toMatchObject({ "x-frame-options": "DENY", "referrer-policy": "no-referrer" });
    expect(headers["set-cookie"]).toBeUndefined();
    expect((await get("/react/", { "if-none-match": headers["etag"] })).status).toBe(304);
  });

  it("load files whose names change with what is in them, packed as the browser takes them", async () => {
    const paths = assetsIn((await get("/react/")).text);
    expect(paths.length).toBeGreaterThan(1);
    for (const path of paths) {
      const plain = await get(path);
      expect([path, plain.status, plain.headers["content-encoding"]]).toEqual([path, 200, undefined]);
      expect(plain.headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        vary: "Accept-Encoding",
      });
      for (const encoding of ["gzip", "br"]) {
        const packed = await get(path, { "accept-encoding": encoding });
        const { "content-length": length, "content-type": type } = plain.headers;
        expect(packed.headers["content-type"]).toBe(type);
        // A short file is longer when it is packed.
        if (packed.headers["content-encoding"] === undefined) {
          expect(Number(length)).toBeLessThan(shortBytesMax);
          continue;
        }
        expect(packed.headers["content-encoding"]).toBe(encoding);
        expect(Number(packed.headers["content-length"])).toBeLessThan(Number(length));
        expect(packed.headers["etag"]).not.toBe(plain.headers["etag"]);
      }
    }
  });

  it.each(["/react/assets/none.js", "/react/assets/..%2findex.html", "/react/assets/%2e%2e", "/react/assets/.vite"])(
    "have no file at %s",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it.each(["POST", "PATCH", "DELETE"])("are not written: %s", async (method) => {
    for (const path of ["/react/", "/react/favicon.svg"]) {
      const { status, headers } = await api.send(method, path, method === "DELETE" ? {} : { body: {} });
      expect([path, status, headers["allow"]]).toEqual([path, 405, "GET, HEAD, OPTIONS"]);
    }
  });
});

describe("an address below /react/", () => {
  // @specification 1.ui-redirect
  it("leads anybody to the page behind #, with its query", async () => {
    const { status, headers } = await get("/react/requests/5b1f?a=1&b=%2F");
    expect([status, headers["location"]]).toEqual([302, "/react/#/requests/5b1f?a=1&b=%2F"]);
    expect((await api.send("HEAD", "/react/x")).status).toBe(302);
  });

  it("leads nowhere where it is too long", async () => {
    expect((await get(`/react/${"a".repeat(localPathMaxCharacters)}`)).json.error.code).toBe("ADDRESS_INVALID");
  });

  it("leads a program that writes nowhere", async () => {
    expect((await api.send("POST", "/react/x", { body: {} })).status).toBe(401);
  });
});

describe("the address of the service", () => {
  it("leads a browser to the pages, and tells a program its links", async () => {
    const { status, headers } = await get("/", { accept: "text/html,application/xhtml+xml" });
    expect([status, headers["location"], headers["vary"]]).toEqual([302, "/react/", "Accept"]);
    expect((await get("/")).json.links.pages.href).toMatch(/\/react\/$/);
  });
});
