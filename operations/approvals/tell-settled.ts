import type { Settled } from "#domain/notices/notice-kinds.ts";
import { overriddenOutcome } from "#domain/requests/override.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import type { Subject } from "./subject.ts";

/** A closed phase, with its authorizers and decisions. */
interface AskedPhase {
  readonly subject: Subject;
  readonly phase: Pick<Row<"requestPhases">, "sequence" | "carried">;
  readonly votes: {
    readonly authorizers: readonly { readonly userKey: string }[];
    readonly decisions: readonly Row<"decisions">[];
  };
}

/**
 * Notifies the authorizers of a phase who have not answered that their decision is no longer needed. Requester and recipient get other
 * notices, and so does everyone in a phase that a superuser has decided.
 */
export function tellSettled(context: CallContext, { subject, phase, votes }: AskedPhase, outcome: Settled): void {
  const { sequence, carried } = phase;
  if (overriddenOutcome(votes.decisions) !== undefined) return;
  const spoken = new Set([...votes.decisions, ...(carried ?? [])].map(({ userKey }) => userKey));
  const silent = votes.authorizers.map(({ userKey }) => userKey).filter((key) => !spoken.has(key));
  const toldOtherwise = [subject.requesterKey, subject.recipientKey, context.caller.key];
  const to = silent.filter((key) => !toldOtherwise.includes(key));
  subject.tell(context, "settled", { to, facts: { phase: sequence, outcome } });
}
