import { endOfAccess, hasEnd } from "../access/access-end.ts";
import type { FormValues } from "../catalogue/form-fields.ts";
import { definitionOf, type OperationCode } from "../requests/operation-codes.ts";
import { accountFor, type AccountOperation, isLeftOut } from "./account-rule.ts";
import { type Faulty, filledAttributes } from "./filled-attributes.ts";
import { fillText, type PlaceholderValues, type Scalar } from "./placeholders.ts";

/** An operation of a template; its texts may hold placeholders. */
export interface TemplateOperation extends AccountOperation {
  readonly code: OperationCode;
  readonly groupKey: string | null;
  /** Attributes by name, each with its values. */
  readonly attributes: Readonly<Record<string, readonly Scalar[]>>;
  /** Values of the form of the item that it gives. */
  readonly form: FormValues;
  /** Time at which the access ends, milliseconds UTC; null if it has no such end. */
  readonly until: number | null;
  readonly forHours: number | null;
}

/** Facts about a recipient and about the use of a template. */
export interface TemplateUse extends PlaceholderValues {
  /** Returns the keys of the accounts of the recipient on a target system. */
  accountsOn(targetSystemKey: string): readonly string[];
  /** Longest time in hours for which a person has what the template gives; null for no limit. */
  readonly longestHours: number | null;
  readonly nowMs: number;
}

/** An operation of a request, made of one of a template. */
export interface FilledOperation {
  readonly code: OperationCode;
  readonly targetSystemKey: string;
  readonly accountKey: string | null;
  readonly groupKey: string | null;
  readonly attributes: Readonly<Record<string, Scalar[]>>;
  readonly form: FormValues;
  readonly until: number | null;
  readonly forHours: number | null;
}

/** Operations of a request, or the sentence that says why the template does not fit its recipient. */
export type FilledTemplate = { readonly operations: readonly FilledOperation[] } | { readonly fault: string };

/** Makes the operations of a request of those of a template. */
export function fillTemplate(operations: readonly TemplateOperation[], use: TemplateUse): FilledTemplate {
  const filled: FilledOperation[] = [];
  for (const operation of operations) {
    const accountKeys = use.accountsOn(operation.targetSystemKey);
    if (isLeftOut(operation, accountKeys)) continue;
    const account = accountFor(operation, operations, accountKeys);
    if ("fault" in account) return account;
    const attributes = filledAttributes(operation, use);
    if ("fault" in attributes) return attributes;
    const form = filledForm(operation, use);
    if ("fault" in form) return form;
    const { code, targetSystemKey, groupKey } = operation;
    const end = boundedEnd(operation, use);
    filled.push({ code, targetSystemKey, groupKey, ...account, ...attributes, ...form, ...end });
  }
  if (filled.length > 0) return { operations: filled };
  return { fault: "The recipient has everything that the template gives, so there is nothing to request." };
}

function filledForm({ form }: TemplateOperation, use: TemplateUse): Faulty<Pick<FilledOperation, "form">> {
  const filled: [string, Scalar][] = [];
  for (const [name, value] of Object.entries(form)) {
    const found = typeof value === "string" ? fillText(value, use) : { values: [value] };
    if ("fault" in found) return found;
    const [first, another] = found.values;
    if (another !== undefined)
      return { fault: `The profile of the recipient has several values for the field '${name}' of the form.` };
    if (first !== undefined) filled.push([name, first]);
  }
  return { form: Object.fromEntries(filled) };
}

/** Returns the end of access: that of the operation, unless the longest time of the template is shorter. */
function boundedEnd(
  { code, until, forHours }: TemplateOperation,
  { longestHours, nowMs }: TemplateUse,
): Pick<FilledOperation, "until" | "forHours"> {
  const own = { until, forHours };
  if (longestHours === null || definitionOf(code).gives === undefined) return own;
  const latest = endOfAccess({ forHours: longestHours }, nowMs) ?? nowMs;
  if (hasEnd(own) && (endOfAccess(own, nowMs) ?? nowMs) <= latest) return own;
  return { until: null, forHours: longestHours };
}
