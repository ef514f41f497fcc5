import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { askOnce, call } from "./call.ts";
import type { Policy } from "./model.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of policies. */
export const policiesPath = pathOf("policies");

const refreshedEachMs = 15_000;

/** Returns the query for a policy: its saved text and its active one. */
export function policyQuery(name: string) {
  return queryOptions({
    queryKey: [policiesPath, name],
    queryFn: ({ signal }) => read(pathOf("policies()", name), signal),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}

/** Returns the query for the check of a text as the policy of a name; nothing is saved. */
export function policyCheckQuery(name: string, expression: string) {
  return queryOptions({
    queryKey: [policiesPath, name, "check", expression],
    queryFn: () => askOnce(call("POST policies()/check", { key: name, body: { expression } })),
    staleTime: Infinity,
  });
}

/** Returns the text to edit: the saved one, even if it is inactive, or the default. */
export const textOf = ({ expression, inForce }: Pick<Policy, "expression" | "inForce">) => expression ?? inForce;
