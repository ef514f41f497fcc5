import { FormGroup, Radio } from "@patternfly/react-core";

import type { webhooks } from "../../api/declared/webhooks.ts";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { DeclaredInput, type DeclaredFieldProps } from "../../forms/declared-input.tsx";
import type { DeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";

interface WebhookFieldsProps {
  readonly fields: DeclaredForm<typeof webhooks>["fields"];
  readonly error: unknown;
}

/** Fields of a webhook. Buttons of the page enable and disable it. */
export function WebhookFields({ fields, error }: WebhookFieldsProps) {
  return (
    <DeclaredFields
      {...fields}
      error={error}
      leftOut={["enabled"]}
      own={{ eventTypes: (field) => <EventTypes {...field} /> }}
    />
  );
}

/** A choice between all events, which is an empty list of types, and some. */
function EventTypes(field: DeclaredFieldProps) {
  const say = useText();
  const { id, label, value, change } = field;
  const isAll = Array.isArray(value) && value.length === 0;
  return (
    <>
      <FormGroup isStack role="radiogroup" label={label}>
        {[true, false].map((all) => (
          <Radio
            key={String(all)}
            id={`${id}-${all}`}
            name={id}
            label={say(all ? "webhook.allEvents" : "webhook.someEvents")}
            isChecked={isAll === all}
            // Without a type the form is not finished.
            onChange={() => change(all ? [] : undefined)}
          />
        ))}
      </FormGroup>
      {isAll ? null : (
        <DeclaredInput
          {...field}
          label={say("webhook.someEvents")}
          help={undefined}
          change={(chosen) => change(Array.isArray(chosen) && chosen.length > 0 ? chosen : undefined)}
        />
      )}
    </>
  );
}
