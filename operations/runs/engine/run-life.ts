import { ServiceError } from "#domain/errors.ts";
import { runWorkflow } from "#domain/runs/run-step.ts";
import type { Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Run } from "../../kernel/run-kind.ts";
import { kindOf } from "./kind-of.ts";
import { hasOpenItems } from "./run-items.ts";

/** A run that is wanted: its kind, its reason and its scope; with a key if its kind has given it one. */
export type WantedRun = Pick<Save<"runs">, "kind" | "reason" | "policyId" | "accountKeys"> & { readonly key?: string };

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

/** Saves another state of a run, which its kind follows, in the current transaction. */
export async function saveState(
  context: CallContext,
  key: string,
  changes: Partial<Pick<Run, "state" | "startedAt" | "endedAt">>,
): Promise<Run> {
  const run = await context.store.save("runs", { key, ...changes });
  const { follow } = await kindOf(context, run);
  await follow?.(context, run);
  return run;
}

/** A state that a caller gives a run: it is paused, goes on where it was, or is stopped. */
export type WantedState = "paused" | "resumed" | "stopped";

/**
 * Changes the state of a run whose row is locked, in the current transaction; what it has in its hands ends.
 * @throws VAULT_RUN_OVER
 */
export async function changeRun(context: CallContext, run: Run, wanted: WantedState): Promise<Run> {
  if (run.endedAt !== null || run.state === "stopped") throw new ServiceError("VAULT_RUN_OVER", { target: "key" });
  const state = stateAfter(run, wanted);
  if (state === run.state) return run;
  await wakeRun(context, run.key);
  return saveState(context, run.key, { state });
}

function stateAfter({ state, startedAt }: Run, wanted: WantedState): Run["state"] {
  if (wanted !== "resumed") return wanted;
  if (state !== "paused") return state;
  return startedAt === null ? "queued" : "running";
}

/** Writes down that a run is over of which nothing is left to be done, in the current transaction. */
export async function endRun(context: CallContext, run: Run): Promise<void> {
  const { clock, log } = context;
  const { key, kind, reason } = run;
  const { title } = await kindOf(context, run);
  const state = run.state === "stopped" ? "stopped" : "ended";
  await saveState(context, key, { state, endedAt: clock.now(), startedAt: run.startedAt ?? clock.now() });
  log.info({ runKey: key, kind, reason, state }, `${title} is over.`);
}

/** Ends a run where nothing is left of it, in the current transaction; returns whether it has. */
export async function endIfDone(context: CallContext, run: Run): Promise<boolean> {
  if (run.endedAt !== null || (await hasOpenItems(context, run))) return false;
  await endRun(context, run);
  return true;
}
