import { runWorkflow } from "#domain/runs/run-step.ts";
import type { Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Run } from "../../kernel/run-kind.ts";
import { kindOf } from "./kind-of.ts";
import { hasOpenItems } from "./run-items.ts";

/** A run that is wanted: its kind, its reason and its scope. */
export type WantedRun = Pick<Save<"runs">, "kind" | "reason" | "policyId" | "accountKeys">;

/** Accepts a run in the current transaction; the outbox starts its workflow, and nobody has to wait for it. */
export async function startRun(context: CallContext, wanted: WantedRun): Promise<Run> {
  const { store, ids, clock, caller } = context;
  const requestedBy = caller.kind === "user" ? caller.key : null;
  const asked = { state: "queued", requestedBy, requestId: caller.requestId, createdAt: clock.now() } as const;
  const run = await store.add("runs", { key: ids.guid(), ...wanted, ...asked });
  await wakeRun(context, run.key);
  return run;
}

/** Starts or wakes the workflow of a run with the current transaction. */
export function wakeRun({ store }: Pick<CallContext, "store">, workflowId: string): Promise<void> {
  return store.outbox.add({ workflowType: runWorkflow, workflowId });
}

/** Writes down that a run is over of which nothing is left to be done, in the current transaction. */
export async function endRun(context: CallContext, run: Run): Promise<void> {
  const { store, clock, log } = context;
  const { key, kind, reason } = run;
  const { title } = await kindOf(context, run);
  const state = run.state === "stopped" ? "stopped" : "ended";
  await store.save("runs", { key, state, endedAt: clock.now(), startedAt: run.startedAt ?? clock.now() });
  log.info({ runKey: key, kind, reason, state }, `${title} is over.`);
}

/** Ends a run where nothing is left of it, in the current transaction; returns whether it has. */
export async function endIfDone(context: CallContext, run: Run): Promise<boolean> {
  if (run.endedAt !== null || (await hasOpenItems(context, run))) return false;
  await endRun(context, run);
  return true;
}
