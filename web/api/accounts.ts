import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import { accountsOfPath } from "./catalogue.ts";
import type { Account, AccountAttribute, GroupMembership } from "./model.ts";
import { address, entity, type Page } from "./odata.ts";
import { withActions } from "./offered.ts";

/** Path of the set of accounts. */
export const accountsPath = "/v2/accounts";
/** Path of the accounts of the signed-in user. */
export const ownAccountsPath = accountsOfPath;
const refreshedEachMs = 15_000;

/** Returns the path of an account. */
export const accountPath = (key: string) => entity(accountsPath, key);

/** Returns the query for an account with its owner, its target system and the actions that are possible now. */
export function accountQuery(key: string) {
  const options = { select: withActions(["resetPassword"]), expand: "user,targetSystem" };
  return queryOptions({
    queryKey: [accountsPath, key],
    queryFn: ({ signal }) => read<Account>(address(accountPath(key), options), signal),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}

/** Returns the query for the attributes of an account on its target system. */
export function attributesOfAccountQuery(key: string) {
  const options = { orderby: "name,sequence", top: 500, count: true };
  return queryOptions({
    queryKey: [accountsPath, key, "attributes"],
    queryFn: ({ signal }) => read<Page<AccountAttribute>>(address(`${accountPath(key)}/attributes`, options), signal),
  });
}

/** Returns the query for the groups of an account. */
export function membershipsQuery(key: string) {
  const options = { expand: "group", orderby: "key", top: 100, count: true };
  return queryOptions({
    queryKey: [accountsPath, key, "groupMemberships"],
    queryFn: ({ signal }) =>
      read<Page<GroupMembership>>(address(`${accountPath(key)}/groupMemberships`, options), signal),
  });
}
