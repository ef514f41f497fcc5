import { queryOptions } from "@tanstack/react-query";

import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of import rules. */
export const importRulesPath = pathOf("importRules");

/** Returns the query for an import rule. */
export function importRuleQuery(key: string) {
  return queryOptions({
    queryKey: [importRulesPath, key],
    queryFn: ({ signal }) => read(pathOf("importRules()", key), signal),
  });
}
