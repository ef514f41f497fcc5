import { bigInteger, flag, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Attributes } from "./column-types.ts";
import type { Migration } from "./migration.ts";

// Until now nothing could make a check-out, so the prepared table is empty.
const checkoutColumns: Attributes = {
  key: primary(text()),
  managedAccountKey: text(),
  policyId: text(),
  userKey: text(),
  requestKey: optional(text()),
  operationKey: optional(text()),
  status: text(20),
  reason: longText(),
  ticket: optional(text(100)),
  minutes: integer(),
  startAt: optional(bigInteger()),
  breakGlass: { ...flag(), defaultValue: 0 },
  vouchedByKey: optional(text()),
  reviewedAt: optional(bigInteger()),
  reviewedByKey: optional(text()),
  review: optional(text(400)),
  requestedAt: bigInteger(),
  approvedAt: optional(bigInteger()),
  checkedOutAt: optional(bigInteger()),
  expiresAt: optional(bigInteger()),
  extensions: integer(),
  warnedAt: optional(bigInteger()),
  endedAt: optional(bigInteger()),
  endedByKey: optional(text()),
  endReason: optional(text(400)),
  sessionKey: optional(text()),
  userVersion: optional(integer()),
  knownKeys: optional(longText()),
  awaitsChange: { ...flag(), defaultValue: 0 },
  changedAt: optional(bigInteger()),
  runKey: optional(text()),
  ...stamps(),
};

const rightColumns: Attributes = {
  key: primary(text()),
  policyId: text(),
  right: text(20),
  userClassId: text(),
  grantedAt: bigInteger(),
  grantedByKey: optional(text()),
  ...stamps(),
};

const disclosureColumns: Attributes = {
  key: primary(text()),
  checkoutKey: text(),
  userKey: text(),
  plugin: text(60),
  sessionKey: text(),
  address: optional(text(60)),
  module: text(40),
  tokenHash: text(),
  createdAt: bigInteger(),
  expiresAt: bigInteger(),
  usedAt: optional(bigInteger()),
  attendedByKey: optional(text()),
  ...stamps(),
};

const vouchingColumns: Attributes = {
  key: primary(text()),
  managedAccountKey: text(),
  userKey: text(),
  purpose: text(20),
  codeHash: text(),
  createdAt: bigInteger(),
  expiresAt: bigInteger(),
  usedAt: optional(bigInteger()),
  ...stamps(),
};

const policyColumns: Attributes = {
  extensionsMax: { ...integer(), defaultValue: 1 },
  warnMinutes: { ...integer(), defaultValue: 10 },
  checkoutsPerDay: { ...integer(), defaultValue: 0 },
  ticketPlugin: optional(text()),
  attended: { ...flag(), defaultValue: 0 },
};

/** Check-outs with all their facts, the permissions for them, their disclosures, and second-person codes. */
export const checkouts: Migration = {
  name: "0060-checkouts",
  async up(schema, tableOptions) {
    await schema.dropTable("checkouts");
    await schema.createTable("checkouts", checkoutColumns, tableOptions);
    for (const index of [
      ["managedAccountKey", "status"],
      ["managedAccountKey", "awaitsChange"],
      ["userKey", "requestedAt"],
      ["requestKey"],
      ["status", "expiresAt"],
      ["requestedAt", "key"],
    ])
      await schema.addIndex("checkouts", index);
    await schema.createTable("checkoutRights", rightColumns, tableOptions);
    await schema.addIndex("checkoutRights", ["policyId", "right", "userClassId"], { unique: true });
    await schema.addIndex("checkoutRights", ["userClassId"]);
    await schema.createTable("disclosures", disclosureColumns, tableOptions);
    await schema.addIndex("disclosures", ["tokenHash"], { unique: true });
    await schema.addIndex("disclosures", ["checkoutKey", "createdAt"]);
    await schema.addIndex("disclosures", ["expiresAt"]);
    await schema.createTable("vouchings", vouchingColumns, tableOptions);
    await schema.addIndex("vouchings", ["codeHash"], { unique: true });
    await schema.addIndex("vouchings", ["managedAccountKey"]);
    await schema.addIndex("vouchings", ["expiresAt"]);
    for (const [name, column] of Object.entries(policyColumns))
      await schema.addColumn("managedSystemPolicies", name, column);
    // The current number is counted in the check-outs, and the limit is in the policy.
    for (const column of ["checkoutCount", "checkoutLimit"])
      await schema.sequelize.query(`ALTER TABLE \`managedAccounts\` DROP COLUMN \`${column}\``);
  },
};
