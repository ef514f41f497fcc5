import { checkForm } from "#domain/catalogue/check-form.ts";
import { itemGivenBy } from "#domain/catalogue/form-codes.ts";
import type { FormValues } from "#domain/catalogue/form-fields.ts";
import { canonicalJson } from "#domain/requests/order.ts";
import type { Row } from "#store/tables.ts";

import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";
import type { Problem } from "./check-attributes.ts";
import type { DetailsOfItem } from "./item-details.ts";

/** Values of the form of an operation with their defaults, null if its item has no form, and their problems. */
export interface FilledForm {
  readonly form: FormValues | null;
  readonly problems: readonly Problem[];
}

/** Form of an operation that has none. */
export const noForm: FilledForm = { form: null, problems: [] };

/** Checks the form of an operation by the fields of the item that it gives; values from before an edit were accepted then. */
export async function checkedForm(
  detailsOf: DetailsOfItem,
  { form: given, ...operation }: CodedOperation,
  before: Row<"requestOperations"> | undefined,
): Promise<FilledForm> {
  if (before !== undefined && canonicalJson(before.form ?? {}) === canonicalJson(given ?? {}))
    return { form: before.form, problems: [] };
  const fields = (await detailsOf(itemGivenBy(operation)))?.formFields ?? [];
  if (fields.length === 0 && Object.keys(given ?? {}).length === 0) return noForm;
  const { values, faults } = checkForm(fields, given ?? {});
  const problems = faults.map(({ name, rule }): Problem => ({
    code: "FORM_INVALID",
    field: `form/${name}`,
    message: `${name} ${rule}.`,
  }));
  return { form: values, problems };
}
