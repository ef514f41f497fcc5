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

import { openPhase } from "../../approvals/open-phase.ts";
import type { PlannedPhase } from "../../approvals/planned-phase.ts";
import type { CheckedPhase } from "../../authorization-phases/engine/check-phases.ts";
import type { CallContext } from "../../kernel/context.ts";

type Request = Row<"reqbatch">;

/** Draft phases of a resource. */
export interface DraftPhases {
  readonly resource: PhaseResource;
  /** Phases in their order. */
  readonly phases: readonly CheckedPhase[];
}

/** Actual and simulated course of a request's authorization. */
export interface SimulatedRequest {
  readonly was: AuthorizationCourse;
  readonly would: AuthorizationCourse;
}

/**
 * Repeats the authorization of a request with draft phases for one resource, as a replacement for its own. Phases of other resources stay.
 * Approvers answer as they did in the request; those who were not asked then give no answer. Returns undefined if the ledger does not tell.
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

/** Returns the last decision of each approver that counts in a request. */
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
  // Phases of a template come before all others.
  const last = resourceType === "template" ? 0 : rows.length;
  const place = first === -1 ? last : first;
  // A check-out is for one account, whose policy no operation names.
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

/** Opens a phase as it would open now; undefined if it cannot open without further answers of people or plug-ins. */
async function opened(
  context: CallContext,
  { request, operations, answers }: Asked,
  planned: PlannedPhase,
): Promise<SimulatedPhase | undefined> {
  const asking = {
    ...request,
    isNew: planned.ruleKey === null,
    items: async () => operations,
    decisions: async () => [],
  };
  const one = await openPhase(context, asking, { planned, named: undefined });
  if ("stop" in one) return undefined;
  const asked = one.authorizers.map(({ userKey }) => userKey);
  const decisions = answers.filter(({ userKey }) => asked.includes(userKey));
  const { outcome, undecided } = phaseOutcome({ ...one.phase, ...one, decisions });
  return { asked, outcome, undecided };
}
