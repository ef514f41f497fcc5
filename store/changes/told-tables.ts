import { noticeNames } from "#platform/notices/notice-address.ts";

import type { TableName } from "../tables.ts";

/**
 * The tables of which processes keep something in memory and judge calls by it, and the local socket by which one that changes them
 * tells the others. What is kept of any other table may wait until its process looks into the change log.
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

/** A table whose changes other processes are told of at once. */
export type ToldTable = keyof typeof toldTables;
