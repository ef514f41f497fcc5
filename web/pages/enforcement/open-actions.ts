import { isOverEnforcement } from "../../api/enforcement.ts";
import type { EnforcementRun } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";

/** Actions that pause a run, or end it before its time. */
export const runActions = ["pause", "resume", "stop"] as const;
/** Name of such an action. */
export type RunAction = (typeof runActions)[number];

/** Reports whether a run can be paused, resumed or stopped now; one that waits for a confirmation can only be stopped. */
export function isOpenTo(run: EnforcementRun, action: RunAction): boolean {
  if (isOverEnforcement(run) || !isOffered(run, action)) return false;
  if (action === "stop") return true;
  return action === "resume" ? run.state === "paused" : run.state === "queued" || run.state === "running";
}
