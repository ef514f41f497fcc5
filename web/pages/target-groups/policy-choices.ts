import type { PasswordPolicy } from "../../api/model.ts";
import type { FieldChoice } from "../../forms/field-value.ts";

/** The password policies from which one is chosen; the one that is chosen is among them, whoever may read the others. */
export function policyChoices(policies: readonly PasswordPolicy[] | undefined, chosen: string): readonly FieldChoice[] {
  const ids = new Set([chosen, ...(policies ?? []).map(({ id }) => id)]);
  return [...ids].map((id) => ({ value: id, label: id }));
}
