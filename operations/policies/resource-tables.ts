import type { ResourceName } from "#policies/resources.ts";
import type { TableName } from "#store/tables.ts";
import type { ViewName } from "#store/views.ts";

/** Where the rows are that a policy's `resource` stands for. */
export const resourceTables: Readonly<Record<ResourceName, TableName | ViewName>> = {
  request: "reqbatch",
  phase: "requestPhases",
  decision: "decisions",
  operation: "requestOperations",
  user: "users",
  userAttribute: "userAttributes",
  userCredential: "userCredentials",
  userCredentialOwner: "userCredentials",
  role: "roles",
  account: "accounts",
  accountAttribute: "accountAttributes",
  group: "groups",
  groupAttribute: "groupAttributes",
  groupMembership: "groupMemberships",
  targetGroup: "targetGroups",
  targetSystem: "targetSystems",
  targetSystemOption: "targetSystemOptions",
  targetSystemCredential: "targetSystemCredentials",
  attributeDefinition: "targetSystemAttributeDefinitions",
  passwordPolicy: "passwordPolicies",
  managedSystemPolicy: "managedSystemPolicies",
  managedSystem: "managedSystems",
  managedAccount: "managedAccounts",
  checkout: "checkouts",
  webhook: "webhooks",
  webhookDelivery: "webhookDeliveries",
  importRule: "importRules",
  proxyServer: "proxyServers",
  node: "nodes",
  sessionLog: "sessionLogs",
  sessionLogEntry: "sesslog_full",
  sessionLogDay: "sessionLogAnalytics",
};
