import type { Database } from "../database.ts";
import type { SqlRow } from "../sql/sql.ts";

/** A grant as far as the search for roles needs it. */
export interface HeldGrant {
  readonly userKey: string;
  readonly targetSystemKey: string;
  /** Key of the group; null for an account. */
  readonly groupKey: string | null;
}

/** A page of grants. */
export interface HeldGrantsPage {
  readonly grants: readonly HeldGrant[];
  /** Key after which the next page begins; null if this was the last one. */
  readonly next: string | null;
}

/** Reads of everything that people have and roles can give. */
export interface HeldGrants {
  /**
   * Returns a page of the accounts, and of the direct memberships in managed groups, of people who belong to the organization at a time,
   * in the order of the keys of grants.
   */
  page(bounds: { readonly after: string; readonly max: number; readonly now: number }): Promise<HeldGrantsPage>;
}

const pageText = (max: number) =>
  "SELECT g.`key`, g.`userKey`, g.`targetSystemKey`, g.`groupKey`, " +
  "CASE WHEN g.`userKey` IS NOT NULL AND g.`endedAt` IS NULL AND g.`throughGroup` IS NULL " +
  "AND g.`kind` IN ('account', 'membership') AND (g.`groupKey` IS NULL OR o.`managed` = 1) " +
  "AND u.`disabled` = 0 AND (u.`endsAt` IS NULL OR u.`endsAt` > ?) THEN 1 ELSE 0 END AS `isHeld` " +
  "FROM `grants` g LEFT JOIN `users` u ON u.`key` = g.`userKey` LEFT JOIN `groups` o ON o.`key` = g.`groupKey` " +
  `WHERE g.\`key\` > ? ORDER BY g.\`key\` LIMIT ${Math.trunc(max)}`;

/** Makes these reads of a database; each page is one statement. */
export function createHeldGrants({ read }: Pick<Database, "read">): HeldGrants {
  return {
    async page({ after, max, now }) {
      const rows = await read(pageText(max), [now, after]);
      const last = rows.at(-1);
      // Also rows that do not count are numbered, so that a page of them costs no more than any other.
      const next = rows.length < max || last === undefined ? null : String(last["key"]);
      return { grants: rows.filter((row) => Number(row["isHeld"]) === 1).map(grantOf), next };
    },
  };
}

function grantOf(row: SqlRow): HeldGrant {
  const groupKey = row["groupKey"] as string | null;
  return {
    userKey: String(row["userKey"]),
    targetSystemKey: String(row["targetSystemKey"]),
    groupKey,
  };
}
