import { afterEach, beforeEach, expect, test } from "vitest";

import { proxyAwaySeconds } from "#domain/limits.ts";
import { proxyProtocol } from "#domain/proxies/proxy-protocol.ts";
import { softwareVersion } from "#domain/proxies/software-version.ts";
import type { Caller } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { helloFromProxy } from "../../tables/proxy-calls.ts";

let room: RequestRoom;
let caller: Caller;
beforeEach(async () => {
  room = await openRequestRoom();
  caller = { ...room.as("ada"), kind: "proxy", key: null, id: "local" };
  const key = { kty: "OKP", crv: "X25519", x: "x" };
  await room.store.transaction(() =>
    room.store.save("proxyServers", { id: "local", signingKey: key, sealingKey: key }),
  );
});
afterEach(() => room.close());

const reported = (version: string) => [{ id: "fault", version, capabilities: ["serverInfo"], addressSchema: {} }];

function hello(id: string, version: string, part: object = {}) {
  const instance = { id, time: room.clock.now() + 1500, ordersUnderWay: 0, stopping: false, ...part };
  const report = { softwareVersion: "1.2.3", connectors: reported(version), failedConnectors: [], instance };
  return invoke(helloFromProxy, room.context, caller, report);
}

async function row() {
  const proxy = await room.store.get("proxyServers", "local");
  return {
    version: proxy?.connectors[0]?.version,
    instances: proxy?.instances ?? [],
  };
}

test("the youngest process that works speaks for the proxy; when it ends, the one before does", async () => {
  await hello("elder", "1.0.0");
  room.clock.advance(1000);
  await hello("younger", "2.0.0");
  room.clock.advance(1000);
  await hello("elder", "1.0.0", { ordersUnderWay: 3 });
  const both = await row();
  expect(both.version).toBe("2.0.0");
  expect(both.instances.map(({ id, ordersUnderWay }) => [id, ordersUnderWay])).toEqual([
    ["younger", 0],
    ["elder", 3],
  ]);
  await hello("younger", "2.0.0", { stopping: true });
  await hello("elder", "1.0.0");
  expect((await row()).version).toBe("1.0.0");
});

test("also when the youngest is only silent for too long", async () => {
  await hello("elder", "1.0.0");
  room.clock.advance(1000);
  await hello("younger", "2.0.0");
  room.clock.advance(proxyAwaySeconds * 1000 + 1);
  await hello("elder", "1.0.0");
  expect((await row()).version).toBe("1.0.0");
});

test("keeps when a process began, how far its clock is ahead, and that it has ended", async () => {
  const begun = room.clock.now();
  await hello("one", "1.0.0");
  room.clock.advance(60_000);
  await hello("one", "1.0.0", { stopping: true });
  const now = room.clock.now();
  const { instances } = await row();
  expect(instances).toMatchObject([
    { id: "one", startedAt: begun, lastSeenAt: now, stoppedAt: now, clockSkewMs: 1500, softwareVersion: "1.2.3" },
  ]);
  expect(instances[0]?.connectors).toEqual([{ id: "fault", version: "1.0.0" }]);
});

test("a proxy of an earlier version reports as before, and what is no report is refused", async () => {
  const report = { softwareVersion: "0.0.9", connectors: reported("0.9.0") };
  await invoke(helloFromProxy, room.context, caller, report);
  expect(await row()).toEqual({ version: "0.9.0", instances: [] });
  for (const wrong of [{ ordersUnderWay: -1 }, { time: "now" }, { more: true }]) {
    await expect(hello("one", "1.0.0", wrong)).rejects.toThrow(expect.objectContaining({ code: "INPUT_INVALID" }));
  }
});

test("a proxy that speaks a newer protocol is refused, whatever else its report holds, with both versions and the way out", async () => {
  const protocol = proxyProtocol.own + 1;
  const report = { softwareVersion: "9.1.0", protocol, connectors: "told otherwise", somethingNew: true };
  const before = await row();
  await expect(invoke(helloFromProxy, room.context, caller, report)).rejects.toMatchObject({
    code: "PROXY_VERSION_REFUSED",
    message: `The proxy has version 9.1.0 and speaks protocol ${protocol}; the service has version ${softwareVersion} and speaks ${proxyProtocol.oldest} to ${proxyProtocol.own}. Upgrade the service first, or start the proxy in its earlier version.`,
  });
  expect(await row()).toEqual(before);
  const [audited] = await room.store.select("sesslog_full", { where: { operation: "PXHI" } });
  expect(audited).toMatchObject({ result: "F", actor: "local" });
});

test("one that speaks a protocol that is too old is told to take the service's version", async () => {
  const report = { softwareVersion: "0.0.1", protocol: proxyProtocol.oldest - 1, connectors: [] };
  await expect(invoke(helloFromProxy, room.context, caller, report)).rejects.toMatchObject({
    code: "PROXY_VERSION_REFUSED",
    message: expect.stringMatching(/^The proxy has version 0\.0\.1 .* Install the service's version/),
  });
});

test("of the protocols that are spoken each is taken, and what is no number is no report", async () => {
  for (let protocol: number = proxyProtocol.oldest; protocol <= proxyProtocol.own; protocol++) {
    const report = { softwareVersion: "0.0.9", protocol, connectors: reported("0.9.0") };
    await invoke(helloFromProxy, room.context, caller, report);
  }
  expect((await row()).version).toBe("0.9.0");
  const wrong = { softwareVersion: "1.0.0", protocol: "2", connectors: [] };
  await expect(invoke(helloFromProxy, room.context, caller, wrong)).rejects.toMatchObject({ code: "INPUT_INVALID" });
});
