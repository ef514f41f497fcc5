import type { EnforcementItem, EnforcementRun } from "../../api/model.ts";
import type { StateLook } from "../../components/state-label.tsx";

/** Looks of the states of a run. */
const runLooks = {
  queued: "info",
  confirming: "warning",
  running: "info",
  paused: "warning",
  stopped: "custom",
  ended: "success",
} as const satisfies Readonly<Record<EnforcementRun["state"], StateLook>>;

/** Looks of the states of a person in a run. */
export const itemLooks = {
  waiting: "info",
  submitted: "success",
  refused: "danger",
  gone: "custom",
  stopped: "custom",
} as const satisfies Readonly<Record<EnforcementItem["state"], StateLook>>;

/** Returns the look of a run: one that has ended with refusals, or by itself before its end, has not succeeded. */
export function lookOf({ state, refused, errorMessage }: EnforcementRun): StateLook {
  return errorMessage !== null || (state === "ended" && refused > 0) ? "danger" : runLooks[state];
}
