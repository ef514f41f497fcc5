import { accountAttributes } from "./account-attributes.ts";
import { accounts } from "./accounts.ts";
import { authorizationPhases, authorizationPhaseAuthorizers } from "./authorization-phases.ts";
import { checkouts } from "./checkouts.ts";
import { decisions } from "./decisions.ts";
import { groupAttributes } from "./group-attributes.ts";
import { groupMemberships } from "./group-memberships.ts";
import { groups } from "./groups.ts";
import { importRules } from "./import-rules.ts";
import { clients } from "./inside/clients.ts";
import {
  userClasses,
  userClassMembers,
  roleMembers,
  groupOwners,
  managedSystemBindings,
} from "./inside/memberships.ts";
import { passwordHistories } from "./inside/password-histories.ts";
import { policies, policyVersions } from "./inside/policies.ts";
import { requestAuthorizers } from "./inside/request-authorizers.ts";
import { sessionLogSummary } from "./inside/session-log-summary.ts";
import {
  authorizationCodes,
  persistedGrants,
  revokedTokens,
  refusedSignIns,
  signingKeys,
  operationIdentifiers,
} from "./inside/tokens.ts";
import { webhookProgress } from "./inside/webhook-progress.ts";
import { managedAccounts } from "./managed-accounts.ts";
import { managedSystemPolicies } from "./managed-system-policies.ts";
import { managedSystems } from "./managed-systems.ts";
import { nodes } from "./nodes.ts";
import { passwordPolicies } from "./password-policies.ts";
import { proxyServers } from "./proxy-servers.ts";
import { requestOperations } from "./request-operations.ts";
import { requestPhases } from "./request-phases.ts";
import { requests } from "./requests.ts";
import { roles } from "./roles.ts";
import { sessionLogAnalytics } from "./session-log-analytics.ts";
import { sessionLogData } from "./session-log-data.ts";
import { sessionLogs } from "./session-logs.ts";
import { settings } from "./settings.ts";
import { targetGroups } from "./target-groups.ts";
import { targetSystemAttributeDefinitions } from "./target-system-attribute-definitions.ts";
import { targetSystemCredentials } from "./target-system-credentials.ts";
import { targetSystemOptions } from "./target-system-options.ts";
import { targetSystems } from "./target-systems.ts";
import { userAttributes } from "./user-attributes.ts";
import { userCredentials } from "./user-credentials.ts";
import { users } from "./users.ts";
import { webhookDeliveries } from "./webhook-deliveries.ts";
import { webhooks } from "./webhooks.ts";

/** Every resource and every other table whose rows are written by the one writer, by name. */
export const resources = {
  accountAttributes,
  accounts,
  authorizationCodes,
  authorizationPhaseAuthorizers,
  authorizationPhases,
  checkouts,
  clients,
  decisions,
  groupAttributes,
  groupMemberships,
  groupOwners,
  groups,
  importRules,
  managedAccounts,
  managedSystemBindings,
  managedSystemPolicies,
  managedSystems,
  nodes,
  operationIdentifiers,
  passwordHistories,
  passwordPolicies,
  persistedGrants,
  policies,
  policyVersions,
  proxyServers,
  refusedSignIns,
  requestAuthorizers,
  requestOperations,
  requestPhases,
  requests,
  revokedTokens,
  roleMembers,
  roles,
  sessionLogAnalytics,
  sessionLogData,
  sessionLogSummary,
  sessionLogs,
  settings,
  signingKeys,
  targetGroups,
  targetSystemAttributeDefinitions,
  targetSystemCredentials,
  targetSystemOptions,
  targetSystems,
  userAttributes,
  userClassMembers,
  userClasses,
  userCredentials,
  users,
  webhookDeliveries,
  webhookProgress,
  webhooks,
};
