import { longestHoursOf } from "#domain/catalogue/catalogue-details.ts";
import { checkForm } from "#domain/catalogue/check-form.ts";
import type { FormValues } from "#domain/catalogue/form-fields.ts";
import { ServiceError } from "#domain/errors.ts";
import { everybodyClass } from "#domain/identity/user-classes.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { BatchContent } from "#domain/templates/batch-content.ts";
import { fillTemplate } from "#domain/templates/fill-template.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import { requirePolicy } from "../../kernel/require-policy.ts";
import { requireRecipient } from "../../kernel/rows/require-recipient.ts";
import { profileOf } from "./defined-attributes.ts";
import { submissionFacts } from "./request-facts.ts";

/** A template as it is used, with the values of its form. */
export interface TemplateUsed {
  readonly content: BatchContent;
  readonly form: FormValues;
}

/** Reads the content of a template as it is now, for a batch that keeps it. */
export async function contentOf({ store }: Pick<CallContext, "store">, row: Row<"templates">): Promise<BatchContent> {
  const { key, operations, usableBy, recipients } = row;
  const resource = { resourceType: "template", resourceKey: key } as const;
  const [details] = await store.select("catalogueDetails", { where: { ...resource }, limit: 1 });
  const phases = await store.select("authorizationPhases", {
    where: { ...resource },
    orderBy: [["sequence", "asc"]],
  });
  return {
    operations,
    usableBy,
    recipients,
    longestHours: longestHoursOf(details),
    phases: phases.map(({ key: ruleKey, version: ruleVersion, ...phase }) => {
      const { rule, minApprovals, maxDenials, reasonRequired, mayEdit } = phase;
      return { ruleKey, ruleVersion, rule, minApprovals, maxDenials, reasonRequired, mayEdit };
    }),
  };
}

/**
 * Throws unless the caller belongs to the requesters of a template.
 * @throws TEMPLATE_NOT_USABLE
 */
export function requireUsable({ caller }: Pick<CallContext, "caller">, usableBy: string | null): void {
  if (usableBy === null || caller.superuser || caller.classes.includes(usableBy)) return;
  throw new ServiceError("TEMPLATE_NOT_USABLE", { target: "key" });
}

/**
 * Returns the values of the form of a template, with the defaults of its fields.
 * @throws FORM_INVALID with one detail for each broken rule
 */
export function filledForm({ formFields }: Row<"templates">, given: FormValues): FormValues {
  const { values, faults } = checkForm(formFields, given);
  const details = faults.map(({ name, rule }) => ({
    code: "FORM_INVALID" as const,
    target: `form/${name}`,
    message: `${name} ${rule}.`,
  }));
  const [first] = details;
  if (first) throw new ServiceError("FORM_INVALID", { target: first.target, message: first.message, details });
  return values;
}

/**
 * Returns the operations that a template requests for a recipient, if the caller may request them: the same as in a request that names
 * them.
 * @throws FORBIDDEN, RECIPIENT_UNKNOWN, RECIPIENT_UNFIT, RECIPIENT_OUTSIDE, TEMPLATE_UNFIT
 */
export async function operationsFor(
  context: CallContext,
  { content, form }: TemplateUsed,
  recipientKey: string,
): Promise<readonly RequestedOperation[]> {
  const { store, clock } = context;
  // Nothing is said of a recipient for whom the caller may request nothing.
  const written = content.operations.map(({ code, targetSystemKey, groupKey }) => ({
    code,
    targetSystemKey,
    groupKey,
  }));
  await requireMayRequest(context, recipientKey, written);
  await requireRecipient(context, recipientKey);
  if (!(await isMember(context, recipientKey, content.recipients)))
    throw new ServiceError("RECIPIENT_OUTSIDE", { target: "recipientKey" });
  const targetKeys = [...new Set(content.operations.map(({ targetSystemKey }) => targetSystemKey))];
  const accounts = await store.select("accounts", {
    where: allOf(eq("userKey", recipientKey), oneOf("targetSystemKey", targetKeys)),
  });
  const filled = fillTemplate(content.operations, {
    form,
    profile: await profileOf(context, recipientKey),
    accountsOn: (target) => accounts.flatMap((one) => (one.targetSystemKey === target ? [one.key] : [])),
    longestHours: content.longestHours,
    nowMs: clock.now(),
  });
  if ("fault" in filled) throw new ServiceError("TEMPLATE_UNFIT", { target: "recipientKey", message: filled.fault });
  // Attributes may amount to memberships, about which the policy is asked too.
  await requireMayRequest(context, recipientKey, filled.operations);
  return filled.operations;
}

function requireMayRequest(
  context: CallContext,
  recipientKey: string,
  operations: readonly RequestedOperation[],
): Promise<void> {
  const facts = (asked: CallContext) => submissionFacts(asked, { recipientKey, operations });
  return requirePolicy(context, { name: policyOf.create("requests"), facts });
}

async function isMember(
  { store }: Pick<CallContext, "store">,
  userKey: string,
  userClassId: string | null,
): Promise<boolean> {
  if (userClassId === null || userClassId === everybodyClass) return true;
  return (await store.count("userClassMembers", { userKey, userClassId })) > 0;
}
