import { ServiceError } from "#domain/errors.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { phasesOf, type PhaseVotes, votesOf } from "./authorize-subject.ts";
import { votesNow } from "./refresh-delegates.ts";
import type { Subject } from "./subject.ts";

/** A phase of a subject with all that was said in it; the subject is held until the transaction ends. */
export interface FoundPhase<S extends Subject = Subject> {
  readonly subject: S;
  readonly phase: Row<"requestPhases">;
  readonly phases: readonly Row<"requestPhases">[];
  readonly votes: PhaseVotes;
}

/** Place of a subject. */
export interface SubjectPlace {
  /** True if another node writes it: its phases are as they were last known here. */
  readonly isElsewhere?: boolean;
}

/**
 * Finds a phase of a locked subject by its number; an open one with the present delegates of its people.
 * @throws NOT_FOUND, PHASE_UNKNOWN
 */
export async function findPhase<S extends Subject>(
  context: CallContext,
  subject: S | undefined,
  sequence: number,
  { isElsewhere = false }: SubjectPlace = {},
): Promise<FoundPhase<S>> {
  if (!subject) throw new ServiceError("NOT_FOUND", { target: "key" });
  const phases = await phasesOf(context, subject.key);
  const phase = phases.find((each) => each.sequence === sequence);
  if (!phase)
    throw new ServiceError("PHASE_UNKNOWN", {
      target: "phase",
      message: `The ${subject.words.subject} has no phase with this number. Check its phases.`,
    });
  const read = (await votesOf(context, [phase])).get(phase.key) ?? { authorizers: [], decisions: [], voided: [] };
  const isOpen = phase.state === PhaseState.Open && !subject.isOver;
  const votes = isOpen && !isElsewhere ? await votesNow(context, { subject, phase }, read) : read;
  return { subject, phase, phases, votes };
}

/**
 * Throws unless a phase can be decided now.
 * @throws PHASE_CLOSED and the codes by which its subject says that it cannot
 */
export function requireOpen(context: CallContext, { subject, phase }: FoundPhase): void {
  subject.requireAsking(context);
  if (phase.state === PhaseState.Open) return;
  throw new ServiceError("PHASE_CLOSED", {
    target: "phase",
    message: `This phase is not open, so it cannot be decided. Reload the ${subject.words.subject}.`,
  });
}
