import { profileTimes } from "#domain/discovery/profile-mappings.ts";
import { profileTime } from "#domain/discovery/profile-times.ts";

import type { Database } from "../database.ts";
import { insertRows } from "./insert-rows.ts";
import type { LoadParts } from "./load-order.ts";
import type { PeopleOrder } from "./people-order.ts";
import { takeNumber } from "./take-profiles.ts";

type TimeName = (typeof profileTimes)[number];

/** A person with the times of now and the texts that the chosen accounts give. */
interface TimedPerson {
  readonly key: string;
  readonly id: string;
  readonly isSuperuser: boolean;
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  readonly name: TimeName;
  readonly text: string | null;
}

const pagePeople = 5000;

/**
 * Updates the starts and ends of people to those that the sources give. Superusers keep theirs, and so does everyone whose end would not be
 * later than the start: returns their IDs.
 */
export async function takeTimes(
  parts: LoadParts,
  { run, mappings }: Pick<PeopleOrder, "run" | "mappings">,
): Promise<readonly string[]> {
  if (!profileTimes.some((time) => mappings.some(({ name }) => name === time))) return [];
  const unfit: string[] = [];
  for (let after = ""; ;) {
    const rows = await readPage(parts.database, run, after);
    const people = [...Map.groupBy(rows, ({ key }) => key).values()];
    for (const person of people) if (!(await stageTimes(parts.database, run, person))) unfit.push(person[0]?.id ?? "");
    if (people.length < pagePeople) break;
    after = rows.at(-1)?.key ?? "";
  }
  for (const name of profileTimes) await takeNumber(parts, run, name);
  return unfit;
}

async function readPage(database: Database, run: string, after: string): Promise<readonly TimedPerson[]> {
  const names = profileTimes.map((name) => `'${name}'`).join(", ");
  const rows = await database.read(
    "SELECT u.`key`, u.`id`, u.`superuser`, u.`startsAt`, u.`endsAt`, p.`name`, x.`value` AS `text` FROM " +
      `(SELECT DISTINCT q.\`userKey\` FROM \`stagedProfiles\` q WHERE q.\`run\` = ? AND q.\`name\` IN (${names}) AND q.\`userKey\` > ? ` +
      `ORDER BY q.\`userKey\` LIMIT ${pagePeople}) k JOIN \`users\` u ON u.\`key\` = k.\`userKey\` ` +
      `JOIN \`stagedProfiles\` p ON p.\`run\` = ? AND p.\`userKey\` = u.\`key\` AND p.\`name\` IN (${names}) ` +
      "LEFT JOIN `stagedSourceValues` x ON x.`run` = p.`run` AND x.`accountKey` = p.`accountKey` AND x.`attribute` = p.`attribute` AND x.`sequence` = 0 " +
      "ORDER BY u.`key`",
    [run, after, run],
  );
  return rows.map((row) => ({
    ...(row as unknown as TimedPerson),
    isSuperuser: Number(row["superuser"]) === 1,
    startsAt: numberOf(row["startsAt"]),
    endsAt: numberOf(row["endsAt"]),
  }));
}

const numberOf = (value: unknown) => (value === null ? null : Number(value));

/** Stages the times of a person that differ; returns false if they would contradict each other. */
async function stageTimes(database: Database, run: string, rows: readonly TimedPerson[]): Promise<boolean> {
  const [person] = rows;
  if (person === undefined || person.isSuperuser) return true;
  const { key, startsAt, endsAt } = person;
  // What is no time does not fit its definition, and is not among the rows.
  const taken = rows.map(({ name, text }) => [name, profileTime(name, text ?? "") ?? null] as const);
  const wanted = { startsAt, endsAt, ...Object.fromEntries(taken) } as Record<TimeName, number | null>;
  if (wanted.startsAt !== null && wanted.endsAt !== null && wanted.startsAt >= wanted.endsAt) return false;
  const differing = taken.filter(([name, value]) => value !== person[name]);
  await insertRows(database, {
    table: "stagedProfiles",
    columns: ["run", "userKey", "name", "accountKey", "attribute", "value", "differs"],
    values: differing.flatMap(([name, value]) => [run, key, name, "", "", value === null ? null : String(value), 1]),
  });
  return true;
}
