import { z } from "zod";

import { descriptionMaxCharacters, webhookAddressMaxCharacters } from "#domain/limits.ts";
import { webhookAddressProblem, webhookAddressRules } from "#domain/webhook-address.ts";
import { type WebhookEventType, webhookEventTypes } from "#domain/webhook-events.ts";

/** The address to which events are sent, in an input. */
export const webhookUrl = z
  .string("must be a text")
  .superRefine((address, check) => {
    const problem = webhookAddressProblem(address);
    if (problem !== undefined) check.addIssue({ code: "custom", message: problem });
  })
  .meta({ format: "uri", maxLength: webhookAddressMaxCharacters, rules: webhookAddressRules });

const onceRule = "must name each type once";

/** What else may be said of a webhook in an input. */
export const webhookParts = {
  description: z
    .string()
    .max(descriptionMaxCharacters, `must have at most ${descriptionMaxCharacters} characters`)
    .nullish(),
  /** None: every type, also those that later versions add; a list without members, as it is read, says the same. */
  eventTypes: z
    .array(
      z.enum(webhookEventTypes as [WebhookEventType, ...WebhookEventType[]], {
        error: "must be a type of event; 'gatehouse webhook types' lists them",
      }),
    )
    .max(webhookEventTypes.length, onceRule)
    .refine((types) => new Set(types).size === types.length, onceRule)
    .meta({ rule: onceRule })
    .transform((types) => (types.length === 0 ? null : types))
    .nullish(),
};

/** The key of a webhook in an input. */
export const webhookKey = z.guid("must be a guid");
