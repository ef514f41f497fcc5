import { availableParallelism } from "node:os";

import { busyRefusalMs } from "#domain/limits.ts";
import { samlQueueMax } from "#domain/saml-limits.ts";
import { type JudgedResponse, judgeResponse, type ResponseToJudge } from "#platform/saml/response-thread.ts";

import { createTurns } from "../../proofs/password-turns.ts";
import { createQueuePriorities } from "../../proofs/sign-in-queue-priority.ts";

const inTurn = createTurns({
  parallelMax: Math.max(1, Math.min(2, availableParallelism() - 1)),
  queueMax: samlQueueMax,
  refusedAfterMs: busyRefusalMs,
});
const standings = createQueuePriorities(() => performance.now());

/**
 * Judges an answer of an identity provider when its turn comes; one network cannot crowd out the others.
 * @throws SIGN_IN_BUSY when too many wait
 */
export function judgeInTurn(response: ResponseToJudge, source: string): Promise<JudgedResponse> {
  return inTurn(standings.arrived(source), async () => {
    const judged = await judgeResponse(response);
    if ("assertion" in judged) standings.succeeded(source);
    return judged;
  });
}
