import type { TableName } from "../tables.ts";
import type { ViewName } from "../views.ts";
import type { SourceRelation } from "./sources.ts";

/** Sources that are not named like their table. */
export const sourceNames: { readonly [T in TableName | ViewName]?: string } = {
  reqbatch: "requests",
  sesslog_full: "sessionLogData",
};

/** The columns in which a search looks, by source; none where a source is not named here. */
export const searchableTable: Readonly<Record<string, readonly string[]>> = {
  users: ["id", "displayName"],
  userClasses: ["id", "description"],
  targetGroups: ["id", "description"],
  targetSystems: ["id", "type", "description"],
  accounts: ["stableId", "longId", "shortId", "displayId"],
  groups: ["stableId", "longId", "shortId", "displayId"],
  requests: ["number", "reason"],
  proxyServers: ["id"],
  roles: ["id", "description"],
  webhooks: ["url", "description"],
  webhookDeliveries: ["type", "lastError"],
  nodes: ["id", "description"],
  passwordPolicies: ["id", "description"],
  managedSystemPolicies: ["id", "description"],
  managedSystems: ["id", "description"],
  importRules: ["description"],
  targetSystemAttributeDefinitions: ["attribute", "mappedAttribute"],
  sessionLogData: ["operation", "actor", "recipient", "ident", "account", "message"],
};

type Link = readonly [from: string, to: string];

const toMany = (source: string, [from, to]: Link): SourceRelation => ({ source, many: true, from, to });
const toOne = (source: string, [from, to]: Link): SourceRelation => ({ source, many: false, from, to });
const across = (source: string, table: TableName, [from, to]: Link): SourceRelation => ({
  source,
  many: true,
  from: "key",
  to: "key",
  through: { table, from, to },
});

/** The relations of each source by name. */
export const relationTable: Readonly<Record<string, Readonly<Record<string, SourceRelation>>>> = {
  users: {
    accounts: toMany("accounts", ["key", "userKey"]),
    attributes: toMany("userAttributes", ["key", "userKey"]),
    classMemberships: toMany("userClassMembers", ["key", "userKey"]),
    manager: toOne("users", ["managerKey", "key"]),
    reports: toMany("users", ["key", "managerKey"]),
    requests: toMany("requests", ["key", "recipientKey"]),
    credentials: toMany("userCredentials", ["key", "userKey"]),
    roles: across("roles", "roleMembers", ["userKey", "roleKey"]),
    checkouts: toMany("checkouts", ["key", "userKey"]),
  },
  userCredentials: { user: toOne("users", ["userKey", "key"]) },
  roles: { members: across("users", "roleMembers", ["roleKey", "userKey"]) },
  passwordPolicies: { targetGroups: toMany("targetGroups", ["id", "passwordPolicyId"]) },
  managedSystemPolicies: {
    managedSystems: {
      source: "managedSystems",
      many: true,
      from: "id",
      to: "key",
      through: { table: "managedSystemBindings", from: "policyId", to: "managedSystemKey" },
    },
    managedAccounts: toMany("managedAccounts", ["id", "policyId"]),
  },
  managedSystems: {
    targetSystem: toOne("targetSystems", ["targetSystemKey", "id"]),
    managedAccounts: toMany("managedAccounts", ["key", "managedSystemKey"]),
  },
  managedAccounts: {
    account: toOne("accounts", ["accountKey", "key"]),
    managedSystem: toOne("managedSystems", ["managedSystemKey", "key"]),
    policy: toOne("managedSystemPolicies", ["policyId", "id"]),
    checkouts: toMany("checkouts", ["key", "managedAccountKey"]),
  },
  importRules: { policy: toOne("managedSystemPolicies", ["policyId", "id"]) },
  checkouts: {
    user: toOne("users", ["userKey", "key"]),
    managedAccount: toOne("managedAccounts", ["managedAccountKey", "key"]),
  },
  webhooks: { deliveries: toMany("webhookDeliveries", ["key", "webhookKey"]) },
  webhookDeliveries: { webhook: toOne("webhooks", ["webhookKey", "key"]) },
  sessionLogs: { data: toMany("sessionLogData", ["key", "sessid"]) },
  sessionLogData: { sessionLog: toOne("sessionLogs", ["sessid", "key"]) },
  userAttributes: { user: toOne("users", ["userKey", "key"]) },
  userClasses: { memberships: toMany("userClassMembers", ["id", "userClassId"]) },
  userClassMembers: {
    user: toOne("users", ["userKey", "key"]),
    userClass: toOne("userClasses", ["userClassId", "id"]),
  },
  targetGroups: {
    targetSystems: toMany("targetSystems", ["id", "targetGroup"]),
    passwordPolicy: toOne("passwordPolicies", ["passwordPolicyId", "id"]),
  },
  targetSystems: {
    targetGroupDetails: toOne("targetGroups", ["targetGroup", "id"]),
    options: toMany("targetSystemOptions", ["id", "targetSystemId"]),
    credentials: toMany("targetSystemCredentials", ["id", "targetSystemId"]),
    accounts: toMany("accounts", ["id", "targetSystemKey"]),
    groups: toMany("groups", ["id", "targetSystemKey"]),
    attributeDefinitions: toMany("targetSystemAttributeDefinitions", ["id", "targetSystemId"]),
    phases: toMany("authorizationPhases", ["id", "targetSystemId"]),
  },
  targetSystemAttributeDefinitions: { targetSystem: toOne("targetSystems", ["targetSystemId", "id"]) },
  targetSystemOptions: { targetSystem: toOne("targetSystems", ["targetSystemId", "id"]) },
  targetSystemCredentials: {
    targetSystem: toOne("targetSystems", ["targetSystemId", "id"]),
    managedAccount: toOne("accounts", ["managedAccountKey", "key"]),
  },
  authorizationPhases: {
    authorizers: toMany("authorizationPhaseAuthorizers", ["key", "authorizationPhaseKey"]),
    targetSystem: toOne("targetSystems", ["targetSystemId", "id"]),
  },
  accounts: {
    user: toOne("users", ["userKey", "key"]),
    targetSystem: toOne("targetSystems", ["targetSystemKey", "id"]),
    attributes: toMany("accountAttributes", ["key", "accountKey"]),
    groupMemberships: toMany("groupMemberships", ["key", "accountKey"]),
    groups: across("groups", "groupMemberships", ["accountKey", "groupKey"]),
  },
  accountAttributes: { account: toOne("accounts", ["accountKey", "key"]) },
  groups: {
    targetSystem: toOne("targetSystems", ["targetSystemKey", "id"]),
    memberships: toMany("groupMemberships", ["key", "groupKey"]),
    members: across("accounts", "groupMemberships", ["groupKey", "accountKey"]),
    owners: across("users", "groupOwners", ["groupKey", "userKey"]),
    attributes: toMany("groupAttributes", ["key", "groupKey"]),
  },
  groupAttributes: { group: toOne("groups", ["groupKey", "key"]) },
  groupMemberships: {
    group: toOne("groups", ["groupKey", "key"]),
    account: toOne("accounts", ["accountKey", "key"]),
  },
  requests: {
    requester: toOne("users", ["requesterKey", "key"]),
    recipient: toOne("users", ["recipientKey", "key"]),
    operations: toMany("requestOperations", ["key", "requestKey"]),
    phases: toMany("requestPhases", ["key", "requestKey"]),
    authorizers: toMany("requestAuthorizers", ["key", "requestKey"]),
    decisions: toMany("decisions", ["key", "requestKey"]),
  },
  requestOperations: {
    request: toOne("requests", ["requestKey", "key"]),
    targetSystem: toOne("targetSystems", ["targetSystemKey", "id"]),
    account: toOne("accounts", ["accountKey", "key"]),
    group: toOne("groups", ["groupKey", "key"]),
  },
  requestPhases: {
    request: toOne("requests", ["requestKey", "key"]),
    authorizers: toMany("requestAuthorizers", ["key", "requestPhaseKey"]),
    decisions: toMany("decisions", ["key", "requestPhaseKey"]),
  },
  requestAuthorizers: {
    request: toOne("requests", ["requestKey", "key"]),
    user: toOne("users", ["userKey", "key"]),
  },
  decisions: {
    request: toOne("requests", ["requestKey", "key"]),
    user: toOne("users", ["userKey", "key"]),
  },
};
