import type { DiscoveredType, KnownHashes, LoadCounts } from "#domain/discovery/discovery.ts";

import type { Database } from "../database.ts";
import type { BoundSql } from "../sql/sql.ts";
import { loadedKinds } from "./kinds.ts";
import { loadMemberships } from "./load-memberships.ts";
import { dropRepeated, gone, insertNew, matchChanged, removeGone, updateChanged } from "./load-objects.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";
import { loadValues } from "./load-values.ts";
import type { SetWriter } from "./set-writer.ts";

/** Brings a staged run into the record, in the current transaction, by statements over sets of rows. */
export interface Loads {
  /** How many objects the load would remove, and how many there are. */
  removals(order: LoadOrder): Promise<{ readonly removals: number; readonly known: number }>;
  /** Replaces what the record knows of the target by what is staged; what has not changed is not touched. */
  load(order: LoadOrder): Promise<LoadCounts>;
  /** Gives accounts of nobody to the user whose id their name or attribute equals; blank or ambiguous ones stay. */
  associate(targetSystemKey: string, attribute: string | null): Promise<number>;
  /** A page of the hashes that the objects of a target had when they were loaded, in the order of their ids. */
  knownHashes(
    targetSystemKey: string,
    type: DiscoveredType,
    page: { readonly after: string | null; readonly max: number },
  ): Promise<KnownHashes>;
  /** The stamp of now, for `startedStamp`. */
  stamp(): string;
}

/** Makes the loads of a database. */
export function createLoads(database: Database, writer: SetWriter): Loads {
  const parts: LoadParts = { database, writer };

  async function count({ text, values }: BoundSql): Promise<number> {
    const [row] = await database.read(`SELECT COUNT(*) AS \`n\` ${text}`, values);
    return Number(row?.["n"] ?? 0);
  }

  return {
    stamp: () => writer.stamp(),
    async removals(order) {
      let [removals, known] = [0, 0];
      for (const kind of loadedKinds(false)) {
        removals += await count(gone(writer, kind, order));
        known += await count({
          text: `FROM \`${kind.table}\` WHERE \`targetSystemKey\` = ?`,
          values: [order.targetSystemKey],
        });
      }
      return { removals, known };
    },
    async load(order) {
      // A transaction that is run again after a deadlock finds what it wrote undone, also here.
      const counts = { added: 0, changed: 0, removed: 0 };
      for (const kind of loadedKinds(order.groupsBecomeManaged)) {
        await dropRepeated(parts, kind, order);
        counts.removed += await removeGone(parts, kind, order);
        await matchChanged(parts, kind, order);
        counts.changed += await updateChanged(parts, kind, order);
        counts.added += await insertNew(parts, kind, order);
        await loadValues(parts, kind, order);
      }
      const memberships = await loadMemberships(parts, order);
      return { ...counts, memberships };
    },
    async knownHashes(targetSystemKey, type, { after, max }) {
      const kind = loadedKinds(false).find((one) => one.type === type);
      const rows = await database.read(
        `SELECT \`stableId\`, \`discoveredHash\` FROM \`${kind?.table ?? "accounts"}\` ` +
          `WHERE \`targetSystemKey\` = ? AND \`stableId\` > ? ORDER BY \`stableId\` LIMIT ${Math.trunc(max)}`,
        [targetSystemKey, after ?? ""],
      );
      const hashes = rows.flatMap((row) => (row["discoveredHash"] as string | null) ?? []);
      return { hashes, after: rows.length < max ? null : (rows.at(-1)?.["stableId"] as string) };
    },
    associate: (targetSystemKey, attribute) => associate(parts, targetSystemKey, attribute),
  };
}

async function associate({ writer }: LoadParts, targetSystemKey: string, attribute: string | null): Promise<number> {
  // Exactly one user: an attribute with several values may name more than one.
  const one = "SELECT CASE WHEN COUNT(DISTINCT u.`key`) = 1 THEN MIN(u.`key`) END FROM `users` u";
  // Only accounts that bear the id of somebody are looked at one by one.
  const [owner, bearers] =
    attribute === null
      ? [`(${one} WHERE u.\`id\` <> '' AND u.\`id\` = t.\`shortId\`)`, "t.`shortId` IN (SELECT u.`id` FROM `users` u)"]
      : [
          `(${one}, \`accountAttributes\` x WHERE u.\`id\` <> '' AND u.\`id\` = x.\`value\` AND x.\`accountKey\` = t.\`key\` AND x.\`name\` = ?)`,
          "t.`key` IN (SELECT x.`accountKey` FROM `accountAttributes` x, `users` u WHERE x.`name` = ? AND u.`id` = x.`value`)",
        ];
  const values = attribute === null ? [] : [attribute];
  return writer.updateOwn({
    table: "accounts",
    columns: { userKey: owner, associatedBy: "'auto'" },
    values,
    where: {
      text: `t.\`targetSystemKey\` = ? AND ${bearers} AND t.\`userKey\` IS NULL AND (t.\`associatedBy\` IS NULL OR t.\`associatedBy\` = 'auto') AND ${owner} IS NOT NULL`,
      values: [targetSystemKey, ...values, ...values],
    },
  });
}
