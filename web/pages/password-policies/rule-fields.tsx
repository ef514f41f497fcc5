import { type PasswordRule, passwordRules, RuleMode, type RuleName } from "#domain/passwords/password-rules.ts";

import type { FieldInput } from "../../forms/field-value.ts";
import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";

interface RuleFieldsProps {
  readonly name: RuleName;
  readonly rule: PasswordRule;
  readonly fault: string | undefined;
  readonly isReadOnly: boolean;
  change(rule: PasswordRule): void;
}

/** Fields of a rule: its mode, its value, and the message to users whose password breaks it. */
export function RuleFields({ name, rule, fault, isReadOnly, change }: RuleFieldsProps) {
  const say = useText();
  const { value } = passwordRules[name];
  const input: FieldInput = value.type === "number" ? { is: "number", min: value.min, max: value.max } : { is: "text" };
  return (
    <fieldset className="gatehouse-group">
      <legend>{say(`rule.${name}`)}</legend>
      <div className="gatehouse-columns">
        <FormField
          id={`rule-${name}-mode`}
          label={say("rule.mode")}
          input={{
            is: "choice",
            choices: Object.values(RuleMode).map((mode) => ({ value: mode, label: say(`rule.mode.${mode}`) })),
          }}
          value={rule.mode}
          fault={fault}
          isDisabled={isReadOnly}
          change={(mode) => change({ ...rule, mode: mode as RuleMode })}
        />
        {value.type === "none" ? null : (
          <FormField
            id={`rule-${name}-value`}
            label={say("rule.value")}
            input={input}
            value={rule.value}
            isDisabled={isReadOnly}
            change={(given) => change({ ...rule, value: given === "" ? null : (given as PasswordRule["value"]) })}
          />
        )}
        <FormField
          id={`rule-${name}-message`}
          label={say("rule.message")}
          input={{ is: "text" }}
          value={rule.message}
          isDisabled={isReadOnly}
          change={(given) => change({ ...rule, message: given === "" ? null : String(given) })}
        />
      </div>
    </fieldset>
  );
}
