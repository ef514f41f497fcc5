import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { askOnce, read } from "./call.ts";
import type { Checkout, Disclosed, DisclosureToken, ListedCommand, ManagedAccount } from "./model.ts";
import { address, entity } from "./odata.ts";
import { withActions } from "./offered.ts";
import { readAll } from "./read-all.ts";

/** The set of check-outs. */
export const checkoutsPath = "/v2/checkouts";
const managedAccountsPath = "/v2/managedAccounts";
const liveMs = 3_000;
const countedEachMs = 15_000;
/** The way of disclosure by which a command is run with a password, which nobody sees. */
export const commandWay = "ssh-command";

/** What may be done with a check-out; the service says of each whether it can be done now. */
const checkoutActions = ["disclose", "runCommand", "extend", "checkIn", "revoke", "review"] as const;

/** What a check-out tells of its account: its name, and what its policy says of what its holder may do. */
const account =
  "managedAccount($select=key,name,targetSystemKey,checkoutMinutes,checkoutExtensions,checkoutAttended,disclosurePlugins,mayManage)";

/** The path of a check-out. */
export const checkoutPath = (key: string) => entity(checkoutsPath, key);

/** The ways in which the passwords of an account may be seen. */
export function waysOf(of: Pick<ManagedAccount, "disclosurePlugins"> | null | undefined): readonly string[] {
  return (of?.disclosurePlugins ?? []).filter((way) => way !== commandWay);
}

/** What a list of check-outs asks for beside its view. */
export const listedCheckouts = { expand: "user,managedAccount($select=key,name,targetSystemKey)" } as const;

/** The check-outs of somebody that are out or wait for their turn or for a decision, with what can be done with each now. */
export function openCheckoutsQuery(userKey: string) {
  const filter = `userKey eq ${userKey} and status in ('requested','approved','checkedOut')`;
  const options = {
    select: withActions(checkoutActions),
    filter,
    orderby: "requestedAt,key",
    expand: account,
  };
  return queryOptions({
    queryKey: [checkoutsPath, "open", userKey],
    queryFn: ({ signal }) => readAll<Checkout>(checkoutsPath, options, signal),
    refetchInterval: whileSomebodyLooks(liveMs),
  });
}

/** What somebody has checked out now. */
export function runningCheckoutsQuery(userKey: string) {
  const filter = `userKey eq ${userKey} and status eq 'checkedOut'`;
  const options = { filter, orderby: "requestedAt,key", expand: listedCheckouts.expand };
  return queryOptions({
    queryKey: [checkoutsPath, "running", userKey],
    queryFn: ({ signal }) => readAll<Checkout>(checkoutsPath, options, signal),
    refetchInterval: whileSomebodyLooks(countedEachMs),
  });
}

/** A check-out with its holder, its account and its disclosures, and with what can be done with it now. */
export function checkoutQuery(key: string) {
  const options = {
    select: withActions(checkoutActions),
    expand: `user,disclosures($orderby=createdAt,key),${account}`,
  };
  return queryOptions({
    queryKey: [checkoutsPath, key],
    queryFn: ({ signal }) => read<Checkout>(address(checkoutPath(key), options), signal),
    refetchInterval: whileSomebodyLooks(liveMs),
  });
}

/** The commands that may be run with a password that is checked out. */
export function commandsQuery(key: string) {
  const path = `${checkoutPath(key)}/commands`;
  return queryOptions({
    queryKey: [checkoutsPath, key, "commands"],
    queryFn: ({ signal }) => readAll<ListedCommand>(path, {}, signal),
  });
}

/** What somebody says who wants to see a password. */
export interface WantedDisclosure {
  readonly plugin: string | null;
  readonly code: string | null;
  /** A moment whose password is wanted; null = that of now. */
  readonly heldAt: string | null;
}

/**
 * Gives the password of a check-out, once: nothing of it is kept here.
 * @throws CallError, UnreachableError
 */
export async function reveal(key: string, wanted: WantedDisclosure): Promise<Disclosed> {
  const path = checkoutPath(key);
  const { token } = await askOnce<DisclosureToken>({ method: "POST", path: `${path}/disclose`, body: wanted });
  return askOnce<Disclosed>({ method: "POST", path: `${path}/reveal`, body: { token } });
}

/** The accounts whose password somebody may have, or for whose check-outs they answer. */
export const borrowable = {
  path: managedAccountsPath,
  select: "*,mayBorrow,mayTake,mayBreakGlass,mayManage",
  where: "mayBorrow or mayBreakGlass or mayManage",
} as const;
