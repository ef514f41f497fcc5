import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq, gt, ne, noneOf, oneOf, related } from "#domain/query/condition.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { openStatuses, RequestStatus } from "#domain/requests/request-status.ts";
import { openTaskStates } from "#domain/requests/task.ts";

import { noPhase } from "../../approvals/keep-waiting.ts";
import type { Offering } from "../../kernel/define-operation.ts";

const isMine = ({ userKey }: Offering) => eq("userKey", userKey);
const isWaitedFor = (offering: Offering) => allOf(isMine(offering), eq("waits", true));
const isOffered = oneOf("task", ["offered", "accepted"]);
const isOpen = oneOf("status", openStatuses);
const isWaiting = ({ now }: Offering) =>
  allOf(eq("status", RequestStatus.WaitingForAuthorization), gt("expiresAt", now));

/** Returns the condition on requests with an open phase that can be decided now and fulfils conditions. */
function withOpenPhase(offering: Offering, ...conditions: readonly Expression[]): Expression {
  const open = related("phases", allOf(eq("state", PhaseState.Open), ...conditions));
  return allOf(isOpen, eq("sentBackAt", null), gt("expiresAt", offering.now), open);
}

/**
 * Conditions on requests for advertising actions, by the requirements of the actions; for actions on phases the policy is about the phase.
 */
export const offeredOn = {
  /** Returns the requests in which the caller is asked, and has not decided about all operations. */
  decidable: (offering: Offering) => {
    const whole = related("decisions", allOf(isMine(offering), eq("voidedAt", null), eq("operationKeys", null)));
    return withOpenPhase(offering, offering.policy, related("authorizers", isMine(offering)), noneOf(whole));
  },
  /** Returns the requests in which the caller has decided in the open phase. */
  decided: (offering: Offering) =>
    withOpenPhase(offering, offering.policy, related("decisions", allOf(isMine(offering), eq("voidedAt", null)))),
  /** Returns the requests in which the caller is asked. */
  asked: (offering: Offering) => withOpenPhase(offering, offering.policy, related("authorizers", isMine(offering))),
  /** Returns the requests with an open phase, for any authorizers. */
  phaseOpen: (offering: Offering) => withOpenPhase(offering, offering.policy),
  /** Returns the requests that wait for people; a requester to whom one was sent back does not count as asked. */
  waiting: (offering: Offering) => {
    const asked = related("authorizers", allOf(isMine(offering), ne("requestPhaseKey", noPhase)));
    const isOthers = anyOf(eq("sentBackAt", null), ne("requesterKey", offering.userKey), asked);
    return allOf(offering.policy, eq("status", RequestStatus.WaitingForAuthorization), isOthers);
  },
  /** Returns the requests that have not ended. */
  open: (offering: Offering) => allOf(offering.policy, isOpen),
  /** Returns the requests that were sent back. */
  sentBack: (offering: Offering) => allOf(offering.policy, isOpen, ne("sentBackAt", null)),
  /** Returns the requests on hold. */
  onHold: (offering: Offering) => allOf(offering.policy, eq("status", RequestStatus.OnHold)),
  /** Returns the requests in which a task waits for the caller. */
  taskAsked: (offering: Offering) =>
    allOf(isOpen, related("operations", allOf(offering.policy, isOffered, related("offers", isWaitedFor(offering))))),
  /** Returns the requests with a task that waits for the caller, or that the caller may answer without being asked. */
  taskHeld: (offering: Offering) => {
    const isFree = anyOf(related("offers", isWaitedFor(offering)), noneOf(related("offers", isMine(offering))));
    return allOf(isOpen, related("operations", allOf(offering.policy, oneOf("task", openTaskStates), isFree)));
  },
  /** Returns the requests with an accepted task of the caller for which a password can be shown. */
  passwordHeld: (offering: Offering) => {
    const isTheirs = allOf(eq("task", "accepted"), eq("implementerKey", offering.userKey));
    const isUnseen = gt("passwordUntil", offering.now);
    return allOf(isOpen, related("operations", allOf(offering.policy, isTheirs, isUnseen)));
  },
  /** Returns the requests that the caller may edit: as requester after it was sent back, otherwise as approver if the phase allows it. */
  editable: (offering: Offering) => {
    const byAuthorizer = withOpenPhase(offering, eq("mayEdit", true), related("authorizers", isMine(offering)));
    const byRequester = allOf(ne("sentBackAt", null), eq("requesterKey", offering.userKey));
    return allOf(offering.policy, isWaiting(offering), anyOf(byRequester, byAuthorizer));
  },
} as const;
