import { expect, test } from "vitest";

import { oldestNeighbour } from "#domain/nodes/node-versions.ts";
import type { Database } from "#store/database.ts";
import * as all from "#store/migrations/all.ts";
import type { Migration } from "#store/migrations/migration.ts";
import { SchemaStatements } from "#store/schema/schema-statements.ts";

const adding = /^(CREATE TABLE|CREATE (UNIQUE )?INDEX|ALTER TABLE `\w+` ADD |INSERT INTO|UPDATE) ?/i;

/** Returns the statements of a migration that do more than add. */
async function otherStatements({ up }: Migration): Promise<string[]> {
  const statements: string[] = [];
  const database = {
    dialect: { name: "mysql" },
    run: async (text: string) => void statements.push(text),
    read: async () => [],
  } as never as Database;
  await up(new SchemaStatements(database).schema, {});
  return statements.filter((text) => !adding.test(text));
}

const numberOf = ({ name }: Migration): number => Number.parseInt(name, 10);

/** Returns what is wrong with a migration between neighbouring versions: it only adds, or an earlier version of the schema does without what it takes. */
async function faultsOf(migration: Migration): Promise<string[]> {
  const { needs } = migration;
  if (needs === undefined) return otherStatements(migration);
  return needs < numberOf(migration) ? [] : ["no earlier program does without what it takes away"];
}

test("migrations between neighbouring versions only add, or say which programs do without what they take away", async () => {
  const later = Object.values<Migration>(all).filter((migration) => numberOf(migration) > oldestNeighbour);
  for (const migration of later) expect([migration.name, await faultsOf(migration)]).toEqual([migration.name, []]);
});

test("a migration that takes something away from the programs of its own version is found", async () => {
  const taking = (needs: number) => ({ ...running("DROP TABLE `userPlaces`"), name: "0900-x", needs });
  expect(await faultsOf(taking(899))).toEqual([]);
  expect(await faultsOf(taking(900))).toHaveLength(1);
});

const running = (text: string): Migration => ({
  name: "x",
  async up(schema) {
    await schema.sequelize.query(text);
  },
});

test.each([
  "ALTER TABLE `userPlaces` DROP COLUMN `department`",
  "ALTER TABLE `userPlaces` RENAME COLUMN `department` TO `unit`",
  "DROP TABLE `userPlaces`",
  "DELETE FROM `userPlaces`",
])("a migration that does more is found: %s", async (text) => {
  expect(await otherStatements(running(text))).toEqual([text]);
});

test("one that adds is not", async () => {
  const adds: Migration = { name: "x", up: (schema) => schema.addColumn("users", "nickname", { type: "TEXT" }) };
  expect(await otherStatements(adds)).toEqual([]);
});
