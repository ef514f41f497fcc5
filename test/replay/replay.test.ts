import { readdirSync } from "node:fs";
import { dirname } from "node:path";

import { DefaultLogger, Runtime, Worker, type WorkflowBundleWithSourceMap } from "@temporalio/worker";
import { beforeAll, describe, expect, test } from "vitest";

import { bundleWorkflows } from "#activities/hub/bundle-workflows.ts";

import { historyFile, readHistory } from "./history-file.ts";
import { historyShapes } from "./shapes.ts";

const recorded = readdirSync(dirname(historyFile(""))).map((file) => file.replace(/\.json$/, ""));
let workflowBundle: WorkflowBundleWithSourceMap;

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger("ERROR") });
  workflowBundle = await bundleWorkflows();
}, 30_000);

describe("the workflows of today", () => {
  test("have a recorded history of every shape", () => {
    expect(recorded).toEqual(expect.arrayContaining(Object.keys(historyShapes)));
  });

  test.each(recorded)("replay the recorded history '%s' without a difference", async (name) => {
    await Worker.runReplayHistory({ workflowBundle }, readHistory(name));
  });

  test("would notice a difference", async () => {
    const history = readHistory("two-phases");
    const events = history.events.filter((event) => !("timerStartedEventAttributes" in event));
    await expect(Worker.runReplayHistory({ workflowBundle }, { ...history, events })).rejects.toThrow();
  });
});
