import { expect, test } from "vitest";

import { policyName, type PolicyVerb } from "#domain/policy-name.ts";

import { defaultPolicies } from "./default-policies.ts";

/** Every policy that the table of section 5 of the specification names, with the endpoint it governs. */
const specified: readonly (readonly [path: string, verb: PolicyVerb, name: string])[] = [
  ["/identity/connect/token", "post_create", "identity_connect_token"],
  ["/v2/targetGroups({key})", "get", "targetgroups_get"],
  ["/v2/targetGroups", "get_list", "targetgroups_get_list"],
  ["/accounts", "post_create", "accounts_post_create"],
  ["/accounts({key})", "get", "accounts_get"],
  ["/accounts", "get_list", "accounts_get_list"],
  ["/accounts({key})/user", "get", "accounts_user_get"],
  ["/accounts({key})/targetSystem", "get", "accounts_targetsystem_get"],
  ["/accounts({key})/attributes", "get_list", "accounts_attributes_get_list"],
  ["/accounts({key})/attributes({key})", "get", "accounts_attributes_get"],
  ["/accounts({key})/attributes({key})/data/value", "get", "accounts_attributes_data_value_get"],
  ["/accounts({key})/attributes({key})/data/value/$value", "get", "accounts_attributes_data_value_value_get"],
  ["/accounts({key})/groupMemberships", "get_list", "accounts_groupmemberships_get_list"],
  ["/accounts({key})/groupMemberships({key})", "get", "accounts_groupmemberships_get"],
  ["/v2/targetSystems", "get_list", "targetsystems_get_list"],
  ["/v2/targetSystems({key})", "get", "targetsystems_get"],
  ["/v2/targetSystems({key})/accounts", "get_list", "targetsystems_accounts_get_list"],
  ["/v2/targetSystems({key})/groups", "get_list", "targetsystems_groups_get_list"],
  ["/v2/targetSystems({key})/options", "get_list", "targetsystems_options_get_list"],
];

test.each(specified)("%s (%s) is governed by %s, which is there by default", (path, verb, name) => {
  expect(policyName(path, verb)).toBe(name);
  expect(defaultPolicies.map((policy) => policy.name)).toContain(name);
});

test.each<readonly [string, PolicyVerb, string]>([
  ["/v2/requests({key})/decide", "post_action", "requests_post_decide"],
  ["/v2/requests({key})/operations", "get_list", "requests_operations_get_list"],
  ["/users({key})/accounts", "get_list", "users_accounts_get_list"],
  ["/v2/accounts({key})/resetPassword", "post_action", "accounts_post_resetpassword"],
  ["/v2/targetSystems('A/B')/credentials({key})", "patch_update", "targetsystems_credentials_patch_update"],
  ["/v2/targetGroups({key})/passwordPolicy", "get", "targetgroups_passwordpolicy_get"],
  ["/v2/proxyServers({id})", "delete", "proxyservers_delete"],
  ["/identity/connect/userinfo", "get", "identity_connect_userinfo"],
])("%s (%s) is governed by %s", (path, verb, name) => {
  expect(policyName(path, verb)).toBe(name);
});
