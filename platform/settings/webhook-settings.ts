import { webhookDeliveriesKeptDays, webhookDisableAfterHours, webhookRetryIntervalsSeconds } from "#domain/limits.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { networks } from "./setting-lists.ts";
import { secondsList, wholeNumber } from "./setting-schemas.ts";

/** The settings of webhooks. */
export const webhookSettings = {
  webhookAllowedNetworks: {
    name: "WEBHOOK_ALLOWED_NETWORKS",
    description:
      "Networks to which webhooks may be sent although they are not public, such as 10.0.0.0/8 or 127.0.0.1, with commas between them.",
    type: "networks",
    default: "",
    schema: networks,
    stored: "fence",
  },
  webhookRetryIntervalsSeconds: {
    name: "WEBHOOK_RETRY_INTERVALS_SECONDS",
    description: "Waits before each further try of a webhook's delivery; after the last try it is given up.",
    ...secondsList(webhookRetryIntervalsSeconds),
    stored: "atOnce",
  },
  webhookDisableAfterHours: {
    name: "WEBHOOK_DISABLE_AFTER_HOURS",
    description: "Hours of nothing but failures after which a webhook is disabled.",
    ...wholeNumber("hours", webhookDisableAfterHours, 1, 8_760),
    stored: "atOnce",
  },
  webhookDeliveriesKeptDays: {
    name: "WEBHOOK_DELIVERIES_KEPT_DAYS",
    description: "Days for which deliveries of webhooks that were made are kept.",
    ...wholeNumber("days", webhookDeliveriesKeptDays, 1, 3_650),
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;
