import { setTimeout as sleep } from "node:timers/promises";

import { WorkflowNotFoundError } from "@temporalio/client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { runMonitor } from "#activities/hub/monitor.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { wakeWorkflow } from "#platform/temporal/outbox-dispatch.ts";

import { faultActions, faultObjects, planFaults } from "../support/fault-directory.ts";
import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { startReplayer } from "../support/replayer.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const create = { code: "ACUA", targetSystemKey: "T1", attributes: { mail: "ada.unusual@example.test" } };
const twoPhases = { T1: [{ authorizers: ["bob"] }, { authorizers: ["cy"] }] };
let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
afterEach(() => journey.close());

const history = (key: string) => journey.engine.client.workflow.getHandle(key).fetchHistory();
/** Returns a history as text, with its payloads decoded. */
function decoded(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${decoded(part)}`)
    .join("\n");
}
const wake = (key: string) => wakeWorkflow(journey.engine.client, { workflowType: "request", workflowId: key });
/** Waits until the workflow exists and has ended. */
const isClosed = (key: string) =>
  eventually(`workflow ${key} closed`, async () => {
    const description = await journey.engine.client.workflow
      .getHandle(key)
      .describe()
      .catch((error: unknown) => {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      });
    return description?.status.name === "COMPLETED";
  });
/** Waits until the workflow has run its first step. */
const hasBegun = (key: string) =>
  eventually(`workflow ${key} waiting`, async () =>
    (await history(key)).events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes),
  );

describe("a request", () => {
  test("travels through two phases to the directory, and its history holds ids only", async () => {
    journey = await openJourney({ temporal: temporal.address, targets: twoPhases });
    const request = await journey.submit([create]);
    await journey.decide("bob", request, 1);
    await journey.decide("cy", request, 2);
    await journey.until(request, "C");
    expect(faultObjects(journey.directory)).toMatchObject([
      { name: "ada", attributes: { mail: ["ada.unusual@example.test"] } },
    ]);
    expect(await journey.operations(request)).toMatchObject([{ result: "S", sends: 1, proxyServer: "local" }]);
    expect(await journey.audit(request)).toEqual(["RQSB S", "RQDC S", "RQDC S", "PXHO S", "ACUA S", "RQEN S"]);
    await isClosed(request.key);
    const { events } = await history(request.key);
    const steps = events?.filter(({ markerRecordedEventAttributes }) => markerRecordedEventAttributes) ?? [];
    // The last decision has run its first step, and the outcome has ended it: the workflow had no step to run.
    expect(steps).toEqual([]);
    const text = decoded(await history(request.key));
    // The texts that must be found prove that the text is decoded.
    const [operation] = await journey.operations(request);
    for (const known of [request.key, operation?.key ?? "", "proxy-local"]) expect(text).toContain(known);
    expect(text).not.toMatch(/\b(unusual|ada|bob|cy|T1|mail)\b/);
    expect(await journey.store.outbox.open()).toEqual([]);
  });

  test("that is denied leaves the directory as it was", async () => {
    journey = await openJourney({ temporal: temporal.address, targets: twoPhases });
    const request = await journey.submit([create]);
    await journey.decide("bob", request, 1, "deny");
    await journey.until(request, "D");
    expect(faultActions(journey.directory)).toEqual([]);
    expect(await journey.audit(request)).toEqual(["RQSB S", "RQEN F", "RQDC S"]);
  });

  test("that the directory refuses carries its own words", async () => {
    journey = await openJourney({ temporal: temporal.address });
    planFaults(journey.directory, [
      { capability: "create", fault: { kind: "error", code: "policy", message: "No entry on Sundays (53)" } },
    ]);
    const request = await journey.submit([create]);
    await journey.until(request, "C");
    expect(await journey.operations(request)).toMatchObject([
      { result: "F", errorCode: "policy", errorMessage: "No entry on Sundays (53)", sends: 1 },
    ]);
    expect(await journey.audit(request)).toContain("RQEN F");
  });

  test("takes its steps in the order of their dependencies", async () => {
    journey = await openJourney({ temporal: temporal.address });
    const request = await journey.submit([
      { code: "GRUA", targetSystemKey: "T1" },
      create,
      { code: "CRTG", targetSystemKey: "T1", attributes: { shortId: "staff" } },
    ]);
    await journey.until(request, "C");
    expect(faultActions(journey.directory).map(({ capability, name }) => `${capability} ${name}`)).toEqual([
      "create staff",
      "create ada",
      "addMember ada",
    ]);
    expect(await journey.store.count("groupMemberships")).toBe(1);
  });

  test.each([
    ["before it needs a workflow leaves none behind", false],
    ["while its workflow waits closes it", true],
  ])("that is cancelled %s", async (_what, woken) => {
    journey = await openJourney({ temporal: temporal.address, targets: twoPhases });
    const request = await journey.submit([create]);
    if (woken) await wake(request.key);
    if (woken) await hasBegun(request.key);
    await invoke(cancel, journey.context, journey.as("ada"), { key: request.key });
    await isClosed(request.key);
    await eventually("outbox empty", async () => (await journey.store.outbox.open()).length === 0);
    expect(faultActions(journey.directory)).toEqual([]);
  });

  test("expires when the clock has passed its life, and needs no workflow for it, whatever the monitor finds", async () => {
    journey = await openJourney({ temporal: temporal.address, targets: twoPhases });
    const { client } = journey.engine;
    const request = await journey.submit([create]);
    const handle = client.workflow.getHandle(request.key);
    const signal = new AbortController().signal;
    const found = await runMonitor({ context: journey.context, client, signal });
    expect(found).toEqual({ unfinished: 1, restarted: 0 });
    await expect(handle.describe()).rejects.toThrow(WorkflowNotFoundError);
    expect(await journey.until(request, "W")).toMatchObject({ version: 1 });
    journey.advance(31 * 24 * 3_600_000);
    await journey.until(request, "E");
    await expect(handle.describe()).rejects.toThrow(WorkflowNotFoundError);
    expect(await journey.audit(request)).toEqual(["RQSB S", "RQEN F"]);
    expect(await journey.store.outbox.open()).toEqual([]);
  });

  test("that is woken while it waits goes on waiting in its workflow, and expires there", async () => {
    journey = await openJourney({ temporal: temporal.address, targets: twoPhases });
    const request = await journey.submit([create]);
    await wake(request.key);
    await hasBegun(request.key);
    expect(await journey.until(request, "W")).toMatchObject({ version: 1 });
    journey.advance(31 * 24 * 3_600_000);
    await wake(request.key);
    await journey.until(request, "E");
    await isClosed(request.key);
  });

  test("starts at its time", async () => {
    journey = await openJourney({ temporal: temporal.address });
    const startAt = Date.now() + 1500;
    const request = await journey.submit([create], { startAt });
    expect(request.status).toBe("S");
    const handle = journey.engine.client.workflow.getHandle(request.key);
    await expect(handle.describe()).rejects.toThrow(WorkflowNotFoundError);
    await journey.until(request, "C");
    const [operation] = await journey.operations(request);
    expect(operation?.sentAt).toBeGreaterThanOrEqual(startAt);
  });

  test("minds neither doubled nor simultaneous wakes", async () => {
    journey = await openJourney({ temporal: temporal.address, targets: twoPhases });
    const request = await journey.submit([create]);
    await Promise.all(Array.from({ length: 40 }, () => wake(request.key)));
    await journey.decide("bob", request, 1);
    await journey.decide("cy", request, 2);
    await Promise.all(Array.from({ length: 40 }, () => wake(request.key)));
    await journey.until(request, "C");
    expect(await journey.audit(request)).toEqual(["RQSB S", "RQDC S", "RQDC S", "PXHO S", "ACUA S", "RQEN S"]);
  });
});

describe("a failing target", () => {
  const unreachable = { kind: "error", code: "unreachable", message: "no route to host" } as const;

  test("is tried again by the engine within a minute", async () => {
    journey = await openJourney({ temporal: temporal.address, intervalsSeconds: [] });
    planFaults(journey.directory, [{ capability: "create", nth: 1, fault: unreachable }]);
    const request = await journey.submit([create]);
    await journey.until(request, "C");
    expect(await journey.operations(request)).toMatchObject([{ result: "S", sends: 2, retries: 0, errorCode: null }]);
  });

  test("that stays away is tried again after the intervals", async () => {
    journey = await openJourney({ temporal: temporal.address, intervalsSeconds: [1] });
    planFaults(
      journey.directory,
      [1, 2, 3].map((nth) => ({ capability: "create", nth, fault: unreachable })),
    );
    const request = await journey.submit([create]);
    await journey.until(request, "C");
    expect(await journey.operations(request)).toMatchObject([{ result: "S", sends: 4, retries: 1 }]);
    expect(faultObjects(journey.directory)).toHaveLength(1);
  });

  // @specification 3.completed 3.unknown
  test("that never comes back ends with N, and the target's words stay readable", async () => {
    journey = await openJourney({ temporal: temporal.address, intervalsSeconds: [] });
    planFaults(journey.directory, [{ capability: "create", fault: unreachable }]);
    const request = await journey.submit([create]);
    await journey.until(request, "C");
    expect(await journey.operations(request)).toMatchObject([
      { result: "N", sends: 3, errorCode: "unreachable", errorMessage: "no route to host" },
    ]);
    expect(await journey.audit(request)).toContain("RQEN N");
  });

  test("whose answer is lost is asked before it is told again", async () => {
    journey = await openJourney({ temporal: temporal.address });
    planFaults(journey.directory, [{ capability: "create", nth: 1, fault: { kind: "lostAnswer" } }]);
    const request = await journey.submit([create]);
    await journey.until(request, "C");
    expect(await journey.operations(request)).toMatchObject([{ result: "S", sends: 2 }]);
    expect(faultActions(journey.directory).filter(({ capability }) => capability === "create")).toHaveLength(1);
  });
});

test("a run in which every hub step is executed twice ends the same", async () => {
  const answers: [unknown, unknown][] = [];
  journey = await openJourney({
    temporal: temporal.address,
    targets: twoPhases,
    wrap: (activities) => ({
      ...activities,
      async nextRequestStep(input) {
        const first = await activities.nextRequestStep(input);
        const second = await activities.nextRequestStep(input);
        answers.push([first, second]);
        return second;
      },
    }),
  });
  const requests = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      journey.submit([
        { ...create, attributes: { shortId: `ada${n}` } },
        { code: "CRTG", targetSystemKey: "T1", attributes: { shortId: `staff${n}` } },
        // It waits for both, so that the workflow has a step to run.
        { code: "GRUA", targetSystemKey: "T1" },
      ]),
    ),
  );
  await Promise.all(requests.map((request) => journey.decide("bob", request, 1)));
  await Promise.all(requests.map((request) => journey.decide("cy", request, 2)));
  for (const request of requests) {
    await journey.until(request, "C");
    const audit = await journey.audit(request);
    expect(audit.toSorted()).toEqual([
      "ACUA S",
      "CRTG S",
      "GRUA S",
      "PXHO S",
      "PXHO S",
      "PXHO S",
      "RQDC S",
      "RQDC S",
      "RQEN S",
      "RQSB S",
    ]);
    expect(audit.at(-1)).toBe("RQEN S");
  }
  // The repetition of the last step may still be running when the request has ended.
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(20);
  for (const [first, second] of answers) expect(second).toEqual(first);
  expect(faultObjects(journey.directory)).toHaveLength(10);
  expect(await journey.store.count("accounts")).toBe(10);
  expect(await journey.store.count("decisions")).toBe(20);
});

test("the monitor starts a request again whose workflow is gone", async () => {
  journey = await openJourney({ temporal: temporal.address, targets: twoPhases });
  const request = await journey.submit([create]);
  await wake(request.key);
  await hasBegun(request.key);
  await journey.engine.client.workflow.getHandle(request.key).terminate("test");
  await journey.decide("bob", request, 1);
  await journey.decide("cy", request, 2);
  const { context, engine } = journey;
  const report = await runMonitor({ context, client: engine.client, signal: new AbortController().signal });
  expect(report).toEqual({ unfinished: 1, restarted: 1 });
  await journey.until(request, "C");
  expect(faultObjects(journey.directory)).toHaveLength(1);
});

test("a request that is woken very often continues as a new run, and its long history replays", async () => {
  journey = await openJourney({ temporal: temporal.address, targets: twoPhases });
  const request = await journey.submit([create]);
  await wake(request.key);
  const { client } = journey.engine;
  const look = () => client.workflow.getHandle(request.key).describe();
  const { runId: first } = await look();
  // A run cannot close while signals keep coming: later ones wait until it has handled all of these.
  async function isNew(): Promise<boolean> {
    for (;;) {
      const { runId, raw } = await look();
      if (runId !== first || !raw.pendingWorkflowTask) return runId !== first;
      await sleep(100);
    }
  }
  await eventually("a new run", async () => {
    // The server buffers at most a hundred, and a busy one may refuse some of them.
    await Promise.allSettled(Array.from({ length: 90 }, () => wake(request.key)));
    return isNew();
  });
  await journey.decide("bob", request, 1);
  await journey.decide("cy", request, 2);
  await journey.until(request, "C");
  expect(await journey.audit(request)).toEqual(["RQSB S", "RQDC S", "RQDC S", "PXHO S", "ACUA S", "RQEN S"]);
  const long = await client.workflow.getHandle(request.key, first).fetchHistory();
  expect(long.events?.length).toBeLessThan(10_000);
  const replayer = startReplayer();
  try {
    await replayer.replay(long);
  } finally {
    replayer.stop();
  }
});
