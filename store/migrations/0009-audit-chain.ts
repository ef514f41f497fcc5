import type { QueryInterface } from "sequelize";

import { type Attributes, bigInteger, counted, integer, longText, optional, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const kept = (): Attributes => ({ lastUpdatedModule: text(20), lastUpdatedNode: text(40), version: integer() });

const tables: Readonly<Record<string, Attributes>> = {
  auditPending: { id: counted(), node: text(40), rowKey: text() },
  auditChain: {
    node: primary(text(40)),
    position: primary(bigInteger()),
    rowKey: text(),
    rowHash: text(100),
    hash: text(100),
    chainedAt: bigInteger(),
  },
  auditChainHeads: { node: primary(text(40)), position: bigInteger(), hash: text(100) },
  auditSinks: {
    name: primary(text(40)),
    node: primary(text(40)),
    position: bigInteger(),
    deliveredAt: optional(bigInteger()),
    leasedBy: optional(text()),
    leasedUntil: bigInteger(),
    failures: integer(),
    nextTryAt: bigInteger(),
    lastError: optional(longText()),
    lastErrorAt: optional(bigInteger()),
  },
  sessionLogs: {
    key: primary(text()),
    door: optional(text(20)),
    startedAt: bigInteger(),
    lastAt: bigInteger(),
    expiresAt: optional(bigInteger()),
    endedAt: optional(bigInteger()),
    endReason: optional(text(20)),
    node: text(40),
    module: text(20),
    actor: optional(text()),
    clientId: optional(text()),
    ip: optional(text(60)),
    entries: integer(),
    failures: integer(),
    ...kept(),
  },
  sessionLogAnalytics: {
    key: primary(text()),
    day: text(10),
    operation: text(60),
    result: text(1),
    count: integer(),
    distinctUsers: integer(),
    p50: optional(integer()),
    p95: optional(integer()),
    closed: integer(),
    ...kept(),
  },
  sessionLogSummary: {
    key: primary(text()),
    sessions: integer(),
    entries: integer(),
    succeeded: integer(),
    failed: integer(),
    unknown: integer(),
    distinctUsers: integer(),
    firstAt: optional(bigInteger()),
    lastAt: optional(bigInteger()),
    ...kept(),
  },
  sessionLogActors: { actor: primary(text()) },
  sessionLogDayActors: {
    day: primary(text(10)),
    operation: primary(text(60)),
    result: primary(text(1)),
    actor: primary(text()),
  },
  sessionLogDayDurations: {
    day: primary(text(10)),
    operation: primary(text(60)),
    result: primary(text(1)),
    durationMs: primary(integer()),
    count: integer(),
  },
};

const isSqlite = (schema: QueryInterface): boolean => schema.sequelize.getDialect() === "sqlite";

/** Tables of which no row may be changed or removed, even outside this program. */
const appendOnly = ["sesslog_full", "auditChain"];

function refusingTriggers(schema: QueryInterface): string[] {
  return appendOnly.flatMap((table) =>
    ["UPDATE", "DELETE"].map((event) => {
      const words = `'${table} is append-only'`;
      const refuse = isSqlite(schema)
        ? `SELECT RAISE(ABORT, ${words})`
        : `SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = ${words}`;
      const each = isSqlite(schema) ? "" : "FOR EACH ROW ";
      const name = `${table}_refuse_${event.toLowerCase()}`;
      return `CREATE TRIGGER \`${name}\` BEFORE ${event} ON \`${table}\` ${each}BEGIN ${refuse}; END`;
    }),
  );
}

/**
 * Chain of the audit: every row waits in `auditPending` from the transaction that writes it until it has its position. A trigger puts it
 * there, so that no row can be forgotten and writing one needs no further statement.
 */
export const auditChain: Migration = {
  name: "0009-audit-chain",
  async up(schema, tableOptions) {
    const run = (statement: string) => schema.sequelize.query(statement);
    for (const view of ["sessionLogs", "sessionLogSummary", "sessionLogAnalytics"]) await run(`DROP VIEW \`${view}\``);
    for (const [table, attributes] of Object.entries(tables)) await schema.createTable(table, attributes, tableOptions);
    await schema.addColumn("sesslog_full", "changes", optional(longText()));
    await schema.addColumn("sesslog_full", "contentHash", { ...text(100), defaultValue: "" });
    await schema.addIndex("auditChain", ["rowKey"], { unique: true, name: "auditChain_rowKey" });
    await schema.addIndex("sessionLogs", ["endedAt", "expiresAt"], { name: "sessionLogs_endedAt" });
    await schema.addIndex("sessionLogs", ["startedAt"], { name: "sessionLogs_startedAt" });
    await schema.addIndex("sessionLogAnalytics", ["day"], { name: "sessionLogAnalytics_day" });
    await run("INSERT INTO `auditChainHeads` (`node`, `position`, `hash`) VALUES ('', 0, '')");
    await run("INSERT INTO `sessionLogSummary` VALUES ('all', 0, 0, 0, 0, 0, 0, NULL, NULL, 'load', '', 1)");
    await run(
      "INSERT INTO `auditPending` (`node`, `rowKey`) SELECT `node`, `key` FROM `sesslog_full` ORDER BY `time`, `seq`",
    );
    const each = isSqlite(schema) ? "" : "FOR EACH ROW ";
    await run(
      "CREATE TRIGGER `sesslog_full_pending` AFTER INSERT ON `sesslog_full` " +
        `${each}BEGIN INSERT INTO \`auditPending\` (\`node\`, \`rowKey\`) VALUES (NEW.\`node\`, NEW.\`key\`); END`,
    );
    for (const statement of refusingTriggers(schema)) await run(statement);
  },
};
