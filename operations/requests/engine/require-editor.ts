import { ServiceError } from "#domain/errors.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { findRequestPhase } from "./find-request-phase.ts";

/**
 * Throws NOT_EDITABLE unless the caller may edit a request now: its requester after it was sent back, otherwise an authorizer of its open
 * phase if that phase allows it.
 * @throws NOT_EDITABLE
 */
export async function requireEditor(context: CallContext, request: Row<"reqbatch">): Promise<void> {
  const { clock, caller } = context;
  const waits = request.status === RequestStatus.WaitingForAuthorization && clock.now() < request.expiresAt;
  const mayEdit =
    request.sentBackAt === null ? await decidesEditable(context, request.key) : request.requesterKey === caller.key;
  if (!waits || !mayEdit) throw new ServiceError("NOT_EDITABLE", { target: "key" });
}

async function decidesEditable(context: CallContext, requestKey: string): Promise<boolean> {
  const [phase] = await context.store.select("requestPhases", { where: { requestKey, state: PhaseState.Open } });
  if (phase?.mayEdit !== true) return false;
  // By the delegations of this moment, as for a decision.
  const { votes } = await findRequestPhase(context, requestKey, phase.sequence);
  return votes.authorizers.some(({ userKey }) => userKey === context.caller.key);
}
