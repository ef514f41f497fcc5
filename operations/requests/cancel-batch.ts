import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import { oneOf } from "#domain/query/condition.ts";

import { engineCaller } from "../kernel/callers.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { invoke } from "../kernel/invoke.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { cancel } from "./cancel.ts";
import { type BatchPart, eachOfBatch, refuseTogether, serviceOf } from "./engine/batch-parts.ts";
import { cancellableStatuses } from "./engine/cancel-request.ts";
import { stopBatch } from "./stop-batch.ts";

/** Cancelled requests of a batch. */
export interface CancelledBatch extends BatchPart {
  readonly key: string;
  /** Number of recipients whose request is not submitted yet; nothing is submitted for them any more. */
  readonly waiting: number;
}

/**
 * Cancels a batch for its requester: nothing more is submitted, and requests that can be cancelled are, some in one call. One that has begun
 * is skipped, with the reason.
 * @throws NOT_FOUND, FORBIDDEN, NOT_SUPPORTED
 */
export const cancelBatch = defineOperation({
  name: "requestBatches.cancel",
  input: z.strictObject({
    key: keyInput,
    /** Key of the request after which the call continues, as the answer before has named it. */
    after: keyInput.nullish(),
  }),
  callers: ["user"],
  policies: [
    { name: policyOf.get("requestBatches"), rows: true },
    { name: policyOf.action("requestBatches/cancel"), facts: batchFacts },
  ],
  audit: { operation: "RBCN", describe: ({ key }) => ({ ident: key }) },
  async prepare(context, { key: batchKey, after }): Promise<BatchPart> {
    refuseTogether(context);
    await visibleRow(context, { table: "requestBatches", key: batchKey });
    // First nothing more is submitted, so that no request comes after those that are cancelled.
    const { module, requestId } = context.caller;
    await invoke(stopBatch, serviceOf(context), engineCaller(module, requestId), { key: batchKey });
    const requests = { batchKey, after: after ?? null, where: oneOf("status", cancellableStatuses) };
    return eachOfBatch(context, requests, (service, key) => invoke(cancel, service, context.caller, { key }));
  },
  async run(context, { key }, part): Promise<CancelledBatch> {
    const batch = await lockedRow(context, { table: "requestBatches", key });
    return { key, waiting: batch.waiting, ...part };
  },
});

/** Returns the facts of a batch for policies; a missing one has none. */
async function batchFacts({ store }: CallContext, { key }: { readonly key: string }) {
  return { ...(await store.get("requestBatches", key)) };
}
