import { describe, expect, it } from "vitest";

import { v2Routes } from "#api/v2/routes.ts";
import { policyName, type PolicyVerb } from "#domain/policy-name.ts";
import { isAlways } from "#domain/query/condition.ts";
import { createPolicyEngine } from "#policies/engine.ts";
import type { Principal } from "#policies/principal.ts";

const engine = createPolicyEngine();
const somebody: Principal = { key: "s", id: "sue", superuser: false, classes: [] };
const superuser: Principal = { key: "r", id: "root", superuser: true, classes: [] };
const mayRead = (name: string, principal: Principal) => isAlways(engine.rowPredicate(name, principal));

/** Policies of the specification's table, each with an endpoint that it decides. */
const table: readonly (readonly [name: string, path: string, verb: PolicyVerb])[] = [
  ["identity_connect_token", "/identity/connect/token", "post_action"],
  ["targetgroups_get", "/v2/targetGroups({targetGroupKey})", "get"],
  ["targetgroups_get_list", "/v2/targetGroups", "get_list"],
  ["accounts_post_create", "/v2/accounts", "post_create"],
  ["accounts_get", "/v2/accounts({accountKey})", "get"],
  ["accounts_get_list", "/v2/accounts", "get_list"],
  ["accounts_user_get", "/v2/accounts({accountKey})/user", "get"],
  ["accounts_targetsystem_get", "/v2/accounts({accountKey})/targetSystem", "get"],
  ["accounts_attributes_get_list", "/v2/accounts({accountKey})/attributes", "get_list"],
  ["accounts_attributes_get", "/v2/accounts({accountKey})/attributes({key})", "get"],
  ["accounts_attributes_data_value_get", "/v2/accounts({accountKey})/attributes({key})/data/value", "get"],
  ["accounts_attributes_data_value_value_get", "/v2/accounts({k})/attributes({key})/data/value/$value", "get"],
  ["accounts_groupmemberships_get_list", "/v2/accounts({accountKey})/groupMemberships", "get_list"],
  ["accounts_groupmemberships_get", "/v2/accounts({accountKey})/groupMemberships({key})", "get"],
  ["targetsystems_get_list", "/v2/targetSystems", "get_list"],
  ["targetsystems_get", "/v2/targetSystems({targetSystemKey})", "get"],
  ["targetsystems_accounts_get_list", "/v2/targetSystems({targetSystemKey})/accounts", "get_list"],
  ["targetsystems_groups_get_list", "/v2/targetSystems({targetSystemKey})/groups", "get_list"],
  ["targetsystems_options_get_list", "/v2/targetSystems({targetSystemKey})/options", "get_list"],
  // "password policy GET endpoints"
  ["passwordpolicies_get", "/v2/passwordPolicies({passwordPolicyId})", "get"],
  ["passwordpolicies_get_list", "/v2/passwordPolicies", "get_list"],
  ["targetgroups_passwordpolicy_get", "/v2/targetGroups({targetGroupKey})/passwordPolicy", "get"],
];

describe("the default policies of the specification's table", () => {
  // @specification 5.policy.target-groups 5.policy.password-policies 5.policy.create-account 5.policy.accounts
  // @specification 5.policy.below-accounts 5.policy.target-systems
  it.each(table)("%s comes out of the naming rule and exists", (name, path, verb) => {
    expect(policyName(path, verb)).toBe(name);
    expect(engine.has(name)).toBe(true);
  });

  // @specification 5.policy.target-groups 5.policy.password-policies 5.policy.create-account 5.policy.accounts
  // @specification 5.policy.below-accounts 5.policy.target-systems
  it.each(table.filter(([name]) => !/_data_|^identity/.test(name)))("%s guards its endpoint", (name, path) => {
    const template = path.replaceAll(/\{\w+\}/g, "{}");
    const routes = v2Routes.filter((route) => route.path.replaceAll(/\{\w+\}/g, "{}") === template);
    expect(routes.map(({ policy }) => policy)).toContain(name);
  });

  // @specification 5.policy.password-policies
  it.each(["passwordpolicies_get", "passwordpolicies_get_list", "targetgroups_passwordpolicy_get"])(
    "%s: all authenticated users are allowed",
    (name) => expect(mayRead(name, somebody)).toBe(true),
  );

  // @specification 5.policy.create-account 5.policy.accounts 5.policy.below-accounts 5.policy.target-systems
  it.each(table.map(([name]) => name).filter((name) => /^(accounts|targetsystems)_/.test(name)))(
    "%s: superusers are allowed, others not",
    (name) => expect([mayRead(name, superuser), mayRead(name, somebody)]).toEqual([true, false]),
  );

  // @specification 5.token-policy
  it("identity_connect_token requires the class _EXPLICIT_REST_API_USERS_", () => {
    const asks = (classes: string[]) =>
      engine.decide("identity_connect_token", { principal: { ...somebody, classes } }).allowed;
    expect([asks([]), asks(["_EXPLICIT_REST_API_USERS_"])]).toEqual([false, true]);
  });
});

describe("targetsystems_get is checked in addition", () => {
  const below = v2Routes.filter(({ path }) =>
    /^\/v2\/targetSystems\(\{\w+\}\)\/(attributeDefinitions|credentials)/.test(path),
  );
  // @specification 5.policy.below-target-system
  it("on the attributeDefinitions and credentials endpoints, each with a policy of its own", () => {
    expect(below.map(({ method, policy }) => `${method} ${policy}`).toSorted()).toEqual([
      "DELETE targetsystems_attributedefinitions_delete",
      "DELETE targetsystems_credentials_delete",
      "GET targetsystems_attributedefinitions_get",
      "GET targetsystems_attributedefinitions_get_list",
      "GET targetsystems_credentials_get",
      "GET targetsystems_credentials_get_list",
      "PATCH targetsystems_attributedefinitions_patch_update",
      "PATCH targetsystems_credentials_patch_update",
      "POST targetsystems_attributedefinitions_post_create",
      "POST targetsystems_credentials_post_create",
      "POST targetsystems_credentials_post_create",
    ]);
  });
});
