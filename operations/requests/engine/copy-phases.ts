import { ServiceError } from "#domain/errors.ts";
import { phaseOutcome, PhaseState } from "#domain/requests/phase-outcome.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../context.ts";
import type { Authorization } from "./authorize-request.ts";
import { noteOpened } from "./note-event.ts";
import { type Authorizer, phaseAuthorizers, type PhaseAuthorizers } from "./phase-authorizers.ts";

/** A phase that a new request is to pass, with everybody who may decide it. */
export interface PlannedPhase extends Pick<
  Row<"requestPhases">,
  "targetSystemKey" | "ruleKey" | "ruleVersion" | "sequence" | "minApprovals" | "maxDenials"
> {
  readonly authorizers: readonly Authorizer[];
}

/**
 * Reads the authorization phases of target systems, one after another, with user classes resolved to their members of now.
 * What is edited later does not change a request under way.
 * @throws MANAGER_MISSING, LIMIT_EXCEEDED
 */
export async function planPhases(
  context: ServiceContext,
  targetSystemKeys: readonly string[],
  recipientKey: string,
): Promise<PlannedPhase[]> {
  const { store } = context;
  const planned: PlannedPhase[] = [];
  for (const targetSystemKey of targetSystemKeys) {
    const phases = await store.select("authorizationPhases", {
      where: { targetSystemId: targetSystemKey },
      orderBy: [["sequence", "asc"]],
    });
    const deciders = await phaseAuthorizers(
      context,
      phases.map(({ key }) => key),
      recipientKey,
    );
    for (const { key: ruleKey, version: ruleVersion, minApprovals, maxDenials } of phases) {
      const { people, managerMissing } = deciders.get(ruleKey) ?? nobody;
      const rule = { ruleKey, ruleVersion, minApprovals, maxDenials };
      const phase = { targetSystemKey, sequence: planned.length + 1, ...rule, authorizers: people };
      if (managerMissing && phaseOutcome({ ...phase, decisions: [] }).outcome === "denied")
        throw new ServiceError("MANAGER_MISSING", { target: "recipientKey" });
      planned.push(phase);
    }
  }
  return planned;
}

const nobody: PhaseAuthorizers = { people: [], managerMissing: false };

/** Where the authorization of a request stands before anybody has decided anything. */
export function authorizationAtFirst(phases: readonly PlannedPhase[]): Authorization {
  const undecided = phases.map((phase) => phaseOutcome({ ...phase, decisions: [] }).outcome);
  const first = undecided.find((outcome) => outcome !== "approved") ?? "approved";
  return first === "open" ? "waiting" : first;
}

/** Saves the phases of a new request; where it waits for people, its first phase is open at once. */
export async function savePhases(
  context: CallContext,
  requestKey: string,
  phases: readonly PlannedPhase[],
): Promise<void> {
  const { store, ids, clock } = context;
  let isNext = authorizationAtFirst(phases) === "waiting";
  const rows: Save<"requestPhases">[] = [];
  const people: Save<"requestAuthorizers">[] = [];
  for (const { authorizers, ...phase } of phases) {
    const key = ids.guid();
    const outcome = isNext ? phaseOutcome({ ...phase, authorizers, decisions: [] }).outcome : PhaseState.Pending;
    const now = isNext ? clock.now() : null;
    if (isNext) noteOpened(context, requestKey, phase, authorizers);
    isNext &&= outcome === PhaseState.Approved;
    const closedAt = outcome === PhaseState.Approved ? now : null;
    rows.push({ ...phase, key, requestKey, state: outcome, openedAt: now, closedAt });
    for (const authorizer of authorizers) {
      people.push({ ...authorizer, key: ids.guid(), requestKey, requestPhaseKey: key });
    }
  }
  await store.addAll("requestPhases", rows);
  await store.addAll("requestAuthorizers", people);
}
