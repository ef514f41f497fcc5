import { useQuery } from "@tanstack/react-query";

import type { importRules } from "../../api/declared/import-rules.ts";
import { managedPoliciesQuery } from "../../api/managed.ts";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import type { DeclaredFieldProps } from "../../forms/declared-input.tsx";
import { FormField } from "../../forms/form-field.tsx";
import type { DeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";

interface RuleFieldsProps {
  readonly fields: DeclaredForm<typeof importRules>["fields"];
  readonly error: unknown;
}

/** Fields of an import rule. */
export function RuleFields({ fields, error }: RuleFieldsProps) {
  return <DeclaredFields {...fields} error={error} own={{ policyId: (field) => <PolicyField {...field} /> }} />;
}

/** A choice of a policy. The selected one is always offered, even if the reader may not see the others. */
function PolicyField(field: DeclaredFieldProps) {
  const say = useText();
  const { data: policies = [] } = useQuery(managedPoliciesQuery);
  const known = new Set([...policies.map(({ id }) => id), ...(typeof field.value === "string" ? [field.value] : [])]);
  const none = { value: "", label: say("importRule.anyPolicy") };
  const choices = [none, ...[...known].map((id) => ({ value: id, label: id }))];
  return <FormField {...field} input={{ is: "choice", choices }} />;
}
