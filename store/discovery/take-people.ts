import type { NamedAccount } from "#domain/discovery/account-names.ts";
import { type ChartPerson, type OrgChart, orgChartOf } from "#domain/discovery/org-chart.ts";
import { profilePeople, type ProfilePerson } from "#domain/discovery/profile-mappings.ts";

import type { Database } from "../database.ts";
import { insertRows } from "./insert-rows.ts";
import type { LoadParts } from "./load-order.ts";
import { namedAccounts } from "./object-pages.ts";
import { type PeopleOrder, sourcesOfProfiles } from "./people-order.ts";
import { takeColumn } from "./take-profiles.ts";

const pagePeople = 5000;

/**
 * Updates the managers or the sponsors of people to those whom the sources name; returns the references that could not be taken, and the
 * circles.
 */
export async function takePeople(
  parts: LoadParts,
  { run, mappings }: Pick<PeopleOrder, "run" | "mappings">,
  attribute: ProfilePerson,
): Promise<Pick<OrgChart, "unknown" | "circles">> {
  if (!mappings.some(({ name }) => name === attribute)) return { unknown: [], circles: [] };
  const { database } = parts;
  const people = await readPeople(database, run, attribute);
  const { managers, ...untaken } = orgChartOf(people, await readAccounts(database));
  const differing = people.filter(({ key, managerKey }) => managers.has(key) && managers.get(key) !== managerKey);
  await insertRows(database, {
    table: "stagedProfiles",
    columns: ["run", "userKey", "name", "accountKey", "attribute", "value", "differs"],
    values: differing.flatMap(({ key }) => [run, key, attribute, "", "", managers.get(key) ?? null, 1]),
  });
  if (differing.length > 0) await takeColumn(parts, run, attribute);
  return untaken;
}

async function readPeople(database: Database, run: string, attribute: ProfilePerson): Promise<ChartPerson[]> {
  const column = profilePeople[attribute];
  const people: ChartPerson[] = [];
  for (let after = ""; ;) {
    const rows = await database.read(
      "SELECT u.`key`, u.`id`, u.`managerKey`, a.`targetSystemKey` AS `source`, NULLIF(TRIM(x.`value`), '') AS `reference` FROM " +
        `(SELECT \`key\`, \`id\`, \`${column}\` AS \`managerKey\` FROM \`users\` WHERE \`key\` > ? ORDER BY \`key\` LIMIT ${pagePeople}) u ` +
        `LEFT JOIN \`stagedProfiles\` p ON p.\`run\` = ? AND p.\`userKey\` = u.\`key\` AND p.\`name\` = '${attribute}' ` +
        "LEFT JOIN `accounts` a ON a.`key` = p.`accountKey` " +
        "LEFT JOIN `stagedSourceValues` x ON x.`run` = p.`run` AND x.`accountKey` = p.`accountKey` AND x.`attribute` = p.`attribute` AND x.`sequence` = 0 " +
        "ORDER BY u.`key`",
      [after, run],
    );
    people.push(...(rows as unknown as ChartPerson[]));
    if (rows.length < pagePeople) return people;
    after = people.at(-1)?.key ?? "";
  }
}

async function readAccounts(database: Database): Promise<NamedAccount[]> {
  const rows = await database.read(`SELECT t.\`id\` FROM \`targetSystems\` t WHERE t.\`id\` IN ${sourcesOfProfiles}`);
  const accounts: NamedAccount[] = [];
  for (const { id } of rows) accounts.push(...(await namedAccounts(database, id as string)));
  return accounts;
}
