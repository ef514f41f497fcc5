import { isId } from "#domain/id-form.ts";
import { foldedId, isPersonId, lookOf, storedId } from "#domain/person-id.ts";
import { otherUserName, userName } from "#platform/object-key.ts";

import type { Database } from "../database.ts";
import { heldFold } from "../folded-id.ts";
import { encode } from "../rows.ts";
import type { SqlValue } from "../sql/sql.ts";
import { tables } from "../tables.ts";
import type { LoadParts } from "./load-order.ts";
import type { PeopleOrder } from "./people-order.ts";

/** Number of people that were added, and the account names that cannot be IDs. */
export interface MadePeople {
  readonly added: number;
  readonly unfitIds: readonly string[];
  /** Names that differ from others only in case, or look like a superuser's. */
  readonly alikeIds: readonly string[];
}

/**
 * Adds a user for each account without owner whose name is no user's ID, unless the account does not fit what its definitions require of a
 * new person.
 */
export async function makePeople(parts: LoadParts, order: PeopleOrder): Promise<MadePeople> {
  await stagePeople(parts, order);
  const untaken = await dropUntaken(parts.database, order.run);
  const displayName = displayNameOf(order);
  const added = await parts.writer.insert({
    table: "users",
    columns: {
      ...initialColumns(),
      key: "p.`userKey`",
      id: "p.`id`",
      foldedId: "p.`foldedId`",
      displayName: displayName.text,
      fromSource: "1",
    },
    values: displayName.values,
    source: { text: "`stagedPeople` p WHERE p.`run` = ?", values: [order.run] },
  });
  return { added, ...untaken };
}

const pageIds = 5000;
const ascii = /^[ -~]*$/;

/** Drops the staged IDs that could not be added by hand either. */
async function dropUntaken(database: Database, run: string): Promise<Pick<MadePeople, "unfitIds" | "alikeIds">> {
  const staged = await stagedIds(database, run);
  const unfitIds = staged.filter((id) => !isId(id) || !isPersonId(id));
  const alikeIds = await alike(
    database,
    staged.filter((id) => isId(id) && isPersonId(id)),
  );
  for (const id of [...unfitIds, ...alikeIds])
    await database.write("DELETE FROM `stagedPeople` WHERE `run` = ? AND `id` = ?", [run, id]);
  const dropped = new Set([...unfitIds, ...alikeIds]);
  await database.write("UPDATE `stagedPeople` SET `foldedId` = LOWER(`id`) WHERE `run` = ?", [run]);
  // A database folds only ASCII as the service does.
  for (const id of staged)
    if (!dropped.has(id) && !ascii.test(id))
      await database.write("UPDATE `stagedPeople` SET `id` = ?, `foldedId` = ? WHERE `run` = ? AND `id` = ?", [
        storedId(id),
        heldFold(id),
        run,
        id,
      ]);
  return { unfitIds, alikeIds };
}

async function stagedIds(database: Database, run: string): Promise<readonly string[]> {
  const staged: string[] = [];
  for (let after = ""; ;) {
    const rows = await database.read(
      `SELECT \`id\` FROM \`stagedPeople\` WHERE \`run\` = ? AND \`id\` > ? ORDER BY \`id\` LIMIT ${pageIds}`,
      [run, after],
    );
    staged.push(...rows.map(({ id }) => id as string));
    if (rows.length < pageIds) return staged;
    after = staged.at(-1) ?? "";
  }
}

/** Finds the names that equal a user's ID or each other except for case, and those that look like a superuser's. */
async function alike(database: Database, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const bearers = Map.groupBy(names, (name) => foldedId(name));
  const taken = new Set<string>();
  for (let after = ""; ;) {
    const rows = await database.read(`SELECT \`id\` FROM \`users\` WHERE \`id\` > ? ORDER BY \`id\` LIMIT ${pageIds}`, [
      after,
    ]);
    const ids = rows.map(({ id }) => id as string);
    for (const fold of ids.map(foldedId)) if (bearers.has(fold)) taken.add(fold);
    if (ids.length < pageIds) break;
    after = ids.at(-1) ?? "";
  }
  const superusers = await database.read("SELECT `id` FROM `users` WHERE `superuser` = 1", []);
  const looks = new Set(superusers.map(({ id }) => lookOf(id as string)));
  return names.filter((name) => {
    const fold = foldedId(name);
    return taken.has(fold) || (bearers.get(fold)?.length ?? 0) > 1 || looks.has(lookOf(name));
  });
}

const idCharactersMax = tables.users.columns["id"]?.size ?? 0;

async function stagePeople({ database, writer }: LoadParts, order: PeopleOrder): Promise<void> {
  const { run, targetSystemKey, nameAttribute } = order;
  const [name, from, own] =
    nameAttribute === null
      ? ["a.`shortId`", "`accounts` a WHERE", []]
      : [
          "x.`value`",
          "`accounts` a CROSS JOIN `accountAttributes` x WHERE x.`accountKey` = a.`key` AND x.`name` = ? " +
            "AND NOT EXISTS (SELECT 1 FROM `accountAttributes` y WHERE y.`accountKey` = x.`accountKey` AND y.`name` = x.`name` AND y.`sequence` <> x.`sequence`) AND",
          [nameAttribute],
        ];
  const judged = ofCreation(order).map(({ definitionKey }) => definitionKey);
  const fitting =
    judged.length === 0
      ? ""
      : "AND NOT EXISTS (SELECT 1 FROM `stagedMisfits` f WHERE f.`run` = ? AND f.`accountKey` = a.`key` " +
        `AND f.\`definitionKey\` IN (${judged.map(() => "?").join(", ")})) `;
  const key = writer.sql.namedKey(userName, "q.`id`");
  const otherKey = writer.sql.namedKey(otherUserName, "q.`id`", "q.`accountKey`");
  await database.write(
    "INSERT INTO `stagedPeople` (`run`, `id`, `userKey`, `accountKey`) " +
      `SELECT ?, q.\`id\`, CASE WHEN EXISTS (SELECT 1 FROM \`users\` u WHERE u.\`key\` = ${key}) THEN ${otherKey} ELSE ${key} END, q.\`accountKey\` FROM (SELECT ${name} AS \`id\`, MIN(a.\`key\`) AS \`accountKey\` ` +
      `FROM ${from} a.\`targetSystemKey\` = ? AND a.\`userKey\` IS NULL AND (a.\`associatedBy\` IS NULL OR a.\`associatedBy\` = 'auto') ` +
      `AND TRIM(${name}) <> '' AND SUBSTR(${name}, ${idCharactersMax + 1}, 1) = '' ${fitting}GROUP BY ${name}) q ` +
      "WHERE NOT EXISTS (SELECT 1 FROM `users` u WHERE u.`id` = q.`id`)",
    [run, ...own, targetSystemKey, ...(judged.length === 0 ? [] : [run, ...judged])],
  );
}

/** Returns the mappings from accounts of this target to new people. */
function ofCreation({ mappings, targetSystemKey }: PeopleOrder) {
  return mappings.filter(({ targetSystemId, onCreate }) => onCreate && targetSystemId === targetSystemKey);
}

/** Returns the expression of the display name; a new user has it from the start, so that no one sees a nameless person first. */
function displayNameOf(order: PeopleOrder): { readonly text: string; readonly values: readonly SqlValue[] } {
  const attributes = ofCreation(order).flatMap(({ name, attribute }) => (name === "displayName" ? [attribute] : []));
  const value =
    "(SELECT NULLIF(x.`value`, '') FROM `stagedSourceValues` x WHERE x.`run` = p.`run` AND x.`accountKey` = p.`accountKey` AND x.`attribute` = ? AND x.`sequence` = 0)";
  return { text: `COALESCE(${[...attributes.map(() => value), "NULL", "NULL"].join(", ")})`, values: attributes };
}

function initialColumns(): Record<string, string> {
  const { columns } = tables.users;
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, literal(encode(column, column.initial))]),
  );
}

function literal(value: SqlValue): string {
  if (value === null) return "NULL";
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
