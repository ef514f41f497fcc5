import type { RecordedPhase } from "#domain/requests/request-explanation.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../kernel/context.ts";

/** Subject whose phases are read, with the authorizers of all of them. */
interface Explained {
  readonly key: string;
  readonly authorizers: readonly Row<"requestAuthorizers">[];
}

/** Reads the phases of a subject in their order, each with its authorizers and decisions, for an explanation. */
export async function recordedPhases(
  { store }: Pick<ServiceContext, "store">,
  { key: requestKey, authorizers }: Explained,
): Promise<RecordedPhase[]> {
  const phases = await store.select("requestPhases", { where: { requestKey }, orderBy: [["sequence", "asc"]] });
  const decisions = await store.select("decisions", { where: { requestKey }, orderBy: [["decidedAt", "asc"]] });
  const of = <R extends { readonly requestPhaseKey: string }>(rows: readonly R[], phase: Row<"requestPhases">) =>
    rows.filter((row) => row.requestPhaseKey === phase.key);
  return phases.map((phase) => ({
    ...phase,
    authorizers: of(authorizers, phase),
    decisions: of(decisions, phase),
  }));
}
