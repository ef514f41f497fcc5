import { openAnalysisStates } from "#domain/analyses/analysis-kinds.ts";
import type { Row } from "#store/tables.ts";

/** Returns true if an analysis can still change. */
export function isOpenAnalysis({ state }: Pick<Row<"analyses">, "state">): boolean {
  return openAnalysisStates.some((open) => open === state);
}
