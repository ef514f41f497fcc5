import { phaseOutcome } from "#domain/phase-outcome.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";
import { type Authorization, PhaseState } from "./authorize-request.ts";

type Authorizer = Pick<Row<"requestAuthorizers">, "userKey" | "veto" | "inputRequired">;

/** A phase that a new request is to pass, with everybody who may decide it. */
export interface PlannedPhase extends Pick<
  Row<"requestPhases">,
  "targetSystemKey" | "sequence" | "minApprovals" | "maxDenials"
> {
  readonly authorizers: readonly Authorizer[];
}

/**
 * Reads the authorization phases of target systems, one after another, with user classes resolved to their members of now.
 * What is edited later does not change a request under way.
 */
export async function planPhases(
  { store }: ServiceContext,
  targetSystemKeys: readonly string[],
): Promise<PlannedPhase[]> {
  const planned: PlannedPhase[] = [];
  for (const targetSystemKey of targetSystemKeys) {
    const phases = await store.select("authorizationPhases", {
      where: { targetSystemId: targetSystemKey },
      orderBy: [["sequence", "asc"]],
    });
    for (const { key, minApprovals, maxDenials } of phases) {
      const authorizers = await resolveAuthorizers(store, key);
      planned.push({ targetSystemKey, sequence: planned.length + 1, minApprovals, maxDenials, authorizers });
    }
  }
  return planned;
}

/** Where the authorization of a request stands before anybody has decided anything. */
export function authorizationAtFirst(phases: readonly PlannedPhase[]): Authorization {
  const undecided = phases.map((phase) => phaseOutcome({ ...phase, decisions: [] }).outcome);
  const first = undecided.find((outcome) => outcome !== "approved") ?? "approved";
  return first === "open" ? "waiting" : first;
}

/** Saves the phases of a new request; where it waits for people, its first phase is open at once. */
export async function savePhases(
  { store, ids, clock }: ServiceContext,
  requestKey: string,
  phases: readonly PlannedPhase[],
): Promise<void> {
  let isNext = authorizationAtFirst(phases) === "waiting";
  for (const { authorizers, ...phase } of phases) {
    const key = ids.guid();
    const outcome = isNext ? phaseOutcome({ ...phase, authorizers, decisions: [] }).outcome : PhaseState.Pending;
    const now = isNext ? clock.now() : null;
    isNext &&= outcome === PhaseState.Approved;
    await store.add("requestPhases", {
      ...phase,
      key,
      requestKey,
      state: outcome,
      openedAt: now,
      closedAt: outcome === PhaseState.Approved ? now : null,
    });
    for (const authorizer of authorizers) {
      await store.add("requestAuthorizers", { ...authorizer, key: ids.guid(), requestKey, requestPhaseKey: key });
    }
  }
}

/** Everybody who may decide a phase, each once, with the flags of all the ways that lead to them. */
async function resolveAuthorizers(
  store: ServiceContext["store"],
  authorizationPhaseKey: string,
): Promise<Authorizer[]> {
  const people = new Map<string, Authorizer>();
  for (const row of await store.select("authorizationPhaseAuthorizers", { where: { authorizationPhaseKey } })) {
    const members =
      row.userClass === null ? [] : await store.select("userClassMembers", { where: { userClassId: row.userClass } });
    const userKeys = [...(row.userKey === null ? [] : [row.userKey]), ...members.map(({ userKey }) => userKey)];
    for (const userKey of userKeys) {
      const before = people.get(userKey);
      people.set(userKey, {
        userKey,
        veto: row.veto || before?.veto === true,
        inputRequired: row.inputRequired || before?.inputRequired === true,
      });
    }
  }
  return [...people.values()];
}
