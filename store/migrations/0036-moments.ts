import { bigInteger, optional, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const keySize = 40;
const kindSize = 20;

/**
 * Moments at which waiting objects are due: the outbox, which held the moment of expiry, now only starts and wakes at once. Users whose
 * decision is awaited get reminders.
 */
export const moments: Migration = {
  name: "0036-moments",
  async up(schema, tableOptions) {
    const columns = {
      key: primary(text(keySize)),
      kind: text(kindSize),
      at: bigInteger(),
      leasedUntil: bigInteger(),
      leasedBy: optional(text(keySize)),
    };
    await schema.createTable("moments", columns, tableOptions);
    await schema.addIndex("moments", ["leasedUntil"]);
    const undue = "`workflowType` = 'request' AND `sentAt` IS NULL AND `dueAt` IS NOT NULL";
    // Each is checked once at the start, which finds its next moment: a reminder may be due before it expires.
    await schema.sequelize.query(
      "INSERT INTO `moments` (`key`, `kind`, `at`, `leasedUntil`) " +
        `SELECT \`workflowId\`, 'request', MIN(\`createdAt\`), MIN(\`createdAt\`) FROM \`outbox\` WHERE ${undue} GROUP BY \`workflowId\``,
    );
    await schema.sequelize.query(`DELETE FROM \`outbox\` WHERE ${undue}`);
    await schema.sequelize.query("ALTER TABLE `outbox` DROP COLUMN `dueAt`");
    await schema.addColumn("requestAuthorizers", "remindedAt", optional(bigInteger()));
  },
};
