import { useQuery } from "@tanstack/react-query";

import { passwordPoliciesQuery } from "../../api/target-systems.ts";
import type { DeclaredFieldProps } from "../../forms/declared-input.tsx";
import { IdField } from "../../forms/id-field.tsx";

/** A choice of a password policy. */
export function PolicyField(field: DeclaredFieldProps) {
  const { data: policies } = useQuery(passwordPoliciesQuery);
  return <IdField {...field} known={policies} />;
}
