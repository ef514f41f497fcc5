import { resources } from "#domain/resources/resources.ts";

import { openApiRoute } from "../documents/openapi-route.ts";
import type { EntitySet } from "../odata/entity-set.ts";
import { serviceRoutes } from "../odata/set-routes.ts";
import type { RouteDefinition } from "../route.ts";
import { accessExceptions } from "./access-exceptions.ts";
import { accounts } from "./accounts.ts";
import { analyses } from "./analyses.ts";
import { authChains } from "./auth-chains.ts";
import { catalogueItems } from "./catalogue-items.ts";
import { checkouts } from "./checkouts.ts";
import { clients } from "./clients.ts";
import { delegations } from "./delegations.ts";
import { enforcementRuns } from "./enforcement-runs.ts";
import { grants } from "./grants.ts";
import { groups } from "./groups.ts";
import { importRules } from "./import-rules.ts";
import { inviteProxyRoute } from "./invite-proxy.ts";
import { managedAccounts } from "./managed-accounts.ts";
import { managedSystemPolicies } from "./managed-system-policies.ts";
import { managedSystems } from "./managed-systems.ts";
import { massResets } from "./mass-resets.ts";
import { moveReviews } from "./move-reviews.ts";
import { nodes } from "./nodes.ts";
import { notices } from "./notices.ts";
import { operations } from "./operations.ts";
import { passwordBlocks } from "./password-blocks.ts";
import { passwordDeliveries } from "./password-deliveries.ts";
import { passwordPolicies } from "./password-policies.ts";
import { passwordQueue } from "./password-queue.ts";
import { passwordSenders } from "./password-senders.ts";
import { people } from "./people.ts";
import { pluginDeliveries } from "./plugin-deliveries.ts";
import { policies } from "./policies.ts";
import { proxyServers } from "./proxy-servers.ts";
import { replicationConflicts } from "./replication-conflicts.ts";
import { requestBatches } from "./request-batches.ts";
import { requests } from "./requests.ts";
import { resourceSet } from "./resource-set.ts";
import { roleSuggestions } from "./role-suggestions.ts";
import { roles } from "./roles.ts";
import { runs } from "./runs.ts";
import { samlProviders } from "./saml-providers.ts";
import { sessionLogAnalytics, sessionLogData, sessionLogs } from "./session-logs.ts";
import { nameSets } from "./set-named.ts";
import { settings } from "./settings.ts";
import { simulations } from "./simulations.ts";
import { sodRules, violations } from "./sod-rules.ts";
import { targetGroups } from "./target-groups.ts";
import { targetSystems } from "./target-systems.ts";
import { templates } from "./templates.ts";
import { ticketSystems } from "./ticket-systems.ts";
import { userClasses } from "./user-classes.ts";
import { users } from "./users.ts";
import { webhooks } from "./webhooks.ts";

/** The entity sets of version 2. */
export const entitySets: readonly EntitySet[] = [
  catalogueItems,
  templates,
  requests,
  requestBatches,
  delegations,
  targetGroups,
  targetSystems,
  accounts,
  groups,
  grants,
  sodRules,
  violations,
  moveReviews,
  users,
  people,
  userClasses,
  notices,
  resourceSet(resources.noticeMails),
  pluginDeliveries,
  operations,
  passwordBlocks,
  passwordPolicies,
  passwordDeliveries,
  passwordQueue,
  passwordSenders,
  managedSystemPolicies,
  managedSystems,
  managedAccounts,
  massResets,
  resourceSet(resources.managedHosts),
  resourceSet(resources.managedAccountDependants),
  analyses,
  roleSuggestions,
  runs,
  importRules,
  simulations,
  sessionLogs,
  sessionLogAnalytics,
  sessionLogData,
  settings,
  policies,
  clients,
  authChains,
  roles,
  enforcementRuns,
  accessExceptions,
  proxyServers,
  nodes,
  replicationConflicts,
  checkouts,
  samlProviders,
  ticketSystems,
  resourceSet(resources.tickets, { ways: { request: "linked" } }),
  webhooks,
];
nameSets(entitySets);

/** The routes of version 2. */
export const v2Routes: readonly RouteDefinition[] = [
  ...serviceRoutes(entitySets, "/v2"),
  openApiRoute(entitySets),
  inviteProxyRoute,
];
