import { useQuery } from "@tanstack/react-query";

import { managedPoliciesQuery } from "../../api/managed.ts";
import type { ImportRule } from "../../api/model.ts";
import type { FieldValue } from "../../forms/field-value.ts";
import { FormField } from "../../forms/form-field.tsx";
import { textFaults } from "../../forms/text-faults.ts";
import { useText } from "../../messages/text.ts";

/** Entered values of a rule. */
export type EnteredRule = Pick<
  ImportRule,
  "sequence" | "objectType" | "action" | "policyId" | "condition" | "description" | "enabled"
>;

const objectTypes = ["managedSystem", "managedAccount"] as const;
const actions = ["bind", "unbind", "delete"] as const;

interface RuleFieldsProps {
  readonly entered: EnteredRule;
  readonly error: unknown;
  change(changed: Partial<EnteredRule>): void;
}

/** Fields of an import rule, each with the error that the service has returned for it. */
export function RuleFields({ entered, error, change }: RuleFieldsProps) {
  const say = useText();
  const policies = useQuery(managedPoliciesQuery).data ?? [];
  const field = (name: keyof EnteredRule) => ({
    id: `rule-${name}`,
    value: entered[name],
    fault: textFaults(error, name, say),
    change: (value: FieldValue) => change({ [name]: value }),
  });
  const known = new Set([...policies.map(({ id }) => id), ...(entered.policyId === null ? [] : [entered.policyId])]);
  return (
    <>
      <FormField
        {...field("objectType")}
        label={say("importRule.objects")}
        input={{
          is: "choice",
          choices: objectTypes.map((value) => ({ value, label: say(`importRule.objects.${value}`) })),
        }}
      />
      <FormField
        {...field("sequence")}
        label={say("importRule.sequence")}
        help={say("importRule.sequenceHelp")}
        input={{ is: "number", min: 1 }}
        isRequired
      />
      <FormField
        {...field("condition")}
        label={say("importRule.condition")}
        help={say("importRule.conditionHelp")}
        input={{ is: "area" }}
        isRequired
      />
      <FormField
        {...field("action")}
        label={say("importRule.action")}
        input={{ is: "choice", choices: actions.map((value) => ({ value, label: say(`importRule.action.${value}`) })) }}
      />
      <FormField
        {...field("policyId")}
        label={say("importRule.policy")}
        input={{
          is: "choice",
          choices: [
            { value: "", label: say("importRule.anyPolicy") },
            ...[...known].map((id) => ({ value: id, label: id })),
          ],
        }}
        change={(value) => change({ policyId: value === "" ? null : String(value) })}
      />
      <FormField {...field("description")} label={say("importRule.description")} input={{ is: "text" }} />
      <FormField {...field("enabled")} label={say("importRule.enabledField")} input={{ is: "flag" }} />
    </>
  );
}
