// @databases sqlite mariadb
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type Database, openDatabase } from "#store/database.ts";
import { grants } from "#store/migrations/0131-grants.ts";
import { SchemaStatements } from "#store/schema/schema-statements.ts";

import { suiteDialect, type TestDatabase, testDatabase } from "../support/database.ts";
import { prepareMigratedDatabase } from "../support/empty-database.ts";
import { testSize } from "../support/test-size.ts";

let folder: string;
let tested: TestDatabase;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-grants-"));
  tested = await testDatabase(folder);
  await prepareMigratedDatabase(tested.url);
  database = openDatabase({ databaseUrl: tested.url });
});
afterEach(async () => {
  await database.close();
  await tested.remove();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...statements: readonly string[]) =>
  database.transactions.run(async () => {
    for (const statement of statements) await database.write(statement);
  });

const accounts = testSize(400, 200_000);
const membershipsOfEach = 4;
const groups = 50;
const madeMs = Date.UTC(2029, 4, 1);
const stamp = `${madeMs.toString(16).padStart(12, "0")}000000000001node1`;

/** Fills the record by statements, as an installation of years has it. */
async function fill(): Promise<void> {
  const numbers = (count: number) =>
    `(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1}) SELECT i FROM n)`;
  const isServer = suiteDialect() === "mariadb";
  const text = (prefix: string, number: string) =>
    isServer ? `CONCAT('${prefix}', ${number})` : `'${prefix}' || ${number}`;
  const rowStamps = `'load', 'node1', 1, '{"key":"${stamp}"}'`;
  const stampNames = "`lastUpdatedModule`, `lastUpdatedNode`, `version`, `_v`";
  const names = "`longId`, `shortId`, `displayId`";
  if (isServer) await run(`SET SESSION max_recursive_iterations = ${accounts + 1}`);
  await run(
    `INSERT INTO \`accounts\` (\`key\`, \`targetSystemKey\`, \`stableId\`, ${names}, \`userKey\`, ${stampNames}) ` +
      `SELECT ${text("a", "i")}, 'T1', i, ${text("n", "i")}, ${text("n", "i")}, i, CASE WHEN i % 10 > 0 THEN ${text("u", "i")} END, ${rowStamps} FROM ${numbers(accounts)} x`,
    `INSERT INTO \`groups\` (\`key\`, \`targetSystemKey\`, \`stableId\`, ${names}, \`managed\`, \`membersHidden\`, \`phaseInheritance\`, ${stampNames}) ` +
      `SELECT ${text("g", "i")}, 'T1', i, ${text("g", "i")}, ${text("g", "i")}, i, 1, 0, 'add', ${rowStamps} FROM ${numbers(groups)} x`,
    `INSERT INTO \`groupMemberships\` (\`key\`, \`groupKey\`, \`accountKey\`, \`throughGroup\`, ${stampNames}) ` +
      `SELECT ${text("m", isServer ? "x.i, '.', y.i" : "x.i || '.' || y.i")}, ${text("g", `((x.i + y.i) % ${groups})`)}, ${text("a", "x.i")}, CASE WHEN y.i = 0 THEN 'inner' END, ${rowStamps} ` +
      `FROM ${numbers(accounts)} x, ${numbers(membershipsOfEach)} y`,
  );
}

async function migrateAnew(): Promise<number> {
  const begin = performance.now();
  await run("DROP TABLE `grants`", "DROP TABLE `listings`");
  await database.transactions.run(() => grants.up(new SchemaStatements(database).schema, {}));
  return performance.now() - begin;
}

const summary = () =>
  database.read(
    "SELECT `kind`, COUNT(*) AS `n`, COUNT(`userKey`) AS `owned`, COUNT(`throughGroup`) AS `through`, MIN(`from`) AS `first`, MAX(`from`) AS `last`, " +
      "MIN(`because`) AS `because`, COUNT(`endedAt`) AS `ended` FROM `grants` GROUP BY `kind` ORDER BY `kind`",
  );

test(
  `${accounts * (membershipsOfEach + 1)} grants come of what is on record, twice the same`,
  { timeout: 600_000 },
  async () => {
    await fill();
    const tookMs = await migrateAnew();
    console.log(`${accounts * (membershipsOfEach + 1)} grants in ${Math.round(tookMs)} ms`);
    const same = { because: "discovered", first: madeMs, last: madeMs, ended: 0 };
    const owned = (accounts * 9) / 10;
    expect(await summary()).toEqual([
      { ...same, kind: "account", n: accounts, owned, through: 0 },
      {
        ...same,
        kind: "membership",
        n: accounts * membershipsOfEach,
        owned: owned * membershipsOfEach,
        through: accounts,
      },
    ]);
    const pages = () => database.read("SELECT * FROM `grants` ORDER BY `key` LIMIT 2000");
    const first = await pages();
    await migrateAnew();
    expect(await pages()).toEqual(first);
    const [one] = await database.read("SELECT * FROM `grants` WHERE `key` = 'm7.0'");
    expect(one).toMatchObject({
      kind: "membership",
      userKey: "u7",
      targetSystemKey: "T1",
      accountKey: "a7",
      groupKey: "g7",
      accountName: "n7",
      groupName: "g7",
      throughGroup: "inner",
    });
  },
);
