import { z } from "zod";

import { keyOfSource } from "#domain/requests/order-source.ts";
import { type VaultRunStep, type VaultRunStepInput, vaultRunWorkflow } from "#domain/vault/vault-run.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { endRun } from "./engine/end-run.ts";
import { laneWork } from "./engine/lane-work.ts";
import { vaultSource } from "./engine/order-step.ts";
import { planPage } from "./engine/plan-run.ts";
import { endStopped, hasOpenOrders } from "./engine/run-orders.ts";

/**
 * Performs the hub step of the workflow `vaultRun`: writes the orders of a run, page by page, then gives each idle lane its next orders,
 * and ends the run when none is open. It runs once per run of the workflow and ordinal; a repeat gives the same answer. The workflow's word
 * is not trusted: a repeated send is detected when orders are handed out.
 */
export const nextRunStep = defineOperation({
  name: "vault.nextRunStep",
  input: z.strictObject({
    key: z.string(),
    run: z.string(),
    ordinal: z.int().min(0),
    busy: z.array(z.string()),
  }),
  callers: ["engine"],
  audit: { operation: "VRST", when: "never" },
  run: (context, input): Promise<VaultRunStep> =>
    context.store.steps.once<VaultRunStep>(
      { workflowId: input.key, step: input.run, ordinal: input.ordinal },
      () => advance(context, input),
      // The row itself says that the run has ended, and its steps are forgotten with its end.
      (step) => step.do !== "finished",
    ),
});

async function advance(context: CallContext, { key, busy }: VaultRunStepInput): Promise<VaultRunStep> {
  const { store } = context;
  const run = await store.lock("vaultRuns", key);
  if (run === undefined || run.state === "ended") return finished(context, key);
  // Its managed host continues it with its own calls.
  if (run.managedHostKey !== null && run.state !== "stopped") return finished(context, key);
  if (run.state === "paused") return wait(null);
  if (run.state === "stopped") {
    const waitMs = await endStopped(context, run);
    return (await hasOpenOrders(context, run)) ? wait(waitMs) : end(context, run);
  }
  if (run.startedAt === null) {
    // Written orders do not wait for the rest.
    if (await planPage(context, run)) return { ...(await perform(context, run, busy)), waitMs: 0 };
    return moveOn(
      context,
      await store.save("vaultRuns", { key, state: "running", startedAt: context.clock.now() }),
      busy,
    );
  }
  return moveOn(context, run, busy);
}

async function moveOn(context: CallContext, run: Row<"vaultRuns">, busy: readonly string[]): Promise<VaultRunStep> {
  return (await hasOpenOrders(context, run)) ? perform(context, run, busy) : end(context, run);
}

async function perform(context: CallContext, run: Row<"vaultRuns">, busy: readonly string[]): Promise<Perform> {
  const { lanes, giveUp, waitMs } = await laneWork(context, run, new Set(busy));
  const source = vaultSource;
  return {
    do: "perform",
    lanes: lanes.map(({ lane: { targetSystemKey, name }, proxy, orderKeys }) => ({
      targetSystemKey,
      ...(name !== targetSystemKey && { name }),
      proxy,
      operationKeys: orderKeys.map((key) => keyOfSource({ source, key })),
    })),
    giveUp,
    waitMs,
  };
}

type Perform = Extract<VaultRunStep, { readonly do: "perform" }>;

const wait = (waitMs: number | null): Perform => ({ do: "perform", lanes: [], giveUp: [], waitMs });

async function end(context: CallContext, run: Row<"vaultRuns">): Promise<VaultRunStep> {
  await endRun(context, run);
  return finished(context, run.key);
}

async function finished({ store }: CallContext, key: string): Promise<VaultRunStep> {
  // Who changed the run from outside has left a wake behind, and it has now arrived.
  await store.outbox.settle({ workflowType: vaultRunWorkflow, workflowId: key });
  await store.steps.forget(key);
  return { do: "finished" };
}
