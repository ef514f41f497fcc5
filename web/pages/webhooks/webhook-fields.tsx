import { Checkbox, FormGroup, Radio } from "@patternfly/react-core";

import { webhookEventTypes } from "#domain/webhooks/webhook-events.ts";

import type { BodyOf } from "../../api/call.ts";
import { CallError, faultsByField } from "../../base/call-error.ts";
import { TextField } from "../../components/text-field.tsx";
import { useText } from "../../messages/text.ts";

/** Entered values of a webhook; `isToldAll` selects the events of all types. */
export interface EnteredWebhook {
  readonly url: string;
  readonly description: string;
  readonly isToldAll: boolean;
  readonly eventTypes: NonNullable<BodyOf<"POST webhooks">["eventTypes"]>;
}

/** Returns the body for the entered values; an empty list of types means all. */
export function sentWebhook({ url, description, isToldAll, eventTypes }: EnteredWebhook) {
  return {
    url: url.trim(),
    description: description.trim() === "" ? null : description.trim(),
    eventTypes: isToldAll ? [] : eventTypes,
  };
}

/** Reports whether the entered values are complete: a URL, and at least one type of event or all. */
export function isWhole({ url, isToldAll, eventTypes }: EnteredWebhook): boolean {
  return url.trim() !== "" && (isToldAll || eventTypes.length > 0);
}

interface WebhookFieldsProps {
  readonly entered: EnteredWebhook;
  readonly error: unknown;
  change(changed: Partial<EnteredWebhook>): void;
}

/** Fields of a webhook, each with the error that the service has returned for it. */
export function WebhookFields({ entered, error, change }: WebhookFieldsProps) {
  const say = useText();
  const { url, description, isToldAll, eventTypes } = entered;
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  return (
    <>
      <TextField
        id="webhook-url"
        label={say("webhook.url")}
        value={url}
        isRequired
        help={say("webhook.urlHelp")}
        fault={faults.get("url")}
        change={(text) => change({ url: text })}
      />
      <TextField
        id="webhook-description"
        label={say("webhook.description")}
        value={description}
        fault={faults.get("description")}
        change={(text) => change({ description: text })}
      />
      <FormGroup isStack role="radiogroup" label={say("webhook.events")}>
        {[true, false].map((all) => (
          <Radio
            key={String(all)}
            id={`webhook-told-${all}`}
            name="told"
            label={say(all ? "webhook.allEvents" : "webhook.someEvents")}
            isChecked={isToldAll === all}
            onChange={() => change({ isToldAll: all })}
          />
        ))}
      </FormGroup>
      {isToldAll ? null : (
        <FormGroup isStack role="group" label={say("webhook.someEvents")}>
          {webhookEventTypes.map((type) => (
            <Checkbox
              key={type}
              id={`webhook-${type}`}
              label={type.replace(/^gatehouse\./, "")}
              isChecked={eventTypes.includes(type)}
              onChange={(_event, isChecked) =>
                change({
                  eventTypes: isChecked ? [...eventTypes, type] : eventTypes.filter((other) => other !== type),
                })
              }
            />
          ))}
        </FormGroup>
      )}
    </>
  );
}
