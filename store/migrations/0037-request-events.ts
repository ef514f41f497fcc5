import type { QueryInterface } from "sequelize";

import { bigInteger, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Returns the triggers that refuse to change or remove an event, even outside this program. */
function refusals(schema: QueryInterface): string[] {
  const isSqlite = schema.sequelize.getDialect() === "sqlite";
  const words = "'requestEvents is append-only'";
  const refuse = isSqlite ? `SELECT RAISE(ABORT, ${words})` : `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = ${words}`;
  const each = isSqlite ? "" : "FOR EACH ROW ";
  return ["update", "delete"].map(
    (event) =>
      `CREATE TRIGGER \`requestEvents_refuse_${event}\` BEFORE ${event.toUpperCase()} ON \`requestEvents\` ` +
      `${each}BEGIN ${refuse}; END`,
  );
}

/** Ledgers of requests, and the origin of phases and their authorizers. Existing requests have no ledger. */
export const requestEvents: Migration = {
  name: "0037-request-events",
  async up(schema, tableOptions) {
    const event = {
      key: primary(text()),
      requestKey: text(),
      sequence: integer(),
      kind: text(20),
      happenedAt: bigInteger(),
      actor: optional(text()),
      content: longText(),
      checks: longText(),
      hash: text(100),
      mac: text(100),
      signature: optional(text(200)),
      ...stamps(),
    };
    await schema.createTable("requestEvents", event, tableOptions);
    await schema.addIndex("requestEvents", ["requestKey", "sequence"], { unique: true });
    await schema.addColumn("requestPhases", "ruleKey", optional(text()));
    await schema.addColumn("requestPhases", "ruleVersion", optional(integer()));
    await schema.addColumn("requestAuthorizers", "via", optional(longText()));
    for (const statement of refusals(schema)) await schema.sequelize.query(statement);
  },
};
