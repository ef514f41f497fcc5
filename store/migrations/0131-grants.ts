import { type Attributes, bigInteger, optional, primary, stamps, text } from "./column-types.ts";
import { loggedRows } from "./logged-rows.ts";
import type { Migration } from "./migration.ts";

const reasonSize = 20;
const nameSize = 400;
/** Hex digits of the time in milliseconds at the beginning of a stamp. */
const timeDigits = 12;

const rowStamps = { lastUpdatedModule: "'load'", lastUpdatedNode: "t.`lastUpdatedNode`", version: "1" };

const grantColumns: Attributes = {
  key: primary(text()),
  kind: text(reasonSize),
  userKey: optional(text()),
  targetSystemKey: text(),
  accountKey: optional(text()),
  groupKey: optional(text()),
  accountName: optional(text(nameSize)),
  groupName: optional(text(nameSize)),
  throughGroup: optional(text()),
  because: text(reasonSize),
  requestKey: optional(text()),
  operationKey: optional(text()),
  from: bigInteger(),
  until: optional(bigInteger()),
  endedAt: optional(bigInteger()),
  endedBecause: optional(text(reasonSize)),
  endedByRequestKey: optional(text()),
  endedByOperationKey: optional(text()),
  confirmedAt: optional(bigInteger()),
  ...stamps(),
};

/** Rows `t` of which each gives access; its grant has the same key, so that every node makes the same one. */
const parts = [
  {
    columns: {
      key: "t.`key`",
      kind: "'account'",
      userKey: "t.`userKey`",
      targetSystemKey: "t.`targetSystemKey`",
      accountKey: "t.`key`",
      accountName: "t.`shortId`",
    },
    from: "`accounts` t WHERE 1 = 1",
  },
  {
    columns: {
      key: "t.`key`",
      kind: "'membership'",
      userKey: "a.`userKey`",
      targetSystemKey: "g.`targetSystemKey`",
      accountKey: "t.`accountKey`",
      groupKey: "t.`groupKey`",
      accountName: "a.`shortId`",
      groupName: "g.`shortId`",
      throughGroup: "t.`throughGroup`",
    },
    from: "`groupMemberships` t, `accounts` a, `groups` g WHERE a.`key` = t.`accountKey` AND g.`key` = t.`groupKey`",
  },
  {
    columns: {
      key: "t.`key`",
      kind: "'ownership'",
      userKey: "t.`userKey`",
      targetSystemKey: "g.`targetSystemKey`",
      groupKey: "t.`groupKey`",
      groupName: "g.`shortId`",
    },
    from: "`groupOwners` t, `groups` g WHERE g.`key` = t.`groupKey`",
  },
] as const;

/** Condition of a migration that was cut off right after a statement, and carries it out once more. */
const unlessThere = "AND NOT EXISTS (SELECT 1 FROM `grants` o WHERE o.`key` = t.`key`)";

const indexes = [
  ["userKey", "groupKey"],
  ["groupKey", "key"],
  ["accountKey", "groupKey"],
  ["targetSystemKey", "kind", "key"],
  ["requestKey"],
  ["until", "key"],
] as const;

/** Grants of what is on record: one for each account, membership and ownership, from the time at which its row was made. */
export const grants: Migration = {
  name: "0131-grants",
  async up(schema, tableOptions) {
    const run = (statement: string) => schema.sequelize.query(statement);
    const isSqlite = schema.sequelize.getDialect() === "sqlite";
    await schema.createTable(
      "listings",
      { targetSystemKey: primary(text()), startedAt: bigInteger(), ...stamps() },
      tableOptions,
    );
    await schema.createTable("grants", { ...grantColumns }, tableOptions);
    const stamp = "JSON_EXTRACT(t.`_v`, '$.key')";
    const plain = isSqlite ? stamp : `JSON_UNQUOTE(${stamp})`;
    const made = isSqlite ? numberOf(plain) : `CAST(CONV(LEFT(${plain}, ${timeDigits}), 16, 10) AS SIGNED)`;
    for (const { columns, from } of parts) {
      const given = {
        ...columns,
        because: "'discovered'",
        from: made,
        _v: `JSON_OBJECT('key', ${plain})`,
        ...rowStamps,
      };
      const names = Object.keys(given).map((name) => `\`${name}\``);
      await run(
        `INSERT INTO \`grants\` (${names.join(", ")}) SELECT ${Object.values(given).join(", ")} FROM ${from} ${unlessThere}`,
      );
    }
    const shown = Object.keys(grantColumns).filter((name) => !Object.hasOwn(stamps(), name));
    await run(loggedRows("grants", shown, isSqlite));
    // Afterwards, because an index over all rows at once is much faster than one row at a time.
    for (const names of indexes) await schema.addIndex("grants", [...names]);
  },
};

/** Returns the number that the first hex digits of a stamp make, for SQLite, which reads none. */
function numberOf(stamp: string): string {
  const digits = Array.from({ length: timeDigits }, (_, place) => {
    const digit = `(INSTR('0123456789abcdef', SUBSTR(${stamp}, ${place + 1}, 1)) - 1)`;
    return `${digit} * ${16 ** (timeDigits - 1 - place)}`;
  });
  return `(${digits.join(" + ")})`;
}
