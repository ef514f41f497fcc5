import type { QueryInterface } from "sequelize";

import {
  bigInteger,
  flag,
  integer,
  longText,
  optional,
  primary,
  stamps,
  text,
  type Attributes,
} from "./column-types.ts";
import type { Migration } from "./migration.ts";

const tables: Readonly<Record<string, Attributes>> = {
  targetSystemAttributeDefinitions: {
    key: primary(text()),
    targetSystemId: text(),
    attribute: text(),
    discoveredObjectType: text(20),
    mappedAttribute: optional(text()),
    type: text(20),
    actionOnCreate: text(20),
    actionOnUpdate: text(20),
    sequence: integer(),
    minValues: integer(),
    maxValues: integer(),
    loadFromTarget: flag(),
    valueRegex: optional(text(400)),
  },
  groupAttributes: { key: primary(text()), groupKey: text(), name: text(), sequence: integer(), value: longText() },
  groupOwners: { key: primary(text()), groupKey: text(), userKey: text() },
  userCredentials: {
    key: primary(text()),
    userKey: text(),
    type: text(20),
    question: optional(text(400)),
    answerHash: optional(longText()),
    lastChanged: bigInteger(),
  },
  roles: { key: primary(text()), id: text(), description: optional(text(400)) },
  roleMembers: { key: primary(text()), roleKey: text(), userKey: text() },
  nodes: { key: primary(text()), id: text(40), description: optional(text(400)), registeredAt: bigInteger() },
  passwordPolicies: {
    id: primary(text()),
    description: text(400),
    length: longText(),
    character: longText(),
    dictionary: longText(),
    history: longText(),
    custom: longText(),
  },
  managedSystemPolicies: {
    id: primary(text()),
    description: text(400),
    mode: text(20),
    managedByNode: text(40),
    enabled: flag(),
    changeIntervalHours: integer(),
    checkoutMaxMinutes: integer(),
    concurrency: integer(),
    randomizeOnCheckIn: flag(),
    disclosurePlugins: longText(),
  },
  managedSystems: {
    key: primary(text()),
    id: text(),
    description: text(400),
    type: text(),
    mode: text(20),
    targetSystemKey: text(),
    enabled: flag(),
  },
  managedSystemBindings: { key: primary(text()), policyId: text(), managedSystemKey: text() },
  managedAccounts: {
    key: primary(text()),
    managedSystemKey: text(),
    accountKey: text(),
    policyId: text(),
    status: text(20),
    lastRandomized: optional(bigInteger()),
    nextRandomized: optional(bigInteger()),
    checkoutCount: integer(),
    checkoutLimit: integer(),
    disabledReason: optional(text(400)),
  },
  checkouts: {
    key: primary(text()),
    managedAccountKey: text(),
    userKey: text(),
    requestKey: optional(text()),
    status: text(20),
    requestedAt: bigInteger(),
    checkedOutAt: optional(bigInteger()),
    expiresAt: optional(bigInteger()),
    endedAt: optional(bigInteger()),
  },
};

const unique: readonly (readonly [table: string, columns: string[]])[] = [
  ["targetSystemAttributeDefinitions", ["targetSystemId", "discoveredObjectType", "attribute"]],
  ["groupOwners", ["groupKey", "userKey"]],
  ["roles", ["id"]],
  ["roleMembers", ["userKey", "roleKey"]],
  ["nodes", ["id"]],
  ["managedSystems", ["id"]],
  ["managedSystemBindings", ["policyId", "managedSystemKey"]],
  ["managedAccounts", ["accountKey"]],
];

const indexes: readonly (readonly [table: string, columns: string[]])[] = [
  ["groupAttributes", ["groupKey"]],
  ["groupOwners", ["userKey"]],
  ["userCredentials", ["userKey"]],
  ["roleMembers", ["roleKey"]],
  ["managedSystemBindings", ["managedSystemKey"]],
  ["managedAccounts", ["policyId"]],
  ["managedAccounts", ["managedSystemKey"]],
  ["checkouts", ["managedAccountKey"]],
  ["checkouts", ["userKey"]],
  ["targetSystems", ["targetGroup"]],
  ["sesslog_full", ["day", "operation", "result", "durationMs"]],
];

const sessionLogs = `CREATE VIEW \`sessionLogs\` AS
  SELECT \`sessid\` AS \`key\`, MIN(\`time\`) AS \`startedAt\`, MAX(\`time\`) AS \`lastAt\`, MIN(\`node\`) AS \`node\`,
    MIN(\`module\`) AS \`module\`, MIN(\`actor\`) AS \`actor\`, MIN(\`ip\`) AS \`ip\`, COUNT(*) AS \`entries\`,
    COUNT(CASE WHEN \`result\` <> 'S' THEN 1 END) AS \`failures\`,
    MIN(\`lastUpdatedModule\`) AS \`lastUpdatedModule\`, MIN(\`lastUpdatedNode\`) AS \`lastUpdatedNode\`,
    COUNT(*) AS \`version\`
  FROM \`sesslog_full\` GROUP BY \`sessid\``;

const counted = (result: string) => `COUNT(CASE WHEN \`result\` = '${result}' THEN 1 END)`;
const sessionLogSummary = `CREATE VIEW \`sessionLogSummary\` AS
  SELECT 'all' AS \`key\`, COUNT(DISTINCT \`sessid\`) AS \`sessions\`, COUNT(*) AS \`entries\`,
    ${counted("S")} AS \`succeeded\`, ${counted("F")} AS \`failed\`, ${counted("N")} AS \`unknown\`,
    COUNT(DISTINCT \`actor\`) AS \`distinctUsers\`, MIN(\`time\`) AS \`firstAt\`, MAX(\`time\`) AS \`lastAt\`,
    MAX(\`lastUpdatedModule\`) AS \`lastUpdatedModule\`, MAX(\`lastUpdatedNode\`) AS \`lastUpdatedNode\`,
    COUNT(*) AS \`version\`
  FROM \`sesslog_full\``;

// Nearest rank over the rows that have a duration; rows without one stand before them.
const rank = (share: string) =>
  `MIN(CASE WHEN \`place\` - (\`rows_\` - \`timed\`) >= ${share} * \`timed\` THEN \`durationMs\` END)`;
const part = "PARTITION BY `day`, `operation`, `result`";
const sessionLogAnalytics = `CREATE VIEW \`sessionLogAnalytics\` AS
  SELECT __KEY__ AS \`key\`, \`day\`, \`operation\`, \`result\`, COUNT(*) AS \`count\`,
    COUNT(DISTINCT \`actor\`) AS \`distinctUsers\`, ${rank("0.5")} AS \`p50\`, ${rank("0.95")} AS \`p95\`,
    MIN(\`lastUpdatedModule\`) AS \`lastUpdatedModule\`, MIN(\`lastUpdatedNode\`) AS \`lastUpdatedNode\`,
    COUNT(*) AS \`version\`
  FROM (SELECT \`day\`, \`operation\`, \`result\`, \`actor\`, \`durationMs\`, \`lastUpdatedModule\`, \`lastUpdatedNode\`,
      ROW_NUMBER() OVER (${part} ORDER BY \`durationMs\`) AS \`place\`,
      COUNT(*) OVER (${part}) AS \`rows_\`, COUNT(\`durationMs\`) OVER (${part}) AS \`timed\`
    FROM \`sesslog_full\`) AS \`ranked\`
  GROUP BY \`day\`, \`operation\`, \`result\``;

const isSqlite = (schema: QueryInterface): boolean => schema.sequelize.getDialect() === "sqlite";

/** Password policies, managed systems, roles, nodes, attribute definitions, questions, and the views of the audit. */
export const resources: Migration = {
  name: "0003-resources",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries(tables)) {
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    }
    await schema.addColumn("targetSystemOptions", "type", { ...text(20), defaultValue: "boolean" });
    await schema.sequelize.query(`UPDATE \`targetSystemOptions\` SET \`type\` = 'string' WHERE \`value\` LIKE '"%'`);
    await schema.addColumn("sesslog_full", "day", { ...text(10), defaultValue: "" });
    await schema.addColumn("sesslog_full", "durationMs", optional(integer()));
    const day = isSqlite(schema)
      ? "strftime('%Y-%m-%d', `time` / 1000, 'unixepoch')"
      : "DATE_FORMAT(DATE_ADD('1970-01-01', INTERVAL `time` DIV 1000 SECOND), '%Y-%m-%d')";
    await schema.sequelize.query(`UPDATE \`sesslog_full\` SET \`day\` = ${day}`);
    // Names of their own, because those that are made of all columns are too long for a database server.
    for (const [table, columns] of unique) {
      await schema.addIndex(table, columns, { unique: true, name: `${table}_${columns[0]}` });
    }
    for (const [table, columns] of indexes) await schema.addIndex(table, columns, { name: `${table}_${columns[0]}` });
    await schema.sequelize.query(sessionLogs);
    await schema.sequelize.query(sessionLogSummary);
    const key = isSqlite(schema)
      ? "`day` || '-' || `operation` || '-' || `result`"
      : "CONCAT(`day`, '-', `operation`, '-', `result`)";
    await schema.sequelize.query(sessionLogAnalytics.replace("__KEY__", key));
  },
};
