import { setTimeout as sleep } from "node:timers/promises";

import { nightlyPauseMs } from "#domain/enforcement-limits.ts";
import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { enforcementKinds } from "#domain/roles/differences.ts";
import { discoverOnSchedule } from "#operations/discovery/discover-target-system.ts";
import { startEnforcement } from "#operations/enforcement/change-runs.ts";
import { nightlyState } from "#operations/enforcement/nightly-state.ts";
import { applyImportRules } from "#operations/import-rules/apply-import-rules.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";

const dayMs = 86_400_000;
const over: MaintenanceRound = { left: false };

/**
 * Takes the next step of the nightly order of the day: discoveries, import rules, autores, rbacenforce. The rows say how far it has come, so
 * it may be taken again. The order stops at a run that waits for a confirmation, or that somebody has stopped or paused.
 */
export async function takeNightlyStep(context: ServiceContext, pauseMs = nightlyPauseMs): Promise<MaintenanceRound> {
  if (!context.settings.psupdateNightly) return over;
  const caller = engineCaller("psupdate", context.ids.guid());
  const sinceMs = Math.floor(context.clock.now() / dayMs) * dayMs;
  const { left, underWay, runs } = await invoke(nightlyState, context, caller, { sinceMs });
  if (runs.autores === null) {
    const begun = await beginDiscoveries(context, left);
    if (begun + underWay > 0) return pause(pauseMs);
    while ((await invoke(applyImportRules, context, caller, {})).more);
  }
  for (const kind of enforcementKinds) {
    const state = runs[kind];
    if (state === "ended") continue;
    if (state !== null && state !== "queued" && state !== "running") return over;
    if (state === null) await invoke(startEnforcement, context, caller, { kind });
    return pause(pauseMs);
  }
  return over;
}

/** Begins discoveries, and returns their number; a target system that cannot be discovered does not stop the others. */
async function beginDiscoveries(context: ServiceContext, targets: readonly string[]): Promise<number> {
  let begun = 0;
  for (const key of targets) {
    try {
      const caller = engineCaller("psupdate", context.ids.guid());
      await invoke(discoverOnSchedule, context, caller, { key, trigger: "psupdate" });
      begun += 1;
    } catch (error) {
      context.log.warn({ err: error, targetSystem: key }, "The nightly run leaves a target system out.");
    }
  }
  return begun;
}

/** Leaves the others time before the next look. */
async function pause(ms: number): Promise<MaintenanceRound> {
  await sleep(ms);
  return { left: true };
}
