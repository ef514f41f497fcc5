import { createHash } from "node:crypto";

import { columnStamp } from "#domain/replication/column-stamps.ts";
import { lanes } from "#domain/replication/origin.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { tableClasses } from "#domain/resources/format/table-classes.ts";
import { resources } from "#domain/resources/resources.ts";
import { parseStamps } from "#store/changes/row-stamps.ts";
import type { Database } from "#store/database.ts";
import type { Store } from "#store/store.ts";
import { type Table, tables } from "#store/tables.ts";

/** A node whose rows are compared with those of others. */
export interface DumpedNode {
  readonly name: string;
  readonly store: Store;
  readonly database: Pick<Database, "read">;
}

const leaving = Object.entries<Table>(tables).filter(([, { class: of }]) => tableClasses[of].leavesNode);
const roundsMax = 50;
const pageChanges = 2_000;

/** Tables of which each node has rows of its own with the same values, whose places are therefore those of the node. */
const placedByNode = new Set<string>(
  Object.values<Resource>(resources).flatMap(({ table, indexes }) =>
    indexes.some((index) => index.unique === true && index.merging === "eachNode") ? [table] : [],
  ),
);

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns every row that goes to other nodes, with the values that all have: stamps as each column has them, and digests of secrets. */
export async function dumpOf({ database, store, name }: DumpedNode): Promise<ReadonlyMap<string, string>> {
  const dump = new Map<string, string>();
  for (const [table, facts] of leaving)
    for (const row of await database.read(`SELECT * FROM \`${table}\``)) {
      const key = String(row[facts.primaryKey]);
      const { stamps, life } = parseStamps(String(row["_v"]));
      const columns = Object.entries(facts.columns).flatMap(([column, { kind, ofNode }]) => {
        if (ofNode === true) return [];
        const value = row[column];
        const shown =
          kind === "sealed" && typeof value === "string"
            ? store.unseal(value, { table, column, key }).use(digest)
            : value;
        return [[column, shown, columnStamp(stamps, facts.primaryKey, column)]];
      });
      const { homeNode = null, ownerEpoch = null, claimPlace = null } = row;
      const place = placedByNode.has(table) ? null : claimPlace;
      dump.set(`${table} ${key}`, JSON.stringify([columns, life, homeNode, ownerEpoch, place]));
    }
  const vector = await database.read("SELECT `origin`, `seq` FROM `replicationVector` ORDER BY `origin`");
  dump.set("vector", JSON.stringify(vector.map(({ origin, seq }) => [origin, Number(seq)])));
  const counting = await database.read(
    "SELECT `id`, COUNT(*) AS `n` FROM `users` WHERE `claimPlace` = '' GROUP BY `id`",
  );
  for (const { id, n } of counting) if (Number(n) !== 1) dump.set(`id ${String(id)}`, `${name} has ${String(n)}`);
  return dump;
}

/** Returns the places at which two dumps differ. */
export function differingPlaces(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((at) => one.get(at) !== other.get(at));
}

/**
 * Gives each node what the others have, until there is nothing more, while no process of them works.
 * @throws Error if they do not come to rest
 */
export async function bringTogether(stores: readonly Store[]): Promise<void> {
  for (let round = 0; round < roundsMax; round += 1) {
    let learned = 0;
    for (const to of stores)
      for (const from of stores) {
        if (to === from) continue;
        for (const lane of lanes) {
          const answer = await from.replication.read(await to.replication.asking(from.node, pageChanges, lane));
          learned += (await to.replication.apply(answer)).applied;
        }
      }
    if (learned === 0) return;
  }
  throw new Error("the nodes do not come to rest");
}
