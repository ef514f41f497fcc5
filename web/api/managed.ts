import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import type { Run } from "./model.ts";
import { address, literal } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

/** Path of the set of managed accounts. */
export const managedAccountsPath = pathOf("managedAccounts");
/** Path of the set of managed systems. */
export const managedSystemsPath = pathOf("managedSystems");
/** Path of the set of managed system policies. */
export const managedPoliciesPath = pathOf("managedSystemPolicies");
/** Path of the set of password runs. */
export const runsPath = pathOf("runs");
/** Path of the set of managed hosts. */
export const managedHostsPath = pathOf("managedHosts");
/** ID of the policy for accounts that are no longer managed. */
export const historicalPolicyId = "HISTORICAL";

const followedMs = 1_000;
const liveMs = 5_000;
const names = { select: "id,description", orderby: "id" };

/** Actions of a managed account, as far as policies allow them. */
const accountActions = ["randomize", "verify", "override", "disable", "enable"] as const;
/** Name of an action of a managed account. */
export type ManagedAccountAction = (typeof accountActions)[number];

/** Kind of a password run. */
export type RunKind = "randomize" | "verify";

/** Returns the query for a managed account with the actions that policies allow. */
export function managedAccountQuery(key: string) {
  return queryOptions({
    queryKey: [managedAccountsPath, key],
    queryFn: ({ signal }) =>
      read(address(pathOf("managedAccounts()", key), { select: withActions(accountActions) }), signal),
    refetchInterval: whileSomebodyLooks(liveMs),
  });
}

/** Returns the query for the dependents of a managed account, in their order. */
export function dependantsQuery(key: string) {
  const options = { filter: `managedAccountKey eq ${key}`, orderby: "sequence,key", top: 100, count: true };
  return queryOptions({
    queryKey: [pathOf("managedAccountDependants"), key],
    queryFn: ({ signal }) => read(address(pathOf("managedAccountDependants"), options), signal),
    refetchInterval: whileSomebodyLooks(liveMs),
  });
}

/** Returns the query for the newest runs that include an account. */
export function runsOfAccountQuery(key: string) {
  const filter = `orders/any(o:o/managedAccountKey eq ${key})`;
  const options = { filter, orderby: "createdAt desc,key", top: 5, count: true };
  return queryOptions({
    queryKey: [runsPath, "ofAccount", key],
    queryFn: ({ signal }) => read(address(runsPath, options), signal),
    refetchInterval: whileSomebodyLooks(liveMs),
  });
}

/** Returns the query for a managed system with its policies. */
export function managedSystemQuery(key: string) {
  return queryOptions({
    queryKey: [managedSystemsPath, key],
    queryFn: ({ signal }) =>
      read(address(pathOf("managedSystems()", key), { expand: "policies($select=id,description)" }), signal),
  });
}

/** Query for the names of all managed system policies. */
export const managedPoliciesQuery = queryOptions({
  queryKey: [managedPoliciesPath, "names"],
  queryFn: ({ signal }) => readAll(managedPoliciesPath, names, signal),
});

/** Returns the query for a managed system policy with its permissions, its commands, its systems and the actions that policies allow. */
export function managedPolicyQuery(id: string) {
  const options = {
    select: withActions(["randomize", "verify", "grantRight", "withdrawRight", "listCommand", "unlistCommand"]),
    expand: "rights($orderby=right,userClassId),commands($orderby=name),managedSystems($orderby=id)",
  };
  return queryOptions({
    queryKey: [managedPoliciesPath, id],
    queryFn: ({ signal }) => read(address(pathOf("managedSystemPolicies()", id), options), signal),
  });
}

/** Reports whether a run has ended. */
export function isOverRun(run: Pick<Run, "endedAt"> | undefined): boolean {
  return run !== undefined && run.endedAt !== null;
}

/** Returns the query for a run, polled until its end. */
export function runQuery(key: string) {
  return queryOptions({
    queryKey: [runsPath, key],
    queryFn: ({ signal }) =>
      read(address(pathOf("runs()", key), { select: withActions(["pause", "resume", "stop"]) }), signal),
    refetchInterval: ({ state }) => (isOverRun(state.data) ? false : whileSomebodyLooks(followedMs)()),
  });
}

/** Returns the query for the progress of a run, polled until its end. */
export function runProgressQuery(key: string, run: Run | undefined) {
  return queryOptions({
    queryKey: [runsPath, key, "progress", run?.endedAt ?? null],
    queryFn: ({ signal }) => read(pathOf("runs()/progress", key), signal),
    refetchInterval: isOverRun(run) ? false : whileSomebodyLooks(followedMs),
  });
}

/** Returns the filter for the accounts under a policy. */
export const underPolicy = (id: string) => `policyId eq ${literal(id)}`;
