import type { QueryInterface } from "sequelize";

import type { Migration } from "./migration.ts";

/** What refers to a row of a table: another table and its column. */
type Reference = readonly [table: string, column: string];

interface Unique {
  readonly table: "accounts" | "groups";
  /** Rows that lead from a row that goes to the one that stays. */
  readonly follow: readonly Reference[];
  /** Rows that go with it, because the one that stays has its own. */
  readonly drop: readonly Reference[];
}

const uniques: readonly Unique[] = [
  {
    table: "accounts",
    follow: [
      ["managedAccounts", "accountKey"],
      ["requestOperations", "accountKey"],
      ["targetSystemCredentials", "managedAccountKey"],
    ],
    drop: [
      ["accountAttributes", "accountKey"],
      ["groupMemberships", "accountKey"],
      ["passwordHistories", "accountKey"],
    ],
  },
  {
    table: "groups",
    follow: [["requestOperations", "groupKey"]],
    drop: [
      ["groupAttributes", "groupKey"],
      ["groupMemberships", "groupKey"],
      ["groupOwners", "groupKey"],
    ],
  },
];

/**
 * One row for each object of a target. Where a request and a discovery have met the same one at the
 * same time and made two rows, the first stays, with the owner of either.
 */
export const objectKeys: Migration = {
  name: "0030-object-keys",
  async up(schema) {
    const run = (statement: string) => schema.sequelize.query(statement);
    await run("ALTER TABLE `stagedObjects` ADD COLUMN `rowKey` VARCHAR(190) NOT NULL DEFAULT ''");
    for (const unique of uniques) await makeUnique(schema, unique);
  },
};

const columns = ["targetSystemKey", "stableId"];

async function makeUnique(schema: QueryInterface, { table, follow, drop }: Unique): Promise<void> {
  const run = (statement: string) => schema.sequelize.query(statement);
  const same = columns.map((column) => `a.\`${column}\` = b.\`${column}\``).join(" AND ");
  const twins = `\`${table}\` a JOIN \`${table}\` b ON ${same} AND a.\`key\` < b.\`key\``;
  const later = `(SELECT d.\`key\` FROM (SELECT DISTINCT b.\`key\` FROM ${twins}) d)`;
  const first = (key: string) =>
    `(SELECT f.\`key\` FROM (SELECT MIN(a.\`key\`) AS \`key\`, b.\`key\` AS \`later\` FROM ${twins} GROUP BY b.\`key\`) f WHERE f.\`later\` = ${key})`;
  if (table === "accounts") {
    const owner = `(SELECT o.\`userKey\` FROM (SELECT a.\`key\`, MIN(b.\`userKey\`) AS \`userKey\` FROM ${twins} GROUP BY a.\`key\`) o WHERE o.\`key\` = \`accounts\`.\`key\`)`;
    await run(`UPDATE \`accounts\` SET \`userKey\` = ${owner} WHERE \`userKey\` IS NULL`);
  }
  for (const [other, column] of follow)
    await run(
      `UPDATE \`${other}\` SET \`${column}\` = ${first(`\`${other}\`.\`${column}\``)} WHERE \`${column}\` IN ${later}`,
    );
  for (const [other, column] of drop) await run(`DELETE FROM \`${other}\` WHERE \`${column}\` IN ${later}`);
  await run(`DELETE FROM \`${table}\` WHERE \`key\` IN ${later}`);
  await schema.addIndex(table, [...columns], { unique: true, name: `${table}_once` });
  await schema.removeIndex(table, [...columns]);
}
