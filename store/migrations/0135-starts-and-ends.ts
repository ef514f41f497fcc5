import { type Attributes, bigInteger, flag, integer, optional, primary, stamps, text } from "./column-types.ts";
import { loggedRows } from "./logged-rows.ts";
import type { Migration } from "./migration.ts";

const memberSize = 20;

const ofUsers: Attributes = {
  startsAt: optional(bigInteger()),
  endsAt: optional(bigInteger()),
  sponsorKey: optional(text()),
  endToldFor: optional(bigInteger()),
  externalIncomplete: { ...flag(), defaultValue: 0 },
};

const leavingSteps: Attributes = {
  key: primary(text()),
  userKey: text(),
  step: text(memberSize),
  state: text(memberSize),
  items: integer(),
  begunAt: bigInteger(),
  doneAt: optional(bigInteger()),
  ...stamps(),
};

const userPlaces: Attributes = {
  key: primary(text()),
  managerKey: optional(text()),
  department: optional(text()),
  ...stamps(),
};

const placeColumns = ["key", "managerKey", "department", ...Object.keys(stamps())];
const departmentText =
  "(SELECT MIN(SUBSTR(a.`value`, 1, 190)) FROM `userAttributes` a WHERE a.`userKey` = u.`key` AND a.`name` = 'department' " +
  "AND a.`sequence` = 0)";

/**
 * Starts, ends and sponsors of people, the start of a recipient for which a request waits, the steps of people who leave, and the place
 * that each person has now, so that the next move is noticed.
 */
export const startsAndEnds: Migration = {
  name: "0135-starts-and-ends",
  async up(schema, tableOptions) {
    for (const [name, attribute] of Object.entries(ofUsers)) await schema.addColumn("users", name, attribute);
    await schema.addIndex("users", ["endsAt", "key"]);
    await schema.addIndex("users", ["sponsorKey"]);
    await schema.addColumn("reqbatch", "recipientStartsAt", optional(bigInteger()));
    await schema.createTable("leavingSteps", { ...leavingSteps }, tableOptions);
    await schema.addIndex("leavingSteps", ["userKey", "step"], { unique: true });
    await schema.createTable("userPlaces", { ...userPlaces }, tableOptions);
    const isSqlite = schema.sequelize.getDialect() === "sqlite";
    const stamp = "JSON_EXTRACT(u.`_v`, '$.key')";
    await schema.sequelize.query(
      `INSERT INTO \`userPlaces\` (${placeColumns.map((name) => `\`${name}\``).join(", ")}) ` +
        `SELECT u.\`key\`, u.\`managerKey\`, ${departmentText}, 'load', u.\`lastUpdatedNode\`, 1, JSON_OBJECT('key', ${isSqlite ? stamp : `JSON_UNQUOTE(${stamp})`}) ` +
        "FROM `users` u WHERE NOT EXISTS (SELECT 1 FROM `userPlaces` p WHERE p.`key` = u.`key`)",
    );
    await schema.sequelize.query(loggedRows("userPlaces", ["key", "managerKey", "department"], isSqlite));
  },
};
