import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import { batchesOpenMax, batchRecipientsMax } from "#domain/template-limits.ts";
import { giveWay } from "#platform/loop-turns.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { formInput, keyInput, momentInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { contentOf, filledForm, requireUsable } from "./engine/template-use.ts";

/** Recipients whose rows are written before others are served. */
const membersAtOnce = 50;

const onceRule = "must name each recipient once";

const recipientKeys = z
  .array(keyInput)
  .min(1, "needs at least one recipient")
  .max(batchRecipientsMax)
  .refine((keys) => new Set(keys).size === keys.length, onceRule)
  .meta({ rule: onceRule });

/** A batch of requests that was accepted. */
export type SubmittedBatch = Row<"requestBatches">;

/**
 * Submits a template for recipients: saves the batch with the content of the template, and the hub submits a request for each recipient. A
 * recipient for whom it cannot be requested stops no other.
 * @throws NOT_FOUND, FORBIDDEN, TEMPLATE_DISABLED, TEMPLATE_NOT_USABLE, FORM_INVALID, START_IN_PAST, BATCHES_OPEN_MAX
 */
export const requestTemplate = defineOperation({
  name: "templates.request",
  operationType: "TEMPLATE_REQUEST",
  input: z.strictObject({
    key: keyInput,
    recipientKeys,
    form: formInput.nullish(),
    reason: filledText(commentMaxCharacters).nullish(),
    startAt: momentInput.nullish(),
  }),
  callers: ["user"],
  policies: policiesOfChange("action", "templates/request"),
  audit: {
    operation: "RBSB",
    describe: ({ key }, batch?: SubmittedBatch) => ({
      ident: key,
      message: batch === undefined ? null : `batch ${batch.key}, recipients ${batch.recipients}`,
    }),
  },
  async run(context, { key, recipientKeys: keys, form, reason = null, startAt = null }): Promise<SubmittedBatch> {
    const { store, clock, ids, caller, operationId } = context;
    const template = await visibleRow(context, { table: "templates", key });
    if (!template.enabled) throw new ServiceError("TEMPLATE_DISABLED", { target: "key" });
    requireUsable(context, template.usableBy);
    const values = filledForm(template, form ?? {});
    const now = clock.now();
    if (startAt !== null && startAt <= now) throw new ServiceError("START_IN_PAST", { target: "startAt" });
    const requesterKey = caller.key ?? "";
    await requireRoom(context, requesterKey);
    const batch = await store.add("requestBatches", {
      key: ids.guid(),
      templateKey: key,
      templateName: template.name,
      requesterKey,
      reason,
      startAt,
      form: values,
      recipients: keys.length,
      waiting: keys.length,
      submitted: 0,
      refused: 0,
      createdAt: now,
      content: await contentOf(context, template),
      operationId,
      requestId: caller.requestId,
      submittedBy: caller.module,
    });
    await addMembers(context, batch.key, keys);
    await store.moments.set({ key: batch.key, kind: "requestBatch", at: now });
    return batch;
  },
});

/** Adds the recipients of a batch in their order; in between others are served. */
async function addMembers({ store, ids }: CallContext, batchKey: string, keys: readonly string[]): Promise<void> {
  const rows = keys.map((recipientKey, index) => {
    return { key: ids.guid(), batchKey, state: "waiting" as const, sequence: index + 1, recipientKey };
  });
  for (let from = 0; from < rows.length; from += membersAtOnce) {
    await store.addAll("requestBatchMembers", rows.slice(from, from + membersAtOnce));
    await giveWay();
  }
}

async function requireRoom({ store, caller }: CallContext, requesterKey: string): Promise<void> {
  if (caller.superuser) return;
  // Concurrent calls of one requester see each other.
  await store.lock("users", requesterKey);
  const open = await store.count("requestBatches", allOf(eq("requesterKey", requesterKey), eq("finishedAt", null)));
  if (open >= batchesOpenMax) throw new ServiceError("BATCHES_OPEN_MAX", { target: "key" });
}
