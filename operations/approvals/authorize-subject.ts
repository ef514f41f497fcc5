import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { PhaseState, ruleText } from "#domain/requests/phase-outcome.ts";
import { byVoiding } from "#domain/requests/voided-decision.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../kernel/context.ts";
import type { Authorization, StoppedPhase } from "../kernel/subject.ts";
import { judgePhase, undecidedIn } from "./judge-phase.ts";
import { keepWaiting } from "./keep-waiting.ts";
import type { NamedPeople } from "./named-people.ts";
import { openPhases, type PhaseOpenings, saveOpened } from "./open-phases.ts";
import type { AskedSubject } from "./rule-at-opening.ts";
import type { Subject } from "./subject.ts";
import { tellSettled } from "./tell-settled.ts";

type Phase = Row<"requestPhases">;

/** Authorizers and decisions of a phase. */
export interface PhaseVotes {
  readonly authorizers: readonly Row<"requestAuthorizers">[];
  /** Decisions that count. */
  readonly decisions: readonly Row<"decisions">[];
  /** Decisions that no longer count. */
  readonly voided: readonly Row<"decisions">[];
}

/** Returns the phases of a subject in their order, locked until the transaction ends. */
export function phasesOf({ store }: ServiceContext, requestKey: string): Promise<Phase[]> {
  return store.select("requestPhases", { where: { requestKey }, orderBy: [["sequence", "asc"]], forUpdate: true });
}

/** Reads the votes in phases, by phase key; one that has not opened has neither people nor decisions. */
export async function votesOf(
  { store }: Pick<ServiceContext, "store">,
  phases: readonly Phase[],
): Promise<ReadonlyMap<string, PhaseVotes>> {
  const authorizers = await store.select("requestAuthorizers", { where: ofPhases(phases) });
  // A phase that has not been open cannot have been decided.
  const begun = phases.filter(({ state }) => state !== PhaseState.Pending);
  const decisions = begun.length === 0 ? [] : await store.select("decisions", { where: ofPhases(begun) });
  const ofPhase = <T extends { readonly requestPhaseKey: string }>(rows: readonly T[], key: string) =>
    rows.filter(({ requestPhaseKey }) => requestPhaseKey === key);
  return new Map(
    phases.map(({ key }) => [key, { authorizers: ofPhase(authorizers, key), ...byVoiding(ofPhase(decisions, key)) }]),
  );
}

function ofPhases(phases: readonly Phase[]): Expression {
  const subjectKeys = new Set(phases.map(({ requestKey }) => requestKey));
  return allOf(
    oneOf("requestKey", [...subjectKeys]),
    oneOf(
      "requestPhaseKey",
      phases.map(({ key }) => key),
    ),
  );
}

const nobody: PhaseVotes = { authorizers: [], decisions: [], voided: [] };

/** Phases to count. */
interface PhasesToCount {
  readonly phases: readonly Phase[];
  /** Votes that are known, by phase key: they are not read again. */
  readonly known?: ReadonlyMap<string, PhaseVotes>;
  /** People named by plug-ins. */
  readonly named?: NamedPeople;
}

/** Counts the phases of a subject by its rows; a subject that was sent back waits, whatever was decided. */
export async function authorizationOf(context: CallContext, subject: Subject): Promise<Authorization> {
  if (subject.isSentBack) return "waiting";
  return authorizeSubject(context, subject, { phases: await phasesOf(context, subject.key) });
}

/** Counts the open phase of a subject, closes it if it is decided, and opens the next ones, as far as the decisions go. */
export async function authorizeSubject(
  context: CallContext,
  subject: Subject,
  { phases, known, named }: PhasesToCount,
): Promise<Authorization> {
  const undecided = phases.findIndex(({ state }) => state !== PhaseState.Approved);
  const phase = phases[undecided];
  if (phase === undefined) return "approved";
  if (phase.state === PhaseState.Denied) return "denied";
  if (phase.state !== PhaseState.Open) return openRest(context, subject, { phases: phases.slice(undecided), named });
  const votes = known?.get(phase.key) ?? (await votesOf(context, [phase])).get(phase.key) ?? nobody;
  const open = { subject, phase };
  const outcome = await judgePhase(context, open, votes);
  await keepWaiting(context, votes.authorizers, outcome === "open" ? await undecidedIn(context, open, votes) : []);
  if (outcome === "open") return "waiting";
  tellSettled(context, { subject, phase, votes }, outcome === "approved" ? "approve" : "deny");
  await context.store.save("requestPhases", { key: phase.key, state: outcome, closedAt: context.clock.now() });
  return outcome === "denied" ? "denied" : openRest(context, subject, { phases: phases.slice(undecided + 1) });
}

/** Opens pending phases, one after another, until one waits for people or is denied. */
async function openRest(
  context: CallContext,
  subject: Subject,
  { phases: pending, named }: Pick<PhasesToCount, "phases"> & { readonly named?: NamedPeople | undefined },
): Promise<Authorization> {
  const added = (await subject.judgeAnew?.(context)) ?? [];
  if (added === "denied") return "denied";
  const all = [...pending, ...added];
  if (all.length === 0) return "approved";
  const copied = await copiedPeople(context, all);
  const phases = all.map((phase) => {
    return { ...phase, rule: ruleText({ ...phase, authorizers: copied.get(phase.key)?.authorizers ?? [] }) };
  });
  const found = await openPhases(context, { subject: askedSubject(context, subject), phases, named });
  const { authorization, opened, stopped } = await boundUnasked(context, subject, found);
  for (const { key } of opened.flatMap(({ phase }) => copied.get(phase.key)?.authorizers ?? []))
    await context.store.remove("requestAuthorizers", key);
  await saveOpened(context, subject, opened);
  if (stopped?.stop === "held") await subject.hold(context, stopped);
  return authorization;
}

/** Returns what opens of phases that ask nobody: nothing if the requester has no room for that today, and a workflow manager decides. */
async function boundUnasked(
  context: CallContext,
  subject: Subject,
  openings: PhaseOpenings<Phase>,
): Promise<PhaseOpenings<Phase>> {
  const { authorization, opened } = openings;
  const [first] = opened;
  if (authorization !== "approved" || first === undefined) return openings;
  if (opened.some(({ phase }) => phase.manyAllowed)) return openings;
  const reason = await subject.boundUnasked?.(context);
  if (reason === undefined) return openings;
  const stopped: StoppedPhase = { stop: "held", sequence: first.phase.sequence, reason };
  return { authorization: "held", opened: [], stopped };
}

/** Returns the people whom an earlier version copied to phases that have no rule yet: the rule is made of them. */
async function copiedPeople(context: CallContext, phases: readonly Phase[]): Promise<ReadonlyMap<string, PhaseVotes>> {
  const copied = phases.filter(({ rule }) => rule === null);
  return copied.length === 0 ? new Map<string, PhaseVotes>() : votesOf(context, copied);
}

/** Returns a subject in the form that the opening of its phases needs. */
export function askedSubject(context: ServiceContext, subject: Subject): AskedSubject {
  const { key, requesterKey, recipientKey, origin, editedByKey } = subject;
  return {
    key,
    requesterKey,
    recipientKey,
    origin,
    editedByKey,
    isNew: false,
    items: () => subject.items(context),
    // Carried decisions count, were made for oneself, and are about the subject as a whole.
    decisions: () =>
      context.store.select("decisions", {
        where: allOf(eq("requestKey", key), eq("voidedAt", null), eq("override", false), eq("operationKeys", null)),
        orderBy: [["phase", "asc"]],
      }),
  };
}
