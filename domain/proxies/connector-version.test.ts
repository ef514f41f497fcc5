import { expect, test } from "vitest";

import { proxyAwaySeconds } from "../limits.ts";
import { mayTake } from "./connector-version.ts";
import type { ProxyInstance } from "./proxy-instance.ts";

const now = 1_000_000_000;
const waitSeconds = proxyAwaySeconds * 2;

function running(version: string, part: Partial<ProxyInstance> = {}): ProxyInstance {
  return {
    id: version,
    startedAt: now,
    lastSeenAt: now,
    stoppedAt: null,
    softwareVersion: "1",
    connectors: [{ id: "notes", version }],
    failedConnectors: [],
    ordersUnderWay: 0,
    clockSkewMs: 0,
    ...part,
  };
}

const gone = { stoppedAt: now - waitSeconds * 1000, lastSeenAt: now - waitSeconds * 1000 };
const justStopped = { stoppedAt: now - 1, lastSeenAt: now - 1 };
const one = running("1");
const two = running("2");

test.each([
  ["a batch that has not begun goes to any version", undefined, "2", [one, two], true],
  ["a batch goes on with its own version", "1", "1", [one, two], true],
  ["the other version works beside: the batch waits for it", "1", "2", [one, two], false],
  ["the other version was stopped just now: it may come back", "1", "2", [running("1", justStopped), two], false],
  ["the other version has been gone for long: on with what is there", "1", "2", [running("1", gone), two], true],
  ["nobody remembers the other version", "1", "2", [two], true],
  ["who lacks the connector leaves the order to who has it", undefined, undefined, [one], false],
  ["also when the batch has begun", "1", undefined, [one], false],
  ["where nobody has the connector its proxy says so", undefined, undefined, [], true],
])("%s", (_rule, begun, offered, instances, expected) => {
  expect(mayTake({ connector: "notes", begun, offered }, { instances, now, waitSeconds })).toBe(expected);
});

test("without a wait only what works now is waited for", () => {
  const asks = { connector: "notes", begun: "1", offered: "2" };
  expect(mayTake(asks, { instances: [running("1", justStopped), two], now, waitSeconds: 0 })).toBe(true);
  expect(mayTake(asks, { instances: [one, two], now, waitSeconds: 0 })).toBe(false);
});

test("versions of other connectors are no reason to wait", () => {
  const instances = [{ ...one, connectors: [{ id: "ldap", version: "1" }] }, two];
  expect(mayTake({ connector: "notes", begun: "1", offered: "2" }, { instances, now, waitSeconds })).toBe(true);
});
