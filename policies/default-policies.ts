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
const ownRequest =
  "IsSuperuser() || resource.requesterKey == principal.key || resource.recipientKey == principal.key" +
  " || principal.key in resource.authorizerKeys";

function policies(resource: ResourceName | null, expression: string, names: readonly string[]): Policy[] {
  return names.map((name) => ({ name, resource, expression }));
}

/** The policies of a new install. A name that is missing here is denied to everybody. */
export const defaultPolicies: readonly Policy[] = [
  ...policies(null, "'_EXPLICIT_REST_API_USERS_' in principal.classes", ["identity_connect_token"]),
  ...policies(null, anyUser, ["identity_connect_userinfo"]),

  ...policies("user", "IsSuperuser() || resource.key == principal.key", ["users_get", "users_get_list"]),
  ...policies("account", "IsSuperuser() || resource.userKey == principal.key", ["users_accounts_get_list"]),
  ...policies("belonging", "IsSuperuser() || resource.userKey == principal.key", [
    "users_attributes_get",
    "users_attributes_get_list",
    "users_credentials_get",
    "users_credentials_get_list",
    "users_credentials_post_create",
    "users_credentials_delete",
    "checkouts_get",
    "checkouts_get_list",
  ]),
  // Who may read a user may read their roles: users_get is checked before it.
  ...policies(null, anyUser, ["users_roles_get_list"]),

  ...policies(null, superusers, [
    "accounts_get",
    "accounts_get_list",
    "accounts_post_create",
    "accounts_patch_update",
    "accounts_delete",
    "accounts_user_get",
    "accounts_targetsystem_get",
    "accounts_attributes_get_list",
    "accounts_attributes_get",
    "accounts_attributes_data_value_get",
    "accounts_attributes_data_value_value_get",
    "accounts_groupmemberships_get_list",
    "accounts_groupmemberships_get",
    "accounts_groupmemberships_group_get",
  ]),
  ...policies("account", "IsSuperuser() || resource.userKey == principal.key", [
    "accounts_post_resetpassword",
    "operations_account_get",
  ]),
  ...policies("user", "IsSuperuser() || resource.key == principal.key", ["users_post_resetpasswords"]),
  ...policies(
    "operation",
    "IsSuperuser() || principal.key in resource.requesterKeys || principal.key in resource.recipientKeys",
    ["operations_get", "operations_get_list"],
  ),
  ...policies("account", "resource.userKey == principal.key", [
    "accounts_post_changepassword",
    "accounts_post_verifypassword",
  ]),

  ...policies(null, superusers, [
    "groups_get",
    "groups_get_list",
    "groups_post_create",
    "groups_patch_update",
    "groups_delete",
    "groups_owners_get_list",
    "groups_attributes_get_list",
    "groups_attributes_get",
    "groups_members_get_list",
    "groups_targetsystem_get",
    "operations_group_get",
    "operations_targetsystem_get",
  ]),

  ...policies(null, anyUser, [
    "targetgroups_get",
    "targetgroups_get_list",
    "targetgroups_passwordpolicy_get",
    "passwordpolicies_get",
    "passwordpolicies_get_list",
  ]),
  ...policies(null, superusers, [
    "targetgroups_post_create",
    "targetgroups_patch_update",
    "targetgroups_delete",
    "targetgroups_targetsystems_get_list",
    "passwordpolicies_patch_update",
  ]),

  ...policies(null, superusers, [
    "targetsystems_get",
    "targetsystems_get_list",
    "targetsystems_post_create",
    "targetsystems_patch_update",
    "targetsystems_delete",
    "targetsystems_post_discover",
    "operations_post_confirm",
    "operations_post_abort",
    "targetsystems_targetgroupdetails_get",
    "targetsystems_accounts_get_list",
    "targetsystems_groups_get_list",
    "targetsystems_options_get",
    "targetsystems_options_get_list",
    "targetsystems_options_patch_update",
    "targetsystems_credentials_get",
    "targetsystems_credentials_get_list",
    "targetsystems_credentials_post_create",
    "targetsystems_credentials_patch_update",
    "targetsystems_credentials_delete",
    "targetsystems_attributedefinitions_get",
    "targetsystems_attributedefinitions_get_list",
    "targetsystems_attributedefinitions_post_create",
    "targetsystems_attributedefinitions_patch_update",
    "targetsystems_attributedefinitions_delete",
  ]),

  ...policies(null, anyUser, ["requests_post_create"]),
  ...policies("request", ownRequest, ["requests_get", "requests_get_list"]),
  // Who may read a request may read all of it: requests_get is checked before these.
  ...policies(null, anyUser, [
    "requests_operations_get",
    "requests_operations_get_list",
    "requests_phases_get",
    "requests_phases_get_list",
    "requests_decisions_get",
    "requests_decisions_get_list",
  ]),
  ...policies("request", ownRequest, ["requests_explain_get"]),
  ...policies("phase", "principal.key in resource.authorizerKeys", ["requests_post_decide"]),
  ...policies("request", "resource.requesterKey == principal.key || resource.recipientKey == principal.key", [
    "requests_post_cancel",
  ]),

  ...policies(null, superusers, [
    "proxyservers_get",
    "proxyservers_get_list",
    "proxyservers_post_create",
    "proxyservers_post_invite",
    "proxyservers_patch_update",
    "proxyservers_delete",
  ]),

  ...policies(null, superusers, [
    "managedsystempolicies_get",
    "managedsystempolicies_get_list",
    "managedsystempolicies_managedsystems_get",
    "managedsystempolicies_managedsystems_get_list",
    "managedsystempolicies_managedaccounts_get",
    "managedsystempolicies_managedaccounts_get_list",
    "nodes_get",
    "nodes_get_list",
    "roles_get",
    "roles_get_list",
    "sessionlogs_get",
    "sessionlogs_get_list",
    "sessionlogs_summary_get",
    "sessionlogs_data_get_list",
    "sessionlogdata_get",
    "sessionlogdata_get_list",
    "sessionloganalytics_get",
    "sessionloganalytics_get_list",
  ]),
];
