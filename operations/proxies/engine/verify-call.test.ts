import { afterEach, beforeEach, expect, test } from "vitest";

import { hashBody, openProxyKeys } from "#activities/proxy/keys.ts";
import { proxyCallKeptSeconds } from "#domain/limits.ts";
import { proxyCallHeaders } from "#domain/proxies/proxy-call.ts";
import { ManualClock } from "#platform/clock.ts";
import { openTestService, type TestService } from "#test/support/service.ts";

import { invoke } from "../../kernel/invoke.ts";
import { helloFromProxy } from "../../tables/proxy-calls.ts";
import { verifyProxyCall } from "./verify-call.ts";

const report = { softwareVersion: "1", connectors: [] };
const clock = new ManualClock();
let service: TestService;

beforeEach(async () => {
  service = await openTestService({ clock });
});
afterEach(() => service.close());

/** Returns a call as it was sent over the network, where anyone could replay it. */
async function captured() {
  const { context, store, folder } = service;
  const keys = openProxyKeys(folder);
  const { signingKey, sealingKey } = keys;
  await store.transaction(() =>
    store.save("proxyServers", { id: "branch", status: "enrolled", connectors: [], signingKey, sealingKey }),
  );
  const body = JSON.stringify(report);
  const call = { proxyId: "branch", method: "POST", path: "/hello", timeMs: context.clock.now(), nonce: "once" };
  const bodyHash = hashBody(body);
  const headers = {
    [proxyCallHeaders.bodyHash]: bodyHash,
    [proxyCallHeaders.proxy]: call.proxyId,
    [proxyCallHeaders.time]: String(call.timeMs),
    [proxyCallHeaders.nonce]: call.nonce,
    [proxyCallHeaders.signature]: keys.signCall({ ...call, bodyHash }),
  };
  return { incoming: { ...call, headers, requestId: "r" }, rawBody: Buffer.from(body) };
}

test("a call that one process has taken is taken by no other one", async () => {
  const { incoming, rawBody } = await captured();
  // Processes share the database, and nothing of what each has in memory.
  const [here, elsewhere] = [service.context, { ...service.context }];
  const hello = async (context: typeof here) =>
    invoke(helloFromProxy, context, (await verifyProxyCall(context, incoming))(rawBody), report);
  expect(await hello(here)).toMatchObject({ proxyId: "branch" });
  await expect(hello(here)).rejects.toMatchObject({ code: "PROXY_SIGNATURE_INVALID" });
  await expect(hello(elsewhere)).rejects.toMatchObject({ code: "PROXY_SIGNATURE_INVALID" });
});

test("what was taken is forgotten when its age refuses it, to the millisecond", async () => {
  const { proxyCalls } = service.store;
  expect(await proxyCalls.take("branch one")).toBe(true);
  expect(await proxyCalls.take("branch one")).toBe(false);
  clock.advance(proxyCallKeptSeconds * 1000);
  expect(await proxyCalls.drop()).toBe(0);
  clock.advance(1);
  expect(await proxyCalls.drop()).toBe(1);
  expect(await proxyCalls.take("branch one")).toBe(true);
});

test("a proxy from before the hash of the body is told that it is too old, and a stranger nothing", async () => {
  const { incoming } = await captured();
  const { [proxyCallHeaders.bodyHash]: _, ...headers } = incoming.headers;
  await expect(verifyProxyCall(service.context, { ...incoming, headers })).rejects.toMatchObject({
    code: "PROXY_VERSION_REFUSED",
    message: expect.stringMatching(/no header 'gatehouse-body-hash'.*Install the service's version/),
  });
  await expect(verifyProxyCall(service.context, { ...incoming, headers: {} })).rejects.toMatchObject({
    code: "PROXY_SIGNATURE_INVALID",
  });
});
