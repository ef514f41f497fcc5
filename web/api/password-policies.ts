import { queryOptions } from "@tanstack/react-query";

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
