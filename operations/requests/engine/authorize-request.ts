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

/** Authorizers and decisions of a phase. */
export interface PhaseVotes {
  readonly authorizers: readonly Row<"requestAuthorizers">[];
  /** Decisions that count. */
  readonly decisions: readonly Row<"decisions">[];
  /** Decisions that no longer count. */
  readonly voided: readonly Row<"decisions">[];
}

/** Returns the phases of a request in their order, locked until the transaction ends. */
export function phasesOf({ store }: ServiceContext, requestKey: string): Promise<Phase[]> {
  return store.select("requestPhases", { where: { requestKey }, orderBy: [["sequence", "asc"]], forUpdate: true });
}

/** Reads the votes in phases, by phase key; one that has not opened has neither people nor decisions. */
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

/** Counts the phases of a request by its rows; a request that was sent back waits, whatever was decided. */
export async function authorizationOf(context: CallContext, request: Row<"reqbatch">): Promise<Authorization> {
  return request.sentBackAt === null ? authorizeRequest(context, await phasesOf(context, request.key)) : "waiting";
}

/**
 * Counts the open phase of a request, closes it if it is decided, and opens the next ones, as far as the decisions go. Known votes, by
 * phase key, are not read again; `named` are the people named by plug-ins. The reason of a hold is saved in the request.
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

/** Opens pending phases, one after another, until one waits for people or is denied. */
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

/** Returns the people whom an earlier version copied to phases that have no rule yet: the rule is made of them. */
async function copiedPeople(context: CallContext, phases: readonly Phase[]): Promise<ReadonlyMap<string, PhaseVotes>> {
  const copied = phases.filter(({ rule }) => rule === null);
  return copied.length === 0 ? new Map<string, PhaseVotes>() : votesOf(context, copied);
}

/** Returns a request in the form that its phases need. */
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
    // Carried decisions count, were made for oneself, and are about the request as a whole.
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
