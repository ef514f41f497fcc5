import type { OpenLeaverStep } from "#domain/identity/leaver-steps.ts";

import { handOverDecisions } from "../approvals/hand-over-decisions.ts";
import { changeKnownPasswords } from "../checkouts/engine/change-known-passwords.ts";
import { revokeCheckoutsOf } from "../checkouts/engine/revoke-checkouts-of.ts";
import { endDelegationsOf } from "../delegations/engine/end-delegations-of.ts";
import type { CallContext } from "../kernel/context.ts";
import type { LeaverStep } from "../kernel/leaver-step.ts";
import { endAccessOfLeaver } from "../requests/engine/access-of-leaver.ts";
import { cancelRequestsOf } from "../requests/engine/cancel-requests-of.ts";
import { handOverTasks } from "../requests/engine/hand-over-tasks.ts";
import { handOverReviews } from "../users/engine/hand-over-reviews.ts";
import { handOverSponsored } from "../users/engine/hand-over-sponsored.ts";

/** The steps of what happens when a person leaves, a row for each name of `domain/identity/leaver-steps.ts`. */
export const leaverSteps: Readonly<Record<OpenLeaverStep, LeaverStep<CallContext>>> = {
  requests: { handle: cancelRequestsOf },
  decisions: inTurn(handOverDecisions, handOverTasks, { handle: handOverReviews }),
  delegations: { handle: endDelegationsOf },
  checkouts: { handle: revokeCheckoutsOf },
  passwords: { handle: changeKnownPasswords },
  access: endAccessOfLeaver,
  sponsored: { handle: handOverSponsored },
};

/** Returns a step of several parts, which are handled one after the other. */
function inTurn(...parts: readonly LeaverStep<CallContext>[]): LeaverStep<CallContext> {
  return {
    async prepare(context, userKey) {
      const named = new Map<string, readonly string[]>();
      for (const part of parts)
        for (const [key, to] of (await part.prepare?.(context, userKey)) ?? []) named.set(key, to);
      return named;
    },
    async handle(context, userKey, named) {
      let items = 0;
      let more = false;
      for (const part of parts) {
        const progress = await part.handle(context, userKey, named);
        items += progress.items;
        more ||= progress.more;
      }
      return { items, more };
    },
  };
}
