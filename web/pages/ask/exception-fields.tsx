import { FormSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { sodRuleQuery } from "../../api/sod.ts";
import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";
import type { AskedException } from "./asked-exception.ts";

interface ExceptionFieldsProps {
  readonly exception: AskedException;
  change(exception: AskedException): void;
}

/** Fields of an exception from a rule that has refused the request: the control and the end. The reason is that of the request. */
export function ExceptionFields({ exception, change }: ExceptionFieldsProps) {
  const say = useText();
  const { sodRuleKey, control, hours } = exception;
  const rule = useQuery(sodRuleQuery(sodRuleKey)).data;
  return (
    <FormSection titleElement="h2" title={say("ask.exception", { rule: rule?.id ?? sodRuleKey })}>
      <p>{say("ask.exceptionExplained")}</p>
      <FormField
        id={`control-${sodRuleKey}`}
        label={say("ask.control")}
        help={say("ask.controlHelp")}
        fault={undefined}
        isRequired
        input={{ is: "area" }}
        value={control}
        change={(entered) => change({ ...exception, control: String(entered ?? "") })}
      />
      <FormField
        id={`hours-${sodRuleKey}`}
        label={say("ask.exceptionHours")}
        fault={undefined}
        isRequired
        input={{ is: "number", min: 1 }}
        value={hours === "" ? null : Number(hours)}
        change={(entered) => change({ ...exception, hours: String(entered ?? "") })}
      />
    </FormSection>
  );
}
