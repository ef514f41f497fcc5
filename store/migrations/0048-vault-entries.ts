import type { QueryInterface } from "sequelize";

import { bigInteger, flag, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Columns that never change in a row of an entry. */
const forGood = ["key", "managedAccountKey", "parentKey", "origin", "createdAt", "createdNode", "createdBy", "runKey"];
/** Times that only grow once they are set. */
const growing = ["settledAt", "openedAt", "refusedAt"];
/** Position in a sealed text after the ID of its key and its own key, which that key wraps: `v1|kid|wrapped`. */
const ownPartFrom = 97;

/**
 * Returns the triggers that refuse what the vault never does, even outside this program: to remove an entry, or to change it except for
 * columns that rise.
 */
function refusals(schema: QueryInterface): string[] {
  const isSqlite = schema.sequelize.getDialect() === "sqlite";
  const same = isSqlite ? "IS" : "<=>";
  const ownPart = (row: string) => `SUBSTR(${row}.\`secret\`, ${ownPartFrom})`;
  // The position in this text is the rank: it rises from U by failed to C.
  const rank = (row: string) => `INSTR('U failed C', ${row}.\`status\`)`;
  const rises = [
    ...forGood.map((column) => `NEW.\`${column}\` ${same} OLD.\`${column}\``),
    ...growing.map((column) => `(OLD.\`${column}\` IS NULL OR COALESCE(NEW.\`${column}\`, -1) >= OLD.\`${column}\`)`),
    `(OLD.\`refusal\` IS NULL OR NEW.\`refusal\` ${same} OLD.\`refusal\`)`,
    `${rank("NEW")} >= ${rank("OLD")}`,
    "NEW.`status` IN ('U', 'failed', 'C')",
    `${ownPart("NEW")} = ${ownPart("OLD")}`,
  ].join(" AND ");
  const hasEntries = "EXISTS (SELECT 1 FROM `vaultEntries` WHERE `managedAccountKey` = OLD.`key`)";
  const refusal = (table: string, event: string, condition: string, words: string) => {
    const start = `CREATE TRIGGER \`${table}_refuse_${event}\` BEFORE ${event.toUpperCase()} ON \`${table}\``;
    return isSqlite
      ? `${start} WHEN ${condition} BEGIN SELECT RAISE(ABORT, '${words}'); END`
      : `${start} FOR EACH ROW BEGIN IF ${condition} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${words}'; END IF; END`;
  };
  return [
    refusal("vaultEntries", "update", `NOT (${rises})`, "an entry of the vault only rises"),
    refusal("vaultEntries", "delete", "1 = 1", "an entry of the vault is never removed"),
    refusal("managedAccounts", "delete", hasEntries, "a managed account with entries in the vault is never removed"),
  ];
}

const entryColumns = {
  key: primary(text()),
  managedAccountKey: text(),
  parentKey: optional(text()),
  secret: longText(),
  origin: text(20),
  status: text(20),
  createdAt: bigInteger(),
  settledAt: optional(bigInteger()),
  openedAt: optional(bigInteger()),
  refusedAt: optional(bigInteger()),
  refusal: optional(text(400)),
  createdNode: text(40),
  createdBy: optional(text()),
  runKey: optional(text()),
  ...stamps(),
};

const runColumns = {
  key: primary(text()),
  kind: text(20),
  reason: text(20),
  policyId: optional(text()),
  accountKeys: optional(longText()),
  requestedBy: optional(text()),
  requestId: text(),
  state: text(20),
  createdAt: bigInteger(),
  startedAt: optional(bigInteger()),
  endedAt: optional(bigInteger()),
  ...stamps(),
};

const orderColumns = {
  key: primary(text()),
  runKey: text(),
  managedAccountKey: text(),
  openAccountKey: optional(text()),
  targetSystemKey: text(),
  proxyServer: optional(text()),
  entryKey: optional(text()),
  act: text(20),
  sends: integer(),
  candidates: integer(),
  nextTryAt: optional(bigInteger()),
  deadlineAt: optional(bigInteger()),
  result: optional(text(20)),
  errorCode: optional(text(40)),
  message: optional(text(400)),
  outcomeSignature: optional(text(200)),
  createdAt: bigInteger(),
  endedAt: optional(bigInteger()),
  ...stamps(),
};

const policyColumns = {
  changeWindow: optional(text(11)),
  frozenUntil: optional(bigInteger()),
  passwordPolicyId: optional(text()),
  randomizeCheckedOut: { ...flag(), defaultValue: 0 },
  confirmWithoutVerify: { ...flag(), defaultValue: 0 },
  lockoutTries: { ...integer(), defaultValue: 3 },
  lockoutMinutes: { ...integer(), defaultValue: 30 },
  verifyShare: { ...integer(), defaultValue: 10 },
};

/** Entries of the vault, the runs that create them, and the options of a policy for both. */
export const vaultEntries: Migration = {
  name: "0048-vault-entries",
  async up(schema, tableOptions) {
    await schema.createTable("vaultEntries", entryColumns, tableOptions);
    await schema.addIndex("vaultEntries", ["managedAccountKey", "createdAt"]);
    await schema.addIndex("vaultEntries", ["runKey"]);
    await schema.createTable("vaultRuns", runColumns, tableOptions);
    await schema.addIndex("vaultRuns", ["state", "createdAt"]);
    await schema.addIndex("vaultRuns", ["createdAt"]);
    await schema.createTable("vaultOrders", orderColumns, tableOptions);
    await schema.addIndex("vaultOrders", ["openAccountKey"], { unique: true });
    await schema.addIndex("vaultOrders", ["runKey", "result"]);
    await schema.addIndex("vaultOrders", ["runKey", "targetSystemKey", "result"]);
    await schema.addIndex("vaultOrders", ["managedAccountKey"]);
    await schema.addColumn("managedAccounts", "triedAt", optional(longText()));
    for (const [name, column] of Object.entries(policyColumns))
      await schema.addColumn("managedSystemPolicies", name, column);
    for (const statement of refusals(schema)) await schema.sequelize.query(statement);
  },
};
