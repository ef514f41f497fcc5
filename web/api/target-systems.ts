import { queryOptions } from "@tanstack/react-query";

import type { Tagged } from "../forms/use-editing.ts";
import { whileSomebodyLooks } from "../session/active-person.ts";
import { read } from "./call.ts";
import type { Operation, PasswordPolicy, Person, TargetGroup, TargetSystem, UserClass } from "./model.ts";
import { address, entity, literal, type Page } from "./odata.ts";
import { operationsPath } from "./operations.ts";
import { passwordPoliciesPath } from "./password-policies.ts";

/** The set of target systems. */
export const targetSystemsPath = "/v2/targetSystems";
/** The set of target groups. */
export const targetGroupsPath = "/v2/targetGroups";

const followedMs = 1_000;
const listedMs = 5_000;
const all = { orderby: "id", top: 500 };

/** The path of a target system. */
export const targetPath = (id: string) => entity(targetSystemsPath, id);

/** A target system with its options and phases. */
export function targetQuery(id: string) {
  return queryOptions({
    queryKey: [targetSystemsPath, id],
    queryFn: ({ signal }) => read<Tagged<TargetSystem>>(targetPath(id), signal),
    // A discovery changes it too, and what is seen is what a change is saved over.
    refetchInterval: whileSomebodyLooks(listedMs),
  });
}

/** The discovery of a target system that was begun last, whoever has begun it. */
export function lastDiscoveryQuery(id: string) {
  const options = {
    ...{ filter: `code eq 'DISC' and targetSystemKey eq ${literal(id)}`, orderby: "createdAt desc,key", top: 1 },
  };
  return queryOptions({
    queryKey: [operationsPath, "lastDiscovery", id],
    queryFn: async ({ signal }) => {
      const { value } = await read<Page<Operation>>(address(operationsPath, options), signal);
      return value[0] ?? null;
    },
    refetchInterval: ({ state }) => {
      const isUnderWay = state.data !== undefined && state.data !== null && state.data.finishedAt === null;
      return whileSomebodyLooks(isUnderWay ? followedMs : listedMs)();
    },
  });
}

/** The target groups, of which there are few. */
export const targetGroupsQuery = queryOptions({
  queryKey: [targetGroupsPath, "all"],
  queryFn: async ({ signal }) => (await read<Page<TargetGroup>>(address(targetGroupsPath, all), signal)).value,
});

/** A target group with the target systems in it. */
export function targetGroupQuery(id: string) {
  return queryOptions({
    queryKey: [targetGroupsPath, id],
    queryFn: ({ signal }) => read<Tagged<TargetGroup>>(entity(targetGroupsPath, id), signal),
  });
}

/** The target systems of a target group. */
export function systemsOfGroupQuery(id: string) {
  const options = { filter: `targetGroup eq ${literal(id)}`, ...all };
  return queryOptions({
    queryKey: [targetSystemsPath, "of", id],
    queryFn: async ({ signal }) => (await read<Page<TargetSystem>>(address(targetSystemsPath, options), signal)).value,
  });
}

/** The password policies, of which there are few. */
export const passwordPoliciesQuery = queryOptions({
  queryKey: [passwordPoliciesPath, "all"],
  queryFn: async ({ signal }) => (await read<Page<PasswordPolicy>>(address(passwordPoliciesPath, all), signal)).value,
});

/** The user classes by which phases name people. */
export const userClassesQuery = queryOptions({
  queryKey: ["/v2/userClasses", "all"],
  queryFn: async ({ signal }) => (await read<Page<UserClass>>(address("/v2/userClasses", all), signal)).value,
});

/** People by their keys. */
export function namesQuery(keys: readonly string[]) {
  const options = { filter: `key in (${keys.join(",")})`, orderby: "key", top: 500 };
  return queryOptions({
    queryKey: ["/v2/people", "names", keys],
    queryFn: async ({ signal }) => {
      const { value } = await read<Page<Person>>(address("/v2/people", options), signal);
      return new Map(value.map((person) => [person.key, person]));
    },
    enabled: keys.length > 0,
  });
}
