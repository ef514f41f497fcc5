import { PhaseState } from "#domain/requests/phase-outcome.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../kernel/context.ts";
import type { Authorization, StoppedPhase } from "../kernel/subject.ts";
import type { NamedPeople } from "./named-people.ts";
import { type OpenedPhase, openPhase } from "./open-phase.ts";
import { factsOfOpened } from "./opened-facts.ts";
import type { PlannedPhase } from "./planned-phase.ts";
import type { AskedSubject } from "./rule-at-opening.ts";
import type { Subject } from "./subject.ts";

type Phase = Row<"requestPhases">;

/** Result of opening phases. */
export interface PhaseOpenings<P extends PlannedPhase> {
  readonly authorization: Authorization;
  readonly opened: readonly OpenedPhase<P>[];
  /** Phase that cannot open yet. */
  readonly stopped?: StoppedPhase;
}

/** Phases of a subject to open. */
interface PhasesToOpen<P extends PlannedPhase> {
  readonly subject: AskedSubject;
  readonly phases: readonly P[];
  /** People named by plug-ins for the first of them. */
  readonly named?: NamedPeople | undefined;
}

/**
 * Finds the people and the rules of phases, one after another, until one waits for people or is denied.
 * @throws LIMIT_EXCEEDED
 */
export async function openPhases<P extends PlannedPhase>(
  context: ServiceContext,
  { subject, phases, named }: PhasesToOpen<P>,
): Promise<PhaseOpenings<P>> {
  const opened: OpenedPhase<P>[] = [];
  for (const [index, planned] of phases.entries()) {
    const one = await openPhase(context, subject, { planned, named: index === 0 ? named : undefined });
    if ("stop" in one) return { authorization: one.stop, opened, stopped: one };
    opened.push(one);
    if (one.outcome !== "approved") return { authorization: one.outcome === "denied" ? "denied" : "waiting", opened };
  }
  return { authorization: "approved", opened };
}

/** Saves the phases of a new subject; the opened ones with their people. */
export async function savePhases(
  context: CallContext,
  subject: Subject,
  phases: readonly PlannedPhase[],
  opened: readonly OpenedPhase[],
): Promise<void> {
  const { store, ids } = context;
  const people: Save<"requestAuthorizers">[] = [];
  const rows = phases.map((phase, index): Save<"requestPhases"> => {
    const place = { key: ids.guid(), requestKey: subject.key };
    const one = opened[index];
    if (one === undefined) return { ...phase, ...place, state: PhaseState.Pending };
    people.push(...authorizerRows(context, one, place));
    return { ...phase, ...openedRow(context, subject, { opened: one, place }) };
  });
  await store.addAll("requestPhases", rows);
  await store.addAll("requestAuthorizers", people);
}

/** Saves the opened phases of an existing subject, with their people. */
export async function saveOpened(
  context: CallContext,
  subject: Subject,
  opened: readonly OpenedPhase<Phase>[],
): Promise<void> {
  for (const one of opened)
    await context.store.save("requestPhases", openedRow(context, subject, { opened: one, place: one.phase }));
  const people = opened.flatMap((one) => authorizerRows(context, one, one.phase));
  await context.store.addAll("requestAuthorizers", people);
}

type Place = Pick<Phase, "key" | "requestKey">;

/** Returns the row of a phase that opens; records it and notifies the people whom it asks. */
function openedRow(
  context: CallContext,
  subject: Subject,
  { opened, place: { key, requestKey } }: { readonly opened: OpenedPhase; readonly place: Place },
): Save<"requestPhases"> {
  const { phase, rule, carried, excluded, outcome, undecided } = opened;
  const { sequence, ruleVersion, minApprovals, maxDenials, reasonRequired, mayEdit } = phase;
  subject.note(context, "opened", factsOfOpened(opened));
  if (outcome === PhaseState.Open) subject.tell(context, "asked", { to: undecided, facts: { phase: sequence } });
  const now = context.clock.now();
  return {
    key,
    requestKey,
    sequence,
    ruleVersion,
    minApprovals,
    maxDenials,
    reasonRequired,
    mayEdit,
    rule,
    carried: noneAsNull(carried),
    excluded: noneAsNull(excluded),
    state: outcome,
    openedAt: now,
    closedAt: outcome === PhaseState.Open ? null : now,
  };
}

function authorizerRows(
  { ids }: ServiceContext,
  { authorizers, outcome, undecided }: OpenedPhase,
  { key: requestPhaseKey, requestKey }: Place,
): Save<"requestAuthorizers">[] {
  const place = { requestKey, requestPhaseKey };
  return authorizers.map((authorizer) => {
    const waits = outcome === PhaseState.Open && undecided.includes(authorizer.userKey);
    return { ...authorizer, ...place, key: ids.guid(), waits };
  });
}

function noneAsNull<T>(list: readonly T[]): readonly T[] | null {
  return list.length === 0 ? null : list;
}
