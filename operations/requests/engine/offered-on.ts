import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq, gt, ne, noneOf, oneOf, related } from "#domain/query/condition.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { openStatuses, RequestStatus } from "#domain/requests/request-status.ts";

import type { Offering } from "../../kernel/define-operation.ts";
import { noPhase } from "./keep-waiting.ts";

const isMine = ({ userKey }: Offering) => eq("userKey", userKey);
const isOpen = oneOf("status", openStatuses);
const isWaiting = ({ now }: Offering) =>
  allOf(eq("status", RequestStatus.WaitingForAuthorization), gt("expiresAt", now));

/** Requests with an open phase that may be decided now, for which conditions hold. */
function withOpenPhase(offering: Offering, ...conditions: readonly Expression[]): Expression {
  const open = related("phases", allOf(eq("state", PhaseState.Open), ...conditions));
  return allOf(isOpen, eq("sentBackAt", null), gt("expiresAt", offering.now), open);
}

/** On which requests something can be done, by what that asks of them; a policy is about the phase where phases are asked. */
export const offeredOn = {
  /** The caller is asked, and has not decided about all of it. */
  decidable: (offering: Offering) => {
    const whole = related("decisions", allOf(isMine(offering), eq("voidedAt", null), eq("operationKeys", null)));
    return withOpenPhase(offering, offering.policy, related("authorizers", isMine(offering)), noneOf(whole));
  },
  /** The caller has decided in the phase that is open. */
  decided: (offering: Offering) =>
    withOpenPhase(offering, offering.policy, related("decisions", allOf(isMine(offering), eq("voidedAt", null)))),
  /** The caller is asked. */
  asked: (offering: Offering) => withOpenPhase(offering, offering.policy, related("authorizers", isMine(offering))),
  /** A phase is open, whoever is asked. */
  phaseOpen: (offering: Offering) => withOpenPhase(offering, offering.policy),
  /** It waits for people; who asked is not one of those whom it asks because it was sent back to them. */
  waiting: (offering: Offering) => {
    const asked = related("authorizers", allOf(isMine(offering), ne("requestPhaseKey", noPhase)));
    const isOthers = anyOf(eq("sentBackAt", null), ne("requesterKey", offering.userKey), asked);
    return allOf(offering.policy, eq("status", RequestStatus.WaitingForAuthorization), isOthers);
  },
  /** It has not ended. */
  open: (offering: Offering) => allOf(offering.policy, isOpen),
  /** It was sent back. */
  sentBack: (offering: Offering) => allOf(offering.policy, isOpen, ne("sentBackAt", null)),
  /** It is on hold. */
  onHold: (offering: Offering) => allOf(offering.policy, eq("status", RequestStatus.OnHold)),
  /** The caller may change it: its requester after it was sent back, otherwise who is asked where the phase lets them. */
  editable: (offering: Offering) => {
    const byAuthorizer = withOpenPhase(offering, eq("mayEdit", true), related("authorizers", isMine(offering)));
    const byRequester = allOf(ne("sentBackAt", null), eq("requesterKey", offering.userKey));
    return allOf(offering.policy, isWaiting(offering), anyOf(byRequester, byAuthorizer));
  },
} as const;
