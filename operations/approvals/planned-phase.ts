import type { Row } from "#store/tables.ts";

/** A phase planned for a new subject, by its present rule; it gets its people when it opens. */
export type PlannedPhase = Pick<
  Row<"requestPhases">,
  | ("sequence" | "targetSystemKey" | "resourceType" | "resourceKey")
  | ("ruleKey" | "ruleVersion" | "rule" | "minApprovals" | "maxDenials" | "reasonRequired" | "mayEdit")
> & {
  /** True if a workflow manager lets it ask more people than MAX AUTH ALLOWED. */
  readonly manyAllowed?: boolean;
};
