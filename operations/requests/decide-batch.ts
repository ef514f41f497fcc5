import { z } from "zod";

import { commentMaxCharacters } from "#domain/limits.ts";
import { allOf, eq, related } from "#domain/query/condition.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { batchRecipientsMax } from "#domain/template-limits.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, phaseInput } from "../kernel/inputs/operation-input.ts";
import { invoke } from "../kernel/invoke.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { decide } from "./decide.ts";
import { type BatchPart, eachOfBatch } from "./engine/batch-parts.ts";
import { expectationInput } from "./engine/seen-request.ts";

const input = z.strictObject({
  key: keyInput,
  phase: phaseInput,
  decision: z.enum([Decision.Approve, Decision.Deny, Decision.Abstain]),
  comment: filledText(commentMaxCharacters).nullish(),
  /** Keys of requests about which nothing is decided. */
  except: z.array(keyInput).max(batchRecipientsMax).nullish(),
  /** Content of requests that their approver has seen; one that was edited after its submission needs it to be approved. */
  expect: z
    .array(z.strictObject({ requestKey: keyInput, expect: expectationInput }))
    .max(batchRecipientsMax)
    .nullish(),
  /** Key of the request after which the call continues, as the answer before has named it. */
  after: keyInput.nullish(),
});

/** Decisions about requests of a batch. */
export interface DecidedBatch extends BatchPart {
  readonly key: string;
}

/**
 * Decides about the requests of a batch in whose open phase the caller is asked, except those that are named: some in one call, each by a
 * decision of its own. A request that refuses the decision is skipped, with the reason.
 * @throws NOT_FOUND, FORBIDDEN, NOT_SUPPORTED
 */
export const decideBatch = defineOperation({
  name: "requestBatches.decide",
  input,
  callers: ["user"],
  policies: policiesOfChange("action", "requestBatches/decide"),
  audit: {
    operation: "RBDC",
    describe: ({ key, phase, decision }, output?: DecidedBatch) => ({
      ident: key,
      message: `phase ${phase} ${decision}${output === undefined ? "" : `: ${countsOf(output)}`}`,
    }),
  },
  async prepare(context, { key: batchKey, phase, decision, ...given }): Promise<BatchPart> {
    await visibleRow(context, { table: "requestBatches", key: batchKey });
    const { comment, except, expect, after } = given;
    const expected = new Map((expect ?? []).map((one) => [one.requestKey, one.expect]));
    const requests = { batchKey, after: after ?? null, where: asksCaller(context, phase), except: except ?? [] };
    return eachOfBatch(context, requests, (service, key) =>
      invoke(decide, service, context.caller, { key, phase, decision, comment, expect: expected.get(key) }),
    );
  },
  run: async (_context, { key }, part): Promise<DecidedBatch> => ({ key, ...part }),
});

/** Returns the condition on requests that the caller can decide in an open phase of this number. */
function asksCaller({ caller }: CallContext, phase: number) {
  return allOf(
    related("authorizers", allOf(eq("userKey", caller.key ?? ""), eq("waits", true))),
    related("phases", allOf(eq("sequence", phase), eq("state", PhaseState.Open))),
  );
}

/** Returns the counts of a part of a batch, for the audit. */
function countsOf({ done, excepted, skipped }: BatchPart): string {
  return `done ${done}, excepted ${excepted}, skipped ${skipped.length}`;
}
