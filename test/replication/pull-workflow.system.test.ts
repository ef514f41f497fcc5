import { afterAll, beforeAll, expect, test } from "vitest";

import { standingPulls, wakePulls } from "#activities/hub/replication.ts";
import { expelNode, pauseNode, resumeNode } from "#operations/nodes/change-nodes.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine.ts";
import { eventually } from "#test/support/journey.ts";
import { startTestTemporal, type TestTemporal } from "#test/support/temporal.ts";

import { openTwoNodes, type RoomNode } from "./node-room.ts";

let temporal: TestTemporal;
let engine: TestEngine;
let first: RoomNode;
let second: RoomNode;

beforeAll(async () => {
  temporal = await startTestTemporal();
  [first, second] = await openTwoNodes();
  const { context, folder } = second;
  engine = await startTestEngine({ context, address: temporal.address, folder, proxies: [] });
});
afterAll(async () => {
  await engine.stop();
  await second.close();
  await first.close();
  await temporal.stop();
});

const link = async () => (await second.context.store.get("nodeLinks", "n1")) ?? { failures: -1, lastError: null };
const arrived = async () => second.replication.applied.length;
const workflowId = "replicate/n1";

test("a workflow brings the changes of another node, waits while it is paused, and ends with it", async () => {
  const { context } = second;
  expect(await standingPulls(context)).toEqual([{ workflowType: "replicate", workflowId }]);
  await wakePulls(context, engine.client);
  const before = await arrived();
  first.replication.write();
  await eventually("the change arrived", async () => (await arrived()) === before + 1);
  expect(await link()).toMatchObject({ failures: 0, lastError: null });

  const { key } = await first.node("n2");
  await first.run(pauseNode, { key });
  await eventually("the refusal was recorded", async () => (await link()).failures > 0);
  expect((await link()).lastError).toContain("paused");
  first.replication.write();
  await first.run(resumeNode, { key });
  await eventually("the next change arrived", async () => (await arrived()) === before + 2);

  // A second start of the same workflow changes nothing, and an expelled node is asked no more.
  await wakePulls(context, engine.client);
  const other = await second.node("n1");
  await second.run(expelNode, { key: other.key });
  const handle = engine.client.workflow.getHandle(workflowId);
  await eventually("the workflow ended", async () => (await handle.describe()).status.name === "COMPLETED");
  expect(await standingPulls(context)).toEqual([]);
  const history = JSON.stringify(await handle.fetchHistory());
  expect(history).not.toContain(first.address);
  expect(await arrived()).toBe(before + 2);
});
