import type { DiscoveredType } from "#domain/discovery/discovery.ts";
import { leftOutNamesMax } from "#domain/report-limits.ts";

import type { LoadedKind } from "./kinds.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";

/** An object that one listing shows more than once, and not as the same. */
export interface DoubledObject {
  readonly type: DiscoveredType;
  readonly name: string;
}

const idsOfStatement = 500;

/**
 * Leaves of each object the latest that was staged: a listing that went on behind a cursor may show some of them again as they are
 * by then, and a feed shows each change. Where a listing in one go shows one otherwise the second time, or any listing by another
 * name, nobody knows which of the two it is: it counts as it is on record. Gives the first of these.
 */
export async function dropRepeated(
  { database }: LoadParts,
  { type }: LoadedKind,
  { run, full, inOneGo }: LoadOrder,
): Promise<readonly DoubledObject[]> {
  const staged = "FROM `stagedObjects` WHERE `run` = ? AND `type` = ?";
  const [repeated] = await database.read(`SELECT 1 ${staged} GROUP BY \`id\` HAVING COUNT(*) > 1 LIMIT 1`, [run, type]);
  if (repeated === undefined) return [];
  const doubled = full.includes(type)
    ? await database.read(
        `SELECT \`id\`, MAX(\`name\`) AS \`name\` ${staged} GROUP BY \`id\` HAVING COUNT(DISTINCT ${inOneGo ? "`hash`" : "NULLIF(`name`, '')"}) > 1 ORDER BY \`id\``,
        [run, type],
      )
    : [];
  await database.write(
    `DELETE ${staged} AND \`newKey\` NOT IN (SELECT q.\`newest\` FROM (SELECT MAX(\`newKey\`) AS \`newest\` ${staged} GROUP BY \`id\`) q)`,
    [run, type, run, type],
  );
  const ids = doubled.map(({ id }) => id as string);
  for (let from = 0; from < ids.length; from += idsOfStatement) {
    const some = ids.slice(from, from + idsOfStatement);
    await database.write(
      `UPDATE \`stagedObjects\` SET \`state\` = 'known' WHERE \`run\` = ? AND \`type\` = ? AND \`id\` IN (${some.map(() => "?").join(", ")})`,
      [run, type, ...some],
    );
  }
  return doubled.slice(0, leftOutNamesMax).map(({ id, name }) => ({ type, name: String(name) || String(id) }));
}
