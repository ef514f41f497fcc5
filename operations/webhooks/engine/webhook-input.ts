import { z } from "zod";

import { webhookAddressMaxCharacters } from "#domain/limits.ts";
import { webhooks } from "#domain/resources/webhooks.ts";
import { webhookAddressProblem, webhookAddressRules } from "#domain/webhooks/webhook-address.ts";
import { type WebhookEventType, webhookEventTypes } from "#domain/webhooks/webhook-events.ts";

import { inputOf } from "../../kernel/resource-input.ts";
import { callableRule } from "./require-callable.ts";

const url = z
  .string("must be a text")
  .superRefine((address, check) => {
    const problem = webhookAddressProblem(address);
    if (problem !== undefined) check.addIssue({ code: "custom", message: problem });
  })
  .meta({ format: "uri", maxLength: webhookAddressMaxCharacters, rules: [...webhookAddressRules, callableRule] });

const onceRule = "must name each type once";

/** None: every type, also those that later versions add; a list without members, as it is read, says the same. */
const eventTypes = z
  .array(
    z.enum(webhookEventTypes as [WebhookEventType, ...WebhookEventType[]], {
      error: "must be a type of event; 'gatehouse webhook types' lists them",
    }),
  )
  .max(webhookEventTypes.length, onceRule)
  .refine((types) => new Set(types).size === types.length, onceRule)
  .meta({ rule: onceRule })
  .transform((types) => (types.length === 0 ? null : types))
  .nullish();

/** Schema of a new webhook by a caller. */
export const newWebhook = inputOf(webhooks, "create", { url, eventTypes });

/** Schema of a change of a webhook by a caller. */
export const webhookChanges = inputOf(webhooks, "change", { url: url.optional(), eventTypes });

/** The key of a webhook in an input. */
export const webhookKey = z.guid("must be a guid");
