import { queryOptions } from "@tanstack/react-query";

import { discoveryCode } from "#domain/requests/named-codes.ts";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { askOnce, call } from "./call.ts";
import { address, literal } from "./odata.ts";
import { operationsPath } from "./operations.ts";
import { passwordPoliciesPath } from "./password-policies.ts";
import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

/** Path of the set of target systems. */
export const targetSystemsPath = pathOf("targetSystems");
/** Path of the set of target groups. */
export const targetGroupsPath = pathOf("targetGroups");

const followedMs = 1_000;
const listedMs = 5_000;
const byId = { orderby: "id" };

/** Returns the query for a target system with its options and phases. */
export function targetQuery(id: string) {
  return queryOptions({
    queryKey: [targetSystemsPath, id],
    queryFn: ({ signal }) => read(pathOf("targetSystems()", id), signal),
    // A discovery changes the target system too, and a change is saved over the version that is shown.
    refetchInterval: whileSomebodyLooks(listedMs),
  });
}

/** Returns the query for the dry run of the option by which discoveries manage groups; nothing is saved. */
export function managedGroupsTrialQuery(id: string, automatically: boolean) {
  return queryOptions({
    queryKey: [targetSystemsPath, id, "managedGroups", automatically],
    queryFn: () => askOnce(call("POST targetSystems()/trialManagedGroups", { key: id, body: { automatically } })),
  });
}

/** Returns the query for the latest discovery of a target system, whoever has started it; null if there is none. */
export function lastDiscoveryQuery(id: string) {
  const options = {
    filter: `code eq '${discoveryCode}' and targetSystemKey eq ${literal(id)}`,
    orderby: "createdAt desc,key",
    top: 1,
  };
  return queryOptions({
    queryKey: [operationsPath, "lastDiscovery", id],
    queryFn: async ({ signal }) => {
      const { value } = await read(address(operationsPath, options), signal);
      return value[0] ?? null;
    },
    refetchInterval: ({ state }) => {
      const isUnderWay = state.data !== undefined && state.data !== null && state.data.finishedAt === null;
      return whileSomebodyLooks(isUnderWay ? followedMs : listedMs)();
    },
  });
}

/** Query for all target groups. */
export const targetGroupsQuery = queryOptions({
  queryKey: [targetGroupsPath, "all"],
  queryFn: ({ signal }) => readAll(targetGroupsPath, byId, signal),
});

/** Returns the query for a target group with its target systems. */
export function targetGroupQuery(id: string) {
  return queryOptions({
    queryKey: [targetGroupsPath, id],
    queryFn: ({ signal }) => read(pathOf("targetGroups()", id), signal),
  });
}

/** Returns the query for the target systems of a target group. */
export function systemsOfGroupQuery(id: string) {
  const options = { filter: `targetGroup eq ${literal(id)}`, ...byId };
  return queryOptions({
    queryKey: [targetSystemsPath, "of", id],
    queryFn: ({ signal }) => readAll(targetSystemsPath, options, signal),
  });
}

/** Query for all password policies. */
export const passwordPoliciesQuery = queryOptions({
  queryKey: [passwordPoliciesPath, "all"],
  queryFn: ({ signal }) => readAll(passwordPoliciesPath, byId, signal),
});
