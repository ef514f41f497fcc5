import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "#test/support/journey.ts";
import { openTestService } from "#test/support/service.ts";
import { startTestTemporal, type TestTemporal } from "#test/support/temporal.ts";

import { createLogger } from "../logs/log.ts";
import { readSettings } from "../settings/settings.ts";
import { type DispatchedOutbox, OutboxDispatch, wakeWorkflow } from "./outbox-dispatch.ts";
import { connectTemporal } from "./temporal.ts";

let temporal: TestTemporal;
beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());

test("what is committed while the engine is away is kept, told of once, and brought when it is back", async () => {
  const lines: string[] = [];
  const log = createLogger({ module: "test", destination: { write: (line) => void lines.push(line) } });
  const service = await openTestService();
  const { store } = service;
  const client = await connectTemporal(readSettings({ TEMPORAL_ADDRESS: temporal.address }));
  let tries = 0;
  const outbox: DispatchedOutbox = {
    ...store.outbox,
    failed(positions, error) {
      tries += 1;
      return store.outbox.failed(positions, error);
    },
  };
  const dispatch = new OutboxDispatch({ outbox, client, log, sweep: true });
  const ids = Array.from({ length: 60 }, (_, n) => `wf-${n}`);
  await temporal.interrupt();
  for (const workflowId of ids) {
    await store.transaction(async () => {
      await store.outbox.add({ workflowType: "request", workflowId });
      await store.outbox.add({ workflowType: "request", workflowId });
    });
    dispatch.nudge();
  }
  const told = (words: string) => lines.filter((line) => line.includes(words)).length;
  // Twenty are brought at a time, so by then there was a pause, and another try that failed.
  await eventually("it was tried again after a pause", async () => tries > 20);
  expect(await store.outbox.unsent()).toBe(120);
  expect(told("does not answer")).toBe(1);
  await temporal.resume();
  await eventually("outbox sent", async () => (await store.outbox.unsent()) === 0);
  await eventually("told of the return", async () => told("answers again") > 0);
  expect(told("answers again")).toBe(1);
  expect(told("does not answer")).toBe(1);
  for (const id of ids) expect((await client.workflow.getHandle(id).describe()).type).toBe("request");
  expect(await store.outbox.open()).toHaveLength(60);
  await dispatch.stop();
  await client.connection.close();
  await service.close();
});

test("a workflow begins with the first step of its entry, and hears of each further wake", async () => {
  const service = await openTestService();
  const { store, context } = service;
  const client = await connectTemporal(readSettings({ TEMPORAL_ADDRESS: temporal.address }));
  const dispatch = new OutboxDispatch({ outbox: store.outbox, client, log: context.log });
  const first = { do: "wait", waitMs: null };
  await store.transaction(async () => {
    await store.outbox.add({ workflowType: "request", workflowId: "begun" }, first);
    await store.outbox.add({ workflowType: "request", workflowId: "begun" });
  });
  dispatch.nudge();
  await eventually("outbox sent", async () => (await store.outbox.unsent()) === 0);
  const { events } = await client.workflow.getHandle("begun").fetchHistory();
  const payloads = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  const inputs = payloads.map(({ data }) => JSON.parse(Buffer.from(data ?? []).toString()) as unknown);
  expect(inputs).toEqual(["begun", first]);
  expect(events?.filter((event) => event.workflowExecutionSignaledEventAttributes)).toHaveLength(2);
  await dispatch.stop();
  await client.connection.close();
  await service.close();
});

test("a closed workflow is not started again, unless that is asked for", async () => {
  const client = await connectTemporal(readSettings({ TEMPORAL_ADDRESS: temporal.address }));
  const wake = { workflowType: "request", workflowId: "closed" };
  await wakeWorkflow(client, wake);
  const first = await client.workflow.getHandle("closed").describe();
  await client.workflow.getHandle("closed").terminate();
  await wakeWorkflow(client, wake);
  expect((await client.workflow.getHandle("closed").describe()).runId).toBe(first.runId);
  await wakeWorkflow(client, wake, "ALLOW_DUPLICATE");
  expect((await client.workflow.getHandle("closed").describe()).runId).not.toBe(first.runId);
  await client.connection.close();
});
