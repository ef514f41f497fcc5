import type { UnshownAttribute } from "#domain/discovery/people.ts";
import {
  profileColumns,
  type ProfileMapping,
  profilePeople,
  type ProfilePerson,
  profileTexts,
  type profileTimes,
} from "#domain/discovery/profile-mappings.ts";
import { profileValueName } from "#platform/object-key.ts";

import type { Database } from "../database.ts";
import type { LoadParts } from "./load-order.ts";
import { type PeopleOrder, valueOfAccount } from "./people-order.ts";

const columnNames = profileColumns.map((name) => `'${name}'`).join(", ");
/** Condition for the profile attributes `p` of a run that are rows of values. */
const ofValues = `p.\`run\` = ? AND p.\`name\` NOT IN (${columnNames})`;
const differing = `${ofValues} AND p.\`differs\` = 1`;
const fromAccount = "x.`run` = p.`run` AND x.`accountKey` = p.`accountKey` AND x.`attribute` = p.`attribute`";
const ofProfile = "t.`userKey` = p.`userKey` AND t.`name` = p.`name`";

/** Fewest people losing a value at once for which the attribute itself counts as hidden; a single person may really have lost it. */
const losingPeopleMin = 2;

/**
 * Chooses for each person and profile attribute the account that gives its values: that of the first definition with values that fit,
 * otherwise of the first definition without values, so that the profile loses them. If all values are unfit, the profile stays. It also
 * stays if several people would lose an attribute because no account of its source shows it any longer; returns these attributes.
 */
export async function chooseAccounts(
  database: Database,
  { run, mappings }: Pick<PeopleOrder, "run" | "mappings">,
): Promise<readonly UnshownAttribute[]> {
  const unshown: UnshownAttribute[] = [];
  for (const has of ["EXISTS", "NOT EXISTS"]) {
    for (const mapping of mappings) {
      const people = has === "EXISTS" ? 0 : await losingPeople(database, run, mapping);
      if (people >= losingPeopleMin) {
        unshown.push({ attribute: `${mapping.attribute} on ${mapping.targetSystemId}`, people });
        continue;
      }
      const { definitionKey, targetSystemId, attribute, name } = mapping;
      const occasion = occasionOf(mapping);
      await database.write(
        `${database.dialect.insertIgnoring} INTO \`stagedProfiles\` (\`run\`, \`userKey\`, \`name\`, \`accountKey\`, \`attribute\`, \`value\`, \`differs\`) ` +
          "SELECT ?, a.`userKey`, ?, MIN(a.`key`), ?, NULL, 0 FROM `accounts` a " +
          `WHERE a.\`targetSystemKey\` = ? AND a.\`userKey\` IS NOT NULL AND ${has} (${valueOfAccount}) ` +
          "AND NOT EXISTS (SELECT 1 FROM `stagedMisfits` f WHERE f.`run` = ? AND f.`definitionKey` = ? AND f.`accountKey` = a.`key`)" +
          `${occasion} GROUP BY a.\`userKey\``,
        [run, name, attribute, targetSystemId, run, attribute, run, definitionKey, ...(occasion === "" ? [] : [run])],
      );
    }
  }
  return unshown;
}

/** Counts the people who have a value from a mapped attribute and would lose it, because no account of its source shows the attribute. */
async function losingPeople(database: Database, run: string, mapping: ProfileMapping): Promise<number> {
  const { targetSystemId, attribute, name, onUpdate } = mapping;
  if (!onUpdate) return 0;
  const [shown] = await database.read(
    "SELECT 1 FROM `stagedSourceValues` x, `accounts` a WHERE x.`run` = ? AND x.`attribute` = ? AND a.`key` = x.`accountKey` AND a.`targetSystemKey` = ? LIMIT 1",
    [run, attribute, targetSystemId],
  );
  if (shown !== undefined) return 0;
  const [has, values] = ownValueOf(name);
  const [row] = await database.read(
    `SELECT COUNT(DISTINCT u.\`key\`) AS \`n\` FROM \`accounts\` a, \`users\` u WHERE a.\`targetSystemKey\` = ? AND u.\`key\` = a.\`userKey\` AND ${has} ` +
      "AND NOT EXISTS (SELECT 1 FROM `stagedProfiles` p WHERE p.`run` = ? AND p.`userKey` = u.`key` AND p.`name` = ?)",
    [targetSystemId, ...values, run, name],
  );
  return Number(row?.["n"] ?? 0);
}

/** Returns the condition that the user `u` has a profile attribute, with the values of its parameters. */
function ownValueOf(name: string): readonly [text: string, values: readonly string[]] {
  if (profileColumns.includes(name)) return [`u.\`${columnOf(name)}\` IS NOT NULL`, []];
  return ["EXISTS (SELECT 1 FROM `userAttributes` t WHERE t.`userKey` = u.`key` AND t.`name` = ?)", [name]];
}

/** Returns the condition for the people who take an attribute: those just added, those who existed before, or all. */
function occasionOf({ onCreate, onUpdate }: ProfileMapping): string {
  if (onCreate && onUpdate) return "";
  const isNew = "EXISTS (SELECT 1 FROM `stagedPeople` n WHERE n.`run` = ? AND n.`userKey` = a.`userKey`)";
  return ` AND ${onCreate ? "" : "NOT "}${isNew}`;
}

/** Updates the values of profiles to those of the chosen accounts; unchanged values are not touched. */
export async function takeValues({ database, writer }: LoadParts, { run }: Pick<PeopleOrder, "run">): Promise<void> {
  const missing =
    `SELECT 1 FROM \`stagedSourceValues\` x WHERE ${fromAccount} AND NOT EXISTS ` +
    `(SELECT 1 FROM \`userAttributes\` t WHERE ${ofProfile} AND t.\`sequence\` = x.\`sequence\` AND t.\`value\` = x.\`value\`)`;
  const surplus =
    `SELECT 1 FROM \`userAttributes\` t WHERE ${ofProfile} AND NOT EXISTS ` +
    `(SELECT 1 FROM \`stagedSourceValues\` x WHERE ${fromAccount} AND x.\`sequence\` = t.\`sequence\`)`;
  const differences = await database.write(
    `UPDATE \`stagedProfiles\` AS p SET \`differs\` = 1 WHERE ${ofValues} AND (EXISTS (${missing}) OR EXISTS (${surplus}))`,
    [run],
  );
  if (differences === 0) return;
  await writer.remove("userAttributes", {
    text:
      `EXISTS (SELECT 1 FROM \`stagedProfiles\` p WHERE ${differing} AND ${ofProfile} AND NOT EXISTS ` +
      `(SELECT 1 FROM \`stagedSourceValues\` x WHERE ${fromAccount} AND x.\`sequence\` = t.\`sequence\`))`,
    values: [run],
  });
  await writer.update({
    table: "userAttributes",
    columns: { value: "x.`value`" },
    changes: "JSON_OBJECT('value', x.`value`)",
    from: { text: "`stagedProfiles` p, `stagedSourceValues` x", values: [] },
    where: {
      text: `${differing} AND ${ofProfile} AND ${fromAccount} AND x.\`sequence\` = t.\`sequence\` AND t.\`value\` <> x.\`value\``,
      values: [run],
    },
  });
  await writer.insert({
    table: "userAttributes",
    columns: {
      key: writer.sql.namedKey(profileValueName, "p.`userKey`", "p.`name`", "x.`sequence`"),
      userKey: "p.`userKey`",
      name: "p.`name`",
      sequence: "x.`sequence`",
      value: "x.`value`",
    },
    source: {
      text:
        `\`stagedProfiles\` p CROSS JOIN \`stagedSourceValues\` x WHERE ${differing} AND ${fromAccount} ` +
        `AND NOT EXISTS (SELECT 1 FROM \`userAttributes\` t WHERE ${ofProfile} AND t.\`sequence\` = x.\`sequence\`)`,
      values: [run],
    },
  });
}

/** Updates the names, time zones and calendars of people to those of the chosen accounts. */
export async function takeTexts(
  parts: LoadParts,
  { run, mappings }: Pick<PeopleOrder, "run" | "mappings">,
): Promise<void> {
  for (const name of profileTexts)
    if (mappings.some((mapping) => mapping.name === name)) await takeText(parts, run, name);
}

async function takeText(parts: LoadParts, run: string, name: (typeof profileTexts)[number]): Promise<void> {
  const { database } = parts;
  const chosen = `\`run\` = ? AND \`name\` = '${name}'`;
  await database.write(
    "UPDATE `stagedProfiles` AS p SET `value` = (SELECT NULLIF(x.`value`, '') FROM `stagedSourceValues` x " +
      `WHERE ${fromAccount} AND x.\`sequence\` = 0) WHERE ${chosen}`,
    [run],
  );
  await database.write(
    `UPDATE \`stagedProfiles\` AS p SET \`differs\` = 1 WHERE ${chosen} AND EXISTS (SELECT 1 FROM \`users\` u ` +
      `WHERE u.\`key\` = p.\`userKey\` AND COALESCE(u.\`${name}\`, '') <> COALESCE(p.\`value\`, ''))`,
    [run],
  );
  await takeColumn(parts, run, name);
}

/** Sets a column of users to the staged texts or keys that differ. */
export function takeColumn(
  parts: LoadParts,
  run: string,
  name: (typeof profileTexts)[number] | ProfilePerson,
): Promise<void> {
  return take(parts, run, name, "p.`value`");
}

/** Sets a column of users to the staged numbers that differ. */
export function takeNumber(parts: LoadParts, run: string, name: (typeof profileTimes)[number]): Promise<void> {
  return take(parts, run, name, "CAST(p.`value` AS DECIMAL(20))");
}

async function take({ writer }: LoadParts, run: string, name: string, value: string): Promise<void> {
  const column = columnOf(name);
  const staged = "p.`run` = ? AND p.`name` = ? AND p.`differs` = 1 AND p.`value`";
  await writer.update({
    table: "users",
    columns: { [column]: value },
    changes: `JSON_OBJECT('${column}', ${value})`,
    from: { text: "`stagedProfiles` p", values: [] },
    where: { text: `${staged} IS NOT NULL AND t.\`key\` = p.\`userKey\``, values: [run, name] },
  });
  await writer.updateOwn({
    table: "users",
    columns: { [column]: "NULL" },
    where: {
      text: `t.\`key\` IN (SELECT p.\`userKey\` FROM \`stagedProfiles\` p WHERE ${staged} IS NULL)`,
      values: [run, name],
    },
  });
}

/** Returns the column of a profile attribute that is one of the user. */
function columnOf(name: string): string {
  return Object.hasOwn(profilePeople, name) ? profilePeople[name as ProfilePerson] : name;
}
