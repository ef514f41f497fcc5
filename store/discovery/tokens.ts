import type { DiscoveredType } from "#domain/discovery/discovery.ts";
import type { Clock } from "#platform/clock.ts";

import type { Database } from "../database.ts";

/** Tokens up to which the change feeds of targets have been applied. */
export interface ChangeTokens {
  /** Returns the tokens of a target by type of object. */
  of(targetSystemKey: string): Promise<Readonly<Partial<Record<DiscoveredType, string>>>>;
  /** Stores a token, in the transaction that applies the changes before it. */
  keep(targetSystemKey: string, type: DiscoveredType, token: string): Promise<void>;
  /** Deletes all tokens of a target, so that its next discovery lists everything. */
  forget(targetSystemKey: string): Promise<void>;
}

/** Makes the tokens of a database. */
export function createChangeTokens(database: Database, clock: Clock): ChangeTokens {
  return {
    async of(targetSystemKey) {
      const rows = await database.read("SELECT `type`, `token` FROM `changeTokens` WHERE `targetSystemKey` = ?", [
        targetSystemKey,
      ]);
      return Object.fromEntries(rows.map((row) => [row["type"], row["token"]])) as Partial<
        Record<DiscoveredType, string>
      >;
    },
    async keep(targetSystemKey, type, token) {
      await database.write(
        "REPLACE INTO `changeTokens` (`targetSystemKey`, `type`, `token`, `appliedAt`) VALUES (?, ?, ?, ?)",
        [targetSystemKey, type, token, clock.now()],
      );
    },
    async forget(targetSystemKey) {
      await database.write("DELETE FROM `changeTokens` WHERE `targetSystemKey` = ?", [targetSystemKey]);
    },
  };
}
