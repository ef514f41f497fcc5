import type { QueryInterface } from "sequelize";

import { type Attributes, bigInteger, flag, integer, optional, primary, text } from "./column-types.ts";
import type { Migration, TableOptions } from "./migration.ts";

/** A reference to an object of a target: a table with its primary key, and the column. */
interface Follower {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** Columns that are unique together with the reference; absent = any number of rows may refer to the object. */
  readonly once?: readonly string[];
}

/** Rules to merge the rows of one object into one. */
interface Union {
  readonly table: "accounts" | "groups";
  /** Part of its stamps after the milliseconds: more than any clock gives, and more for later unions. */
  readonly count: string;
  /** The rows `t`, joined with what their order needs. */
  readonly from: string;
  /** Order of the rows; the first one stays. */
  readonly order: string;
  /** Columns that the remaining row takes from all of them, over the rows of one object, which are `of`. */
  readonly gathered: (of: string) => Readonly<Record<string, string>>;
  readonly types: Attributes;
  readonly followers: readonly Follower[];
}

const hashSize = 64;
const codeSize = 20;
const stampSize = 80;

const unions: readonly Union[] = [
  {
    table: "accounts",
    count: "fffffffffffe",
    // The digests of earlier passwords are sealed to the key of their account, so the row with digests stays.
    from: "`accounts` t LEFT JOIN `passwordHistories` h ON h.`accountKey` = t.`key`",
    order: "h.`accountKey` IS NULL, t.`key`",
    gathered: (of) => {
      const ownedFirst = "ORDER BY t.`userKey` IS NULL, h.`accountKey` IS NULL, t.`key`";
      return {
        userKey: `FIRST_VALUE(t.\`userKey\`) OVER (${of} ${ownedFirst})`,
        associatedBy: `FIRST_VALUE(t.\`associatedBy\`) OVER (${of} ${ownedFirst})`,
        lastPasswordChange: `MAX(t.\`lastPasswordChange\`) OVER (${of})`,
        discoveredHash: "NULL",
      };
    },
    types: {
      userKey: optional(text()),
      associatedBy: optional(text(codeSize)),
      lastPasswordChange: optional(bigInteger()),
      discoveredHash: optional(text(hashSize)),
    },
    followers: [
      { table: "accountAttributes", key: "key", column: "accountKey", once: ["name"] },
      { table: "groupMemberships", key: "key", column: "accountKey", once: ["groupKey"] },
      { table: "passwordHistories", key: "accountKey", column: "accountKey", once: [] },
      { table: "managedAccounts", key: "key", column: "accountKey", once: [] },
      { table: "requestOperations", key: "key", column: "accountKey" },
      { table: "targetSystemCredentials", key: "key", column: "managedAccountKey" },
    ],
  },
  {
    table: "groups",
    count: "ffffffffffff",
    from: "`groups` t",
    order: "t.`key`",
    gathered: (of) => ({ managed: `MAX(t.\`managed\`) OVER (${of})`, discoveredHash: "NULL" }),
    types: { managed: flag(), discoveredHash: optional(text(hashSize)) },
    followers: [
      { table: "groupAttributes", key: "key", column: "groupKey", once: ["name"] },
      { table: "groupMemberships", key: "key", column: "groupKey", once: ["accountKey"] },
      { table: "groupOwners", key: "key", column: "groupKey", once: ["userKey"] },
      { table: "requestOperations", key: "key", column: "groupKey" },
    ],
  },
];

/**
 * One row for each object of a target. If a request and a discovery have met the same object at the same time and made two rows, they
 * become one. The merged row has what either had: its owner, attributes, memberships, owners of the group, and references to it. Only if
 * each has its own password history, or is managed, that of the remaining row counts. The next discovery checks the object again. The
 * change log records all of this, as every change.
 */
export const objectKeys: Migration = {
  name: "0030-object-keys",
  async up(schema, tableOptions) {
    await schema.sequelize.query("ALTER TABLE `stagedObjects` ADD COLUMN `rowKey` VARCHAR(190) NOT NULL DEFAULT ''");
    await schema.sequelize.query(stagedKeys(schema));
    for (const union of unions) await makeOne(schema, tableOptions, union);
  },
};

/** Returns the statement that gives objects staged before this migration the keys that they would get now. */
function stagedKeys(schema: QueryInterface): string {
  const target = "(SELECT o.`targetSystemKey` FROM `requestOperations` o WHERE o.`key` = `stagedObjects`.`run`)";
  const name = `CONCAT(\`type\`, '\n', ${target}, '\n', \`id\`)`;
  const key = schema.sequelize.getDialect() === "sqlite" ? `gh_named_guid(${name})` : namedGuid(name);
  return (
    `UPDATE \`stagedObjects\` SET \`rowKey\` = ${key} ` +
    "WHERE `state` = 'listed' AND `run` IN (SELECT o.`key` FROM `requestOperations` o)"
  );
}

const namespaceHex = "5f0c4b1e7d0a4b8e9d532c1f6a9e8b47";

/** Returns the expression of the version 5 GUID for a name, as a database server computes it. */
function namedGuid(name: string): string {
  const hash = `SHA1(CONCAT(UNHEX('${namespaceHex}'), ${name}))`;
  const digits = (from: number, count: number) => `SUBSTRING(${hash}, ${from}, ${count})`;
  const variant = `LOWER(HEX(CONV(${digits(17, 1)}, 16, 10) & 3 | 8))`;
  return `CONCAT(${digits(1, 8)}, '-', ${digits(9, 4)}, '-5', ${digits(14, 3)}, '-', ${variant}, ${digits(18, 3)}, '-', ${digits(21, 12)})`;
}

const identity = ["targetSystemKey", "stableId"];

async function makeOne(schema: QueryInterface, tableOptions: TableOptions, union: Union): Promise<void> {
  const { table, types, followers } = union;
  const own = { table, key: "key", column: "key" };
  await schema.createTable(
    "objectTwins",
    { key: primary(text()), stays: text(), place: integer(), stamp: text(stampSize), ...types },
    tableOptions,
  );
  await schema.addIndex("objectTwins", ["stays"]);
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await schema.sequelize.query(statement);
  };
  await run([twinsOf(union)]);
  await run(changed(own, "= 1", Object.fromEntries(Object.keys(types).map((name) => [name, name]))));
  for (const follower of followers) {
    if (follower.once !== undefined) await run(removed(follower, hasBefore(follower, follower.once)));
    await run(changed(follower, "> 1", { [follower.column]: "stays" }));
  }
  await run(removed(own));
  await schema.dropTable("objectTwins");
  await schema.addIndex(table, identity, { unique: true, name: `${table}_once` });
  await schema.removeIndex(table, identity);
}

const node = "(SELECT MIN(n.`id`) FROM `nodes` n)";
const stampMilliseconds = 12;

/** Returns the statement for a stamp that is later than all in the log, whatever its clock said. */
function latestStamp(count: string): string {
  const now = Date.now().toString(16).padStart(stampMilliseconds, "0");
  const latest = `SUBSTR(MAX(c.\`stamp\`), 1, ${stampMilliseconds})`;
  return `SELECT CONCAT(CASE WHEN MAX(c.\`stamp\`) > '${now}' THEN ${latest} ELSE '${now}' END, '${count}', ${node}) AS \`stamp\` FROM \`changeLog\` c`;
}

/** Returns the statement that records all rows that share their object with another row, in their order; the first of them stays. */
function twinsOf({ from, order, gathered, count }: Union): string {
  const of = `PARTITION BY ${identity.map((column) => `t.\`${column}\``).join(", ")}`;
  const columns = gathered(of);
  const names = Object.keys(columns).map((name) => `\`${name}\``);
  const values = Object.entries(columns).map(([name, value]) => `${value} AS \`${name}\``);
  return (
    `INSERT INTO \`objectTwins\` (\`key\`, \`stays\`, \`place\`, \`stamp\`, ${names.join(", ")}) ` +
    `SELECT r.\`key\`, r.\`stays\`, r.\`place\`, l.\`stamp\`, ${names.map((name) => `r.${name}`).join(", ")} FROM ` +
    `(SELECT t.\`key\`, FIRST_VALUE(t.\`key\`) OVER (${of} ORDER BY ${order}) AS \`stays\`, ` +
    `ROW_NUMBER() OVER (${of} ORDER BY ${order}) AS \`place\`, COUNT(*) OVER (${of}) AS \`rows_\`, ${values.join(", ")} ` +
    `FROM ${from}) r, (${latestStamp(count)}) l WHERE r.\`rows_\` > 1`
  );
}

/** Returns the join with earlier rows of an object that hold the same values as the row `t` of the twin `m`. */
function hasBefore({ table, column }: Follower, once: readonly string[]): string {
  const same = once.map((name) => ` AND o.\`${name}\` = t.\`${name}\``).join("");
  return (
    " JOIN `objectTwins` e ON e.`stays` = m.`stays` AND e.`place` < m.`place` " +
    `JOIN \`${table}\` o ON o.\`${column}\` = e.\`key\`${same}`
  );
}

const logged = "INSERT INTO `changeLog` (`origin`, `tableName`, `rowKey`, `operation`, `rowVersion`, `stamp`, `data`)";

/** Returns the statements that remove rows with references to the later rows of an object: all, or those that fit. */
function removed({ table, key, column }: Follower, fitting = ""): string[] {
  const rows = `FROM \`objectTwins\` m JOIN \`${table}\` t ON t.\`${column}\` = m.\`key\`${fitting} WHERE m.\`place\` > 1`;
  return [
    `${logged} SELECT DISTINCT ${node}, '${table}', t.\`${key}\`, 'remove', t.\`version\` + 1, m.\`stamp\`, '{}' ${rows}`,
    `DELETE FROM \`${table}\` WHERE \`${key}\` IN (SELECT d.\`key\` FROM (SELECT DISTINCT t.\`${key}\` AS \`key\` ${rows}) d)`,
  ];
}

/** Returns the statements that set columns to the recorded values, in the rows with references to objects of these places. */
function changed(
  { table, key, column }: Follower,
  places: "= 1" | "> 1",
  columns: Readonly<Record<string, string>>,
): string[] {
  const entries = Object.entries(columns);
  const members = entries.map(([name, noted]) => `'${name}', m.\`${noted}\``).join(", ");
  // The log holds only values that have changed.
  const same = entries.map(
    ([name, noted]) =>
      `CASE WHEN COALESCE(t.\`${name}\` = m.\`${noted}\`, t.\`${name}\` IS NULL AND m.\`${noted}\` IS NULL) THEN '$.${name}' ELSE '$.no' END`,
  );
  const noted = (name: string) =>
    `(SELECT m.\`${name}\` FROM \`objectTwins\` m WHERE m.\`key\` = \`${table}\`.\`${column}\`)`;
  const stamps = entries.map(([name]) => `'$.${name}', ${noted("stamp")}`).join(", ");
  // In this order, because a server uses the columns set before in what follows.
  const set = [
    `\`_v\` = JSON_SET(\`_v\`, ${stamps})`,
    `\`lastUpdatedModule\` = 'load', \`lastUpdatedNode\` = ${node}, \`version\` = \`version\` + 1`,
    ...entries.map(([name, from]) => `\`${name}\` = ${noted(from)}`),
  ];
  return [
    `${logged} SELECT ${node}, '${table}', t.\`${key}\`, 'update', t.\`version\` + 1, m.\`stamp\`, JSON_REMOVE(JSON_OBJECT(${members}), ${same.join(", ")}) ` +
      `FROM \`${table}\` t JOIN \`objectTwins\` m ON m.\`key\` = t.\`${column}\` WHERE m.\`place\` ${places}`,
    `UPDATE \`${table}\` SET ${set.join(", ")} ` +
      `WHERE \`${column}\` IN (SELECT m.\`key\` FROM \`objectTwins\` m WHERE m.\`place\` ${places})`,
  ];
}
