import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import { accountsOfPath } from "./catalogue.ts";
import type { CatalogueItem, PasswordPolicy } from "./model.ts";
import { address, entity, type Page } from "./odata.ts";

/** The path of an account. */
export const accountPath = (key: string) => entity("/v2/accounts", key);

/** The path of the accounts of who is signed in. */
export const ownAccountsPath = accountsOfPath;

/** A password policy with its rules. */
export function passwordPolicyQuery(id: string) {
  return queryOptions({
    queryKey: ["/v2/passwordPolicies", id],
    queryFn: ({ signal }) => read<PasswordPolicy>(entity("/v2/passwordPolicies", id), signal),
  });
}

/** The target systems that somebody may know of. */
export const targetSystemsQuery = queryOptions({
  queryKey: ["/v2/catalogueItems", "targetSystems"],
  queryFn: ({ signal }) => {
    const options = { filter: "resourceType eq 'targetSystem'", orderby: "name", select: "key,description", top: 200 };
    return read<Page<CatalogueItem>>(address("/v2/catalogueItems", options), signal);
  },
});
