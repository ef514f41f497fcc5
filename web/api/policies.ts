import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { askOnce, read } from "./call.ts";
import type { Policy, PolicyCheck } from "./model.ts";
import { entity } from "./odata.ts";

/** Path of the set of policies. */
export const policiesPath = "/v2/policies";
/** Returns the path of a policy. */
export const policyPath = (name: string) => entity(policiesPath, name);
/** Returns the path of the versions of a policy. */
export const policyVersionsPath = (name: string) => `${policyPath(name)}/versions`;

const refreshedEachMs = 15_000;

/** Returns the query for a policy: its saved text and its active one. */
export function policyQuery(name: string) {
  return queryOptions({
    queryKey: [policiesPath, name],
    queryFn: ({ signal }) => read<Policy>(policyPath(name), signal),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}

/** Returns the query for the check of a text as the policy of a name; nothing is saved. */
export function policyCheckQuery(name: string, expression: string) {
  return queryOptions({
    queryKey: ["policyCheck", name, expression],
    queryFn: () => askOnce<PolicyCheck>({ method: "POST", path: `${policyPath(name)}/check`, body: { expression } }),
    staleTime: Infinity,
  });
}

/** Returns the text to edit: the saved one, even if it is inactive, or the default. */
export const textOf = ({ expression, inForce }: Pick<Policy, "expression" | "inForce">) => expression ?? inForce;
