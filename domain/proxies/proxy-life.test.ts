import { expect, test } from "vitest";

import type { ProxyInstance } from "./proxy-instance.ts";
import { lifeOf, type ProxyReports } from "./proxy-life.ts";

const now = 1_000_000;
const instance = (part: Partial<ProxyInstance>): ProxyInstance => ({
  id: "one",
  startedAt: now - 5e5,
  lastSeenAt: now - 1e4,
  stoppedAt: null,
  softwareVersion: "1",
  connectors: [],
  failedConnectors: [],
  ordersUnderWay: 0,
  clockSkewMs: 0,
  ...part,
});
const life = (instances: readonly ProxyInstance[], part: Partial<ProxyReports> = {}) =>
  lifeOf(
    {
      id: "branch",
      status: "enrolled",
      lastSeenAt: now - 1e4,
      softwareVersion: "1",
      connectors: [],
      failedConnectors: [],
      instances,
      ...part,
    },
    now,
  );

test("a proxy takes orders while one of its processes reports and reaches the engine", () => {
  expect(life([instance({})]).takesOrders).toBe(true);
  expect(life([instance({ engineReached: true })]).takesOrders).toBe(true);
  expect(life([instance({ engineReached: false })]).takesOrders).toBe(false);
  expect(life([instance({ lastSeenAt: now - 151_000 })], { lastSeenAt: now - 151_000 }).takesOrders).toBe(false);
  expect(life([instance({ stoppedAt: now })]).takesOrders).toBe(false);
  expect(life([instance({})], { status: "revoked" }).takesOrders).toBe(false);
});

test("a process that has started since cannot have what was sent before", () => {
  const both = [instance({ id: "old", lastSeenAt: now - 200_000 }), instance({ id: "new", startedAt: now - 20_000 })];
  expect(life(both).hasWorkedSince(now - 300_000)).toBe(false);
  expect(life(both).hasWorkedSince(now - 15_000)).toBe(true);
});

test("of a proxy that tells of itself as a whole nobody knows since when its processes work", () => {
  expect(life([]).takesOrders).toBe(true);
  expect(life([]).hasWorkedSince(0)).toBe(true);
});
