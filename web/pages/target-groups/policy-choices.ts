import type { PasswordPolicy } from "../../api/model.ts";
import type { FieldChoice } from "../../forms/field-value.ts";

/** Returns the choices of password policies. The selected one is always among them, even if the reader may not see the others. */
export function policyChoices(policies: readonly PasswordPolicy[] | undefined, chosen: string): readonly FieldChoice[] {
  const ids = new Set([chosen, ...(policies ?? []).map(({ id }) => id)]);
  return [...ids].map((id) => ({ value: id, label: id }));
}
