import { ServiceError } from "#domain/errors.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { withMemberships } from "#domain/requests/changed-memberships.ts";
import { PhaseState, ruleText } from "#domain/requests/phase-outcome.ts";
import { byVoiding } from "#domain/requests/voided-decision.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { boundSelfApproved } from "./count-self-approved.ts";
import { judgePhase, undecidedIn } from "./judge-phase.ts";
import { keepWaiting } from "./keep-waiting.ts";
import type { NamedPeople } from "./named-people.ts";
import { type Authorization, openPhases, saveOpened } from "./open-phases.ts";
import type { AuthorizedRequest } from "./rule-at-opening.ts";
import { tellHeld } from "./tell-held.ts";
import { tellSettled } from "./tell-settled.ts";

type Phase = Row<"requestPhases">;

/** What was said in a phase, and who may say something. */
export interface PhaseVotes {
  readonly authorizers: readonly Row<"requestAuthorizers">[];
  /** What counts. */
  readonly decisions: readonly Row<"decisions">[];
  /** What counts no longer. */
  readonly voided: readonly Row<"decisions">[];
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
    phases.map(({ key }) => [key, { authorizers: ofPhase(authorizers, key), ...byVoiding(ofPhase(decisions, key)) }]),
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

const nobody: PhaseVotes = { authorizers: [], decisions: [], voided: [] };

/** Counts the phases of a request by what is on record; one that was sent back waits, whatever was said. */
export async function authorizationOf(context: CallContext, request: Row<"reqbatch">): Promise<Authorization> {
  return request.sentBackAt === null ? authorizeRequest(context, await phasesOf(context, request.key)) : "waiting";
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
  const votes = known.get(phase.key) ?? (await votesOf(context, [phase])).get(phase.key) ?? nobody;
  const outcome = await judgePhase(context, phase, votes);
  await keepWaiting(context, votes.authorizers, outcome === "open" ? await undecidedIn(context, phase, votes) : []);
  if (outcome === "open") return "waiting";
  await tellSettled(context, { phase, votes }, outcome === "approved" ? "approve" : "deny");
  await context.store.save("requestPhases", { key: phase.key, state: outcome, closedAt: context.clock.now() });
  return outcome === "denied" ? "denied" : openRest(context, phases.slice(undecided + 1));
}

/** Opens phases that have not been open, one after another, until one waits for people or is denied. */
async function openRest(context: CallContext, pending: readonly Phase[], named?: NamedPeople): Promise<Authorization> {
  const [first] = pending;
  if (first === undefined) return "approved";
  const copied = await copiedPeople(context, pending);
  const phases = pending.map((phase) => {
    return { ...phase, rule: ruleText({ ...phase, authorizers: copied.get(phase.key)?.authorizers ?? [] }) };
  });
  const request = await requestToAuthorize(context, first.requestKey);
  const openings = await openPhases(context, { request, phases, named });
  const { authorization, opened, stopped } = await boundSelfApproved(context, request, openings);
  for (const { key } of opened.flatMap(({ phase }) => copied.get(phase.key)?.authorizers ?? []))
    await context.store.remove("requestAuthorizers", key);
  await saveOpened(context, opened);
  if (stopped?.stop === "held") {
    await context.store.save("reqbatch", { key: first.requestKey, holdReason: stopped.reason });
    await tellHeld(context, request, stopped);
  }
  return authorization;
}

/** The people whom an earlier version has copied to phases that have no rule yet: they are what it is made of. */
async function copiedPeople(context: CallContext, phases: readonly Phase[]): Promise<ReadonlyMap<string, PhaseVotes>> {
  const copied = phases.filter(({ rule }) => rule === null);
  return copied.length === 0 ? new Map<string, PhaseVotes>() : votesOf(context, copied);
}

/** A request as its phases ask for it. */
export async function requestToAuthorize(
  { store }: ServiceContext,
  requestKey: string,
): Promise<AuthorizedRequest & Row<"reqbatch">> {
  const request = await store.get("reqbatch", requestKey);
  if (!request)
    throw new ServiceError("INTERNAL", { detail: `a phase of the request ${requestKey}, which is not there` });
  return {
    ...request,
    isNew: false,
    operations: async () => withMemberships(await store.select("requestOperations", { where: { requestKey } })),
    // Carried is what counts, was said for oneself, and about the request as a whole.
    decisions: () =>
      store.select("decisions", {
        where: allOf(
          eq("requestKey", requestKey),
          eq("voidedAt", null),
          eq("override", false),
          eq("operationKeys", null),
        ),
        orderBy: [["phase", "asc"]],
      }),
  };
}
