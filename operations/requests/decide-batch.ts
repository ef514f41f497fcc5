import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { allOf, eq, related } from "#domain/query/condition.ts";
import { PhaseState } from "#domain/requests/phase-outcome.ts";
import { Decision } from "#domain/requests/phase-rules/decision.ts";
import { batchRecipientsMax } from "#domain/template-limits.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, momentInput, phaseInput } from "../kernel/inputs/operation-input.ts";
import { invoke } from "../kernel/invoke.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { decide } from "./decide.ts";
import { type BatchPart, eachOfBatch } from "./engine/batch-parts.ts";

const input = z.strictObject({
  key: keyInput,
  phase: phaseInput,
  decision: z.enum([Decision.Approve, Decision.Deny, Decision.Abstain]),
  comment: filledText(commentMaxCharacters).nullish(),
  /** Keys of requests about which nothing is decided. */
  except: z.array(keyInput).max(batchRecipientsMax).nullish(),
  /** Last edits of requests that their approver has read; a request that was edited after its submission needs it to be approved. */
  seen: z
    .array(z.strictObject({ requestKey: keyInput, editedAt: momentInput }))
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
    const { comment, except, seen, after } = given;
    const editsSeen = new Map((seen ?? []).map(({ requestKey, editedAt }) => [requestKey, editedAt]));
    const requests = { batchKey, after: after ?? null, where: asksCaller(context, phase), except: except ?? [] };
    return eachOfBatch(context, requests, (service, key) => {
      const editedAt = editsSeen.get(key);
      const precondition = editedAt === undefined ? {} : { precondition: requireEdit(key, editedAt) };
      const stated = { key, phase, decision, comment };
      return invoke(decide, { ...service, ...precondition }, context.caller, stated).catch(asOfBatch);
    });
  },
  run: async (_context, { key }, part): Promise<DecidedBatch> => ({ key, ...part }),
});

/** Throws an error of a single decision, with the way out that a batch has. */
function asOfBatch(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== "EXPECTATION_MISSING") throw error;
  const message = "The request was edited after it was submitted. Read it, and name its editedAt in seen.";
  throw new ServiceError(error.code, { target: "seen", message });
}

/**
 * Returns the precondition that a request was last edited at a moment, so that its approver has read what it is now.
 * @throws EXPECTATION_FAILED
 */
function requireEdit(key: string, editedAt: number): NonNullable<CallContext["precondition"]> {
  return async ({ store }) => {
    const request = await store.lock("reqbatch", key);
    if (request?.editedAt !== editedAt) throw new ServiceError("EXPECTATION_FAILED", { target: "seen" });
  };
}

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
