import { expect, it } from "vitest";

import type { WorkflowWake } from "#platform/temporal/outbox-dispatch.ts";

import { createPatience, type Patience } from "./patience.ts";

let nowMs = 0;
const run = { workflowType: "vaultRun", workflowId: "run" };
const request = { workflowType: "request", workflowId: "request" };
/** Workflows that have not answered, with the time of their wake. */
const silent = new Map<WorkflowWake, number>();
const sweep = async (patience: Patience) => {
  const broken = await patience.brokenAmong(async (forMs) =>
    [...silent].filter(([, wokenAt]) => nowMs - wokenAt > forMs).map(([one]) => one),
  );
  return broken.map(({ workflowId }) => workflowId);
};
const begin = () => {
  nowMs = 1_000_000;
  silent.clear();
  return createPatience(() => nowMs);
};
/** Returns the seconds after which a workflow counted as broken, checked each second. */
async function brokenAt(patience: Patience, seconds: number) {
  const found: [number, string][] = [];
  const from = nowMs;
  while (nowMs < from + seconds * 1_000) {
    nowMs += 1_000;
    for (const id of await sweep(patience)) found.push([(nowMs - from) / 1_000, id]);
  }
  return found;
}

it("is as long as the type of the workflow has it, and at first as long from when the process began", async () => {
  const patience = begin();
  silent.set(run, 0).set(request, 0);
  expect(await brokenAt(patience, 40)).toEqual([[21, "run"]]);
  silent.delete(run);
  expect(await brokenAt(patience, 160)).toEqual([[141, "request"]]);
});

it("doubles with each time that it was in vain, and is forgotten when the workflow has answered", async () => {
  const patience = begin();
  silent.set(run, nowMs);
  expect(await brokenAt(patience, 300)).toEqual([21, 62, 143].map((second) => [second, "run"]));
  silent.delete(run);
  expect(await brokenAt(patience, 10)).toEqual([]);
  silent.set(run, nowMs);
  expect(await brokenAt(patience, 40)).toEqual([[21, "run"]]);
});

it("is none for who looks once", async () => {
  const broken = await createPatience().brokenAmong(async () => [run, request]);
  expect(new Set(broken)).toEqual(new Set([run, request]));
});
