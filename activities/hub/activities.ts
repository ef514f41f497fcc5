import type { ServiceContext } from "#operations/context.ts";

import { createMaintenanceActivities, type MaintenanceActivities } from "./maintenance.ts";
import { createRequestActivities, type RequestActivities } from "./request.ts";
import { createWebhookActivities, type WebhookActivities } from "./webhooks.ts";

/** Every activity on the queue of the hub. */
export type HubActivities = RequestActivities & WebhookActivities & MaintenanceActivities;

/** Makes the activities of the hub. */
export function createHubActivities(context: ServiceContext): HubActivities {
  return {
    ...createRequestActivities(context),
    ...createWebhookActivities(context),
    ...createMaintenanceActivities(context),
  };
}
