import { noticeNames } from "#platform/notices/notice-address.ts";

import type { TableName } from "../tables.ts";

/**
 * Tables that processes cache to decide calls, with the local socket by which a process that changes them notifies the others. Caches of
 * any other table may wait until their process reads the change log.
 */
export const toldTables = {
  users: noticeNames.tokenServer,
  userClassMembers: noticeNames.tokenServer,
  userAttributes: noticeNames.tokenServer,
  revokedTokens: noticeNames.tokenServer,
  keyedSessions: noticeNames.tokenServer,
  policies: noticeNames.policyEngine,
  settings: noticeNames.policyEngine,
} as const satisfies Partial<Record<TableName, string>>;

/** Name of a table whose changes are sent to other processes at once. */
export type ToldTable = keyof typeof toldTables;
