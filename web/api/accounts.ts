import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { accountsOfPath } from "./catalogue.ts";
import { address } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of accounts. */
export const accountsPath = pathOf("accounts");
/** Path of the accounts of the signed-in user. */
export const ownAccountsPath = accountsOfPath;
const refreshedEachMs = 15_000;

/** Returns the query for an account with its owner, its target system and the actions that are possible now. */
export function accountQuery(key: string) {
  const options = { select: withActions(["resetPassword"]), expand: "user,targetSystem" };
  return queryOptions({
    queryKey: [accountsPath, key],
    queryFn: ({ signal }) => read(address(pathOf("accounts()", key), options), signal),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}

/** Returns the query for the attributes of an account on its target system. */
export function attributesOfAccountQuery(key: string) {
  const options = { orderby: "name,sequence", top: 500, count: true };
  return queryOptions({
    queryKey: [accountsPath, key, "attributes"],
    queryFn: ({ signal }) => read(address(pathOf("accounts()/attributes", key), options), signal),
  });
}

/** Returns the query for the groups of an account. */
export function membershipsQuery(key: string) {
  const options = { expand: "group", orderby: "key", top: 100, count: true };
  return queryOptions({
    queryKey: [accountsPath, key, "groupMemberships"],
    queryFn: ({ signal }) => read(address(pathOf("accounts()/groupMemberships", key), options), signal),
  });
}
