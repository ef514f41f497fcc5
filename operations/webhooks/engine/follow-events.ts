import { webhookTables } from "#domain/webhooks/webhook-events.ts";
import type { FollowedChanges } from "#store/changes/change-log.ts";
import type { Store } from "#store/store.ts";
import { type TableName, tables } from "#store/tables.ts";

/** Tables whose changes may be events. */
export const eventTables: readonly TableName[] = (Object.keys(tables) as TableName[]).filter((name) =>
  webhookTables.has(name),
);

/** Returns the changes after a position that may be events, oldest first. */
export function followEvents({ changeLog }: Store, after: number, max: number): Promise<FollowedChanges> {
  return changeLog.follow(after, eventTables, max);
}
