import { bigInteger, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const stampSize = 80;
const originSize = 80;
const tableSize = 60;
const nodeSize = 40;
const placeSize = 32;

/** Tables whose rows are written by their home node. */
const owned = [
  "analyses",
  "checkouts",
  "decisions",
  "disclosures",
  "enforcementItems",
  "enforcementRuns",
  "managedAccountDependants",
  "managedAccounts",
  "massResets",
  "passwordQueue",
  "requestAuthorizers",
  "requestBatchMembers",
  "requestBatches",
  "requestOperations",
  "requestPhases",
  "reqbatch",
  "roleSuggestions",
  "runs",
  "signingKeys",
  "tickets",
] as const;

/** Unique indexes of tables whose rows go to other nodes, by the names that they have so far. */
const uniques: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  accounts: { accounts_once: ["targetSystemKey", "stableId"] },
  analysisRows: { analysis_rows_analysis_key_sequence: ["analysisKey", "sequence"] },
  authChainVersions: { auth_chain_versions_name_number: ["name", "number"] },
  authorizationPhases: {
    authorization_phases_resource_type_resource_key_sequence: ["resourceType", "resourceKey", "sequence"],
  },
  catalogueDetails: { catalogue_details_resource_type_resource_key: ["resourceType", "resourceKey"] },
  checkoutRights: { checkout_rights_policy_id_right_user_class_id: ["policyId", "right", "userClassId"] },
  consents: { consents_user_key_client_id: ["userKey", "clientId"] },
  decisions: { decisions_request_phase_key_user_key_round: ["requestPhaseKey", "userKey", "round"] },
  disclosures: { disclosures_token_hash: ["tokenHash"] },
  enforcementItems: { enforcement_items_run_key_user_key: ["runKey", "userKey"] },
  groupMemberships: { group_memberships_group_key_account_key: ["groupKey", "accountKey"] },
  groupOwners: { groupOwners_groupKey: ["groupKey", "userKey"] },
  groups: { groups_once: ["targetSystemKey", "stableId"] },
  leavingSteps: { leaving_steps_user_key_step: ["userKey", "step"] },
  listedCommands: { listed_commands_policy_id_name: ["policyId", "name"] },
  managedAccountDependants: {
    managed_account_dependants_account_key: ["accountKey"],
    managed_account_dependants_managed_account_key_sequence: ["managedAccountKey", "sequence"],
  },
  managedAccounts: { managedAccounts_accountKey: ["accountKey"] },
  managedSystemBindings: { managedSystemBindings_policyId: ["policyId", "managedSystemKey"] },
  managedSystems: { managedSystems_id: ["id"] },
  nodes: { nodes_id: ["id"] },
  passwordQueue: { password_queue_account_key: ["accountKey"] },
  passwordReports: { password_reports_sender_key_account_key: ["senderKey", "accountKey"] },
  policyVersions: { policyVersions_name: ["name", "number"] },
  requestBatchMembers: { request_batch_members_batch_key_recipient_key: ["batchKey", "recipientKey"] },
  requestEvents: { request_events_request_key_sequence: ["requestKey", "sequence"] },
  roleAssignments: { role_assignments_user_key_role_key_because: ["userKey", "roleKey", "because"] },
  roleMembers: { roleMembers_userKey: ["userKey", "roleKey"] },
  roleOwners: { role_owners_role_key_user_key: ["roleKey", "userKey"] },
  roleSuggestions: { role_suggestions_analysis_key_sequence: ["analysisKey", "sequence"] },
  roleVersions: { role_versions_role_key_number: ["roleKey", "number"] },
  roles: { roles_id: ["id"] },
  signingKeys: { signing_keys_slot: ["slot"] },
  sodRules: { sod_rules_id: ["id"] },
  targetSystemAttributeDefinitions: {
    targetSystemAttributeDefinitions_targetSystemId: ["targetSystemId", "discoveredObjectType", "attribute"],
  },
  targetSystemOptions: { target_system_options_target_system_id_name: ["targetSystemId", "name"] },
  tickets: { tickets_request_key_ticket_system_id: ["requestKey", "ticketSystemId"] },
  userClassMembers: { user_class_members_user_key_user_class_id: ["userKey", "userClassId"] },
  userCredentials: { user_credentials_passkey_id_hash: ["passkeyIdHash"] },
  users: {
    users_folded_id: ["foldedId"],
    users_id: ["id"],
    users_password_link_hash: ["passwordLinkHash"],
  },
};

/**
 * Columns and tables that the changes of other nodes need: places and former stamps in the change log, what a removal leaves behind, what is known of other
 * nodes, the home node of owned rows, and unique indexes that refuse no row of another node: such a row has a place of its own beside the
 * one that counts.
 */
export const replication: Migration = {
  name: "0171-replication",
  async up(schema, tableOptions) {
    const run = (statement: string) => schema.sequelize.query(statement);
    await schema.addColumn("changeLog", "incarnation", optional(bigInteger()));
    await schema.addColumn("changeLog", "originSeq", optional(bigInteger()));
    await schema.addColumn("changeLog", "schemaVersion", optional(integer()));
    await schema.addColumn("changeLog", "stamps", optional(longText()));
    await schema.addColumn("changeLog", "effect", optional(longText()));
    const make = (table: string, columns: Parameters<typeof schema.createTable>[1]) =>
      schema.createTable(table, columns, tableOptions);
    await make("replicationVector", { origin: primary(text(originSize)), seq: bigInteger() });
    await make("replicationPeers", {
      peer: primary(text(nodeSize)),
      logEpoch: bigInteger(),
      position: bigInteger(),
      acknowledged: optional(longText()),
      acknowledgedEpoch: bigInteger(),
    });
    await make("replicationHeld", {
      origin: primary(text(originSize)),
      seq: bigInteger(),
      reason: text(tableSize),
      detail: optional(longText()),
      since: bigInteger(),
      retryAt: bigInteger(),
      schemaVersion: integer(),
    });
    await make("replicationRemovals", {
      tableName: primary(text(tableSize)),
      rowKey: primary(text()),
      removed: text(stampSize),
      stamps: longText(),
    });
    await make("replicationTwins", { tableName: primary(text(tableSize)), rowKey: primary(text()) });
    await make("replicationConflicts", {
      id: primary(text()),
      table: text(tableSize),
      key: text(),
      column: text(tableSize),
      kept: optional(longText()),
      keptStamp: text(stampSize),
      lost: optional(longText()),
      lostStamp: text(stampSize),
      count: integer(),
      settledStamp: text(stampSize),
      settled: optional(text(20)),
      by: optional(text()),
      ...stamps(),
    });
    await schema.addIndex("replicationConflicts", ["table", "key"], { name: "replicationConflicts_row" });
    for (const table of owned) {
      await schema.addColumn(table, "homeNode", { ...text(nodeSize), defaultValue: "" });
      await schema.addColumn(table, "ownerEpoch", { ...integer(), defaultValue: 1 });
      await run(`UPDATE \`${table}\` SET \`homeNode\` = \`lastUpdatedNode\``);
    }
    for (const [table, indexes] of Object.entries(uniques)) {
      await schema.addColumn(table, "claimPlace", { ...text(placeSize), defaultValue: "" });
      for (const [name, columns] of Object.entries(indexes)) {
        await schema.addIndex(table, [...columns, "claimPlace"], {
          unique: true,
          name: `${table}_${columns.at(-1)}_claim`,
        });
        await schema.removeIndex(table, name);
      }
    }
    const isSqlite = schema.sequelize.getDialect() === "sqlite";
    await run("DROP TRIGGER `vaultEntries_refuse_update`");
    await run(risingTrigger(isSqlite));
  },
};

const forGood = ["key", "managedAccountKey", "parentKey", "origin", "createdAt", "createdNode", "createdBy", "runKey"];
const growing = ["settledAt", "openedAt", "refusedAt"];
/** Position behind the parts of a sealed text that name the key: the text itself. */
const ownPartFrom = 97;

/** Returns the trigger by which an entry only rises. Of two refusals that nodes have recorded the earlier one stays, so it may become another. */
function risingTrigger(isSqlite: boolean): string {
  const same = isSqlite ? "IS" : "<=>";
  const rank = (row: string) => `INSTR('U failed C', ${row}.\`status\`)`;
  const rises = [
    ...forGood.map((column) => `NEW.\`${column}\` ${same} OLD.\`${column}\``),
    ...growing.map((column) => `(OLD.\`${column}\` IS NULL OR COALESCE(NEW.\`${column}\`, -1) >= OLD.\`${column}\`)`),
    "(OLD.`refusal` IS NULL OR NEW.`refusal` IS NOT NULL)",
    `${rank("NEW")} >= ${rank("OLD")}`,
    "NEW.`status` IN ('U', 'failed', 'C')",
    `SUBSTR(NEW.\`secret\`, ${ownPartFrom}) = SUBSTR(OLD.\`secret\`, ${ownPartFrom})`,
  ].join(" AND ");
  const start = "CREATE TRIGGER `vaultEntries_refuse_update` BEFORE UPDATE ON `vaultEntries`";
  const words = "an entry of the vault only rises";
  return isSqlite
    ? `${start} WHEN NOT (${rises}) BEGIN SELECT RAISE(ABORT, '${words}'); END`
    : `${start} FOR EACH ROW BEGIN IF NOT (${rises}) THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${words}'; END IF; END`;
}
