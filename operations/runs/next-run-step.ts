import { z } from "zod";

import { keyOfSource } from "#domain/requests/order-source.ts";
import { type RunStep, type RunStepInput, runWorkflow } from "#domain/runs/run-step.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import type { Run } from "../kernel/run-kind.ts";
import { assignItems } from "./engine/assign-items.ts";
import { kindOf } from "./engine/kind-of.ts";
import { endStopped, hasOpenItems } from "./engine/run-items.ts";
import { endRun, saveState } from "./engine/run-life.ts";

/**
 * Takes the hub step of the workflow of a run: writes down its items, page by page, then gives each target that has nothing in
 * hand its next ones, and ends the run when none is open. It happens once per run of the workflow and ordinal; a repeat gives the same
 * answer. What the workflow says is believed nothing: a send that is made twice is told apart where orders are handed out.
 */
export const nextRunStep = defineOperation({
  name: "runs.nextStep",
  input: z.strictObject({
    key: z.string(),
    run: z.string(),
    ordinal: z.int().min(0),
    busy: z.array(z.string()),
  }),
  callers: ["engine"],
  audit: { operation: "VRST", when: "never" },
  run: (context, input): Promise<RunStep> =>
    context.store.steps.once<RunStep>(
      { workflowId: input.key, step: input.run, ordinal: input.ordinal },
      () => advance(context, input),
      // The row itself says that the run has ended, and its steps are forgotten with its end.
      (step) => step.do !== "finished",
    ),
});

async function advance(context: CallContext, { key, busy }: RunStepInput): Promise<RunStep> {
  const known = await context.store.lock("runs", key);
  // A stopped run ends once too, also if the answer of its last step was lost.
  if (known === undefined || known.endedAt !== null) return finished(context, key);
  // Another node has taken it over: it alone goes on.
  if ((await context.store.homes.elsewhere("runs", key)) !== undefined) return finished(context, key);
  const kind = await kindOf(context, known);
  const run = (await kind.look?.(context, known)) ?? known;
  // Whoever fetches it goes on with it when it asks.
  if (kind.isFetched(run) && run.state !== "stopped") return finished(context, key);
  if (run.state === "paused") return wait(null);
  if (run.state === "stopped") return stop(context, run);
  return run.startedAt === null ? plan(context, run, busy) : performOrEnd(context, run, busy);
}

async function stop(context: CallContext, run: Run): Promise<RunStep> {
  const { planStopped } = await kindOf(context, run);
  if (run.startedAt === null && (await planStopped?.(context, run))) return atOnce(wait(0));
  const waitMs = await endStopped(context, run);
  if (!(await hasOpenItems(context, run))) return end(context, run);
  return waitMs === 0 ? atOnce(wait(0)) : wait(waitMs);
}

async function plan(context: CallContext, run: Run, busy: readonly string[]): Promise<RunStep> {
  const kind = await kindOf(context, run);
  if (await kind.plan(context, run)) {
    const step = { ...(await perform(context, run, busy)), waitMs: 0 };
    // Written orders do not wait for the rest: they leave when the workflow waits for a timer.
    return step.lanes.length > 0 ? step : atOnce(step);
  }
  const started = await saveState(context, run.key, { state: "running", startedAt: context.clock.now() });
  return performOrEnd(context, started, busy);
}

async function performOrEnd(context: CallContext, run: Run, busy: readonly string[]): Promise<RunStep> {
  return (await hasOpenItems(context, run)) ? perform(context, run, busy) : end(context, run);
}

async function perform(context: CallContext, run: Run, busy: readonly string[]): Promise<Perform> {
  const { lanes, giveUp, waitMs, more } = await assignItems(context, run, new Set(busy));
  const { source } = await kindOf(context, run);
  return {
    do: "perform",
    lanes: lanes.map(({ lane, proxy, itemKeys }) => {
      // The workflow has the hub act on what goes to no target.
      const targetSystemKey = proxy === "" ? "" : lane.targetSystemKey;
      return {
        targetSystemKey,
        ...(lane.name !== targetSystemKey && { name: lane.name }),
        proxy,
        operationKeys: itemKeys.map((key) => keyOfSource({ source, key })),
      };
    }),
    giveUp,
    waitMs,
    ...(more && { again: true }),
  };
}

type Perform = Extract<RunStep, { readonly do: "perform" }>;

const wait = (waitMs: number | null): Perform => ({ do: "perform", lanes: [], giveUp: [], waitMs });

const atOnce = (step: Perform): Perform => ({ ...step, again: true });

async function end(context: CallContext, run: Run): Promise<RunStep> {
  await endRun(context, run);
  return finished(context, run.key);
}

async function finished({ store }: CallContext, key: string): Promise<RunStep> {
  // Who changed the run from outside has left a wake behind, and it has now arrived.
  await store.outbox.settle({ workflowType: runWorkflow, workflowId: key });
  await store.steps.forget(key);
  return { do: "finished" };
}
