import { ServiceError } from "#domain/errors.ts";
import type { JsonValue } from "#domain/json.ts";
import type { Decision } from "#domain/requests/phase-rules/decision.ts";

import { requireDecidable } from "../../approvals/decide-in-phase.ts";
import type { RecordedDecision } from "../../approvals/record-decision.ts";
import type { CallContext } from "../../kernel/context.ts";
import { requireAccepted } from "../../kernel/operation-identifiers.ts";
import { findRequestPhase } from "./find-request-phase.ts";
import { requireSeen } from "./seen-request.ts";

/** Decision about a request of another node. */
export interface DecisionToSend {
  readonly key: string;
  readonly phase: number;
  readonly decision: Decision;
  readonly operations: readonly number[] | null;
  readonly comment: string | null;
  readonly expect: Parameters<typeof requireSeen>[2]["expect"];
}

/**
 * Sends a decision to the home node of its request, which takes it once it has arrived. It is asked here what that node will ask too: by the
 * rows as they are known here.
 * @throws the refusals of a decision
 */
export async function sendDecision(context: CallContext, sent: DecisionToSend): Promise<RecordedDecision> {
  const { store, ids, clock, caller } = context;
  const { key: requestKey, phase, decision, operations, comment, expect } = sent;
  const found = await findRequestPhase(context, requestKey, phase, { isElsewhere: true });
  const stated = { decision, numbers: operations, comment };
  const { decided } = await requireDecidable(context, found, stated, async () => {
    await requireAccepted(context, found.request.operationId);
    await requireSeen(context, found.request, { decision, expect });
  });
  const userKey = caller.key ?? "";
  const known = await store.select("sentDecisions", { where: { requestKey, userKey, phase, state: "sent" } });
  if (known.length > 0)
    throw new ServiceError("ALREADY_DECIDED", {
      target: "phase",
      message: "You already decided this phase. The node of the request has not taken your decision yet.",
    });
  await store.add("sentDecisions", {
    key: ids.guid(),
    requestKey,
    phase,
    userKey,
    decision,
    operations,
    comment,
    expect: (expect ?? null) as JsonValue,
    sentAt: clock.now(),
  });
  return { phase, decision, operations: decided };
}
