import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Writes down that a run is over of which nothing is left to be done, in the current transaction. */
export async function endRun({ store, clock, log }: CallContext, run: Row<"vaultRuns">): Promise<void> {
  const { key, kind, reason } = run;
  const state = run.state === "stopped" ? "stopped" : "ended";
  await store.save("vaultRuns", { key, state, endedAt: clock.now(), startedAt: run.startedAt ?? clock.now() });
  log.info({ runKey: key, kind, reason, state }, "A run over managed accounts is over.");
}
