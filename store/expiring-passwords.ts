import type { ExpiryWindow } from "#domain/passwords/expiry-windows.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import type { Database } from "./database.ts";

/** Account whose password expires, of which its owner has not been told at this step. */
export interface ExpiringPassword {
  readonly accountKey: string;
  readonly expiresAt: number;
}

/** Reads of the ends of passwords. */
export interface ExpiringPasswords {
  /**
   * Returns accounts whose passwords expire within a window and whose owners were not told at its step or a later one, the nearest end
   * first. Left out are accounts and owners that are disabled, expired accounts, passwords that must be changed already, and passwords that
   * the vault keeps.
   */
  expiringPasswords(window: ExpiryWindow, max: number): Promise<readonly ExpiringPassword[]>;
}

const statement =
  "SELECT a.`key` AS `accountKey`, a.`passwordExpiresAt` AS `expiresAt` FROM `accounts` a " +
  "LEFT JOIN `passwordExpiryNotices` n ON n.`accountKey` = a.`key` AND n.`expiresAt` = a.`passwordExpiresAt` " +
  "WHERE a.`passwordExpiresAt` > ? AND a.`passwordExpiresAt` <= ? AND (n.`days` IS NULL OR n.`days` > ?) " +
  "AND COALESCE(a.`enabled`, 1) = 1 AND COALESCE(a.`expired`, 0) = 0 AND COALESCE(a.`passwordExpired`, 0) = 0 " +
  // Not EXISTS: MariaDB would then read all users, and not the index over the ends.
  "AND (SELECT u.`disabled` FROM `users` u WHERE u.`key` = a.`userKey`) = 0 " +
  `AND NOT EXISTS (SELECT 1 FROM \`managedAccounts\` m WHERE m.\`accountKey\` = a.\`key\` AND m.\`policyId\` <> '${historicalPolicyId}' AND m.\`disabledReason\` IS NULL) ` +
  "ORDER BY a.`passwordExpiresAt`, a.`key` LIMIT ?";

/** Makes these reads of a database. */
export function createExpiringPasswords({ read }: Pick<Database, "read">): ExpiringPasswords {
  return {
    async expiringPasswords({ fromMs, untilMs, days }, max) {
      const rows = await read(statement, [fromMs, untilMs, days, max]);
      return rows.map(({ accountKey, expiresAt }) => ({
        accountKey: String(accountKey),
        expiresAt: Number(expiresAt),
      }));
    },
  };
}
