import type { ProfileMapping } from "#domain/discovery/profile-mappings.ts";

import type { Database } from "../database.ts";
import type { SqlValue } from "../sql/sql.ts";
import { tables } from "../tables.ts";
import { insertRows } from "./insert-rows.ts";
import { objectPages } from "./object-pages.ts";
import { type PeopleOrder, valueOfAccount } from "./people-order.ts";

const nameCharactersMax = tables.users.columns["displayName"]?.size ?? 0;

/** Gathers the values of the mapped attributes from the accounts of the sources, for many later lookups. */
export async function gatherValues(
  database: Database,
  { run, mappings }: Pick<PeopleOrder, "run" | "mappings">,
): Promise<void> {
  for (const [targetSystemId, ofTarget] of Map.groupBy(mappings, (mapping) => mapping.targetSystemId)) {
    const attributes = [...new Set(ofTarget.map(({ attribute }) => attribute))];
    await database.write(
      "INSERT INTO `stagedSourceValues` (`run`, `accountKey`, `attribute`, `name`, `sequence`, `value`) " +
        "SELECT ?, a.`key`, LOWER(x.`name`), x.`name`, x.`sequence`, x.`value` FROM `accounts` a CROSS JOIN `accountAttributes` x " +
        `WHERE a.\`targetSystemKey\` = ? AND x.\`accountKey\` = a.\`key\` AND LOWER(x.\`name\`) IN (${attributes.map(() => "?").join(", ")})`,
      [run, targetSystemId, ...attributes],
    );
  }
}

/** Records the accounts of the sources whose values do not fit a definition, by their number or their content. */
export async function judgeProfiles(
  database: Database,
  { run, mappings }: Pick<PeopleOrder, "run" | "mappings">,
): Promise<void> {
  for (const mapping of mappings) {
    await judgeNumbers(database, run, mapping);
    if (mapping.fits !== undefined) await judgeValues(database, run, mapping, mapping.fits);
  }
}

/** Counts the accounts that do not fit, by definition. */
export async function misfitCounts(database: Database, run: string): Promise<ReadonlyMap<string, number>> {
  const rows = await database.read(
    "SELECT `definitionKey`, COUNT(*) AS `n` FROM `stagedMisfits` WHERE `run` = ? GROUP BY `definitionKey`",
    [run],
  );
  return new Map(rows.map((row) => [row["definitionKey"] as string, Number(row["n"])]));
}

async function judgeNumbers(database: Database, run: string, mapping: ProfileMapping): Promise<void> {
  const { definitionKey, targetSystemId, attribute, name, minValues, maxValues } = mapping;
  const otherSpelling =
    "SELECT 1 FROM `stagedSourceValues` y WHERE y.`run` = x.`run` AND y.`accountKey` = x.`accountKey` AND y.`attribute` = x.`attribute` AND y.`name` <> x.`name`";
  const faults: (readonly [text: string, values: readonly SqlValue[]])[] = [
    [`EXISTS (${valueOfAccount} AND (x.\`sequence\` >= ? OR EXISTS (${otherSpelling})))`, [run, attribute, maxValues]],
  ];
  if (minValues > 0)
    faults.push([`NOT EXISTS (${valueOfAccount} AND x.\`sequence\` = ?)`, [run, attribute, minValues - 1]]);
  if (name === "displayName")
    faults.push([
      `EXISTS (${valueOfAccount} AND SUBSTR(x.\`value\`, ${nameCharactersMax + 1}, 1) <> '')`,
      [run, attribute],
    ]);
  await database.write(
    "INSERT INTO `stagedMisfits` (`run`, `definitionKey`, `accountKey`) SELECT ?, ?, a.`key` FROM `accounts` a " +
      `WHERE a.\`targetSystemKey\` = ? AND (${faults.map(([text]) => text).join(" OR ")})`,
    [run, definitionKey, targetSystemId, ...faults.flatMap(([, values]) => values)],
  );
}

async function judgeValues(
  database: Database,
  run: string,
  { definitionKey, targetSystemId, attribute }: ProfileMapping,
  fits: (values: readonly string[]) => boolean,
): Promise<void> {
  for await (const page of objectPages(database, { type: "account", targetSystemKey: targetSystemId, attribute })) {
    const misfits = page.filter(({ values }) => !fits(values));
    await insertRows(database, {
      table: "stagedMisfits",
      columns: ["run", "definitionKey", "accountKey"],
      values: misfits.flatMap(({ key }) => [run, definitionKey, key]),
    });
  }
}
