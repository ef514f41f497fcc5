import type { PolicyName } from "../api/model.ts";
import type { TextKey } from "../messages/text.ts";
import { paths } from "../paths.ts";

/** Name of a count in the navigation: pending approvals or unread notifications. */
export type CountName = "waiting" | "unread";

/** An entry of the navigation. */
export interface NavigationEntry {
  readonly path: string;
  readonly text: TextKey;
  /** Policy that the page requires; the entry is hidden from users whom it allows nothing. Null if the page requires none. */
  readonly policy: PolicyName | null;
  /** Name of the count beside the entry. */
  readonly count?: CountName;
}

/** A group of entries. */
export interface NavigationGroup {
  readonly text: TextKey;
  readonly entries: readonly NavigationEntry[];
}

/** Entries of the navigation, each with its title and the policy that it requires. */
export const navigation: readonly NavigationGroup[] = [
  {
    text: "navigation.forMe",
    entries: [
      { path: paths.home, text: "home.title", policy: null },
      { path: paths.ask, text: "ask.title", policy: "requests_post_create" },
      { path: paths.requests, text: "requests.title", policy: "requests_get_list" },
      { path: paths.batches, text: "batches.title", policy: "requestbatches_get_list" },
      { path: paths.waiting, text: "waiting.title", policy: "requests_waitingforme_get_list", count: "waiting" },
      { path: paths.access, text: "access.title", policy: "users_accounts_get_list" },
      { path: paths.grants, text: "grants.title", policy: "grants_get_list" },
      { path: paths.checkouts, text: "checkouts.title", policy: "checkouts_get_list" },
      { path: paths.delegations, text: "delegations.title", policy: "delegations_get_list" },
      { path: paths.notices, text: "notices.title", policy: "notices_get_list", count: "unread" },
      { path: paths.profile, text: "profile.title", policy: "users_credentials_get_list" },
      { path: paths.sessions, text: "sessions.title", policy: "users_sessions_get_list" },
    ],
  },
  {
    text: "navigation.running",
    entries: [
      { path: paths.helpDesk, text: "helpDesk.title", policy: "users_post_identify" },
      // All users may read and create their own blocks; the list is for those who identify callers.
      { path: paths.passwordBlocks, text: "passwordBlocks.title", policy: "users_post_identify" },
      // All users may read themselves; the list is for those who manage users.
      { path: paths.people, text: "people.title", policy: "users_patch_update" },
      { path: paths.userClasses, text: "classes.title", policy: "userclasses_get_list" },
      { path: paths.accounts, text: "accounts.title", policy: "accounts_get_list" },
      { path: paths.groups, text: "groups.title", policy: "groups_get_list" },
      // All users may read what they can request; the list is for those who manage it.
      { path: paths.catalogue, text: "catalogue.title", policy: "catalogueitems_patch_update" },
      // Requesters find templates in the catalog; the list is for those who manage them.
      { path: paths.templates, text: "templates.title", policy: "templates_patch_update" },
    ],
  },
  {
    text: "navigation.targets",
    entries: [
      { path: paths.targets, text: "targets.title", policy: "targetsystems_get_list" },
      // Requesters may read the operations for them; the list is for those who manage target systems.
      { path: paths.operations, text: "operations.title", policy: "targetsystems_get_list" },
      // All users may read what waits of theirs; the list is for those who retry it.
      { path: paths.passwordQueue, text: "passwordQueue.title", policy: "passwordqueue_post_retry" },
      { path: paths.massResets, text: "massResets.title", policy: "massresets_get_list" },
      { path: paths.proxies, text: "proxies.title", policy: "proxyservers_get_list" },
      { path: paths.targetGroups, text: "targetGroups.title", policy: "targetgroups_get_list" },
      { path: paths.passwordPolicies, text: "passwordPolicies.title", policy: "passwordpolicies_get_list" },
    ],
  },
  {
    text: "navigation.passwords",
    entries: [
      // Holders may read the accounts too; the list is for those who manage them.
      { path: paths.managedAccounts, text: "managedAccounts.title", policy: "managedaccounts_post_randomize" },
      { path: paths.conflicts, text: "conflicts.title", policy: "managedaccounts_post_verify" },
      { path: paths.managedSystems, text: "managedSystems.title", policy: "managedsystems_get_list" },
      { path: paths.managedPolicies, text: "managedPolicies.title", policy: "managedsystempolicies_get_list" },
      { path: paths.runs, text: "runs.title", policy: "runs_get_list" },
      { path: paths.managedHosts, text: "managedHosts.title", policy: "managedhosts_get_list" },
    ],
  },
  {
    text: "navigation.governing",
    entries: [
      // Owners find their roles on the page of their access; the list is for those who manage roles.
      { path: paths.roles, text: "roles.title", policy: "roles_post_create" },
      { path: paths.enforcementRuns, text: "enforcementRuns.title", policy: "enforcementruns_get_list" },
      // All users may read their own exceptions; the list is for those who can end them.
      { path: paths.accessExceptions, text: "exceptions.title", policy: "accessexceptions_post_end" },
      { path: paths.policies, text: "policies.title", policy: "policies_get_list" },
      { path: paths.sodRules, text: "sod.title", policy: "sodrules_get_list" },
      { path: paths.violations, text: "violations.title", policy: "violations_get_list" },
      { path: paths.analyses, text: "analyses.title", policy: "analyses_get_list" },
      { path: paths.clients, text: "clients.title", policy: "clients_get_list" },
    ],
  },
  {
    text: "navigation.service",
    entries: [
      { path: paths.webhooks, text: "webhooks.title", policy: "webhooks_get_list" },
      { path: paths.audit, text: "audit.title", policy: "sessionlogdata_get_list" },
      { path: paths.settings, text: "settings.title", policy: "settings_get_list" },
      { path: paths.importRules, text: "importRules.title", policy: "importrules_get_list" },
      { path: paths.chains, text: "chains.title", policy: "authchains_get_list" },
      { path: paths.samlProviders, text: "samlProviders.title", policy: "samlproviders_get_list" },
      { path: paths.nodes, text: "nodes.title", policy: "nodes_status_get" },
      { path: paths.connectors, text: "connectors.title", policy: "proxyservers_get_list" },
    ],
  },
];
