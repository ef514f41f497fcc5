import { type Database, type DatabaseOptions, withDatabase } from "./database.ts";
import { isAuthorized, isGroupAuthorized } from "./requestable.ts";

/** A target system on which something cannot be requested, because nothing says who authorizes it. */
export interface ClosedTargetSystem {
  readonly id: string;
  /** True if the target system itself is closed, and not only groups of it. */
  readonly isClosed: boolean;
  /** Number of its managed groups that are closed; `first` has the names of the first ones. */
  readonly groups: number;
  readonly first: readonly string[];
}

const closedGroups = `FROM \`groups\` g WHERE g.\`managed\` = 1 AND NOT ${isGroupAuthorized("g")}`;
const closedTargets = `SELECT t.\`id\` FROM \`targetSystems\` t WHERE NOT ${isAuthorized("t.`id`")}`;

/**
 * Lists what cannot be requested, by target system, in the current database; names at most `groupsMax` groups of each. The schema must be
 * up to date.
 */
export function closedResources(options: DatabaseOptions, groupsMax: number): Promise<readonly ClosedTargetSystem[]> {
  return withDatabase(options, async ({ read }) => {
    const targets = new Set((await read(closedTargets)).map(({ id }) => String(id)));
    const counted = await read(
      `SELECT g.\`targetSystemKey\` AS \`id\`, COUNT(*) AS \`groups\` ${closedGroups} GROUP BY g.\`targetSystemKey\``,
    );
    const groups = new Map(counted.map((row) => [String(row["id"]), Number(row["groups"])]));
    const found: ClosedTargetSystem[] = [];
    for (const id of [...new Set([...targets, ...groups.keys()])].toSorted()) {
      const first = groups.has(id) ? await firstOf(read, id, groupsMax) : [];
      found.push({ id, isClosed: targets.has(id), groups: groups.get(id) ?? 0, first });
    }
    return found;
  });
}

async function firstOf(read: Database["read"], id: string, groupsMax: number): Promise<readonly string[]> {
  const rows = await read(
    `SELECT g.\`shortId\` ${closedGroups} AND g.\`targetSystemKey\` = ? ORDER BY g.\`shortId\` LIMIT ${groupsMax}`,
    [id],
  );
  return rows.map(({ shortId }) => String(shortId));
}
