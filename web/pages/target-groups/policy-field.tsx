import { useQuery } from "@tanstack/react-query";

import { passwordPoliciesQuery } from "../../api/target-systems.ts";
import type { DeclaredFieldProps } from "../../forms/declared-input.tsx";
import { FormField } from "../../forms/form-field.tsx";

/** A choice of a password policy. The selected one is always offered, even if the reader may not see the others. */
export function PolicyField(field: DeclaredFieldProps) {
  const { data: policies = [] } = useQuery(passwordPoliciesQuery);
  const ids = new Set([String(field.value), ...policies.map(({ id }) => id)]);
  return <FormField {...field} input={{ is: "choice", choices: [...ids].map((id) => ({ value: id, label: id })) }} />;
}
