import { queryOptions } from "@tanstack/react-query";

import { askOnce, call } from "./call.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of password policies. */
export const passwordPoliciesPath = pathOf("passwordPolicies");

/** Returns the query for a password policy with its rules. */
export function passwordPolicyQuery(id: string) {
  return queryOptions({
    queryKey: [passwordPoliciesPath, id],
    queryFn: ({ signal }) => read(pathOf("passwordPolicies()", id), signal),
  });
}

/** Query for the state of the list of breached passwords on the answering machine. */
export const breachedListQuery = queryOptions({
  queryKey: [passwordPoliciesPath, "breachedList"],
  queryFn: ({ signal }) => read(pathOf("passwordPolicies/breachedList"), signal),
});

/** Returns the query for the rules of a password that goes to some accounts of a user, or to all of them if none are given. */
export function passwordRulesQuery(userKey: string, accountKeys: readonly string[]) {
  const body = accountKeys.length === 0 ? {} : { accountKeys };
  return queryOptions({
    queryKey: [passwordPoliciesPath, "rules", userKey, ...accountKeys],
    queryFn: () => askOnce(call("POST users()/passwordRules", { key: userKey, body })),
    retry: false,
  });
}
