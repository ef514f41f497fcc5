import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { createWebhookCaller, WebhookCallError } from "./webhook-call.ts";

const timeoutMs = 60_000;
let server: Server;
let port: number;
const calls: string[] = [];

beforeEach(async () => {
  calls.length = 0;
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    request.resume();
    request.once("end", () => {
      if (request.url === "/silence") return;
      if (request.url === "/busy") response.writeHead(503, { "retry-after": "120" }).end();
      else if (request.url === "/long") response.writeHead(200).write("x");
      else if (request.url === "/elsewhere") response.writeHead(307, { location: "/here" }).end();
      else response.writeHead(Number(request.url?.slice(1) ?? 500)).end("body");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const local = createWebhookCaller({ allowedNetworks: ["127.0.0.0/8", "::1"], timeoutMs });
const strict = createWebhookCaller({ allowedNetworks: [], timeoutMs });
const impatient = createWebhookCaller({ allowedNetworks: ["127.0.0.0/8"], timeoutMs: 20 });
const post = (path: string, caller = local, host = "127.0.0.1") =>
  caller.post({ url: `http://${host}:${port}${path}`, headers: { "x-test": "1" }, body: "{}" });

describe("a call", () => {
  it.each([200, 204, 400, 500])("gives the status %i", async (status) => {
    expect(await post(`/${status}`)).toEqual({ status, retryAfter: null });
  });

  it("tells when an endpoint wants to be asked again", async () => {
    expect(await post("/busy")).toEqual({ status: 503, retryAfter: "120" });
  });

  it("follows no redirection", async () => {
    expect(await post("/elsewhere")).toMatchObject({ status: 307 });
    expect(calls).toEqual(["POST /elsewhere"]);
  });

  it("does not wait for the body of an answer", async () => {
    expect(await post("/long")).toMatchObject({ status: 200 });
  });

  it("ends when nobody answers in time", async () => {
    await expect(post("/silence", impatient)).rejects.toThrow("no answer within 20 ms");
  });

  it("tells that nobody listens", async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
    const { port: unused } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const call = local.post({ url: `http://127.0.0.1:${unused}/`, headers: {}, body: "" });
    await expect(call).rejects.toThrow("no connection (ECONNREFUSED)");
  });

  it.each(["127.0.0.1", "[::1]", "localhost"])("to %s is refused where that is not allowed", async (host) => {
    await expect(post("/200", strict, host)).rejects.toThrow("WEBHOOK_ALLOWED_NETWORKS");
    expect(calls).toEqual([]);
  });

  it.each([
    "https://169.254.169.254/latest/meta-data",
    "https://[::ffff:10.0.0.1]/",
    "https://0x7f.1/",
    "https://2130706433/",
  ])("to %s is refused", async (url) => {
    await expect(strict.post({ url, headers: {}, body: "" })).rejects.toThrow("WEBHOOK_ALLOWED_NETWORKS");
  });

  it("to a name is made where the addresses of the name are allowed", async () => {
    expect(await post("/200", local, "localhost")).toMatchObject({ status: 200 });
  });

  it("to an address that breaks a rule of addresses is refused, though it is in the row", async () => {
    const call = local.post({ url: "http://portal.example/", headers: {}, body: "" });
    await expect(call).rejects.toThrow(WebhookCallError);
  });
});
