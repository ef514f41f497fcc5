import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { requestOperationsMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import { withMemberships } from "#domain/requests/changed-memberships.ts";
import { isFinalResult } from "#domain/requests/operation-result.ts";
import type { Row } from "#store/tables.ts";

import { reconsider } from "../approvals/reconsider.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { accessEndInput, attributesInput, formInput, keyInput } from "../kernel/inputs/operation-input.ts";
import { heldOperations } from "./engine/already-held.ts";
import { countRequest } from "./engine/count-request.ts";
import { changedOperations, editOperations } from "./engine/edit-operations.ts";
import { requireSod } from "./engine/judge-sod.ts";
import { withNewIdCase } from "./engine/new-id-case.ts";
import { offeredOn } from "./engine/offered-on.ts";
import { requestFacts } from "./engine/request-facts.ts";
import { RequestSubject } from "./engine/request-subject.ts";
import { requireEditor } from "./engine/require-editor.ts";
import { holdOpenRequest } from "./engine/write-comment.ts";

const onceRule = "must not name an operation twice";

const input = z.strictObject({
  key: keyInput,
  operations: z
    .array(
      z.strictObject({
        /** Number of the operation. */
        sequence: z.int().min(1),
        /** Key of the account; undefined to leave it unchanged. */
        accountKey: keyInput.nullable().optional(),
        /** Attributes that replace all previous ones; undefined to leave them unchanged. */
        attributes: attributesInput.nullable().optional(),
        /** End of the access; undefined to leave it unchanged, and null for none. */
        ...accessEndInput,
        /** Values of the form that replace all previous ones; undefined to leave them unchanged. */
        form: formInput.nullable().optional(),
      }),
    )
    .min(1, "needs at least one operation")
    .max(requestOperationsMax)
    .refine((all) => new Set(all.map(({ sequence }) => sequence)).size === all.length, onceRule)
    .meta({ rule: onceRule }),
});

/** A request whose operations were changed. */
export interface EditedRequest {
  readonly key: string;
  /** Numbers of the changed operations. */
  readonly changed: readonly number[];
  /** Number of decisions that no longer count, because they were about these operations. */
  readonly voided: number;
}

/**
 * Edits operations of a request that waits for approval: by its requester after it was sent back, or by the approvers of its open phase if
 * that allows it. Decisions about a changed operation no longer count, and their authors are asked again.
 * @throws NOT_FOUND, REQUEST_FINAL, NOT_EDITABLE, OPERATION_UNKNOWN, PLUGIN_UNUSABLE, SOD_FORBIDDEN, SOD_EXCEPTION_NEEDED and every code of
 * `checkOperations`
 */
export const edit = defineOperation({
  name: "requests.edit",
  input,
  policies: [
    { name: policyOf.get("requests"), facts: (context, { key }) => requestFacts(context, key) },
    { name: policyOf.action("requests/edit"), facts: (context, { key }) => requestFacts(context, key) },
  ],
  callers: ["user"],
  offered: offeredOn.editable,
  audit: {
    operation: "RQED",
    describe: ({ key }, output?: EditedRequest) => ({
      batchId: key,
      message: output === undefined ? null : `operations ${output.changed.join(", ")}`,
    }),
  },
  async prepare(context, { key, operations }) {
    const request = await context.store.get("reqbatch", key);
    if (!request) throw new ServiceError("NOT_FOUND", { target: "key" });
    return withNewIdCase(context, await changedOperations(context, key, operations), request.recipientKey);
  },
  async run(context, { key }, wanted): Promise<EditedRequest> {
    const request = await holdOpenRequest(context, key);
    await requireEditor(context, request);
    const changed = await editOperations(context, request, wanted);
    if (changed.length === 0) return { key, changed: [], voided: 0 };
    const { clock, caller } = context;
    await requireNoViolation(context, request);
    const alreadyHeld = await heldNow(context, request);
    const edited = await context.store.save("reqbatch", {
      key,
      editedAt: clock.now(),
      editedByKey: caller.key,
      alreadyHeld,
    });
    const voided = await reconsider(
      context,
      new RequestSubject(edited),
      new Set(changed.map((operation) => operation.key)),
    );
    // A request that was sent back is counted when it is resubmitted.
    if (edited.sentBackAt === null) await countRequest(context, edited);
    return { key, changed: changed.map(({ sequence }) => sequence), voided };
  },
});

/**
 * Refuses an edit that a rule of separation of duties forbids; where the phases of a rule must decide, they are added when the next phase
 * opens.
 */
async function requireNoViolation(context: CallContext, { key, recipientKey, direct }: Row<"reqbatch">): Promise<void> {
  const { store } = context;
  const rows = await store.select("requestOperations", { where: allOf(eq("requestKey", key), eq("result", null)) });
  // Accounts without owner are nobody's.
  const own = direct ? [] : rows.filter(({ associatedBy }) => associatedBy !== "none");
  const operations = withMemberships(own).map((one) => ({ ...one, place: "operations" }));
  await requireSod(context, { recipientKey, operations, request: { key, createdAt: null } }, (person) =>
    store.lock("users", person),
  );
}

async function heldNow(context: CallContext, { key, recipientKey }: Row<"reqbatch">): Promise<readonly number[]> {
  const rows = await context.store.select("requestOperations", {
    where: { requestKey: key },
    orderBy: [["sequence", "asc"]],
  });
  const open = rows.filter(({ result }) => !isFinalResult(result));
  // Accounts without owner are nobody's.
  return open.some(({ associatedBy }) => associatedBy === "none") ? [] : heldOperations(context, recipientKey, open);
}
