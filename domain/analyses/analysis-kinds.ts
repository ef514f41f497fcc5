/** Kinds of analyses: simulations of a change, and the search for roles. */
export const analysisKinds = [
  "classCondition",
  "phaseSet",
  "mandatoryTarget",
  "roleVersion",
  "enforcement",
  "sodRule",
  "roleMining",
] as const;

/** Kind of an analysis. */
export type AnalysisKindName = (typeof analysisKinds)[number];

/** States of an analysis. */
export const analysisStates = ["queued", "running", "ended", "stopped", "failed"] as const;

/** State of an analysis. */
export type AnalysisState = (typeof analysisStates)[number];

/** States of an analysis that can still change. */
export const openAnalysisStates = ["queued", "running"] as const satisfies readonly AnalysisState[];
