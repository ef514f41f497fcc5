import { integer, optional, primary, stamps, text } from "./column-types.ts";
import { loggedRows } from "./logged-rows.ts";
import type { Migration } from "./migration.ts";

const digestSize = 40;
const shown = ["key", "accountKey", "number", "digestHash", "turn", "senderKey"] as const;

/** Stamp of the list, or that of the row where the list has none of its own. */
const latestStamp = "COALESCE(JSON_EXTRACT(t.`_v`, '$.digests'), JSON_EXTRACT(t.`_v`, '$.accountKey'))";

/** Parts of the statement that each database writes in its own way: the elements of the list `t.digests`, from place 1 on. */
const words = {
  sqlite: {
    from: "`passwordHistories` t, JSON_EACH(t.`digests`) d",
    digest: "d.`value`",
    place: "(d.`key` + 1)",
    count: "JSON_ARRAY_LENGTH(t.`digests`)",
    hex: (number: string) => `PRINTF('%04x', ${number})`,
    stamp: latestStamp,
  },
  mysql: {
    from: `\`passwordHistories\` t, JSON_TABLE(t.\`digests\`, '$[*]' COLUMNS (\`place\` FOR ORDINALITY, \`digest\` VARCHAR(${digestSize}) PATH '$')) d`,
    digest: "d.`digest`",
    place: "d.`place`",
    count: "JSON_LENGTH(t.`digests`)",
    hex: (number: string) => `LOWER(LPAD(HEX(${number}), 4, '0'))`,
    stamp: `JSON_UNQUOTE(${latestStamp})`,
  },
} as const;

/**
 * A row for each digest of an earlier password, instead of a list of them. Its key is made of that of its account and its number, so that
 * every node makes the same one.
 */
export const passwordDigests: Migration = {
  name: "0162-password-digests",
  async up(schema, tableOptions) {
    const isSqlite = schema.sequelize.getDialect() === "sqlite";
    const { from, digest, place, count, hex, stamp } = words[isSqlite ? "sqlite" : "mysql"];
    const columns = {
      key: primary(text()),
      accountKey: text(),
      number: integer(),
      digestHash: text(digestSize),
      turn: integer(),
      senderKey: optional(text()),
    };
    await schema.createTable("passwordDigests", { ...columns, ...stamps() }, tableOptions);
    await schema.addIndex("passwordDigests", ["accountKey", "number"]);
    const number = `(${count} - ${place} + 1)`;
    // Keys that were made one after the other differ in their last digits alone.
    const key = `CONCAT(SUBSTR(t.\`accountKey\`, 1, 14), ${hex(number)}, SUBSTR(t.\`accountKey\`, 19))`;
    const names = [...shown, ...Object.keys(stamps())].map((name) => `\`${name}\``);
    const values = [key, "t.`accountKey`", number, digest, "0", "NULL"];
    const written = ["t.`lastUpdatedModule`", "t.`lastUpdatedNode`", "1", `JSON_OBJECT('key', ${stamp})`];
    await schema.sequelize.query(
      `INSERT INTO \`passwordDigests\` (${names.join(", ")}) SELECT ${[...values, ...written].join(", ")} FROM ${from} ` +
        `WHERE NOT EXISTS (SELECT 1 FROM \`passwordDigests\` o WHERE o.\`accountKey\` = t.\`accountKey\`)`,
    );
    await schema.sequelize.query(loggedRows("passwordDigests", shown, isSqlite));
    await schema.sequelize.query("ALTER TABLE `passwordHistories` DROP COLUMN `digests`");
  },
};
