import { ServiceError } from "#domain/errors.ts";

import type { CallContext } from "../kernel/context.ts";
import type { Authorization } from "../kernel/subject.ts";
import { authorizeSubject } from "./authorize-subject.ts";
import { type FoundPhase, requireOpen } from "./find-phase.ts";

/**
 * Withdraws the caller's decisions in a phase that is still open: they are kept but no longer count, and the caller is asked again.
 * @throws PHASE_CLOSED, NOT_DECIDED and the codes of its subject
 */
export async function withdrawDecision(context: CallContext, found: FoundPhase): Promise<Authorization> {
  const { store, clock, caller } = context;
  requireOpen(context, found);
  const { subject, phase, phases, votes } = found;
  const mine = votes.decisions.filter(({ userKey }) => userKey === caller.key);
  if (mine.length === 0) throw new ServiceError("NOT_DECIDED", { target: "phase" });
  for (const { key, userKey: user } of mine) {
    await store.save("decisions", { key, voidedAt: clock.now(), voidedBecause: "unapproved" });
    subject.note(context, "unapproved", { decision: key, phase: phase.sequence, user });
  }
  const left = { ...votes, decisions: votes.decisions.filter((one) => !mine.includes(one)) };
  return authorizeSubject(context, subject, { phases, known: new Map([[phase.key, left]]) });
}
