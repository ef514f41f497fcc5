import type { DiscoveryActivities, ScheduleActivities } from "#domain/discovery/discovery.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";

import { createDiscoveryActivities } from "./discovery.ts";
import { createMaintenanceActivities, type MaintenanceActivities } from "./maintenance.ts";
import { createNoticeMailActivities, type NoticeMailActivities } from "./notice-mail.ts";
import { createReplicationActivities, type ReplicationActivities } from "./replication.ts";
import { createRequestActivities, type RequestActivities } from "./request.ts";
import { createRunActivities, type RunActivities } from "./runs.ts";
import { type SentOrderActivities, createSentOrderActivities } from "./sent-orders.ts";
import { createWebhookActivities, type WebhookActivities } from "./webhooks.ts";

/** Activities on the queue of the hub. */
export type HubActivities = RequestActivities &
  DiscoveryActivities &
  ScheduleActivities &
  WebhookActivities &
  NoticeMailActivities &
  MaintenanceActivities &
  SentOrderActivities &
  RunActivities &
  ReplicationActivities;

/** Makes the activities of the hub. */
export function createHubActivities(context: ServiceContext): HubActivities {
  return {
    ...createRequestActivities(context),
    ...createDiscoveryActivities(context),
    ...createWebhookActivities(context),
    ...createNoticeMailActivities(context),
    ...createMaintenanceActivities(context),
    ...createSentOrderActivities(context),
    ...createRunActivities(context),
    ...createReplicationActivities(context),
  };
}
