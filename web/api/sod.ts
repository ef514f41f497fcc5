import { queryOptions } from "@tanstack/react-query";

import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

const keptForMs = 60_000;

/** Path of the set of rules of separation of duties. */
export const sodRulesPath = pathOf("sodRules");
/** Path of the set of their violations. */
export const violationsPath = pathOf("violations");

/** Returns the query for a rule with its parts and its phases. */
export function sodRuleQuery(key: string) {
  return queryOptions({
    queryKey: [sodRulesPath, key],
    queryFn: ({ signal }) => read(pathOf("sodRules()", key), signal),
  });
}

/** Query for the names of the rules by their keys. */
export const sodRuleNamesQuery = queryOptions({
  queryKey: [sodRulesPath, "names"],
  queryFn: async ({ signal }) => {
    const rules = await readAll(sodRulesPath, { orderby: "id", select: "key,id" }, signal);
    return new Map(rules.map(({ key, id }) => [key, id]));
  },
  staleTime: keptForMs,
});
