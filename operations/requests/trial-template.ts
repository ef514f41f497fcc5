import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { batchTrialMax } from "#domain/template-limits.ts";
import { giveWay, isTurnOver } from "#platform/loop-turns.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { type CodedOperation, formInput, keyInput } from "../kernel/inputs/operation-input.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { judgeRequest } from "./engine/accept-request.ts";
import { refuseOpen } from "./engine/open-requests.ts";
import { checkByPerformers } from "./engine/performers-of.ts";
import { contentOf, filledForm, operationsFor, requireUsable, type TemplateUsed } from "./engine/template-use.ts";

/** Trial of a template for a recipient: the operations of the request, or the refusal. */
export interface TriedRecipient {
  readonly recipientKey: string;
  readonly operations: readonly Pick<
    CodedOperation,
    "code" | "targetSystemKey" | "accountKey" | "groupKey" | "attributes" | "form" | "until" | "forHours"
  >[];
  /** Number of approval phases of the request. */
  readonly phases: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/**
 * Shows for each recipient what a template would request, or the refusal; writes nothing. Limits of what one person may submit are not
 * counted.
 * @throws NOT_FOUND, FORBIDDEN, TEMPLATE_NOT_USABLE, FORM_INVALID
 */
export const trialTemplate = defineOperation({
  name: "templates.trialRequest",
  kind: "read",
  input: z.strictObject({
    key: keyInput,
    recipientKeys: z.array(keyInput).min(1, "needs at least one recipient").max(batchTrialMax),
    form: formInput.nullish(),
  }),
  callers: ["user"],
  policies: policiesOfChange("action", "templates/trialRequest"),
  audit: { operation: "RBTR", when: "refusalOnly", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, recipientKeys, form }): Promise<{ readonly recipients: readonly TriedRecipient[] }> {
    const template = await visibleRow(context, { table: "templates", key });
    requireUsable(context, template.usableBy);
    const used = { form: filledForm(template, form ?? {}), content: await contentOf(context, template) };
    const recipients: TriedRecipient[] = [];
    for (const recipientKey of new Set(recipientKeys)) {
      if (isTurnOver()) await giveWay();
      recipients.push(await tried(context, { ...used, templateKey: key }, recipientKey));
    }
    return { recipients };
  },
});

async function tried(
  context: CallContext,
  used: TemplateUsed & { readonly templateKey: string },
  recipientKey: string,
): Promise<TriedRecipient> {
  const none = { recipientKey, operations: [], phases: 0, errorCode: null, errorMessage: null };
  try {
    const operations = await operationsFor(context, used, recipientKey);
    await checkByPerformers(context, recipientKey, operations);
    const batch = { templateKey: used.templateKey, phases: used.content.phases };
    const { checked, plan } = await judgeRequest(context, { ownerKey: recipientKey, operations, batch });
    await refuseOpen(context, { recipientKey, operations: checked.operations });
    return { ...none, operations: checked.operations.map(shownOperation), phases: plan.phases.length };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind === "unavailable" || error.kind === "internal") throw error;
    return { ...none, errorCode: error.code, errorMessage: error.message };
  }
}

function shownOperation(operation: CodedOperation): TriedRecipient["operations"][number] {
  const { code, targetSystemKey, accountKey, groupKey, attributes, form, until, forHours } = operation;
  return {
    code,
    targetSystemKey,
    accountKey: accountKey ?? null,
    groupKey: groupKey ?? null,
    attributes: attributes ?? {},
    form: form ?? {},
    until: until ?? null,
    forHours: forHours ?? null,
  };
}
