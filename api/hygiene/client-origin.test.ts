import type { IncomingMessage } from "node:http";

import { describe, expect, it } from "vitest";

import { clientOrigins } from "./client-origin.ts";

const proxy = "10.0.0.1";

function requestFrom(remoteAddress: string | undefined, headers: Readonly<Record<string, string | string[]>> = {}) {
  const headersDistinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()]));
  return { socket: { remoteAddress }, headersDistinct } as unknown as IncomingMessage;
}

const believing = (trustedProxyHeader: "x-forwarded-for" | "forwarded" = "x-forwarded-for") =>
  clientOrigins({ trustedProxies: ["10.0.0.0/8", "::1"], trustedProxyHeader });

describe("without trusted proxies", () => {
  const origins = clientOrigins({ trustedProxies: [], trustedProxyHeader: "x-forwarded-for" });

  it("nothing that a call says of itself is believed", () => {
    const headers = {
      "x-forwarded-for": "192.0.2.1",
      forwarded: "for=192.0.2.1;proto=https",
      "x-forwarded-proto": "https",
    };
    expect(origins.addressOf(requestFrom("::ffff:127.0.0.1", headers))).toBe("127.0.0.1");
    expect(origins.isHttps(requestFrom("127.0.0.1", headers))).toBe(false);
  });

  it("a connection that is gone has no address, and one with TLS is https", () => {
    expect(origins.addressOf(requestFrom(undefined))).toBeUndefined();
    const encrypted = { socket: { encrypted: true }, headersDistinct: {} } as unknown as IncomingMessage;
    expect(origins.isHttps(encrypted)).toBe(true);
  });
});

describe("the rightmost address that no trusted proxy has", () => {
  it.each<[string, string | string[], string]>([
    ["one hop", "192.0.2.1", "192.0.2.1"],
    ["what the client wrote in front of it", "1.1.1.1, 192.0.2.1", "192.0.2.1"],
    ["several trusted hops", "1.1.1.1, 192.0.2.1, 10.0.0.3, ::1", "192.0.2.1"],
    ["several headers", ["1.1.1.1", "192.0.2.1", "10.0.0.3"], "192.0.2.1"],
    ["a port and brackets", "[2001:db8::1]:99", "2001:db8::1"],
    ["trusted hops only", "10.0.0.9, 10.0.0.3", "10.0.0.9"],
    ["an unknown hop", "192.0.2.1, unknown, 10.0.0.3", "10.0.0.3"],
    ["nonsense", "192.0.2.1, <script>", proxy],
    ["an empty header", "", proxy],
    ["more hops than anybody has", Array.from({ length: 5_000 }, () => "10.0.0.3").join(), "10.0.0.3"],
  ])("with %s", (_name, header, address) => {
    expect(believing().addressOf(requestFrom(proxy, { "x-forwarded-for": header }))).toBe(address);
  });

  it("is not looked for where the connection comes from somebody else", () => {
    expect(believing().addressOf(requestFrom("192.0.2.7", { "x-forwarded-for": "10.0.0.3" }))).toBe("192.0.2.7");
  });

  it("is read from the one header that the proxies write", () => {
    const headers = {
      "x-forwarded-for": "192.0.2.1",
      forwarded: 'for=1.1.1.1, for="[2001:db8::1]:99";proto=https;by=10.0.0.1',
    };
    expect(believing().addressOf(requestFrom(proxy, headers))).toBe("192.0.2.1");
    expect(believing("forwarded").addressOf(requestFrom(proxy, headers))).toBe("2001:db8::1");
    expect(believing("forwarded").addressOf(requestFrom(proxy, { "x-forwarded-for": "192.0.2.1" }))).toBe(proxy);
  });
});

describe("https", () => {
  it("is what the nearest trusted proxy says it is", () => {
    const isHttps = (headers: Record<string, string>, from = proxy) => believing().isHttps(requestFrom(from, headers));
    expect(isHttps({ "x-forwarded-proto": "https" })).toBe(true);
    expect(isHttps({ "x-forwarded-proto": "http, https", "x-forwarded-for": "192.0.2.1" })).toBe(true);
    expect(isHttps({ "x-forwarded-proto": "https, http" })).toBe(false);
    expect(isHttps({})).toBe(false);
    expect(isHttps({ "x-forwarded-proto": "https" }, "192.0.2.7")).toBe(false);
    const forwarded = requestFrom(proxy, { forwarded: "for=192.0.2.1;proto=HTTPS", "x-forwarded-proto": "http" });
    expect(believing("forwarded").isHttps(forwarded)).toBe(true);
  });
});
