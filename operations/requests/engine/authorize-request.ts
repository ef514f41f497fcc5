import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, oneOf } from "#domain/query/condition.ts";
import { phaseOutcome, type PhaseOutcome, PhaseState } from "#domain/requests/phase-outcome.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../context.ts";
import { noteOpened } from "./note-event.ts";

/** Where the authorization of a request stands after its phases were counted. */
export type Authorization = "approved" | "denied" | "waiting";

type Phase = Row<"requestPhases">;

/** What was said in a phase, and who may say something. */
export interface PhaseVotes {
  readonly authorizers: readonly Row<"requestAuthorizers">[];
  readonly decisions: readonly Pick<Row<"decisions">, "userKey" | "decision">[];
}

/** The phases of a request in their order, held until the transaction ends. */
export function phasesOf({ store }: ServiceContext, requestKey: string): Promise<Phase[]> {
  return store.select("requestPhases", { where: { requestKey }, orderBy: [["sequence", "asc"]], forUpdate: true });
}

/** Reads what was said in phases, by the key of the phase. */
export async function votesOf(
  { store }: ServiceContext,
  phases: readonly Phase[],
): Promise<ReadonlyMap<string, PhaseVotes>> {
  const authorizers = await store.select("requestAuthorizers", { where: ofPhases(phases) });
  // A phase that has not been open cannot have been decided.
  const begun = phases.filter(({ state }) => state !== PhaseState.Pending);
  const decisions = begun.length === 0 ? [] : await store.select("decisions", { where: ofPhases(begun) });
  const ofPhase = <T extends { readonly requestPhaseKey: string }>(rows: readonly T[], key: string) =>
    rows.filter(({ requestPhaseKey }) => requestPhaseKey === key);
  return new Map(
    phases.map(({ key }) => [key, { authorizers: ofPhase(authorizers, key), decisions: ofPhase(decisions, key) }]),
  );
}

function ofPhases(phases: readonly Phase[]): Expression {
  const requestKeys = new Set(phases.map(({ requestKey }) => requestKey));
  return allOf(
    oneOf("requestKey", [...requestKeys]),
    oneOf(
      "requestPhaseKey",
      phases.map(({ key }) => key),
    ),
  );
}

/**
 * Counts the open phase of a request, closes what is decided and opens the next, as far as the decisions go. Votes that are
 * known, by the key of their phase, are not read again.
 */
export async function authorizeRequest(
  context: CallContext,
  phases: readonly Phase[],
  known: ReadonlyMap<string, PhaseVotes> = new Map(),
): Promise<Authorization> {
  for (const phase of phases) {
    if (phase.state === PhaseState.Denied) return "denied";
    if (phase.state === PhaseState.Approved) continue;
    const votes = known.get(phase.key) ?? (await votesOf(context, [phase])).get(phase.key);
    if (phase.openedAt === null) noteOpened(context, phase.requestKey, phase, votes?.authorizers ?? []);
    const { outcome } = phaseOutcome({ ...phase, authorizers: [], decisions: [], ...votes });
    await writePhase(context, phase, outcome);
    if (outcome === "open") return "waiting";
    if (outcome === "denied") return "denied";
  }
  return "approved";
}

async function writePhase(
  { store, clock }: ServiceContext,
  phase: Phase,
  outcome: PhaseOutcome["outcome"],
): Promise<void> {
  const now = clock.now();
  const openedAt = phase.openedAt ?? now;
  await (outcome === "open"
    ? store.save("requestPhases", { key: phase.key, state: PhaseState.Open, openedAt })
    : store.save("requestPhases", { key: phase.key, state: outcome, openedAt, closedAt: now }));
}
