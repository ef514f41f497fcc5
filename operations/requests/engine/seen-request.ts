import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { requestOperationsMax } from "#domain/limits.ts";
import { mismatches } from "#domain/requests/expectation.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { keyInput, operationInput } from "../../kernel/inputs/operation-input.ts";

/** Schema of the parts of a request that its approver has seen. */
export const expectationInput = z
  .strictObject({
    recipient: keyInput.nullish(),
    operations: z
      .array(
        operationInput.extend({
          sequence: z.int().min(1).max(requestOperationsMax).nullish(),
          targetSystemKey: keyInput.nullish(),
        }),
      )
      .max(requestOperationsMax)
      .optional(),
  })
  .nullish();

/** A decision with the parts that its author has seen. */
interface SeenDecision {
  readonly decision: Decision;
  readonly expect?: z.output<typeof expectationInput>;
}

/**
 * Throws unless a decision is about the request that its author has seen: as stated, and a statement is required if the request was edited
 * after its submission. The caller must have locked the request.
 * @throws EXPECTATION_MISSING, EXPECTATION_FAILED
 */
export async function requireSeen(
  context: CallContext,
  request: Row<"reqbatch">,
  { decision, expect }: SeenDecision,
): Promise<void> {
  // A version in If-Match was compared when the transaction began.
  const isSaid = expect?.operations !== undefined || context.precondition !== undefined;
  if (request.editedAt !== null && decision === Decision.Approve && !isSaid)
    throw new ServiceError("EXPECTATION_MISSING", { target: "expect" });
  if (!expect) return;
  const operations = await context.store.select("requestOperations", {
    where: { requestKey: request.key },
    orderBy: [["sequence", "asc"]],
  });
  const found = mismatches(expect, { recipient: request.recipientKey, operations });
  if (found.length === 0) return;
  throw new ServiceError("EXPECTATION_FAILED", {
    target: found[0]?.target,
    details: found.map((mismatch) => ({ code: "EXPECTATION_FAILED", ...mismatch })),
  });
}
