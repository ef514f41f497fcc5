import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { askOnce, read } from "./call.ts";
import type { Policy, PolicyCheck } from "./model.ts";
import { entity } from "./odata.ts";

/** The set of policies. */
export const policiesPath = "/v2/policies";
/** The path of a policy. */
export const policyPath = (name: string) => entity(policiesPath, name);
/** The path of its versions. */
export const policyVersionsPath = (name: string) => `${policyPath(name)}/versions`;

const refreshedEachMs = 15_000;

/** A policy with what is stored and what is in force. */
export function policyQuery(name: string) {
  return queryOptions({
    queryKey: [policiesPath, name],
    queryFn: ({ signal }) => read<Policy>(policyPath(name), signal),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}

/** What there is to say of a text as the policy of a name; nothing is stored. */
export function policyCheckQuery(name: string, expression: string) {
  return queryOptions({
    queryKey: ["policyCheck", name, expression],
    queryFn: () => askOnce<PolicyCheck>({ method: "POST", path: `${policyPath(name)}/check`, body: { expression } }),
    staleTime: Infinity,
  });
}

/** The text that somebody works on: what is stored, also where it is set aside, else the default. */
export const textOf = ({ expression, inForce }: Pick<Policy, "expression" | "inForce">) => expression ?? inForce;
