import type { OpenLeaverStep } from "#domain/identity/leaver-steps.ts";

import { handOverDecisions } from "../approvals/hand-over-decisions.ts";
import { changeKnownPasswords } from "../checkouts/engine/change-known-passwords.ts";
import { revokeCheckoutsOf } from "../checkouts/engine/revoke-checkouts-of.ts";
import { endDelegationsOf } from "../delegations/engine/end-delegations-of.ts";
import type { CallContext } from "../kernel/context.ts";
import type { LeaverStep } from "../kernel/leaver-step.ts";
import { endAccessOfLeaver } from "../requests/engine/access-of-leaver.ts";
import { cancelRequestsOf } from "../requests/engine/cancel-requests-of.ts";
import { handOverSponsored } from "../users/engine/hand-over-sponsored.ts";

/** The steps of what happens when a person leaves, a row for each name of `domain/identity/leaver-steps.ts`. */
export const leaverSteps: Readonly<Record<OpenLeaverStep, LeaverStep<CallContext>>> = {
  requests: { handle: cancelRequestsOf },
  decisions: handOverDecisions,
  delegations: { handle: endDelegationsOf },
  checkouts: { handle: revokeCheckoutsOf },
  passwords: { handle: changeKnownPasswords },
  access: endAccessOfLeaver,
  sponsored: { handle: handOverSponsored },
};
