import type { PolicyName } from "../api/model.ts";
import type { TextKey } from "../messages/text.ts";
import { paths } from "../paths.ts";

/** What is counted in the navigation: what waits for a decision, and what was not read. */
export type CountName = "waiting" | "unread";

/** An entry of the navigation. */
export interface NavigationEntry {
  readonly path: string;
  readonly text: TextKey;
  /** The policy without which the page shows nothing; who has it in no case does not see the entry. */
  readonly policy: PolicyName | null;
  /** What is counted beside it. */
  readonly count?: CountName;
}

/** A group of entries. */
export interface NavigationGroup {
  readonly text: TextKey;
  readonly entries: readonly NavigationEntry[];
}

/** The navigation: what each page is called, and which policy leads to it. */
export const navigation: readonly NavigationGroup[] = [
  {
    text: "navigation.forMe",
    entries: [
      { path: paths.home, text: "home.title", policy: null },
      { path: paths.ask, text: "ask.title", policy: "requests_post_create" },
      { path: paths.requests, text: "requests.title", policy: "requests_get_list" },
      { path: paths.waiting, text: "waiting.title", policy: "requests_waitingforme_get_list", count: "waiting" },
      { path: paths.access, text: "access.title", policy: "users_accounts_get_list" },
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
      // Everybody may read themselves: the list is for those who run people.
      { path: paths.people, text: "people.title", policy: "users_patch_update" },
      { path: paths.userClasses, text: "classes.title", policy: "userclasses_get_list" },
      { path: paths.accounts, text: "accounts.title", policy: "accounts_get_list" },
      { path: paths.groups, text: "groups.title", policy: "groups_get_list" },
    ],
  },
  {
    text: "navigation.targets",
    entries: [
      { path: paths.targets, text: "targets.title", policy: "targetsystems_get_list" },
      // Whoever asks may read what is done for them: the list is for those who run target systems.
      { path: paths.operations, text: "operations.title", policy: "targetsystems_get_list" },
      { path: paths.proxies, text: "proxies.title", policy: "proxyservers_get_list" },
      { path: paths.targetGroups, text: "targetGroups.title", policy: "targetgroups_get_list" },
      { path: paths.passwordPolicies, text: "passwordPolicies.title", policy: "passwordpolicies_get_list" },
    ],
  },
  {
    text: "navigation.passwords",
    entries: [
      // Who borrows may read the accounts, too: the list is for those who run them.
      { path: paths.managedAccounts, text: "managedAccounts.title", policy: "managedaccounts_post_randomize" },
      { path: paths.conflicts, text: "conflicts.title", policy: "managedaccounts_post_verify" },
      { path: paths.managedSystems, text: "managedSystems.title", policy: "managedsystems_get_list" },
      { path: paths.managedPolicies, text: "managedPolicies.title", policy: "managedsystempolicies_get_list" },
      { path: paths.vaultRuns, text: "vaultRuns.title", policy: "vaultruns_get_list" },
      { path: paths.managedHosts, text: "managedHosts.title", policy: "managedhosts_get_list" },
    ],
  },
  {
    text: "navigation.governing",
    entries: [
      { path: paths.policies, text: "policies.title", policy: "policies_get_list" },
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
      { path: paths.connectors, text: "connectors.title", policy: "proxyservers_get_list" },
    ],
  },
];
