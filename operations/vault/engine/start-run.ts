import { vaultRunWorkflow } from "#domain/vault/vault-run.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Scope of a new run. */
export type WantedRun = Pick<Save<"vaultRuns">, "kind" | "reason" | "policyId" | "accountKeys">;

/** Adds a run over managed accounts in the current transaction; the outbox starts its workflow, and no one must wait for it. */
export async function startRun(context: CallContext, wanted: WantedRun): Promise<Row<"vaultRuns">> {
  const { store, ids, clock, caller } = context;
  const requestedBy = caller.kind === "user" ? caller.key : null;
  const asked = { state: "queued", requestedBy, requestId: caller.requestId, createdAt: clock.now() } as const;
  const run = await store.add("vaultRuns", { key: ids.guid(), ...wanted, ...asked });
  await wakeRun(context, run.key);
  return run;
}

/** Starts or wakes the workflow of a run with the current transaction. */
export function wakeRun({ store }: Pick<CallContext, "store">, workflowId: string): Promise<void> {
  return store.outbox.add({ workflowType: vaultRunWorkflow, workflowId });
}
