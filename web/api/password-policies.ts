import { queryOptions } from "@tanstack/react-query";

import { read, type Tagged } from "./call.ts";
import type { PasswordPolicy } from "./model.ts";
import { entity } from "./odata.ts";

/** Path of the set of password policies. */
export const passwordPoliciesPath = "/v2/passwordPolicies";

/** Returns the query for a password policy with its rules. */
export function passwordPolicyQuery(id: string) {
  return queryOptions({
    queryKey: [passwordPoliciesPath, id],
    queryFn: ({ signal }) => read<Tagged<PasswordPolicy>>(entity(passwordPoliciesPath, id), signal),
  });
}
