import { afterAll, beforeAll, expect, test } from "vitest";

import { defineConnector } from "#connectors/contract/index.ts";
import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import faultConnector from "../support/fault-connector.ts";
import { fillDirectory, planFaults } from "../support/fault-directory.ts";
import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { callerOf } from "../support/service.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const operator = callerOf({ key: "operator", id: "operator", superuser: true });
// Longer than the workflow's own first pause.
const pauseMs = 5_000;
let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
  const { definition } = faultConnector;
  const schema = async () => [
    { type: "account", attributes: [{ name: "badge", kind: "string" as const, writeOnly: true }] },
    { type: "group", attributes: [] },
  ];
  const withSchema = defineConnector({ ...definition, operations: { ...definition.operations, schema } });
  journey = await openJourney({ temporal: temporal.address, connectors: [withSchema] });
  fillDirectory(journey.directory, 3);
  const fault = { kind: "error", code: "busy", message: "Slow down", retryAfterMs: pauseMs } as const;
  planFaults(journey.directory, [
    { capability: "list", nth: 1, fault },
    { capability: "create", nth: 1, fault: { ...fault, retryAfterMs: 1_000 } },
  ]);
});
afterAll(async () => {
  await journey.close();
  await temporal.stop();
});

const row = (key: string) => journey.store.get("requestOperations", key);

test("a discovery and an operation are tried again when their target has asked for it, and not before; what its schema calls a secret is refused from then on", async () => {
  const { key } = await invoke(discoverTargetSystem, journey.context, operator, { key: "T1" });
  const request = await journey.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
  const waiting = async (operationKey: string, what: string) => {
    await eventually(`${what} waits`, async () => ((await row(operationKey))?.nextTryAt ?? null) !== null);
    const { nextTryAt, sentAt, errorCode } = (await row(operationKey)) ?? {};
    expect(errorCode).toBe("busy");
    return { nextTryAt: nextTryAt ?? 0, sentAt: sentAt ?? 0 };
  };
  const [operation] = await journey.operations(request);
  const [create, listing] = await Promise.all([
    waiting(operation?.key ?? "", "the creation"),
    waiting(key, "the listing"),
  ]);
  expect(listing.nextTryAt - listing.sentAt).toBeGreaterThanOrEqual(pauseMs);
  for (const [operationKey, { nextTryAt }] of [
    [operation?.key ?? "", create],
    [key, listing],
  ] as const) {
    await eventually("it was done", async () => (await row(operationKey))?.result === "S");
    const again = await row(operationKey);
    expect([again?.sends, again?.nextTryAt, again?.errorCode]).toEqual([2, null, null]);
    expect(again?.sentAt ?? 0).toBeGreaterThanOrEqual(nextTryAt);
  }
  // The attributes that the connector's schema marks as secret are known since the discovery.
  expect((await journey.store.get("targetSystems", "T1"))?.secretAttributes).toEqual({ account: ["badge"], group: [] });
  const badge = { code: "ACUA", targetSystemKey: "T1", attributes: { shortId: "bea", badge: "4711" } };
  await expect(journey.submit([badge])).rejects.toMatchObject({ code: "ATTRIBUTE_INVALID" });
});
