import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { isAbout } from "#domain/requests/phase-verdict.ts";

import type { CallContext } from "../../context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { phasesOf, votesOf } from "./authorize-request.ts";

/**
 * Marks what was decided about changed operations as no longer counting, and gives the number of these decisions. The first phase in
 * which there was such a decision is open again with its people; those behind it open anew, when it is approved.
 */
export async function reconsider(
  context: CallContext,
  requestKey: string,
  changedKeys: readonly string[],
): Promise<number> {
  const { store, clock } = context;
  const begun = (await phasesOf(context, requestKey)).filter(({ state }) => state !== PhaseState.Pending);
  const votes = await votesOf(context, begun);
  let voided = 0;
  for (const phase of begun) {
    const { authorizers = [], decisions = [] } = votes.get(phase.key) ?? {};
    const isBehind = voided > 0;
    const concerned = decisions.filter((one) => isBehind || changedKeys.some((key) => isAbout(one, key)));
    for (const { key } of concerned)
      await store.save("decisions", { key, voidedAt: clock.now(), voidedBecause: "edited" });
    voided += concerned.length;
    if (isBehind) {
      for (const { key } of authorizers) await store.remove("requestAuthorizers", key);
      await store.save("requestPhases", { key: phase.key, state: PhaseState.Pending, openedAt: null, closedAt: null });
    } else if (concerned.length > 0) {
      await store.save("requestPhases", { key: phase.key, state: PhaseState.Open, closedAt: null });
      const to = concerned.map(({ userKey }) => userKey);
      notice(context, "asked", { requestKey, to, facts: { phase: phase.sequence } });
    }
  }
  return voided;
}
