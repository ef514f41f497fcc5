import { afterAll, beforeAll, expect, test } from "vitest";

import { sweepWork } from "#activities/hub/sweep.ts";
import { overdueMs } from "#domain/engine-limits.ts";
import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { createLogger } from "#platform/logs/log.ts";

import { fillDirectory } from "../support/fault-directory.ts";
import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { callerOf } from "../support/service.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const operator = callerOf({ key: "operator", id: "operator", superuser: true });
const lines: string[] = [];
let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
  journey = await openJourney({ temporal: temporal.address });
});
afterAll(async () => {
  await journey.close();
  await temporal.stop();
});

/** Turns an ended discovery into one whose listing has been running for a while; returns its key. */
async function openListing(): Promise<string> {
  const { context, store, directory } = journey;
  fillDirectory(directory, 3);
  const { key } = await invoke(discoverTargetSystem, context, operator, { key: "T1" });
  const ended = await eventually("the discovery ended", async () => {
    const row = (await store.get("requestOperations", key)) as Discovery;
    return row.finishedAt === null ? undefined : row;
  });
  const discovery = { ...ended.discovery, phase: "listing" as const, associationEnded: false };
  const startedAt = context.clock.now();
  const open = { key, result: "P" as const, finishedAt: null, handedOutAt: startedAt, sentAt: startedAt, discovery };
  await store.transaction(() => store.save("requestOperations", open));
  return key;
}

async function sweepAfter(ms: number, proxy: "reports" | "is silent"): Promise<void> {
  const { context, store, engine } = journey;
  journey.advance(ms);
  if (proxy === "reports")
    await store.transaction(() => store.save("proxyServers", { id: "local", lastSeenAt: context.clock.now() }));
  const log = createLogger({ module: "test", destination: { write: (line: string) => void lines.push(line) } });
  await sweepWork({ context: { ...context, log }, client: engine.client, signal: new AbortController().signal });
}

test("a listing that takes long goes on and is no warning; that of a silent proxy is ended", async () => {
  const key = await openListing();
  const stateNow = async () => {
    const row = (await journey.store.get("requestOperations", key)) as Discovery;
    return [row.result, row.discovery.phase, row.errorCode];
  };
  for (let looks = 0; looks < 3; looks += 1) await sweepAfter(overdueMs, "reports");
  expect(await stateNow()).toEqual(["P", "listing", null]);
  expect(lines).toEqual([]);
  await sweepAfter(3_600_000, "is silent");
  expect(await stateNow()).toEqual(["F", "ended", "unreachable"]);
});
