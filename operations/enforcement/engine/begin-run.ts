import { enforcementWrittenPeople } from "#domain/enforcement-limits.ts";
import type { EnforcementKind } from "#domain/roles/differences.ts";
import type { EnforcementReason } from "#domain/roles/enforcement-run.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Run that is begun. */
export interface BegunRun {
  readonly kind: EnforcementKind;
  readonly reason: EnforcementReason;
  readonly userKeys: readonly string[] | null;
  /** Requests that are submitted side by side; undefined for the number that the setting says. */
  readonly threads?: number | undefined;
}

/** Adds a run in the current transaction; a hub takes it from there. */
export async function beginRun(context: CallContext, begun: BegunRun): Promise<Row<"enforcementRuns">> {
  const { store, ids, clock, caller, settings } = context;
  const { kind, reason, userKeys } = begun;
  const preset = kind === "autores" ? settings.autoresThreads : settings.rbacenforceThreads;
  const run = await store.add("enforcementRuns", {
    key: ids.guid(),
    kind,
    reason,
    state: "queued",
    userKeys: userKeys === null ? null : [...userKeys],
    threads: begun.threads ?? preset,
    requestedBy: caller.key,
    requestId: caller.requestId,
    createdAt: clock.now(),
  });
  await wakeRun(context, run.key);
  return run;
}

/** Sets the moment of a run to now, so that a hub takes its next step after the current transaction. */
export async function wakeRun({ store, clock }: Pick<CallContext, "store" | "clock">, key: string): Promise<void> {
  await store.moments.set({ key, kind: "enforcementRun", at: clock.now() });
}

/** Stops what is left of a run, a page at a time; returns true if there is more. */
export async function stopItems({ store, clock }: CallContext, runKey: string): Promise<boolean> {
  const waiting = await store.select("enforcementItems", {
    where: { runKey, state: "waiting" },
    limit: enforcementWrittenPeople,
  });
  for (const { key } of waiting) await store.save("enforcementItems", { key, state: "stopped", endedAt: clock.now() });
  return waiting.length === enforcementWrittenPeople;
}
