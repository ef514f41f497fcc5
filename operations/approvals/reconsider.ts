import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { isAbout } from "#domain/requests/phase-verdict.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { phasesOf, votesOf } from "./authorize-subject.ts";
import type { Subject } from "./subject.ts";

/**
 * Voids decisions about items that the caller has changed, and returns their number. The first phase with such a decision opens again
 * with its people; those behind it open again when it is approved. A phase that counts the requester's own request as an approval opens
 * again too, if someone else changed the items.
 */
export async function reconsider(
  context: CallContext,
  subject: Subject,
  changedKeys: ReadonlySet<string>,
): Promise<number> {
  const { store, clock, caller } = context;
  const begun = (await phasesOf(context, subject.key)).filter(({ state }) => state !== PhaseState.Pending);
  const votes = await votesOf(context, begun);
  let voided = 0;
  let isBehind = false;
  for (const phase of begun) {
    const { authorizers = [], decisions = [] } = votes.get(phase.key) ?? {};
    const opensAnew = isBehind || (caller.key !== subject.requesterKey && isApprovedByAsking(phase));
    const concerned = decisions.filter((one) => opensAnew || [...changedKeys].some((key) => isAbout(one, key)));
    for (const { key } of concerned)
      await store.save("decisions", { key, voidedAt: clock.now(), voidedBecause: "edited" });
    voided += concerned.length;
    if (opensAnew || concerned.length > 0) isBehind = true;
    if (opensAnew) await setBack(context, phase, authorizers);
    else if (isBehind) await askAgain(context, { subject, phase }, concerned);
  }
  return voided;
}

async function askAgain(
  context: CallContext,
  { subject, phase: { key, sequence } }: { readonly subject: Subject; readonly phase: Row<"requestPhases"> },
  voided: readonly Row<"decisions">[],
): Promise<void> {
  await context.store.save("requestPhases", { key, state: PhaseState.Open, closedAt: null });
  subject.tell(context, "asked", { to: voided.map(({ userKey }) => userKey), facts: { phase: sequence } });
}

function isApprovedByAsking({ carried }: Row<"requestPhases">): boolean {
  return (carried ?? []).some(({ phase }) => phase === null);
}

async function setBack(
  { store }: CallContext,
  { key: phaseKey }: Row<"requestPhases">,
  authorizers: readonly Row<"requestAuthorizers">[],
): Promise<void> {
  for (const { key } of authorizers) await store.remove("requestAuthorizers", key);
  await store.save("requestPhases", { key: phaseKey, state: PhaseState.Pending, openedAt: null, closedAt: null });
}
