/**
 * By which columns the rows of the sources that grow without bound may be ordered, and are looked up by an equal value: each
 * begins an index, so that no order has to read them all. What a set declares of its order is this list.
 */
export const orderedColumns = {
  users: ["key", "id", "displayName"],
  accounts: ["key", "shortId"],
  groups: ["key", "shortId"],
  requests: ["key", "number", "createdAt", "expiresAt", "finishedAt"],
  requestOperations: ["key", "createdAt", "finishedAt"],
  checkouts: ["key", "requestedAt"],
  sessionLogs: ["key", "startedAt"],
  sessionLogData: ["key", "time"],
  sessionLogAnalytics: ["key", "day"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const bySource: Readonly<Record<string, readonly string[]>> = orderedColumns;

/** Whether an index finds the rows of a source that have a value in this column. */
export function isLookedUpBy(source: string, column: string): boolean {
  return Object.hasOwn(bySource, source) && bySource[source]?.includes(column) === true;
}
