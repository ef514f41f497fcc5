import { ServiceError } from "#domain/errors.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, oneOf } from "#domain/query/condition.ts";
import { phaseOutcome, PhaseState, ruleText } from "#domain/requests/phase-outcome.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../context.ts";
import type { NamedPeople } from "./named-people.ts";
import { noteHeld, noteOpened } from "./note-event.ts";
import { type OpenedPhase, openPhase, type StoppedPhase } from "./open-phase.ts";
import type { PlannedPhase } from "./plan-phases.ts";
import type { AuthorizedRequest } from "./rule-at-opening.ts";

/**
 * Where the authorization of a request stands after its phases were counted; `calculating`: plug-ins have to be asked for people before
 * the next one opens; `held`: a workflow manager has to decide.
 */
export type Authorization = "approved" | "denied" | "waiting" | StoppedPhase["stop"];

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

/** Reads what was said in phases, by the key of the phase; one that has not opened has neither people nor decisions. */
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
 * known, by the key of their phase, are not read again; `named` are the people of whom plug-ins have told. Why it is held stands in
 * the request.
 */
export async function authorizeRequest(
  context: CallContext,
  phases: readonly Phase[],
  known: ReadonlyMap<string, PhaseVotes> = new Map(),
  named?: NamedPeople,
): Promise<Authorization> {
  const undecided = phases.findIndex(({ state }) => state !== PhaseState.Approved);
  const phase = phases[undecided];
  if (phase === undefined) return "approved";
  if (phase.state === PhaseState.Denied) return "denied";
  if (phase.state !== PhaseState.Open) return openRest(context, phases.slice(undecided), named);
  const votes = known.get(phase.key) ?? (await votesOf(context, [phase])).get(phase.key);
  const { outcome } = phaseOutcome({ ...phase, authorizers: [], decisions: [], ...votes });
  if (outcome === "open") return "waiting";
  await context.store.save("requestPhases", { key: phase.key, state: outcome, closedAt: context.clock.now() });
  return outcome === "denied" ? "denied" : openRest(context, phases.slice(undecided + 1));
}

/** Opens phases that have not been open, one after another, until one waits for people or is denied. */
async function openRest(context: CallContext, pending: readonly Phase[], named?: NamedPeople): Promise<Authorization> {
  const [first] = pending;
  if (first === undefined) return "approved";
  const phases = await ruledPhases(context, pending);
  const request = await requestToAuthorize(context, first.requestKey);
  const { authorization, opened, stopped } = await openPhases(context, { request, phases, named });
  for (const one of opened) await context.store.save("requestPhases", openedRow(context, one, one.phase));
  const people = opened.flatMap((one) => authorizerRows(context, one, one.phase));
  await context.store.addAll("requestAuthorizers", people);
  if (stopped?.stop === "held") {
    await context.store.save("reqbatch", { key: first.requestKey, holdReason: stopped.reason });
    noteHeld(context, first.requestKey, stopped);
  }
  return authorization;
}

/** Phases that an earlier version has copied together with their people get a rule that names these. */
async function ruledPhases(context: CallContext, phases: readonly Phase[]): Promise<readonly Phase[]> {
  const copied = phases.filter(({ rule }) => rule === null);
  if (copied.length === 0) return phases;
  const votes = await votesOf(context, copied);
  const people = (phase: Phase) => votes.get(phase.key)?.authorizers ?? [];
  for (const { key } of copied.flatMap(people)) await context.store.remove("requestAuthorizers", key);
  return phases.map((phase) => ({ ...phase, rule: ruleText({ ...phase, authorizers: people(phase) }) }));
}

/** A request as its phases ask for it. */
export async function requestToAuthorize({ store }: ServiceContext, requestKey: string): Promise<AuthorizedRequest> {
  const request = await store.get("reqbatch", requestKey);
  if (!request)
    throw new ServiceError("INTERNAL", { detail: `a phase of the request ${requestKey}, which is not there` });
  return {
    ...request,
    isNew: false,
    operations: () => store.select("requestOperations", { where: { requestKey } }),
    decisions: () => store.select("decisions", { where: { requestKey }, orderBy: [["phase", "asc"]] }),
  };
}

/** What the phases that open have come to. */
export interface PhaseOpenings<P extends PlannedPhase> {
  readonly authorization: Authorization;
  readonly opened: readonly OpenedPhase<P>[];
  /** The one that cannot open yet. */
  readonly stopped?: StoppedPhase;
}

/** Phases of a request that are to open. */
interface PhasesToOpen<P extends PlannedPhase> {
  readonly request: AuthorizedRequest;
  readonly phases: readonly P[];
  /** The people whom plug-ins have named for the first of them. */
  readonly named?: NamedPeople | undefined;
}

/**
 * Finds the people and the rules of phases, one after another, until one waits for people or is denied.
 * @throws LIMIT_EXCEEDED
 */
export async function openPhases<P extends PlannedPhase>(
  context: ServiceContext,
  { request, phases, named }: PhasesToOpen<P>,
): Promise<PhaseOpenings<P>> {
  const opened: OpenedPhase<P>[] = [];
  for (const [index, planned] of phases.entries()) {
    const one = await openPhase(context, request, { planned, named: index === 0 ? named : undefined });
    if ("stop" in one) return { authorization: one.stop, opened, stopped: one };
    opened.push(one);
    if (one.outcome !== "approved") return { authorization: one.outcome === "denied" ? "denied" : "waiting", opened };
  }
  return { authorization: "approved", opened };
}

/** Saves the phases of a new request, as far as they have opened with their people. */
export async function savePhases(
  context: CallContext,
  requestKey: string,
  phases: readonly PlannedPhase[],
  opened: readonly OpenedPhase[],
): Promise<void> {
  const { store, ids } = context;
  const people: Save<"requestAuthorizers">[] = [];
  const rows = phases.map((phase, index): Save<"requestPhases"> => {
    const place = { key: ids.guid(), requestKey };
    const one = opened[index];
    if (one === undefined) return { ...phase, ...place, state: PhaseState.Pending };
    people.push(...authorizerRows(context, one, place));
    return { ...phase, ...openedRow(context, one, place) };
  });
  await store.addAll("requestPhases", rows);
  await store.addAll("requestAuthorizers", people);
}

type Place = Pick<Phase, "key" | "requestKey">;

/** What is saved of a phase that opens; its ledger is told. */
function openedRow(context: CallContext, opened: OpenedPhase, { key, requestKey }: Place): Save<"requestPhases"> {
  const { phase, rule, carried, excluded, outcome } = opened;
  const { sequence, ruleVersion, minApprovals, maxDenials } = phase;
  noteOpened(context, requestKey, opened);
  const now = context.clock.now();
  return {
    ...{ key, requestKey, sequence, ruleVersion, minApprovals, maxDenials, rule },
    ...{ carried: noneAsNull(carried), excluded: noneAsNull(excluded) },
    ...{ state: outcome, openedAt: now, closedAt: outcome === PhaseState.Open ? null : now },
  };
}

function authorizerRows(
  { ids }: ServiceContext,
  { authorizers }: OpenedPhase,
  { key: requestPhaseKey, requestKey }: Place,
): Save<"requestAuthorizers">[] {
  return authorizers.map((authorizer) => ({ ...authorizer, key: ids.guid(), requestKey, requestPhaseKey }));
}

function noneAsNull<T>(list: readonly T[]): readonly T[] | null {
  return list.length === 0 ? null : list;
}
