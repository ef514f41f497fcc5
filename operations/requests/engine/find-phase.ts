import { ServiceError } from "#domain/errors.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { isFinal } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { phasesOf, type PhaseVotes, votesOf } from "./authorize-request.ts";
import { votesNow } from "./refresh-delegates.ts";

/** A phase of a request with all that was said in it; the request is held until the transaction ends. */
export interface FoundPhase {
  readonly request: Row<"reqbatch">;
  readonly phase: Row<"requestPhases">;
  readonly phases: readonly Row<"requestPhases">[];
  readonly votes: PhaseVotes;
}

/**
 * Finds a phase of a request by its number; an open one with the present delegates of its people.
 * @throws NOT_FOUND, PHASE_UNKNOWN
 */
export async function findPhase(context: CallContext, key: string, sequence: number): Promise<FoundPhase> {
  // The lock keeps the request's own step from closing the phase meanwhile.
  const request = await context.store.lock("reqbatch", key);
  const phases = await phasesOf(context, key);
  const phase = phases.find((each) => each.sequence === sequence);
  if (!request) throw new ServiceError("NOT_FOUND", { target: "key" });
  if (!phase) throw new ServiceError("PHASE_UNKNOWN", { target: "phase" });
  const read = (await votesOf(context, [phase])).get(phase.key) ?? { authorizers: [], decisions: [], voided: [] };
  const isOpen = phase.state === PhaseState.Open && !isFinal(request.status);
  const votes = isOpen ? await votesNow(context, { request, phase }, read) : read;
  return { request, phase, phases, votes };
}

/**
 * Throws unless a phase can be decided now.
 * @throws REQUEST_FINAL, PHASE_CLOSED, SENT_BACK
 */
export function requireOpen({ clock }: CallContext, { request, phase }: FoundPhase): void {
  if (isFinal(request.status)) throw new ServiceError("REQUEST_FINAL", { target: "key" });
  if (request.sentBackAt !== null) throw new ServiceError("SENT_BACK", { target: "key" });
  if (phase.state !== PhaseState.Open) throw new ServiceError("PHASE_CLOSED", { target: "phase" });
  if (clock.now() < request.expiresAt) return;
  throw new ServiceError("PHASE_CLOSED", { target: "phase", message: "The request has expired. Submit a new one." });
}
