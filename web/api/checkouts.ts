import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { askOnce, call } from "./call.ts";
import type { Disclosed, ManagedAccount } from "./model.ts";
import { address } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

/** Path of the set of check-outs. */
export const checkoutsPath = pathOf("checkouts");
const managedAccountsPath = pathOf("managedAccounts");
const liveMs = 3_000;
const countedEachMs = 15_000;
/** Name of the disclosure plug-in that runs a command with a password. Nobody sees that password. */
export const commandWay = "ssh-command";

/** Actions of a check-out; the service reports for each whether it is possible now. */
const checkoutActions = ["disclose", "runCommand", "extend", "checkIn", "revoke", "review"] as const;

/** Expansion of the account of a check-out: its name and the limits of its policy for the holder. */
const account =
  "managedAccount($select=key,name,targetSystemKey,checkoutMinutes,checkoutExtensions,checkoutAttended,disclosurePlugins,mayManage)";

/** Returns the disclosure plug-ins by which a holder may see the passwords of an account. */
export function waysOf(of: Pick<ManagedAccount, "disclosurePlugins"> | null | undefined): readonly string[] {
  return (of?.disclosurePlugins ?? []).filter((way) => way !== commandWay);
}

/** Options of a list of check-outs beside its view. */
export const listedCheckouts = { expand: "user,managedAccount($select=key,name,targetSystemKey)" } as const;

/** Returns the query for the check-outs of a user that are open, queued or waiting for approval, with the actions that are possible now. */
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
    queryFn: ({ signal }) => readAll(checkoutsPath, options, signal),
    refetchInterval: whileSomebodyLooks(liveMs),
  });
}

/** Returns the query for the check-outs that a user holds now. */
export function runningCheckoutsQuery(userKey: string) {
  const filter = `userKey eq ${userKey} and status eq 'checkedOut'`;
  const options = { filter, orderby: "requestedAt,key", expand: listedCheckouts.expand };
  return queryOptions({
    queryKey: [checkoutsPath, "running", userKey],
    queryFn: ({ signal }) => readAll(checkoutsPath, options, signal),
    refetchInterval: whileSomebodyLooks(countedEachMs),
  });
}

/** Returns the query for a check-out with its holder, its account, its disclosures and the actions that are possible now. */
export function checkoutQuery(key: string) {
  const options = {
    select: withActions(checkoutActions),
    expand: `user,disclosures($orderby=createdAt,key),${account}`,
  };
  return queryOptions({
    queryKey: [checkoutsPath, key],
    queryFn: ({ signal }) => read(address(pathOf("checkouts()", key), options), signal),
    refetchInterval: whileSomebodyLooks(liveMs),
  });
}

/** Returns the query for the commands that may be run with the password of a check-out. */
export function commandsQuery(key: string) {
  const path = pathOf("checkouts()/commands", key);
  return queryOptions({
    queryKey: [checkoutsPath, key, "commands"],
    queryFn: ({ signal }) => readAll(path, {}, signal),
  });
}

/** Input of a holder who wants to see a password. */
export interface WantedDisclosure {
  readonly plugin: string | null;
  readonly code: string | null;
  /** Moment whose password is shown; null for the current password. */
  readonly heldAt: string | null;
}

/**
 * Reveals the password of a check-out once; nothing of it is kept here.
 * @throws CallError, UnreachableError
 */
export async function reveal(key: string, wanted: WantedDisclosure): Promise<Disclosed> {
  const { token } = await askOnce(call("POST checkouts()/disclose", { key, body: wanted }));
  return askOnce(call("POST checkouts()/reveal", { key, body: { token } }));
}

/** Managed accounts whose password the user may check out, or whose check-outs the user manages. */
export const borrowable = {
  path: managedAccountsPath,
  select: "*,mayBorrow,mayTake,mayBreakGlass,mayManage",
  where: "mayBorrow or mayBreakGlass or mayManage",
} as const;
