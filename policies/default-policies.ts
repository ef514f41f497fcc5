import type { ResourceName } from "./resources.ts";

/** One policy: who may do what its name says. */
export interface Policy {
  /** By the rule of policy-name. */
  readonly name: string;
  /** What `resource` is in the expression; null where the expression may not name it. */
  readonly resource: ResourceName | null;
  /** CEL over `principal` and `resource`; true allows. */
  readonly expression: string;
}

const anyUser = "true";
const superusers = "IsSuperuser()";
const ownRow = "IsSuperuser() || resource.userKey == principal.key";
const ownUser = "IsSuperuser() || resource.key == principal.key";
const ownRequest =
  "IsSuperuser() || resource.requesterKey == principal.key || resource.recipientKey == principal.key" +
  " || principal.key in resource.authorizerKeys";

function policies(resource: ResourceName | null, expression: string, names: readonly string[]): Policy[] {
  return names.map((name) => ({ name, resource, expression }));
}

const signingIn: readonly Policy[] = [
  ...policies(null, "'_EXPLICIT_REST_API_USERS_' in principal.classes", ["identity_connect_token"]),
  ...policies(null, anyUser, ["identity_connect_userinfo"]),
];

const people: readonly Policy[] = [
  ...policies("user", ownUser, ["users_get", "users_get_list", "users_post_resetpasswords"]),
  // Nobody claims for somebody else: the password would prove the wrong person's right.
  ...policies("user", "resource.key == principal.key", ["users_post_claimaccount"]),
  ...policies("account", ownRow, ["users_accounts_get_list"]),
  ...policies("userAttribute", ownRow, ["users_attributes_get", "users_attributes_get_list"]),
  ...policies("userCredential", ownRow, ["users_credentials_get", "users_credentials_get_list"]),
  ...policies("userCredentialOwner", ownRow, ["users_credentials_post_create", "users_credentials_delete"]),
  // Who may read a user may read their roles: users_get is checked before it.
  ...policies("role", anyUser, ["users_roles_get_list"]),
  ...policies("role", superusers, ["roles_get", "roles_get_list"]),
  ...policies("checkout", ownRow, ["checkouts_get", "checkouts_get_list"]),
];

const accountsAndGroups: readonly Policy[] = [
  ...policies(null, superusers, ["accounts_post_create", "groups_post_create", "groups_patch_update", "groups_delete"]),
  ...policies("account", superusers, [
    "accounts_get",
    "accounts_get_list",
    "accounts_patch_update",
    "accounts_delete",
    "groups_members_get_list",
    "targetsystems_accounts_get_list",
  ]),
  ...policies("account", ownRow, ["accounts_post_resetpassword", "operations_account_get"]),
  ...policies("account", "resource.userKey == principal.key", [
    "accounts_post_changepassword",
    "accounts_post_verifypassword",
  ]),
  ...policies("user", superusers, ["accounts_user_get", "groups_owners_get_list"]),
  ...policies("targetSystem", superusers, [
    "accounts_targetsystem_get",
    "groups_targetsystem_get",
    "operations_targetsystem_get",
  ]),
  ...policies("accountAttribute", superusers, [
    "accounts_attributes_get_list",
    "accounts_attributes_get",
    "accounts_attributes_data_value_get",
    "accounts_attributes_data_value_value_get",
  ]),
  ...policies("groupMembership", superusers, ["accounts_groupmemberships_get_list", "accounts_groupmemberships_get"]),
  ...policies("group", superusers, [
    "groups_get",
    "groups_get_list",
    "accounts_groupmemberships_group_get",
    "operations_group_get",
    "targetsystems_groups_get_list",
  ]),
  ...policies("groupAttribute", superusers, ["groups_attributes_get_list", "groups_attributes_get"]),
];

const targets: readonly Policy[] = [
  ...policies("targetGroup", anyUser, ["targetgroups_get", "targetgroups_get_list"]),
  ...policies("passwordPolicy", anyUser, [
    "targetgroups_passwordpolicy_get",
    "passwordpolicies_get",
    "passwordpolicies_get_list",
  ]),
  ...policies("targetSystem", superusers, [
    "targetsystems_get",
    "targetsystems_get_list",
    "targetgroups_targetsystems_get_list",
  ]),
  ...policies("targetGroup", superusers, ["targetsystems_targetgroupdetails_get"]),
  ...policies("targetSystemOption", superusers, ["targetsystems_options_get", "targetsystems_options_get_list"]),
  ...policies("targetSystemCredential", superusers, [
    "targetsystems_credentials_get",
    "targetsystems_credentials_get_list",
  ]),
  ...policies("attributeDefinition", superusers, [
    "targetsystems_attributedefinitions_get",
    "targetsystems_attributedefinitions_get_list",
  ]),
  ...policies(null, superusers, [
    "targetgroups_post_create",
    "targetgroups_patch_update",
    "targetgroups_delete",
    "passwordpolicies_patch_update",
    "targetsystems_post_create",
    "targetsystems_patch_update",
    "targetsystems_delete",
    "targetsystems_post_discover",
    "targetsystems_post_testconnection",
    "operations_post_confirm",
    "operations_post_abort",
    "targetsystems_options_patch_update",
    "targetsystems_credentials_post_create",
    "targetsystems_credentials_patch_update",
    "targetsystems_credentials_delete",
    "targetsystems_attributedefinitions_post_create",
    "targetsystems_attributedefinitions_patch_update",
    "targetsystems_attributedefinitions_delete",
  ]),
];

const requests: readonly Policy[] = [
  // One asks for oneself; asking for others needs a policy of the installation.
  ...policies("requestSubmission", "IsSuperuser() || resource.recipientKey == principal.key", ["requests_post_create"]),
  ...policies("request", ownRequest, ["requests_get", "requests_get_list", "requests_explain_get"]),
  // Whose request it is, is a key for its readers; the person behind it is shown to whoever may read the user.
  ...policies("user", ownUser, ["requests_requester_get", "requests_recipient_get"]),
  // Who may read a request may read all of it: requests_get is checked before these.
  ...policies("operation", anyUser, ["requests_operations_get", "requests_operations_get_list"]),
  ...policies("phase", anyUser, ["requests_phases_get", "requests_phases_get_list"]),
  ...policies("decision", anyUser, ["requests_decisions_get", "requests_decisions_get_list"]),
  ...policies("phase", "principal.key in resource.authorizerKeys", ["requests_post_decide"]),
  ...policies("request", "resource.requesterKey == principal.key || resource.recipientKey == principal.key", [
    "requests_post_cancel",
  ]),
  ...policies(
    "operation",
    "IsSuperuser() || principal.key in resource.requesterKeys || principal.key in resource.recipientKeys",
    ["operations_get", "operations_get_list"],
  ),
];

const service: readonly Policy[] = [
  ...policies("webhook", superusers, ["webhooks_get", "webhooks_get_list"]),
  ...policies("webhookDelivery", superusers, ["webhooks_deliveries_get", "webhooks_deliveries_get_list"]),
  ...policies(null, superusers, [
    "webhooks_post_create",
    "webhooks_patch_update",
    "webhooks_delete",
    "webhooks_post_redeliver",
    "webhooks_post_rotatesecret",
  ]),
  ...policies("importRule", superusers, ["importrules_get", "importrules_get_list"]),
  ...policies(null, superusers, [
    "importrules_post_create",
    "importrules_patch_update",
    "importrules_delete",
    "importrules_post_trial",
  ]),
  ...policies("proxyServer", superusers, ["proxyservers_get", "proxyservers_get_list", "proxyservers_status_get"]),
  ...policies("setting", superusers, ["settings_get", "settings_get_list"]),
  ...policies(null, superusers, ["settings_patch_update"]),
  ...policies("node", superusers, ["nodes_get", "nodes_get_list"]),
  ...policies("managedSystemPolicy", superusers, ["managedsystempolicies_get", "managedsystempolicies_get_list"]),
  ...policies("managedSystem", superusers, [
    "managedsystempolicies_managedsystems_get",
    "managedsystempolicies_managedsystems_get_list",
  ]),
  ...policies("managedAccount", superusers, [
    "managedsystempolicies_managedaccounts_get",
    "managedsystempolicies_managedaccounts_get_list",
  ]),
  ...policies("sessionLog", superusers, ["sessionlogs_get", "sessionlogs_get_list"]),
  ...policies("sessionLogEntry", superusers, [
    "sessionlogs_data_get_list",
    "sessionlogdata_get",
    "sessionlogdata_get_list",
  ]),
  ...policies("sessionLogDay", superusers, ["sessionloganalytics_get", "sessionloganalytics_get_list"]),
  ...policies(null, superusers, [
    "sessionlogs_summary_get",
    "proxyservers_post_create",
    "proxyservers_post_invite",
    "proxyservers_post_revoke",
    "proxyservers_patch_update",
    "proxyservers_delete",
  ]),
  ...policies(null, superusers, [
    "policies_get",
    "policies_get_list",
    "policies_patch_update",
    "policies_delete",
    "policies_versions_get_list",
    "policies_post_rollback",
    "policies_post_explain",
    "policies_post_dryrun",
  ]),
];

/** The policies of a new install. A name that is missing here is denied to everybody. */
export const defaultPolicies: readonly Policy[] = [
  ...signingIn,
  ...people,
  ...accountsAndGroups,
  ...targets,
  ...requests,
  ...service,
];

/** The default policy of a name; undefined where nothing is asked under that name. */
export function defaultPolicy(name: string): Policy | undefined {
  return byName.get(name);
}

const byName = new Map(defaultPolicies.map((policy) => [policy.name, policy]));
