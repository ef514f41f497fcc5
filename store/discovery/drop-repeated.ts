import type { DiscoveredType } from "#domain/discovery/discovery.ts";
import { leftOutNamesMax } from "#domain/report-limits.ts";

import type { LoadedKind } from "./kinds.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";

/** An object that one listing shows more than once with different content. */
export interface DoubledObject {
  readonly type: DiscoveredType;
  readonly name: string;
}

const idsOfStatement = 500;

/**
 * Keeps the latest staged version of each object: a listing that resumed at a cursor may show an object again in a newer state, and a feed
 * shows each change. If an uninterrupted listing shows different versions of an object, or any listing shows it under another name, it is
 * unclear which is right: the object keeps its recorded state. Returns the first of these objects.
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
