import { withMemberships } from "#domain/requests/changed-memberships.ts";
import { inspectLedger } from "#domain/requests/ledger/inspect-ledger.ts";
import { replay, type ReplayedRequest } from "#domain/requests/ledger/replay.ts";
import { phaseOutcome } from "#domain/requests/phase-outcome.ts";
import type { PhaseResource } from "#domain/requests/phase-resources.ts";
import type { PhaseDecision } from "#domain/requests/phase-rules/decision.ts";
import {
  type AuthorizationCourse,
  courseOf,
  courseThatWas,
  phaseThatWas,
  type SimulatedPhase,
} from "#domain/requests/simulated-authorization.ts";
import type { Row } from "#store/tables.ts";

import type { CheckedPhase } from "../../authorization-phases/engine/check-phases.ts";
import type { CallContext } from "../../kernel/context.ts";
import { openPhase } from "../../requests/engine/open-phase.ts";
import type { PlannedPhase } from "../../requests/engine/plan-phases.ts";

type Request = Row<"reqbatch">;

/** Phases that something could have. */
export interface DraftPhases {
  readonly resource: PhaseResource;
  /** In their order. */
  readonly phases: readonly CheckedPhase[];
}

/** How the authorization of a request went, and how it would have gone. */
export interface SimulatedRequest {
  readonly was: AuthorizationCourse;
  readonly would: AuthorizationCourse;
}

/**
 * Goes once more through the authorization of a request with draft phases in the place of those that it had of something. Phases of
 * other things are as they were; whoever is asked says what they have said in the request, and who was not asked then says nothing.
 * Undefined where its ledger does not tell.
 */
export async function simulateRequest(
  context: CallContext,
  request: Request,
  drafts: DraftPhases,
): Promise<SimulatedRequest | undefined> {
  const { store } = context;
  const { events, findings } = inspectLedger(await store.requestLedger.read(request.key), store.requestLedger);
  const replayed = findings.length === 0 ? replay(events) : undefined;
  if (replayed === undefined || replayed.finding !== null) return undefined;
  const where = { requestKey: request.key };
  const rows = await store.select("requestPhases", { where, orderBy: [["sequence", "asc"]] });
  const operations = withMemberships(await store.select("requestOperations", { where }));
  const planned = withDrafts(rows, drafts, operations);
  const answers = answersIn(replayed);
  const phases: SimulatedPhase[] = [];
  for (const phase of planned) {
    const said = "key" in phase ? replayed.phases.get(phase.sequence) : undefined;
    const simulated = said ? phaseThatWas(said) : await opened(context, { request, operations, answers }, phase);
    if (simulated === undefined) break;
    phases.push(simulated);
    if (simulated.outcome !== "approved") break;
  }
  return { was: courseThatWas(replayed, rows.length), would: courseOf(phases, phases.length === planned.length) };
}

/** What everybody has said in a request that counts, the last word of each. */
function answersIn({ phases }: ReplayedRequest): readonly PhaseDecision[] {
  const said = [...phases.values()].flatMap(({ decided }) => decided);
  const answers = new Map(said.map(({ user: userKey, answer: decision }) => [userKey, { userKey, decision }]));
  return [...answers.values()];
}

function withDrafts(
  rows: readonly Row<"requestPhases">[],
  { resource, phases }: DraftPhases,
  operations: readonly Row<"requestOperations">[],
): readonly PlannedPhase[] {
  const { resourceType, resourceKey } = resource;
  const isOwn = (row: Row<"requestPhases">) => row.resourceType === resourceType && row.resourceKey === resourceKey;
  const first = rows.findIndex(isOwn);
  const place = first === -1 ? rows.length : first;
  // A check-out is of one account, whose policy no operation names.
  const about =
    resourceType === "managedSystemPolicy"
      ? operations[0]
      : operations.find((one) => [one.targetSystemKey, one.groupKey].includes(resourceKey));
  const from = { resourceType, resourceKey, targetSystemKey: about?.targetSystemKey ?? null };
  const drafts = phases.map((phase): PlannedPhase => ({ ...phase, ...from, ruleKey: null, ruleVersion: null }));
  return [...rows.slice(0, place), ...drafts, ...rows.slice(place).filter((row) => !isOwn(row))];
}

interface Asked {
  readonly request: Request;
  readonly operations: readonly Row<"requestOperations">[];
  readonly answers: readonly PhaseDecision[];
}

/** A phase as it would open now; undefined where it cannot before somebody or a plug-in has said more. */
async function opened(
  context: CallContext,
  { request, operations, answers }: Asked,
  planned: PlannedPhase,
): Promise<SimulatedPhase | undefined> {
  const asking = {
    ...request,
    isNew: planned.ruleKey === null,
    operations: async () => operations,
    decisions: async () => [],
  };
  const one = await openPhase(context, asking, { planned, named: undefined });
  if ("stop" in one) return undefined;
  const asked = one.authorizers.map(({ userKey }) => userKey);
  const decisions = answers.filter(({ userKey }) => asked.includes(userKey));
  const { outcome, undecided } = phaseOutcome({ ...one.phase, ...one, decisions });
  return { asked, outcome, undecided };
}
