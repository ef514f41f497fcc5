import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import { accountsOfPath } from "./catalogue.ts";
import type { Account, AccountAttribute, GroupMembership } from "./model.ts";
import { address, entity, type Page } from "./odata.ts";
import { withActions } from "./offered.ts";

/** The set of accounts. */
export const accountsPath = "/v2/accounts";
/** The path of the accounts of who is signed in. */
export const ownAccountsPath = accountsOfPath;
const refreshedEachMs = 15_000;

/** The path of an account. */
export const accountPath = (key: string) => entity(accountsPath, key);

/** An account with its owner and its target system, and with what can be done with it now. */
export function accountQuery(key: string) {
  const options = { select: withActions(["resetPassword"]), expand: "user,targetSystem" };
  return queryOptions({
    queryKey: [accountsPath, key],
    queryFn: ({ signal }) => read<Account>(address(accountPath(key), options), signal),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}

/** The attributes of an account on its target system. */
export function attributesOfAccountQuery(key: string) {
  const options = { orderby: "name,sequence", top: 500, count: true };
  return queryOptions({
    queryKey: [accountsPath, key, "attributes"],
    queryFn: ({ signal }) => read<Page<AccountAttribute>>(address(`${accountPath(key)}/attributes`, options), signal),
  });
}

/** The groups in which an account is. */
export function membershipsQuery(key: string) {
  const options = { expand: "group", orderby: "key", top: 100, count: true };
  return queryOptions({
    queryKey: [accountsPath, key, "groupMemberships"],
    queryFn: ({ signal }) =>
      read<Page<GroupMembership>>(address(`${accountPath(key)}/groupMemberships`, options), signal),
  });
}
